// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/collective_plan.h"

#include "compressed/replay/settings.h"

namespace tarry::replay {
namespace {

std::vector<compressed::SequenceCursor> cursors(
    const std::vector<compressed::Sequence>& sequences) {
  return {sequences.begin(), sequences.end()};
}

std::uint64_t take(compressed::SequenceCursor& cursor) {
  return cursor.done() ? 0 : static_cast<std::uint64_t>(cursor.next());
}

}  // namespace

CollectivePlan::CollectivePlan(const compressed::Memberships& comms, ElementSizes elements,
                               std::vector<KnownTotals> known, double bytes_factor)
    : comms_(&comms),
      elements_(std::move(elements)),
      known_(std::move(known)),
      factor_(bytes_factor) {
  for (const KnownTotals& each : known_)
    lanes_.push_back({cursors(each.sent), cursors(each.received), cursors(each.blocks), {}, {}});
}

CollectiveShape CollectivePlan::next(const compressed::Action& action) {
  const auto number = static_cast<std::size_t>(action.comm);
  const compressed::Membership& comm = (*comms_)[number];
  Lane& lane = lanes_[number];
  const auto op = static_cast<model::CollectiveOp>(action.op);
  const Seat seat{comm.place.peers, comm.place.rank,
                  has_root(op) ? static_cast<std::uint32_t>(action.root) : 0};
  CollectiveShape shape;
  if (has_counts(op)) {
    shape = counted(lane, op, seat);
  } else {
    shape = equal_blocks(
        op, seat,
        {static_cast<std::uint64_t>(action.bytes), static_cast<std::uint64_t>(action.received)},
        elements_.bytes(action));
    if (!lane.blocks.empty()) {
      // The members do not agree, for instance on drawn values: the mean of their blocks keeps the
      // sum.
      std::uint64_t sum = 0;
      for (compressed::SequenceCursor& each : lane.blocks) sum += take(each);
      shape.block = (sum + seat.members / 2) / seat.members;
      shape.in_place = false;
    }
  }
  shape.block = scaled_bytes(shape.block, factor_);
  for (std::uint64_t& bytes : shape.to) bytes = scaled_bytes(bytes, factor_);
  for (std::uint64_t& bytes : shape.from) bytes = scaled_bytes(bytes, factor_);
  return shape;
}

CollectiveShape CollectivePlan::counted(Lane& lane, model::CollectiveOp op, const Seat& seat) {
  std::vector<Totals> totals(seat.members);
  for (std::uint32_t member = 0; member < seat.members; ++member)
    totals[member] = {take(lane.sent[member]), take(lane.received[member])};
  if (totals != lane.totals || lane.shape.op != op || lane.shape.root != seat.root) {
    lane.shape = counted_blocks(op, seat, totals);
    lane.totals = std::move(totals);
  }
  return lane.shape;
}

}  // namespace tarry::replay
