// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/schedule.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace tarry::simulate {

using model::CollectiveOp;

namespace {

struct AlgorithmName {
  std::string_view name;
  Algorithm algorithm;
};
constexpr AlgorithmName kNames[] = {{"linear", Algorithm::Linear},
                                    {"tree", Algorithm::Tree},
                                    {"ring", Algorithm::Ring},
                                    {"recursive-doubling", Algorithm::RecursiveDoubling},
                                    {"pairwise", Algorithm::Pairwise}};

// The steps of one member, as they are found. Ranks are counted from the root on.
class Steps {
 public:
  Steps(const CollectivePlace& place, const CollectiveSize& size)
      : members_(place.members),
        root_(place.root % place.members),
        rank_((place.rank + members_ - root_) % members_),
        all_(size.all),
        block_(size.own != 0 ? size.own : size.all / members_) {}

  // One message for all, or a block for each.
  enum class Load : std::uint8_t { Whole, Blocks };

  void spread_linear(Load load) {
    if (rank_ == 0)
      for (std::uint32_t to = 1; to < members_; ++to) send(to, bytes(load, 1));
    else
      receive(0);
    wait();
  }
  void collect_linear(Load load) {
    if (rank_ != 0)
      send(0, bytes(load, 1));
    else
      for (std::uint32_t from = 1; from < members_; ++from) receive(from);
    wait();
  }
  void spread_by_tree(Load load) {
    std::uint32_t distance = 1;
    for (; distance < members_; distance *= 2) {
      if ((rank_ & distance) == 0) continue;
      receive(rank_ - distance);
      wait();
      break;
    }
    for (distance /= 2; distance > 0; distance /= 2)
      if (rank_ + distance < members_)
        send(rank_ + distance, bytes(load, below(rank_ + distance, distance)));
    wait();
  }
  void collect_by_tree(Load load) {
    for (std::uint32_t distance = 1; distance < members_; distance *= 2) {
      if ((rank_ & distance) != 0) {
        send(rank_ - distance, bytes(load, below(rank_, distance)));
        wait();
        return;
      }
      if (rank_ + distance >= members_) continue;
      receive(rank_ + distance);
      wait();
    }
  }
  void spread_along_chain() {
    if (rank_ > 0) {
      receive(rank_ - 1);
      wait();
    }
    if (rank_ + 1 < members_) send(rank_ + 1, all_);
    wait();
  }
  void collect_along_chain() {
    if (rank_ + 1 < members_) {
      receive(rank_ + 1);
      wait();
    }
    if (rank_ > 0) send(rank_ - 1, all_);
    wait();
  }
  void around_ring(std::uint32_t rounds, std::uint64_t bytes) {
    for (std::uint32_t round = 0; round < rounds; ++round) shift(1, bytes);
  }
  void with_each(std::uint64_t bytes) {
    for (std::uint32_t distance = 1; distance < members_; ++distance) shift(distance, bytes);
  }
  void all_at_once(std::uint64_t bytes) {
    for (std::uint32_t i = 1; i < members_; ++i) receive((rank_ + members_ - i) % members_);
    for (std::uint32_t i = 1; i < members_; ++i) send((rank_ + i) % members_, bytes);
    wait();
  }
  // Dissemination: after the round with distance d each member knows of 2 d members.
  void disseminate() {
    for (std::uint32_t distance = 1; distance < members_; distance *= 2)
      shift(distance, block_ * std::min(distance, members_ - distance));
  }
  // Members beyond a power of two hand their part to a neighbor and get the result from it.
  void double_recursively() {
    const std::uint32_t partners = std::bit_floor(members_);
    const std::uint32_t beyond = members_ - partners;
    const bool has_neighbor = rank_ < 2 * beyond;
    if (has_neighbor && rank_ % 2 == 1) {
      send(rank_ - 1, all_);
      wait();
      receive(rank_ - 1);
      wait();
      return;
    }
    if (has_neighbor) {
      receive(rank_ + 1);
      wait();
    }
    const std::uint32_t own = has_neighbor ? rank_ / 2 : rank_ - beyond;
    for (std::uint32_t distance = 1; distance < partners; distance *= 2) {
      const std::uint32_t other = own ^ distance;
      const std::uint32_t partner = other < beyond ? other * 2 : other + beyond;
      receive(partner);
      send(partner, all_);
      wait();
    }
    if (has_neighbor) send(rank_ + 1, all_);
    wait();
  }
  void prefix_by_doubling() {
    for (std::uint32_t distance = 1; distance < members_; distance *= 2) {
      if (rank_ >= distance) receive(rank_ - distance);
      if (rank_ + distance < members_) send(rank_ + distance, all_);
      wait();
    }
  }

