// SPDX-License-Identifier: BSD-3-Clause
// One MPI call as the events of a location tell it, with the ids of the trace: what a CallAssembler
// makes a Call of.
#pragma once

#include <vector>

#include "compressed/model/call.h"
#include "model/event_handler.h"

namespace tarry::compressed {

// What the kind does not use keeps its default.
struct RecordedAction {
  ActionKind kind{};
  model::RequestId request;
  model::CommId comm;
  model::CommRank peer;  // of a collective operation: its root
  std::uint32_t tag = 0;
  model::CollectiveOp op{};
  std::uint64_t bytes = 0;
  std::uint64_t received = 0;
  model::MpiArguments arguments;
};

struct RecordedCall {
  model::Ticks begin, end;
  model::Ticks flushed_before;  // of the time since the call before it: the recording's own
  model::Ticks flushed_inside;
  model::RegionId function;
  model::CallPathId around;  // the regions it was called in and where, !valid(): not known
  std::vector<RecordedAction> actions;
  std::vector<StatisticValue> statistics;  // by numbers of the process
};

}  // namespace tarry::compressed
