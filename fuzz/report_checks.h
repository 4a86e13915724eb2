// SPDX-License-Identifier: BSD-3-Clause
// What must hold for every report that a reader accepts, whatever bytes it was made from.
#pragma once

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::fuzz {

// Aborts if an Error of a reader takes more than a line, or if an accepted report is not whole: its
// trees, its rows, what is shown of it, and what is read again after it is written as JSON.
void check_report(const base::Result<model::SeverityCube>& read);

}  // namespace tarry::fuzz
