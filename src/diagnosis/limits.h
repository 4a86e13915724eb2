// SPDX-License-Identifier: BSD-3-Clause
// The limits of a diagnosis from samples, which every report states.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, sections 5.1 and 7.
#pragma once

#include <string>
#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Returns the limits of the method, then those of this run. Thread: any.
std::vector<std::string> limits_of(const Diagnosis& diagnosis);

}  // namespace tarry::diagnosis
