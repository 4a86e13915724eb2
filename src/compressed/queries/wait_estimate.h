// SPDX-License-Identifier: BSD-3-Clause
// Waiting at barriers and n-to-n operations, between two bounds, from times that are kept as
// histograms only. It is possible where a rank's arrival is known but for when the operation before
// ended: where all members come straight from such an operation on the same communicator, which
// ended for all at once.
//
//   rank 0   |=A=|--------b--------|==E==|        waiting of rank 1 at E, i-th time: max b - b(1)
//   rank 1   |=A=|---b---|=======E=======|
//
// Of n times, with S(r) the sum and L the largest of all b, D(r) the time that r was in E:
//   lower   max S - S(r),  at most D(r)           someone arrives last on average
//   upper   n L - S(r),    at most D(r)           the latest there is arrives last each time
// S and D of a rank are averages over ranks whose times are kept together. Members must have as
// many calls as each other; that these are the same ones is taken for granted.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/queries/communicator_index.h"
#include "compressed/queries/event_summary.h"

namespace tarry::compressed {

// Of each of `ranks`, after one kind of operation.
struct WaitBounds {
  std::uint32_t event = 0;
  SiteId predecessor;
  model::CollectiveOp op{};
  RankSet ranks;
  std::uint64_t calls = 0;
  double lower_ns = 0;
  double upper_ns = 0;
};

struct WaitEstimate {
  std::vector<WaitBounds> bounds;  // by (event, communicator, predecessor, lowest rank)
  std::uint64_t estimated = 0;     // calls, of all ranks
  // Barriers and n-to-n operations of which nothing is said, by event, of all ranks. Those of
  // communicators with one member do not count, unless an event uses several communicators.
  std::vector<std::uint64_t> not_estimated;
};

// Thread: any.
WaitEstimate estimate_waiting(const Trace& trace, const TraceSummary& summary);

}  // namespace tarry::compressed
