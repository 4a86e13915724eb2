// SPDX-License-Identifier: BSD-3-Clause
// Estimates waiting at barriers and n-to-n operations between two bounds, although times are kept
// as histograms only. This is possible if all members come straight from such an operation on the
// same communicator: it ended for all of them at once, so the arrival of each is known relative to
// that end.
//
//   rank 0   |=A=|--------b--------|==E==|        waiting of rank 1 at E, i-th time: max b - b(1)
//   rank 1   |=A=|---b---|=======E=======|
//
// Over n times, S(r) is the sum and L the largest of all b, and D(r) is the time that r was in E:
//   lower   max S - S(r),  at most D(r)           one rank is always the last, on average
//   upper   n L - S(r),    at most D(r)           the longest b there is occurs every time
// S and D of a rank are averages over the ranks whose times are kept together. All members must
// have the same number of calls; it is assumed that the i-th calls belong together.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/queries/communicator_index.h"
#include "compressed/queries/event_summary.h"

namespace tarry::compressed {

// Bounds for each rank in `ranks`, after one kind of operation.
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
  std::vector<WaitBounds> bounds;  // sorted by (event, communicator, predecessor, lowest rank)
  std::uint64_t estimated = 0;     // number of calls, over all ranks
  // By event, over all ranks: the number of barriers and n-to-n operations without bounds.
  // Operations on communicators with one member do not count, unless an event uses several
  // communicators.
  std::vector<std::uint64_t> not_estimated;
};

// Thread: any.
WaitEstimate estimate_waiting(const Trace& trace, const TraceSummary& summary);

}  // namespace tarry::compressed
