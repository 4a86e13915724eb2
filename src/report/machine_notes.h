// SPDX-License-Identifier: BSD-3-Clause
// What a report says of the machine before it names causes of waiting: threads had no core, or
// started late. No change of the code at the call path removes that. Source:
// docs/patterns/lost-cores.md.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Returns whole sentences; none if threads had cores and started in time. Besides
// lost_cores_text(), they say what threads cost others that started late.
std::vector<std::string> machine_notes(const model::SeverityCube& cube);

}  // namespace tarry::report
