// SPDX-License-Identifier: BSD-3-Clause
// What a diagnosis from samples cannot know, said in every report.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, sections 5.1 and 7.
#pragma once

#include <string>
#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Those of the method, and those of this run. Thread: any.
std::vector<std::string> limits_of(const Diagnosis& diagnosis);

}  // namespace tarry::diagnosis
