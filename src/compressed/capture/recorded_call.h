// SPDX-License-Identifier: BSD-3-Clause
// One MPI call as the events of a location tell it, with the ids of the trace. CallAssembler turns
// it into a Call.
#pragma once

#include <vector>

#include "compressed/model/call.h"
#include "model/event_handler.h"
#include "model/mpi_operands.h"

namespace tarry::compressed {

// Members that a kind does not use keep their defaults.
struct RecordedAction {
  ActionKind kind{};
  model::RequestId request;
  model::CommId comm;
  model::CommRank peer;  // the root in a collective operation
  std::uint32_t tag = 0;
  model::CollectiveOp op{};
  std::uint64_t bytes = 0;
  std::uint64_t received = 0;
  model::MpiArguments arguments;
  model::MpiOperands operands;  // of calls on windows and files, where it says everything
};

struct RecordedCall {
  model::Ticks begin, end;
  model::Ticks flushed_before;  // the recording's own time since the previous call
  model::Ticks flushed_inside;
  model::RegionId function;
  model::CallPathId around;  // the regions and the place it was called from; !valid() if unknown
  std::vector<RecordedAction> actions;
  std::vector<StatisticValue> statistics;  // with the process' own numbers
};

}  // namespace tarry::compressed
