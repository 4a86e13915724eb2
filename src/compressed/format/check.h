// SPDX-License-Identifier: BSD-3-Clause
// Checks whether a trace that was read is possible: values are in their ranges, and each rank has
// as many of them as it visits their event. Edited files often fail here. The time is linear in the
// size of the trace for ranks that do the same.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "compressed/model/trace.h"

namespace tarry::compressed {

struct Unsound {
  std::size_t event = 0;
  std::string what;
};
// Returns the first impossible event, or none.
std::optional<Unsound> find_unsound(const Trace& trace);

}  // namespace tarry::compressed
