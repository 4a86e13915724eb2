// SPDX-License-Identifier: BSD-3-Clause
// The arguments of the collective operations of one process, call after call. What members must
// know of each other was exchanged before the replay, compressed, so that no call has to be
// preceded by one of ours.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/membership.h"
#include "compressed/model/sequence.h"
#include "compressed/replay/collective_shape.h"

namespace tarry::replay {

// What the members of a communicator sent and received in their calls with counts, by member and in
// order. `blocks`: of the other calls, where the members do not agree about them.
struct KnownTotals {
  std::vector<compressed::Sequence> sent, received, blocks;
};

// Thread: one. The communicators must outlive it.
class CollectivePlan {
 public:
  // `known` by number of the communicator.
  CollectivePlan(const compressed::Memberships& comms, std::vector<KnownTotals> known,
                 double bytes_factor);
  CollectivePlan(CollectivePlan&&) = default;
  CollectivePlan& operator=(CollectivePlan&&) = delete;

  // For the next call of the process: a collective or start-collective.
  CollectiveShape next(const compressed::Action& action);

 private:
  struct Lane {
    std::vector<compressed::SequenceCursor> sent, received, blocks;
    // The last call with counts: those of a loop are often alike.
    std::vector<Totals> totals;
    CollectiveShape shape;
  };
  CollectiveShape counted(Lane& lane, model::CollectiveOp op, const Seat& seat);

  const compressed::Memberships* comms_;
  std::vector<KnownTotals> known_;
  std::vector<Lane> lanes_;
  double factor_;
};

}  // namespace tarry::replay
