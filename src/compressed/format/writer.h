// SPDX-License-Identifier: BSD-3-Clause
// Writes the text of a compressed trace (docs/formats/tct.md): the same trace gives the same bytes.
#pragma once

#include <string>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// The trace must be sound: its references exist and its sets and vectors are canonical.
std::string write_text(const Trace& trace);

}  // namespace tarry::compressed
