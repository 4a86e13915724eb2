// SPDX-License-Identifier: BSD-3-Clause
// The arguments of the collective operations of one process, call after call. Facts that members
// must know about each other were exchanged in compressed form before the replay, so no call needs
// a message of ours in front of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/membership.h"
#include "compressed/model/sequence.h"
#include "compressed/replay/collective_shape.h"
#include "compressed/replay/datatypes.h"

namespace tarry::replay {

// Bytes that the members of a communicator sent and received in calls with counts, by member and in
// order. `blocks` belongs to the other calls, if the members do not agree about their blocks.
struct KnownTotals {
  std::vector<compressed::Sequence> sent, received, blocks;
};

// Thread: one. The communicators must outlive it.
class CollectivePlan {
 public:
  // `known` is indexed by the number of the communicator.
  CollectivePlan(const compressed::Memberships& comms, ElementSizes elements,
                 std::vector<KnownTotals> known, double bytes_factor);
  CollectivePlan(CollectivePlan&&) = default;
  CollectivePlan& operator=(CollectivePlan&&) = delete;

  // Returns the arguments for the next call of the process, a collective or start-collective.
  CollectiveShape next(const compressed::Action& action);

 private:
  struct Lane {
    std::vector<compressed::SequenceCursor> sent, received, blocks;
    // Values of the last call with counts: the calls of a loop are often alike.
    std::vector<Totals> totals;
    CollectiveShape shape;
  };
  CollectiveShape counted(Lane& lane, model::CollectiveOp op, const Seat& seat);

  const compressed::Memberships* comms_;
  ElementSizes elements_;
  std::vector<KnownTotals> known_;
  std::vector<Lane> lanes_;
  double factor_;
};

}  // namespace tarry::replay
