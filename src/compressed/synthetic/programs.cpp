// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/synthetic/programs.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "compressed/fold/block_merger.h"
#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/fold/site_table.h"
#include "compressed/synthetic/grid_programs.h"
#include "compressed/synthetic/one_sided_programs.h"
#include "compressed/synthetic/rank_calls.h"

namespace tarry::compressed::synthetic {
namespace {

void exchange(Rank& rank, const Grid& grid, std::int64_t distance, std::int64_t bytes) {
  std::vector<std::uint32_t> neighbours;
  for (std::size_t d = 0; d < grid.extents.size(); ++d)
    for (const std::int64_t way : {-distance, distance})
      if (std::uint32_t peer = 0; grid.neighbour(d, way, peer)) neighbours.push_back(peer);
  for (const std::uint32_t peer : neighbours) rank.irecv(peer, bytes);
  for (const std::uint32_t peer : neighbours) rank.isend(peer, bytes);
  rank.waitall();
}

// Exchanges with all neighbors in a grid, with an MPI_Allreduce in each 10th step.
void stencil(Rank& rank, std::uint32_t dimensions, std::uint32_t steps) {
  const Grid grid(rank.program(), dimensions, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    exchange(rank, grid, 1, 8'192);
    if (step % 10 == 9) rank.allreduce(8);
  }
}

// Sweeps from the four corners of a grid, in blocks; each block comes from two sides and goes to
// the other two.
void wavefront(Rank& rank, std::uint32_t steps) {
  constexpr int kBlocks = 10;
  const Grid grid(rank.program(), 2, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (const std::int64_t x : {1, -1})
      for (const std::int64_t y : {1, -1})
        for (int block = 0; block < kBlocks; ++block) {
          std::uint32_t peer = 0;
          if (grid.neighbour(0, -x, peer)) rank.recv(peer, 2'400);
          if (grid.neighbour(1, -y, peer)) rank.recv(peer, 2'400);
          if (grid.neighbour(0, x, peer)) rank.send(peer, 2'400);
          if (grid.neighbour(1, y, peer)) rank.send(peer, 2'400);
        }
    rank.allreduce(8);
  }
}

std::uint32_t levels_of(const Grid& grid) {
  return static_cast<std::uint32_t>(std::bit_width(grid.extents[0]));
}

void exchange_on_level(Rank& rank, const Grid& grid, std::uint32_t level) {
  const std::uint32_t distance = 1u << level;
  if (grid.at[0] % distance == 0 && grid.at[1] % distance == 0)
    exchange(rank, grid, distance, 65'536 >> level);
}

// Exchanges at distances 1, 2, 4, ... and back, on ever fewer ranks.
void multigrid(Rank& rank, std::uint32_t steps) {
  const Grid grid(rank.program(), 2, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t level = 0; level < levels_of(grid); ++level)
      exchange_on_level(rank, grid, level);
    for (std::uint32_t level = levels_of(grid); level-- > 0;) exchange_on_level(rank, grid, level);
    rank.allreduce(8);
  }
}

// Like multigrid(), but the function for a level calls itself for the next one.
void cycle(Rank& rank, const Grid& grid, std::uint32_t level) {
  if (level == levels_of(grid)) return;
  rank.descend();
  exchange_on_level(rank, grid, level);
  cycle(rank, grid, level + 1);
  exchange_on_level(rank, grid, level);
  rank.ascend();
}

void recursive(Rank& rank, std::uint32_t steps) {
  const Grid grid(rank.program(), 2, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    cycle(rank, grid, 0);
    rank.allreduce(8);
  }
}

// A stencil with 5 to 15 inner iterations that end with MPI_Allreduce.
void varying_trips(Rank& rank, std::uint32_t steps) {
  const Grid grid(rank.program(), 2, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    rank.barrier();
    for (std::uint64_t i = 0, n = 5 + rank.random(step) % 11; i < n; ++i) {
      exchange(rank, grid, 1, 4'096);
      rank.allreduce(8);
    }
  }
}

// Sends messages of changing sizes to changing peers.
void irregular(Rank& rank, std::uint32_t steps) {
  const std::uint32_t ranks = rank.ranks();
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t i = 0, n = 1 + rank.random(step) % 4; i < n; ++i) {
      const auto way = static_cast<std::uint32_t>(rank.random(step, i + 1) % ranks);
      const std::uint32_t from = (rank.rank() + ranks - way) % ranks;
      const auto bytes_of = [&](std::uint32_t sender) {
        return static_cast<std::int64_t>(8 * (1 + rank.random(step * 16 + i, sender) % 1'000));
      };
      rank.irecv(from, bytes_of(from));
      rank.isend((rank.rank() + way) % ranks, bytes_of(rank.rank()));
    }
    rank.waitall();
  }
}

// Makes one of five calls at a time, chosen at random but the same on all ranks, so there is no
// loop to find.
void random_order(Rank& rank, std::uint32_t steps) {
  const std::uint32_t right = (rank.rank() + 1) % rank.ranks();
  const std::uint32_t left = (rank.rank() + rank.ranks() - 1) % rank.ranks();
  std::uint32_t under_way = 0;
  for (std::uint32_t step = 0; step < steps; ++step) {
    const std::uint64_t choice = rank.random(step) % 5;
    if (choice == 0) {
      rank.allreduce(8);
    } else if (choice == 1) {
      rank.barrier();
    } else if (choice == 2) {
      rank.waitall();
    } else if (choice == 3 && under_way > 0) {
      rank.recv(left, 100);
      --under_way;
    } else {
      rank.send(right, 100);
      ++under_way;
    }
  }
  for (; under_way > 0; --under_way) rank.recv(left, 100);
}

constexpr Entry kPrograms[] = {
    {"stencil-1d", [](Rank& rank, std::uint32_t steps) { stencil(rank, 1, steps); }},
    {"stencil-2d", [](Rank& rank, std::uint32_t steps) { stencil(rank, 2, steps); }},
    {"stencil-3d", [](Rank& rank, std::uint32_t steps) { stencil(rank, 3, steps); }},
    {"wavefront", wavefront},
    {"multigrid", multigrid},
    {"recursive", recursive},
    {"varying-trips", varying_trips},
    {"irregular", irregular},
    {"random-order", random_order},
};

const Entry* entry_of(std::string_view name) {
  const auto named = [name](const Entry& entry) { return entry.name == name; };
  const auto* const found = std::find_if(std::begin(kPrograms), std::end(kPrograms), named);
  if (found != std::end(kPrograms)) return found;
  for (const std::span<const Entry> others : {grid_programs(), one_sided_programs()}) {
    const auto other = std::find_if(others.begin(), others.end(), named);
    if (other != others.end()) return &*other;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string_view> grid_program_names() {
  std::vector<std::string_view> out;
  for (const Entry& entry : grid_programs()) out.push_back(entry.name);
  return out;
}

std::vector<std::string_view> one_sided_program_names() {
  std::vector<std::string_view> out;
  for (const Entry& entry : one_sided_programs()) out.push_back(entry.name);
  return out;
}

std::vector<std::string_view> program_names() {
  std::vector<std::string_view> out;
  for (const Entry& entry : kPrograms) out.push_back(entry.name);
  return out;
}

void calls_of(const Program& program, std::uint32_t rank,
              const std::function<void(const Call&)>& take) {
  const std::vector<Communicator> communicators = communicators_of(program);
  calls_of(program, rank, memberships(communicators, rank), take);
}

void calls_of(const Program& program, std::uint32_t rank, const Memberships& own,
              const std::function<void(const Call&)>& take) {
  const Entry* const found = entry_of(program.name);
  if (found == nullptr) return;
  Rank calls(program, rank, own, take);
  calls.plain(kInit);
  found->run(calls, program.steps);
  calls.plain(kFinalize);
}

Trace frame_of_program(const Program& program) {
  Trace trace;
  trace.ranks = program.ranks;
  trace.program = program.name;
  trace.frames = {{"main", "", 0}, {"cycle", "", 0}};
  std::vector<FrameId> stack{FrameId{0}};
  for (std::uint32_t depth = 0; depth <= kDeepest; ++depth) {
    for (const std::string_view function : kFunctions)
      trace.sites.push_back({std::string(function), stack});
    stack.push_back(FrameId{1});
  }
  trace.communicators = communicators_of(program);
  return trace;
}

namespace {

Trace folded_rank(const Program& program, Trace trace, const Memberships& own, std::uint32_t rank,
                  const FoldOptions& options) {
  SiteTable table(options.stack_threshold);
  for (const Frame& frame : trace.frames) table.frame(frame);
  Folder folder(options);
  calls_of(program, rank, own, [&](Call call) {
    call.site = table.site(trace.sites[call.site.index()]);
    folder.add(call);
  });
  trace.sites = table.sites();
  trace.events = folder.finish(rank);
  trace.notes = folder.notes();
  canonicalise(trace);
  return trace;
}

}  // namespace

Trace folded_rank(const Program& program, std::uint32_t rank, const FoldOptions& options) {
  const Trace frame = frame_of_program(program);
  return folded_rank(program, frame, memberships(frame.communicators, rank), rank, options);
}

Trace compressed_program(const Program& program, const FoldOptions& options) {
  if (program.ranks == 0) return frame_of_program(program);
  const Trace frame = frame_of_program(program);
  const std::vector<Memberships> own = memberships_by_rank(frame.communicators, program.ranks);
  BlockMerger merger(program.ranks, options);
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank)
    merger.add(rank, folded_rank(program, frame, own[rank], rank, options));
  return merger.take();
}

}  // namespace tarry::compressed::synthetic