  [[nodiscard]] std::uint32_t members() const { return members_; }
  [[nodiscard]] std::uint64_t block() const { return block_; }
  [[nodiscard]] std::uint64_t part() const { return all_ / members_; }
  Schedule take() { return std::move(steps_); }

 private:
  [[nodiscard]] std::uint64_t bytes(Load load, std::uint32_t blocks) const {
    return load == Load::Whole ? all_ : block_ * blocks;
  }
  // Members in the subtree of a member that is `distance` away from its parent.
  [[nodiscard]] std::uint32_t below(std::uint32_t rank, std::uint32_t distance) const {
    return std::min(distance, members_ - rank);
  }
  void shift(std::uint32_t distance, std::uint64_t bytes) {
    receive((rank_ + members_ - distance) % members_);
    send((rank_ + distance) % members_, bytes);
    wait();
  }
  [[nodiscard]] std::uint32_t member(std::uint32_t rank) const { return (rank + root_) % members_; }
  void send(std::uint32_t to, std::uint64_t bytes) {
    steps_.push_back({ScheduleStep::Kind::Send, member(to), bytes});
  }
  void receive(std::uint32_t from) {
    steps_.push_back({ScheduleStep::Kind::Receive, member(from), 0});
  }
  void wait() { steps_.push_back({}); }

