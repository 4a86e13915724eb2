// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as text: the phases that lose time, with their call paths, in which asterisks mark
// symptoms and causes; then the losses and what samples do not tell. The layout follows the
// published artifact (PPoPP 2020, appendix).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// `program`: name of the program that ran. Thread: any.
std::string text_diagnosis(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
