// SPDX-License-Identifier: BSD-3-Clause
// Writes the events of a trace as CSV: one line for each enter, leave, message, collective
// operation and team.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "model/trace_source.h"

namespace tarry::convert {

enum class Order {
  ByLocation,  // location after location; the lines of one are in memory
  ByTime,      // one merged trace; its lines are in memory until they are sorted
};

// Replaces `output` completely or leaves it unchanged. `anomalies` counts damaged data.
base::Status write_event_table(model::TraceSource& trace, Order order,
                               const std::filesystem::path& output, model::Anomalies& anomalies);

}  // namespace tarry::convert
