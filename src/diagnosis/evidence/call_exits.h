// SPDX-License-Identifier: BSD-3-Clause
// The times at which a thread left its calls that synchronize, in the order of time. Clocks are
// aligned by them, and phases are cut at them. Calls too short to be sampled are among them if the
// temporal tree has inferred them, with a wider range.
#pragma once

#include <vector>

#include "diagnosis/evidence/label_table.h"
#include "diagnosis/evidence/temporal_tree.h"
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

// The exits of one thread, by call path.
using ThreadExits = std::vector<CallExits>;

// Returns the exits of a tree, without calls in bodies that have no order. Thread: any.
ThreadExits synchronisations_of(const TemporalTree& tree, const InitialLabels& labels);

void append_exits(workers::Bytes& message, const ThreadExits& exits);
ThreadExits take_exits(workers::MessageReader& message);

}  // namespace tarry::diagnosis
