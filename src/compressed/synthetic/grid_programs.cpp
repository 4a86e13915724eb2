// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/synthetic/grid_programs.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tarry::compressed::synthetic {
namespace {

using model::CollectiveOp;

// Positions of the communicators of a rank: the world, alone, its row and its column.
enum CommNumber : std::uint32_t { kWorld, kSelf, kRow, kColumn };

using Distances = std::vector<std::int64_t>;

// Returns the distances to all neighbors, in opposite directions after each other.
std::vector<Distances> star(std::size_t dimensions) {
  std::vector<Distances> out;
  for (std::size_t d = 0; d < dimensions; ++d)
    for (const std::int64_t way : {-1, 1}) {
      out.emplace_back(dimensions, 0);
      out.back()[d] = way;
    }
  return out;
}

// Returns the distances to all neighbors, those across corners included.
std::vector<Distances> box(std::size_t dimensions) {
  std::vector<Distances> out{{}};
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<Distances> longer;
    for (const Distances& begun : out)
      for (const std::int64_t way : {-1, 0, 1}) {
        longer.push_back(begun);
        longer.back().push_back(way);
      }
    out = std::move(longer);
  }
  std::erase(out, Distances(dimensions, 0));
  return out;
}

Distances opposite(Distances distances) {
  for (std::int64_t& each : distances) each = -each;
  return distances;
}

// Receives from the neighbor in the opposite direction what it sends in this one.
void exchange(Rank& rank, const Grid& grid, const std::vector<Distances>& neighbors,
              bool is_periodic, std::int64_t bytes) {
  std::uint32_t peer = 0;
  for (const Distances& way : neighbors)
    if (grid.neighbour(opposite(way), is_periodic, peer)) rank.irecv(peer, bytes);
  for (const Distances& way : neighbors)
    if (grid.neighbour(way, is_periodic, peer)) rank.isend(peer, bytes);
  rank.waitall();
}

// Exchanges with all neighbors in each step, with a reduction in each 10th.
void stencil(Rank& rank, std::uint32_t steps, std::uint32_t dimensions, bool is_box,
             bool is_periodic) {
  const Grid grid(rank.program(), dimensions, rank.rank());
  const std::vector<Distances> neighbors = is_box ? box(dimensions) : star(dimensions);
  for (std::uint32_t step = 0; step < steps; ++step) {
    exchange(rank, grid, neighbors, is_periodic, 8'192);
    if (step % 10 == 9) rank.allreduce(8);
  }
}

// A stencil of a problem of 5040 x 5040 points for any number of ranks: what is exchanged along a
// dimension is a border of the part of one rank.
void strong_scaling(Rank& rank, std::uint32_t steps) {
  constexpr std::int64_t kPoints = 5'040;
  const Grid grid(rank.program(), 2, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    exchange(rank, grid, {{-1, 0}, {1, 0}}, false, 8 * kPoints / grid.extents[1]);
    exchange(rank, grid, {{0, -1}, {0, 1}}, false, 8 * kPoints / grid.extents[0]);
    rank.allreduce(8);
  }
  rank.collective(kAllgather, CollectiveOp::Allgather, kRootNone,
                  kPoints * kPoints / rank.ranks() * 8, kPoints * kPoints * 8);
}

// Exchanges with the rank that differs in one bit, bit by bit, in calls that send and receive.
void hypercube(Rank& rank, std::uint32_t steps) {
  const auto bits = static_cast<std::uint32_t>(std::bit_width(rank.ranks()) - 1);
  for (std::uint32_t step = 0; step < steps; ++step)
    for (std::uint32_t bit = 0; bit < bits; ++bit)
      if (const std::uint32_t peer = rank.rank() ^ (1u << bit); peer < rank.ranks())
        rank.sendrecv(peer, std::int64_t{8'192} >> bit);
}

// Exchanges with the rank that differs in one bit, bit by bit, sending twice as much each time.
void butterfly(Rank& rank, std::uint32_t steps) {
  const auto bits = static_cast<std::uint32_t>(std::bit_width(rank.ranks()) - 1);
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      const std::uint32_t peer = rank.rank() ^ (1u << bit);
      if (peer >= rank.ranks()) continue;
      rank.irecv(peer, std::int64_t{64} << bit);
      rank.isend(peer, std::int64_t{64} << bit);
      rank.waitall();
    }
    rank.barrier();
  }
}

// Transposes a cube that is divided into pencils: everybody to everybody in rows, then in columns.
void transpose(Rank& rank, std::uint32_t steps) {
  constexpr std::int64_t kPoints = 1 << 24;
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (const std::uint32_t comm : {kRow, kColumn}) {
      const std::int64_t bytes = kPoints / rank.ranks() * 16;
      rank.collective(kAlltoall, CollectiveOp::Alltoall, kRootNone, bytes, bytes, comm);
    }
    rank.allreduce(16);
  }
}

