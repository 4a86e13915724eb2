// SPDX-License-Identifier: BSD-3-Clause
// Whether a trace that was read can be: values are in their ranges, and each rank has as many of
// them as it comes to their event. Edited files often do not. Linear in the size of the trace for
// ranks that do the same.
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
// The first event that cannot be; none: all can.
std::optional<Unsound> find_unsound(const Trace& trace);

}  // namespace tarry::compressed
