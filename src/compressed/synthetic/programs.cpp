// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/synthetic/programs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <utility>

#include "compressed/fold/block_merger.h"
#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/fold/site_table.h"
#include "compressed/model/draw.h"
#include "model/definitions.h"

namespace tarry::compressed::synthetic {
namespace {

enum SiteNumber : std::uint32_t {
  kInit,
  kIrecv,
  kIsend,
  kWaitall,
  kRecv,
  kSend,
  kAllreduce,
  kBarrier,
  kFinalize,
  kSites
};
constexpr std::array<std::string_view, kSites> kFunctions{
    "MPI_Init", "MPI_Irecv",     "MPI_Isend",   "MPI_Waitall", "MPI_Recv",
    "MPI_Send", "MPI_Allreduce", "MPI_Barrier", "MPI_Finalize"};
// Limit for the nesting of the function that calls itself.
constexpr std::uint32_t kDeepest = 12;

// The calls of one rank in the order in which they are made.
class Rank {
 public:
  Rank(const Program& program, std::uint32_t rank, const std::function<void(const Call&)>& take)
      : program_(program), rank_(rank), take_(take) {}

  void plain(SiteNumber site) { make(site, {}); }
  void irecv(std::uint32_t peer, std::int64_t bytes) {
    open_.push_back({true, peer, bytes});
    make(kIrecv, {message(ActionKind::PostReceive, peer, bytes)});
  }
  void isend(std::uint32_t peer, std::int64_t bytes) {
    open_.push_back({false, peer, bytes});
    make(kIsend, {message(ActionKind::StartSend, peer, bytes)});
  }
  // Completes all requests, the oldest first.
  void waitall() {
    std::vector<Action> actions;
    for (const Open& open : open_) {
      Action done;
      done.kind = ActionKind::SendDone;
      if (open.is_receive) done = message(ActionKind::ReceiveDone, open.peer, open.bytes);
      done.request = static_cast<std::int64_t>(open_.size() - 1 - actions.size());
      actions.push_back(done);
    }
    open_.clear();
    make(kWaitall, std::move(actions));
  }
  void send(std::uint32_t peer, std::int64_t bytes) {
    make(kSend, {message(ActionKind::Send, peer, bytes)});
  }
  void recv(std::uint32_t peer, std::int64_t bytes) {
    make(kRecv, {message(ActionKind::Receive, peer, bytes)});
  }
  void allreduce(std::int64_t bytes) {
    Action action;
    action.kind = ActionKind::Collective;
    action.op = static_cast<std::int64_t>(model::CollectiveOp::Allreduce);
    action.bytes = bytes;
    action.received = bytes;
    make(kAllreduce, {action});
  }
  void barrier() {
    Action action;
    action.kind = ActionKind::Collective;
    action.op = static_cast<std::int64_t>(model::CollectiveOp::Barrier);
    make(kBarrier, {action});
  }

  // Enters and leaves the function that calls itself.
  void descend() { depth_ = std::min(depth_ + 1, kDeepest); }
  void ascend() { --depth_; }

  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] std::uint32_t ranks() const { return program_.ranks; }
  // Returns the same number on all ranks that pass the same arguments.
  [[nodiscard]] std::uint64_t random(std::uint64_t a, std::uint32_t b = 0) const {
    DrawKey key;
    key.seed = program_.seed;
    key.element = b;
    key.occurrence = a;
    return random_bits(key);
  }

 private:
  struct Open {
    bool is_receive;
    std::uint32_t peer;
    std::int64_t bytes;
  };
  [[nodiscard]] Action message(ActionKind kind, std::uint32_t peer, std::int64_t bytes) const {
    Action action;
    action.kind = kind;
    const std::int64_t relative = (peer + program_.ranks - rank_) % program_.ranks;
    if (kind != ActionKind::PostReceive) action.peer = relative;
    if (kind == ActionKind::PostReceive || kind == ActionKind::Receive) {
      action.posted_peer = relative;
      action.posted_tag = 0;
    }
    action.bytes = bytes;
    return action;
  }
  void make(SiteNumber site, std::vector<Action> actions) {
    call_.site = SiteId{depth_ * kSites + site};
    // Durations scatter by a tenth around 10 us before a call and 2 us in it.
    const std::uint64_t bits = random(calls_++, rank_ + 1);
    call_.before_ns = 9'500 + bits % 1'000;
    call_.duration_ns = 1'900 + (bits >> 32) % 200;
    call_.actions = std::move(actions);
    take_(call_);
  }

