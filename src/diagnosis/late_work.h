// SPDX-License-Identifier: BSD-3-Clause
// Whose work others wait for. Samples do not know the two sides of a message, but that a wait ends
// when the one that is waited for comes:
//
//   rank 0   | work | MPI_Waitall              | work
//   rank 1   | work | MPI_Recv   | work | MPI_Send | work     rank 1 ends the wait of rank 0,
//   rank 2   | work         late | MPI_Send | work            and rank 2 that of rank 1
//
// Whoever stops working within a sampling period of the end of a wait may have ended it; those with
// most work during the wait have. What they worked on while the other one waited is late work.
// While they waited themselves it is the work of those that ended their waits, and so on. Waits
// seen in one sample only are too short for that.
#pragma once

#include <map>

#include "diagnosis/time_range.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

using samples::FrameId;

// Of one call in one kind of phase, over all ranks.
struct LateWorkOfCall {
  Time seen{0};  // in instances whose end is known
  struct Work {
    FrameId leaf;
    std::uint32_t number = 0;  // of the rank that worked

    friend auto operator<=>(const Work&, const Work&) = default;
  };
  std::map<Work, Time> work;
};

struct LateWork {
  struct Call {
    std::uint32_t kind = 0;  // of phase
    FrameId call;            // the first frame that communicates

    friend auto operator<=>(const Call&, const Call&) = default;
  };
  std::map<Call, LateWorkOfCall> calls;
  std::uint32_t ranks = 0;  // that are compared
};

}  // namespace tarry::diagnosis
