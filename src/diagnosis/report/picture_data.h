// SPDX-License-Identifier: BSD-3-Clause
// The data that the script of a picture draws, as JSON (docs/how-to/read-the-diagnosis-picture.md).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Names are made valid UTF-8. Thread: any.
std::string picture_data(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