  const Program& program_;
  std::uint32_t rank_;
  const std::function<void(const Call&)>& take_;
  Call call_;
  std::vector<Open> open_;
  std::uint64_t calls_ = 0;
  std::uint32_t depth_ = 0;
};

// A grid without periodic borders whose extents are as equal as possible; the first one is the
// largest and fastest.
struct Grid {
  std::vector<std::uint32_t> extents;
  std::vector<std::uint32_t> at;

  Grid(std::uint32_t ranks, std::uint32_t dimensions, std::uint32_t rank) {
    for (; dimensions > 1; --dimensions) {
      std::uint32_t extent = 1;
      for (std::uint32_t i = 1; power(i, dimensions) <= ranks; ++i)
        if (ranks % i == 0) extent = i;
      extents.insert(extents.begin(), extent);
      ranks /= extent;
    }
    extents.insert(extents.begin(), ranks);
    for (const std::uint32_t extent : extents) {
      at.push_back(rank % extent);
      rank /= extent;
    }
  }
  // Returns whether there is a rank `distance` further along a dimension, and which.
  bool neighbour(std::size_t dimension, std::int64_t distance, std::uint32_t& found) const {
    std::uint32_t rank = 0;
    std::uint32_t stride = 1;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const std::int64_t place = std::int64_t{at[d]} + (d == dimension ? distance : 0);
      if (place < 0 || place >= std::int64_t{extents[d]}) return false;
      rank += static_cast<std::uint32_t>(place) * stride;
      stride *= extents[d];
    }
    found = rank;
    return true;
  }

 private:
  static std::uint64_t power(std::uint64_t base, std::uint32_t exponent) {
    std::uint64_t out = 1;
    for (; exponent > 0; --exponent) out *= base;
    return out;
  }
};

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
  const Grid grid(rank.ranks(), dimensions, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    exchange(rank, grid, 1, 8'192);
    if (step % 10 == 9) rank.allreduce(8);
  }
}

// Sweeps from the four corners of a grid, in blocks; each block comes from two sides and goes to
// the other two.
void wavefront(Rank& rank, std::uint32_t steps) {
  constexpr int kBlocks = 10;
  const Grid grid(rank.ranks(), 2, rank.rank());
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
  const Grid grid(rank.ranks(), 2, rank.rank());
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
  const Grid grid(rank.ranks(), 2, rank.rank());
  for (std::uint32_t step = 0; step < steps; ++step) {
    cycle(rank, grid, 0);
    rank.allreduce(8);
  }
}

// A stencil with 5 to 15 inner iterations that end with MPI_Allreduce.
void varying_trips(Rank& rank, std::uint32_t steps) {
  const Grid grid(rank.ranks(), 2, rank.rank());
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

struct Entry {
  std::string_view name;
  void (*run)(Rank& rank, std::uint32_t steps);
};
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

}  // namespace

std::vector<std::string_view> program_names() {
  std::vector<std::string_view> out;
  for (const Entry& entry : kPrograms) out.push_back(entry.name);
  return out;
}

void calls_of(const Program& program, std::uint32_t rank,
              const std::function<void(const Call&)>& take) {
  const auto* const found =
      std::find_if(std::begin(kPrograms), std::end(kPrograms),
                   [&](const Entry& entry) { return entry.name == program.name; });
  if (found == std::end(kPrograms)) return;
  Rank calls(program, rank, take);
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
  Communicator world;
  world.name = "MPI_COMM_WORLD";
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank) world.members.push_back(rank);
  trace.communicators.push_back(std::move(world));
  return trace;
}

Trace folded_rank(const Program& program, std::uint32_t rank, const FoldOptions& options) {
  Trace trace = frame_of_program(program);
  SiteTable table(options.stack_threshold);
  for (const Frame& frame : trace.frames) table.frame(frame);
  Folder folder(options);
  calls_of(program, rank, [&](Call call) {
    call.site = table.site(trace.sites[call.site.index()]);
    folder.add(call);
  });
  trace.sites = table.sites();
  trace.events = folder.finish(rank);
  trace.notes = folder.notes();
  canonicalise(trace);
  return trace;
}

Trace compressed_program(const Program& program, const FoldOptions& options) {
  if (program.ranks == 0) return frame_of_program(program);
  BlockMerger merger(program.ranks, options);
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank)
    merger.add(rank, folded_rank(program, rank, options));
  return merger.take();
}

}  // namespace tarry::compressed::synthetic
