// SPDX-License-Identifier: BSD-3-Clause
// Tables of a compressed trace for `tarry print`, made without expanding it.
#pragma once

#include <string>

#include "compressed/model/trace.h"

namespace tarry::cli {

// Returns one line per pair of ranks that exchanged messages: sender, receiver, messages, bytes.
std::string matrix_text(const compressed::Trace& trace);

// Returns the number of calls with their times, messages and bytes by function and then by call
// path, followed by the values of each statistic of plug-ins by function.
std::string statistics_text(const compressed::Trace& trace);

}  // namespace tarry::cli
