// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as a picture: one self-contained page that shows time x ranks, with the symptoms and
// causes of losses highlighted and the findings beside it
// (docs/how-to/read-the-diagnosis-picture.md).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Takes a diagnosis with a picture. `program`: name of the program that ran. Thread: any.
std::string html_diagnosis(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
