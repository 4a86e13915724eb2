// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as a picture: one page that needs nothing else, with time x ranks, the symptoms and
// causes of losses highlighted and the findings beside it
// (docs/how-to/read-the-diagnosis-picture.md).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Of a diagnosis with a picture. `program`: what was run. Thread: any.
std::string html_diagnosis(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
