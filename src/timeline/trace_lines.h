// SPDX-License-Identifier: BSD-3-Clause
// The lines and states of a trace, as its definitions give them.
#pragma once

#include <cstdint>
#include <vector>

#include "timeline/line_builder.h"
#include "timeline/states.h"

namespace tarry::timeline {

struct TraceLines {
  explicit TraceLines(const model::Definitions& definitions) : states(definitions) {
    for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
      const bool is_line = definitions.locations[i].kind == model::LocationKind::CpuThread;
      line_of.push_back(is_line ? static_cast<std::uint32_t>(lines.size()) : kNoLine);
      if (!is_line) continue;
      lines.push_back(model::LocationIndex{i});
      events += definitions.locations[i].event_count;
    }
  }

  States states;
  std::vector<model::LocationIndex> lines;
  std::vector<std::uint32_t> line_of;  // by LocationIndex
  std::uint64_t events = 0;
};

}  // namespace tarry::timeline
