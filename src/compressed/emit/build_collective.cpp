// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/build_collective.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compressed/replay/collective_shape.h"

namespace tarry::emit {
namespace {

using compressed::Action;
using compressed::Parameter;

// Operations with counts are in place for all members or for none.
bool is_in_place(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                 model::CollectiveOp op) {
  if (op != model::CollectiveOp::Allgatherv && op != model::CollectiveOp::ReduceScatter)
    return false;
  std::map<std::uint32_t, std::vector<replay::Totals>> totals;  // by communicator
  values.first_uses(slot, [&](std::uint32_t rank, const Action& action) {
    const auto* comm = compressed::find(context.comms[rank], action.comm);
    if (comm == nullptr) return;
    auto& of = totals[comm->communicator];
    of.resize(comm->place.peers);
    of[comm->place.rank] = {static_cast<std::uint64_t>(action.bytes),
                            static_cast<std::uint64_t>(action.received)};
  });
  return std::any_of(totals.begin(), totals.end(), [&](const auto& each) {
    const replay::Seat seat{static_cast<std::uint32_t>(each.second.size()), 0, 0};
    return replay::counted_blocks(op, seat, each.second).in_place;
  });
}

void scaled_collective(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                       model::CollectiveOp which, Operation& out) {
  if (model::has_counts(which)) {
    context.error =
        "a collective operation has counts for each member, which code for any number of "
        "ranks cannot make";
    return;
  }
  bool in_place = false;
  out.block = values.computed(slot, [&](std::uint32_t of_class, const Action& action) {
    const Scale::Block block =
        context.scale->block(which, action, of_class, context.elements.of(action.datatype));
    in_place |= block.in_place;
    return block.bytes;
  });
  out.in_place = in_place;
}

}  // namespace

void build_collective(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                      Operation& out) {
  out.bytes = values.value(Parameter::Bytes, slot);
  out.received = values.value(Parameter::Received, slot);
  const Value op = values.value(Parameter::Op, slot);
  if (!op.is_constant()) {
    context.error = "ranks make different collective operations in one call";
    return;
  }
  out.op = op.constant();
  const auto which = static_cast<model::CollectiveOp>(out.op);
  if (model::has_root(which)) {
    out.root = values.computed(slot, [&](std::uint32_t rank, const Action& action) {
      const auto* comm = compressed::find(context.comms[rank], action.comm);
      return action.root >= 0 || comm == nullptr ? action.root : std::int64_t{comm->place.rank};
    });
  }
  if (context.scale != nullptr) return scaled_collective(context, values, slot, which, out);
  find_groups(context, values, slot, out);
  if (model::has_counts(which)) {
    std::uint64_t most = std::max(largest(out.bytes), largest(out.received));
    context.use_buffers(most, most);
    out.in_place = is_in_place(context, values, slot, which);
    return;
  }
  const auto blocks_of = [&](model::CollectiveOp like) {
    std::uint64_t most = 0;
    bool in_place = false;
    out.block = values.computed(slot, [&](std::uint32_t rank, const Action& action) {
      const auto* comm = compressed::find(context.comms[rank], action.comm);
      if (comm == nullptr) return std::int64_t{0};
      const replay::Seat seat{comm->place.peers, comm->place.rank,
                              static_cast<std::uint32_t>(std::max<std::int64_t>(action.root, 0))};
      const replay::CollectiveShape shape = replay::equal_blocks(
          like, seat,
          {static_cast<std::uint64_t>(action.bytes), static_cast<std::uint64_t>(action.received)},
          context.elements.bytes(action));
      in_place |= shape.in_place;
      most = std::max(most, shape.block * comm->place.peers);
      return static_cast<std::int64_t>(shape.block);
    });
    context.use_buffers(most, most);
    return in_place;
  };
  out.in_place = blocks_of(which);
  // In the middle, sums do not tell whether a scan is in place, but those of other members do. A
  // member then moves as much as in an exclusive scan.
  if (which == model::CollectiveOp::Scan && out.in_place && !out.block.is_one())
    blocks_of(model::CollectiveOp::Exscan);
}

void find_groups(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                 Operation& out) {
  std::map<std::uint32_t, Group> groups;  // by communicator
  values.first_uses(slot, [&](std::uint32_t rank, const Action& action) {
    const auto window = context.remote.comms.find({values.event(), rank});
    const auto* comm = compressed::find(
        context.comms[rank], window == context.remote.comms.end() ? action.comm : window->second);
    if (comm == nullptr) return;
    const auto [at, is_new] = groups.try_emplace(comm->communicator);
    if (!is_new) return;
    std::vector<std::uint32_t> members(comm->peers().begin(), comm->peers().end());
    const auto root = static_cast<std::size_t>(std::max<std::int64_t>(action.root, 0));
    at->second.root = members[root < members.size() ? root : 0];
    std::sort(members.begin(), members.end());
    at->second.members = RankSet::of_sorted(members);
  });
  for (auto& [number, group] : groups) out.groups.push_back(std::move(group));
}

}  // namespace tarry::emit
