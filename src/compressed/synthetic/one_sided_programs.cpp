// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/synthetic/one_sided_programs.h"

#include <vector>

namespace tarry::compressed::synthetic {
namespace {

constexpr std::int64_t kPoints = 5'040;  // in each dimension, divided among the ranks
constexpr std::int64_t kReal = 8;        // bytes

// A neighbor, the slot of its window that this rank fills, and the bytes of a slot.
struct Neighbor {
  std::uint32_t rank = 0;
  std::int64_t slot = 0;
  std::int64_t bytes = 0;
};

// A domain of kPoints in each dimension. Each rank has a window with a slot for each direction that
// something comes from, all as long as its part along x.
struct Domain {
  std::int64_t part = 0;  // points along x
  std::vector<Neighbor> neighbors;

  Domain(const Rank& rank, std::uint32_t dimensions, bool is_periodic) {
    const Grid grid(rank.program(), dimensions, rank.rank());
    part = kPoints / grid.extents[0];
    for (std::uint32_t d = 0; d < dimensions; ++d)
      for (const std::int64_t way : {-1, 1}) {
        Neighbor found;
        if (!grid.neighbour(d, way, found.rank, is_periodic)) continue;
        found.slot = std::int64_t{2} * d + (way < 0 ? 1 : 0);
        found.bytes = kReal * kPoints / grid.extents[d];
        neighbors.push_back(found);
      }
  }

  [[nodiscard]] std::vector<std::uint32_t> ranks() const {
    std::vector<std::uint32_t> out;
    for (const Neighbor& each : neighbors) out.push_back(each.rank);
    return out;
  }
  void make_window(Rank& rank, std::uint32_t dimensions) const {
    rank.make_window(kReal * part * 2 * dimensions, kReal);
  }
};

// Puts the borders of a part into the windows of the neighbors, between two fences.
void fences(Rank& rank, std::uint32_t steps, std::uint32_t dimensions, bool is_periodic) {
  const Domain domain(rank, dimensions, is_periodic);
  domain.make_window(rank, dimensions);
  for (std::uint32_t step = 0; step < steps; ++step) {
    rank.synchronize(kFence, kModeNoPrecede);
    for (const Neighbor& each : domain.neighbors)
      rank.put(each.rank, each.slot * domain.part, each.bytes);
    rank.synchronize(kFence, kModeNoSucceed);
    if (step % 10 == 9) rank.allreduce(kReal);
  }
  rank.free_window();
}

// The same with groups of neighbors, and the borders of the neighbors are fetched.
void groups(Rank& rank, std::uint32_t steps, std::uint32_t dimensions, bool is_periodic) {
  const Domain domain(rank, dimensions, is_periodic);
  domain.make_window(rank, dimensions);
  for (std::uint32_t step = 0; step < steps; ++step) {
    rank.synchronize_with(kPost, domain.ranks());
    rank.synchronize_with(kStart, domain.ranks());
    for (const Neighbor& each : domain.neighbors)
      rank.get(each.rank, each.slot * domain.part, each.bytes);
    rank.synchronize(kComplete);
    rank.synchronize(kWait);
  }
  rank.free_window();
}

// The same with a lock for each neighbor, in whose window the borders are added up.
void locks(Rank& rank, std::uint32_t steps, std::uint32_t dimensions, bool is_periodic) {
  const Domain domain(rank, dimensions, is_periodic);
  domain.make_window(rank, dimensions);
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (const Neighbor& each : domain.neighbors) {
      rank.synchronize_with(kLock, {each.rank}, kModeExclusive);
      rank.accumulate(each.rank, each.slot * domain.part, each.bytes);
      rank.synchronize_with(kUnlock, {each.rank});
    }
    rank.barrier();
  }
  rank.free_window();
}

// Each rank leaves its results in a window that the first rank alone has memory for: in the order
// of the ranks, and those of each step behind those of the one before.
void results(Rank& rank, std::uint32_t steps) {
  constexpr std::int64_t kResult = 24;
  const std::int64_t all = kResult * rank.ranks();
  rank.make_window(rank.rank() == 0 ? all * steps : 0, 1);
  for (std::uint32_t step = 0; step < steps; ++step) {
    rank.synchronize_with(kLock, {0}, kModeExclusive);
    rank.put(0, step * all + rank.rank() * kResult, kResult);
    rank.synchronize_with(kUnlock, {0});
  }
  rank.free_window();
}

// Each rank reads from the last one of its row what belongs to its column, backwards.
void columns(Rank& rank, std::uint32_t steps) {
  constexpr std::uint32_t kRow = 2;
  const CommPlace& place = rank.place(kRow);
  rank.make_window(std::int64_t{16} * place.peers, 1, kRow);
  for (std::uint32_t step = 0; step < steps; ++step) {
    rank.synchronize(kFence);
    rank.get(place.peers - 1, std::int64_t{16} * (place.peers - 1 - place.rank), 16);
  }
  rank.synchronize(kFence);
  rank.free_window();
}

// A block of a table in the window of the neighbor, at a displacement of both coordinates.
void tables(Rank& rank, std::uint32_t steps) {
  const Grid grid(rank.program(), 2, rank.rank());
  const std::int64_t at = 1'000 * std::int64_t{grid.at[1]} + 10 * std::int64_t{grid.at[0]};
  std::uint32_t next = 0;
  grid.neighbour(0, 1, next, true);
  rank.make_window(100'000, 1);
  for (std::uint32_t step = 0; step < steps; ++step) {
    rank.synchronize(kFence);
    rank.put(next, at, 10);
    rank.synchronize(kFence);
  }
  rank.free_window();
}

constexpr Entry kOneSidedPrograms[] = {
    {"fence-1d", [](Rank& rank, std::uint32_t steps) { fences(rank, steps, 1, false); }},
    {"fence-2d", [](Rank& rank, std::uint32_t steps) { fences(rank, steps, 2, false); }},
    {"fence-ring", [](Rank& rank, std::uint32_t steps) { fences(rank, steps, 1, true); }},
    {"fence-torus", [](Rank& rank, std::uint32_t steps) { fences(rank, steps, 2, true); }},
    {"groups-1d", [](Rank& rank, std::uint32_t steps) { groups(rank, steps, 1, false); }},
    {"groups-2d", [](Rank& rank, std::uint32_t steps) { groups(rank, steps, 2, false); }},
    {"groups-ring", [](Rank& rank, std::uint32_t steps) { groups(rank, steps, 1, true); }},
    {"groups-torus", [](Rank& rank, std::uint32_t steps) { groups(rank, steps, 2, true); }},
    {"locks-1d", [](Rank& rank, std::uint32_t steps) { locks(rank, steps, 1, false); }},
    {"locks-2d", [](Rank& rank, std::uint32_t steps) { locks(rank, steps, 2, false); }},
    {"locks-ring", [](Rank& rank, std::uint32_t steps) { locks(rank, steps, 1, true); }},
    {"locks-torus", [](Rank& rank, std::uint32_t steps) { locks(rank, steps, 2, true); }},
    {"results", results},
    {"columns", columns},
    {"tables", tables},
};

}  // namespace

std::span<const Entry> one_sided_programs() { return kOneSidedPrograms; }

}  // namespace tarry::compressed::synthetic
