// SPDX-License-Identifier: BSD-3-Clause
// Tables of a compressed trace, made without expanding it: for `tarry print`.
#pragma once

#include <string>

#include "compressed/model/trace.h"

namespace tarry::cli {

// One line per pair of ranks between which messages went: sender, receiver, messages, bytes.
std::string matrix_text(const compressed::Trace& trace);

// What was called how often, with its times, messages and bytes: by function, then by call
// path; then the values of each statistic of plug-ins, by function.
std::string statistics_text(const compressed::Trace& trace);

}  // namespace tarry::cli