// Rotates blocks in rows and in columns, as in a multiplication of matrices, and sums up in rows.
void row_rotation(Rank& rank, std::uint32_t steps) {
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (const std::uint32_t comm : {kRow, kColumn}) {
      const CommPlace& place = rank.place(comm);
      rank.irecv((place.rank + 1) % place.peers, 4'096, comm);
      rank.isend((place.rank + place.peers - 1) % place.peers, 4'096, comm);
      rank.waitall();
    }
    rank.collective(kReduce, CollectiveOp::Reduce, 0, 800, rank.place(kRow).rank == 0 ? 800 : 0,
                    kRow);
    rank.allreduce(8, kSelf);
  }
}

// Rank 0 deals pieces of work to all others and takes their results, round by round.
void master_worker(Rank& rank, std::uint32_t steps) {
  rank.collective(kBcast, CollectiveOp::Bcast, 0, rank.rank() == 0 ? 1'000 : 0, 1'000);
  for (std::uint32_t step = 0; step < steps; ++step) {
    if (rank.rank() == 0) {
      for (std::uint32_t worker = 1; worker < rank.ranks(); ++worker) rank.send(worker, 640);
      for (std::uint32_t worker = 1; worker < rank.ranks(); ++worker) rank.recv(worker, 64);
    } else {
      rank.recv(0, 640);
      rank.send(0, 64);
    }
  }
  rank.collective(kGather, CollectiveOp::Gather, 0, 100,
                  rank.rank() == 0 ? std::int64_t{100} * rank.ranks() : 0);
}

// Like master_worker(), but rank 0 takes the results in the order in which they come, which changes
// from round to round.
void any_worker(Rank& rank, std::uint32_t steps) {
  const std::uint32_t workers = rank.ranks() - 1;
  for (std::uint32_t step = 0; step < steps; ++step) {
    if (rank.rank() == 0) {
      const auto first = static_cast<std::uint32_t>(rank.random(step) % std::max(workers, 1u));
      for (std::uint32_t i = 0; i < workers; ++i) rank.send(i + 1, 640);
      for (std::uint32_t i = 0; i < workers; ++i) rank.recv_any((first + i) % workers + 1, 64);
    } else {
      rank.recv(0, 640);
      rank.send(0, 64);
    }
    rank.barrier();
  }
}

// Sends a message to each other rank in each step, nearest first, and waits for all of them.
void everybody(Rank& rank, std::uint32_t steps) {
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t i = 1; i < rank.ranks(); ++i)
      rank.irecv((rank.rank() + rank.ranks() - i) % rank.ranks(), 512);
    for (std::uint32_t i = 1; i < rank.ranks(); ++i)
      rank.isend((rank.rank() + i) % rank.ranks(), 512);
    rank.waitall();
  }
}

// Divides blocks of a fixed size among all ranks. What the division leaves over is lost.
void divided(Rank& rank, std::uint32_t steps) {
  const std::int64_t bytes = 8'192 / rank.ranks() * rank.ranks();
  for (std::uint32_t step = 0; step < steps; ++step)
    rank.collective(kAlltoall, CollectiveOp::Alltoall, kRootNone, bytes, bytes);
}

// Collective operations with roots at both ends and with sizes that depend on the number of ranks.
void collectives(Rank& rank, std::uint32_t steps) {
  const std::int64_t ranks = rank.ranks();
  const bool is_first = rank.rank() == 0;
  const bool is_last = rank.rank() + 1 == rank.ranks();
  for (std::uint32_t step = 0; step < steps; ++step) {
    rank.collective(kBcast, CollectiveOp::Bcast, 0, is_first ? 400 : 0, 400);
    rank.collective(kReduce, CollectiveOp::Reduce, ranks - 1, 80, is_last ? 80 : 0);
    rank.collective(kAlltoallv, CollectiveOp::Alltoallv, kRootNone, 24 * ranks, 24 * ranks);
    rank.collective(kGather, CollectiveOp::Gather, 0, 40, is_first ? 40 * ranks : 0);
  }
}

// Hands data along a line of ranks, from the first one to the last one.
void pipeline(Rank& rank, std::uint32_t steps) {
  for (std::uint32_t step = 0; step < steps; ++step) {
    if (rank.rank() > 0) rank.recv(rank.rank() - 1, 256);
    if (rank.rank() + 1 < rank.ranks()) rank.send(rank.rank() + 1, 256);
  }
}

