// SPDX-License-Identifier: BSD-3-Clause
// When a thread left its calls that synchronise, in the order of time: what clocks are aligned by
// and phases are cut at. Calls that were too short to be sampled are there as far as the temporal
// tree has them inferred, with a wider range.
#pragma once

#include <vector>

#include "diagnosis/label_table.h"
#include "diagnosis/temporal_tree.h"
#include "workers/message.h"

namespace tarry::diagnosis {

struct Exit {
  TimeRange when;
  bool is_sampled = false;
  Time before{0};  // a moment at which the call had not begun
};

struct CallExits {
  FrameId call;
  std::vector<Exit> exits;  // by time
};

// Of one thread, by call path.
using ThreadExits = std::vector<CallExits>;

// Calls in bodies without order are left out. Thread: any.
ThreadExits synchronisations_of(const TemporalTree& tree, const InitialLabels& labels);

void append_exits(workers::Bytes& message, const ThreadExits& exits);
ThreadExits take_exits(workers::MessageReader& message);

}  // namespace tarry::diagnosis
