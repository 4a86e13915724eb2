// SPDX-License-Identifier: BSD-3-Clause
// The text of the calls that a user has selected, one line for each.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/format/call_selection.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Hands on a line for each call of a rank, or of all ranks, that one of the selections has, in the
// order of ranks and calls, and returns their number. Only the actions that fit are shown; calls
// are numbered from 0. Fails if the calls of a rank cannot be gone through; what came before was
// handed on.
base::Result<std::uint64_t> list_selected_calls(
    const Trace& trace, const std::vector<CallSelection>& selections,
    std::optional<std::uint32_t> rank, const std::function<void(const std::string&)>& hand_on);

}  // namespace tarry::compressed