// A ring in which every second rank also exchanges with the next such rank. Its requests are open
// together with those of the ring.
void coarse_ring(Rank& rank, std::uint32_t steps) {
  constexpr std::int64_t kCoarse = 1'024;
  const std::uint32_t coarse_ranks = (rank.ranks() + 1) / 2;
  const std::uint32_t at = rank.rank() / 2;
  const bool is_coarse = rank.rank() % 2 == 0;
  const Grid grid(rank.program(), 1, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    if (is_coarse) rank.irecv((at + coarse_ranks - 1) % coarse_ranks * 2, kCoarse);
    exchange(rank, grid, star(1), true, 8'192);
    if (is_coarse) rank.isend((at + 1) % coarse_ranks * 2, kCoarse);
    if (step % 10 == 9) rank.allreduce(8);
  }
  if (is_coarse) rank.waitall();
}

// A ring, after which each rank sends to itself in 4 to 6 iterations.
void uneven_ring(Rank& rank, std::uint32_t steps) {
  stencil(rank, steps, 1, false, true);
  for (std::uint32_t i = 0; i < 4 + rank.rank() * 5 % 3; ++i) {
    rank.irecv(rank.rank(), 96);
    rank.isend(rank.rank(), 96);
    rank.waitall();
  }
  rank.barrier();
}

// A ring that also sends to the rank after the next one, and sums up, if there are at least 6
// ranks. Its last loop has 20 to 30 trips.
void sized_ring(Rank& rank, std::uint32_t steps) {
  const Grid grid(rank.program(), 1, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    exchange(rank, grid, star(1), true, 8'192);
    if (rank.ranks() < 6) continue;
    rank.send((rank.rank() + 2) % rank.ranks(), 512);
    rank.recv((rank.rank() + rank.ranks() - 2) % rank.ranks(), 512);
    rank.collective(kReduce, CollectiveOp::Reduce, 0, 8, rank.rank() == 0 ? 8 : 0);
  }
  for (std::uint32_t i = 0; i < 20 + rank.ranks() * 37 % 11; ++i) rank.allreduce(8);
}

constexpr Entry kGridPrograms[] = {
    {"ring", [](Rank& rank, std::uint32_t steps) { stencil(rank, steps, 1, false, true); }},
    {"torus-2d", [](Rank& rank, std::uint32_t steps) { stencil(rank, steps, 2, false, true); }},
    {"torus-3d", [](Rank& rank, std::uint32_t steps) { stencil(rank, steps, 3, false, true); }},
    {"box-2d", [](Rank& rank, std::uint32_t steps) { stencil(rank, steps, 2, true, false); }},
    {"box-3d", [](Rank& rank, std::uint32_t steps) { stencil(rank, steps, 3, true, false); }},
    {"box-torus-2d", [](Rank& rank, std::uint32_t steps) { stencil(rank, steps, 2, true, true); }},
    {"box-torus-3d", [](Rank& rank, std::uint32_t steps) { stencil(rank, steps, 3, true, true); }},
    {"strong-scaling", strong_scaling},
    {"butterfly", butterfly},
    {"hypercube", hypercube},
    {"divided", divided},
    {"transpose", transpose},
    {"row-rotation", row_rotation},
    {"master-worker", master_worker},
    {"any-worker", any_worker},
    {"everybody", everybody},
    {"collectives", collectives},
    {"pipeline", pipeline},
    {"coarse-ring", coarse_ring},
    {"uneven-ring", uneven_ring},
    {"sized-ring", sized_ring},
};

bool has_own_communicators(std::string_view name) {
  return name == "transpose" || name == "row-rotation" || name == "columns";
}

// Adds the communicators of ranks that differ in one coordinate only.
void add_fibers(const Program& program, std::size_t dimension, std::string_view name,
                std::vector<Communicator>& out) {
  const std::size_t first = out.size();
  std::vector<std::uint32_t> index(program.ranks, UINT32_MAX);  // by lowest member
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank) {
    const Grid grid(program, 2, rank);
    std::uint32_t lowest = 0;
    grid.neighbour(dimension, -std::int64_t{grid.at[dimension]}, lowest);
    if (index[lowest] == UINT32_MAX) {
      index[lowest] = static_cast<std::uint32_t>(out.size() - first);
      out.push_back({std::string(name), {}, {}, false, false});
    }
    out[first + index[lowest]].members.push_back(rank);
  }
}

}  // namespace

std::span<const Entry> grid_programs() { return kGridPrograms; }

std::vector<Communicator> communicators_of(const Program& program) {
  std::vector<Communicator> out(1);
  out[0].name = "MPI_COMM_WORLD";
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank) out[0].members.push_back(rank);
  if (!has_own_communicators(program.name)) return out;
  out.push_back({"MPI_COMM_SELF", {}, {}, true, false});
  add_fibers(program, 0, "row", out);
  add_fibers(program, 1, "column", out);
  return out;
}

}  // namespace tarry::compressed::synthetic
