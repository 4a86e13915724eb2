// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as lines that cases can expect (docs/formats/samples-case.md).
#pragma once

#include <string>
#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::testing {

// Returns lines such as "finding ...", "unresolved ...", "phase ...", "clock ...", "label ...".
std::vector<std::string> rendered(const diagnosis::Diagnosis& diagnosis);

}  // namespace tarry::testing
