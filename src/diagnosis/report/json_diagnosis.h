// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as JSON, schema tarry-diagnosis/1 (docs/formats/diagnosis-json.md).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// `program`: name of the program that ran. The result ends with a line end. Thread: any.
std::string json_diagnosis(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
