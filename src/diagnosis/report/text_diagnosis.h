// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as text: the phases that lose time, with their call paths, the frames that are
// symptoms or causes marked by asterisks; then what each loss is, and what samples do not tell.
// The layout follows the published artifact (PPoPP 2020, appendix).
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// `program`: what was run. Thread: any.
std::string text_diagnosis(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
