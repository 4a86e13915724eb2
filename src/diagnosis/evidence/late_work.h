// SPDX-License-Identifier: BSD-3-Clause
// The work that others wait for. Samples do not tell the two sides of a message, but a wait ends
// when the rank comes that the others wait for:
//
//   rank 0   | work | MPI_Waitall              | work
//   rank 1   | work | MPI_Recv   | work | MPI_Send | work
//   rank 2   | work         late | MPI_Send | work
//
// Rank 1 ends the wait of rank 0, and rank 2 that of rank 1.
//
// A rank that stops working within a sampling period of the end of a wait may have ended it. The
// ranks with the most work during the wait count as having done so, and that work is late work. The
// time in which they waited themselves is the work of the ranks that ended their waits, and so on.
// Waits that were seen in one sample only are too short for this.
#pragma once

#include <map>

#include "diagnosis/evidence/time_range.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

using samples::FrameId;

// The late work of one call in one kind of phase, over all ranks.
struct LateWorkOfCall {
  Time seen{0};  // in instances whose end is known
  struct Work {
    FrameId leaf;
    std::uint32_t number = 0;  // number of the rank that worked

    friend auto operator<=>(const Work&, const Work&) = default;
  };
  std::map<Work, Time> work;
};

struct LateWork {
  struct Call {
    std::uint32_t kind = 0;  // kind of phase
    FrameId call;            // the first frame on the path that communicates

    friend auto operator<=>(const Call&, const Call&) = default;
  };
  std::map<Call, LateWorkOfCall> calls;
  std::uint32_t ranks = 0;  // number of ranks that are compared
};

}  // namespace tarry::diagnosis
