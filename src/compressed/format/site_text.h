// SPDX-License-Identifier: BSD-3-Clause
// The text of the stack that leads to a call, in listings of calls.
#pragma once

#include <string>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Returns " in main > step (ring.c:8)"; empty without a stack.
std::string site_text(const Trace& trace, const Site& site);

}  // namespace tarry::compressed
