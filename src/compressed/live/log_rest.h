// SPDX-License-Identifier: BSD-3-Clause
// Where the compressed trace of a process that is written while it runs ends in its event logs. If
// the process is killed, the logs hold its last calls, and this says how they go on from the trace.
// It stands behind the trace in the same file, as comments, because only together they are true.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/capture/call_assembler.h"
#include "compressed/live/live_ids.h"

namespace tarry::compressed {

struct LogRest {
  struct Thread {
    std::uint64_t emptied = 0;       // the calls of this log are in the trace: LogHeader::emptied
    std::vector<RegionOrigin> open;  // regions that were open at its end, the outermost first
    friend bool operator==(const Thread&, const Thread&) = default;
  };

  CallAssembler::Progress progress;
  SiteId last;  // the last call, as a site of the trace; !valid() if the trace has no calls
  std::map<std::uint32_t, Thread> threads;
};

// Returns lines to be appended to the text of a trace.
std::string text_of(const LogRest& rest);

// Returns nothing if the text of a trace has no such lines.
std::optional<LogRest> log_rest_in(std::string_view text);

}  // namespace tarry::compressed