  std::uint32_t members_, root_, rank_;
  std::uint64_t all_, block_;
  Schedule steps_;
};

using Load = Steps::Load;
using MakeSteps = void (*)(Steps& steps);

struct Row {
  CollectiveOp op;
  Algorithm algorithm;
  MakeSteps make;
};

// clang-format off
constexpr Row kRows[] = {
    {CollectiveOp::Barrier, Algorithm::Linear, [](Steps& s) { s.collect_linear(Load::Whole); s.spread_linear(Load::Whole); }},
    {CollectiveOp::Barrier, Algorithm::Tree, [](Steps& s) { s.collect_by_tree(Load::Whole); s.spread_by_tree(Load::Whole); }},
    {CollectiveOp::Barrier, Algorithm::Ring, [](Steps& s) { s.around_ring(2 * (s.members() - 1), 0); }},
    {CollectiveOp::Barrier, Algorithm::RecursiveDoubling, [](Steps& s) { s.disseminate(); }},
    {CollectiveOp::Bcast, Algorithm::Linear, [](Steps& s) { s.spread_linear(Load::Whole); }},
    {CollectiveOp::Bcast, Algorithm::Tree, [](Steps& s) { s.spread_by_tree(Load::Whole); }},
    {CollectiveOp::Bcast, Algorithm::Ring, [](Steps& s) { s.spread_along_chain(); }},
    {CollectiveOp::Scatter, Algorithm::Linear, [](Steps& s) { s.spread_linear(Load::Blocks); }},
    {CollectiveOp::Scatter, Algorithm::Tree, [](Steps& s) { s.spread_by_tree(Load::Blocks); }},
    {CollectiveOp::Gather, Algorithm::Linear, [](Steps& s) { s.collect_linear(Load::Blocks); }},
    {CollectiveOp::Gather, Algorithm::Tree, [](Steps& s) { s.collect_by_tree(Load::Blocks); }},
    {CollectiveOp::Reduce, Algorithm::Linear, [](Steps& s) { s.collect_linear(Load::Whole); }},
    {CollectiveOp::Reduce, Algorithm::Tree, [](Steps& s) { s.collect_by_tree(Load::Whole); }},
    {CollectiveOp::Reduce, Algorithm::Ring, [](Steps& s) { s.collect_along_chain(); }},
    {CollectiveOp::Allreduce, Algorithm::Linear, [](Steps& s) { s.collect_linear(Load::Whole); s.spread_linear(Load::Whole); }},
    {CollectiveOp::Allreduce, Algorithm::Tree, [](Steps& s) { s.collect_by_tree(Load::Whole); s.spread_by_tree(Load::Whole); }},
    {CollectiveOp::Allreduce, Algorithm::Ring, [](Steps& s) { s.around_ring(2 * (s.members() - 1), s.part()); }},
    {CollectiveOp::Allreduce, Algorithm::RecursiveDoubling, [](Steps& s) { s.double_recursively(); }},
    {CollectiveOp::Allreduce, Algorithm::Pairwise, [](Steps& s) { s.with_each(s.part()); s.with_each(s.part()); }},
    {CollectiveOp::Allgather, Algorithm::Linear, [](Steps& s) { s.all_at_once(s.block()); }},
    {CollectiveOp::Allgather, Algorithm::Tree, [](Steps& s) { s.collect_by_tree(Load::Blocks); s.spread_by_tree(Load::Whole); }},
    {CollectiveOp::Allgather, Algorithm::Ring, [](Steps& s) { s.around_ring(s.members() - 1, s.block()); }},
    {CollectiveOp::Allgather, Algorithm::RecursiveDoubling, [](Steps& s) { s.disseminate(); }},
    {CollectiveOp::Alltoall, Algorithm::Linear, [](Steps& s) { s.all_at_once(s.block()); }},
    {CollectiveOp::Alltoall, Algorithm::Pairwise, [](Steps& s) { s.with_each(s.block()); }},
    {CollectiveOp::ReduceScatterBlock, Algorithm::Ring, [](Steps& s) { s.around_ring(s.members() - 1, s.part()); }},
    {CollectiveOp::ReduceScatterBlock, Algorithm::Pairwise, [](Steps& s) { s.with_each(s.part()); }},
    {CollectiveOp::Scan, Algorithm::Linear, [](Steps& s) { s.spread_along_chain(); }},
    {CollectiveOp::Scan, Algorithm::RecursiveDoubling, [](Steps& s) { s.prefix_by_doubling(); }},
};
// clang-format on

// Operations that differ in how the call tells sizes have the same algorithms.
CollectiveOp family(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::Gatherv:
      return CollectiveOp::Gather;
    case CollectiveOp::Scatterv:
      return CollectiveOp::Scatter;
    case CollectiveOp::Allgatherv:
      return CollectiveOp::Allgather;
    case CollectiveOp::Alltoallv:
    case CollectiveOp::Alltoallw:
      return CollectiveOp::Alltoall;
    case CollectiveOp::ReduceScatter:
      return CollectiveOp::ReduceScatterBlock;
    case CollectiveOp::Exscan:
      return CollectiveOp::Scan;
    default:
      return op;
  }
}

const Row* find_row(CollectiveOp op, Algorithm algorithm) {
  const auto* const found = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& row) {
    return row.op == family(op) && row.algorithm == algorithm;
  });
  return found == std::end(kRows) ? nullptr : found;
}

}  // namespace

std::optional<Algorithm> algorithm_named(std::string_view name) {
  for (const AlgorithmName& each : kNames)
    if (each.name == name) return each.algorithm;
  return std::nullopt;
}

std::string algorithms_of(CollectiveOp op) {
  std::string names;
  for (const AlgorithmName& each : kNames)
    if (find_row(op, each.algorithm) != nullptr)
      names += (names.empty() ? "" : ", ") + std::string(each.name);
  return names;
}

bool has_algorithm(CollectiveOp op, Algorithm algorithm) {
  return find_row(op, algorithm) != nullptr;
}

Schedule schedule_of(CollectiveOp op, Algorithm algorithm, const CollectivePlace& place,
                     const CollectiveSize& size) {
  const Row* const row = find_row(op, algorithm);
  if (row == nullptr || place.members < 2) return {};
  Steps steps(place, size);
  row->make(steps);
  return steps.take();
}

}  // namespace tarry::simulate
