// SPDX-License-Identifier: BSD-3-Clause
// Checks the size of files for a program with the communication of LULESH's time step on 2 x 2 x 2
// ranks, and for sweeps from the corners of a square grid, in which each process skips the calls
// for neighbors that it does not have.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/format/parser.h"
#include "compressed/format/trace_file.h"
#include "compressed/format/writer.h"

namespace tarry::compressed {
namespace {

constexpr std::uint32_t kRanks = 8;
constexpr std::int64_t kPhases = 3;
// Each phase has four sites: one posts receives, one starts sends, one waits for receives, one for
// sends.
enum Of { Post = 1, Start, WaitReceive, WaitSends, PerPhase };

class Process {
 public:
  Process(std::uint32_t rank, std::uint64_t seed) : rank_(rank), random_(seed + rank) {}

  std::vector<Event> run(int steps) {
    call(0, {});
    for (int step = 0; step < steps; ++step) {
      for (std::int64_t phase = 0; phase < kPhases; ++phase) exchange(phase);
      Action reduce;
      reduce.kind = ActionKind::Collective;
      reduce.op = 11;
      reduce.bytes = reduce.received = 8;
      call(PerPhase * kPhases, {reduce});
    }
    call(PerPhase * kPhases + 1, {});
    return folder_.finish(rank_);
  }

 private:
  void call(std::int64_t site, std::vector<Action> actions) {
    std::lognormal_distribution<double> before(10.0, 0.7);
    std::lognormal_distribution<double> duration(7.0, 0.7);
    folder_.add({SiteId{static_cast<std::uint32_t>(site)},
                 static_cast<std::uint64_t>(before(random_)),
                 static_cast<std::uint64_t>(duration(random_)), std::move(actions)});
  }

  // `axes` says in which axes the partner differs: it shares a face, an edge or the corner.
  void exchange(std::int64_t phase) {
    const std::int64_t base = phase * PerPhase;
    for (std::uint32_t axes = 1; axes < kRanks; ++axes)
      call(base + Post, {message(ActionKind::PostReceive, axes, phase)});
    for (std::uint32_t axes = 1; axes < kRanks; ++axes)
      call(base + Start, {message(ActionKind::StartSend, axes, phase)});
    std::vector<Action> sent;
    for (std::uint32_t axes = 1; axes < kRanks; ++axes)
      sent.push_back(message(ActionKind::SendDone, axes, phase));
    call(base + WaitSends, sent);
    for (std::uint32_t axes = 1; axes < kRanks; ++axes) {
      Action done = message(ActionKind::ReceiveDone, axes, phase);
      done.request = 7 - axes;
      call(base + WaitReceive, {done});
    }
  }

  [[nodiscard]] Action message(ActionKind kind, std::uint32_t axes, std::int64_t phase) const {
    Action action;
    action.kind = kind;
    action.peer = (kRanks + (rank_ ^ axes) - rank_) % kRanks;
    action.posted_peer = action.peer;
    action.tag = action.posted_tag = 1024 * (phase + 1);
    const bool is_face = axes == 1 || axes == 2 || axes == 4;
    action.bytes = axes == 7 ? 8 : is_face ? 21 * 21 * 8 * (phase + 1) : 21 * 8;
    return action;
  }

  std::uint32_t rank_;
  std::mt19937_64 random_;
  Folder folder_;
};

Trace program(int steps) {
  std::vector<Trace> by_rank;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    Trace trace;
    trace.ranks = kRanks;
    trace.frames = {{"main", "lulesh.cc", 2690}, {"CommSend", "lulesh-comm.cc", 870}};
    for (int site = 0; site < PerPhase * kPhases + 2; ++site)
      trace.sites.push_back({"MPI_Function" + std::to_string(site), {FrameId{0}, FrameId{1}}});
    trace.events = Process(rank, 1).run(steps);
    canonicalise(trace);
    by_rank.push_back(std::move(trace));
  }
  return merge_all(std::move(by_rank));
}

TEST(Size, OfAProgramLikeLuleshDoesNotDependOnItsSteps) {
  const Trace of_300 = program(300);
  const std::string text = write_text(of_300);
  const std::string larger = write_text(program(900));
  EXPECT_LT(text.size(), 10'000u);
  EXPECT_LT(larger.size(), text.size() + text.size() / 10);
  const auto bytes = packed(text);
  ASSERT_TRUE(bytes.ok());
  EXPECT_LT(bytes->size(), 4'000u);
  EXPECT_EQ(*unpacked(*bytes, ""), text);
  for (std::size_t i = 4; i < bytes->size(); i += 7) {  // behind the bytes that mark a packed file
    std::string damaged = *bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    const auto read = unpacked(damaged, "");
    EXPECT_TRUE(!read.ok() || *read == text) << "bit flipped in byte " << i;
  }
  const auto read = parse_text(text, "lulesh");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(*read, of_300);
}

enum Sweep { ReceiveX, ReceiveY, SendX, SendY, Reduce, Begin, AskSize, End, SweepSites };

// Returns the site and the times of a call.
using Clock = Call (*)(Sweep site, std::mt19937_64& random);

Call steady(Sweep site, std::mt19937_64& random) {
  const std::uint64_t before = 9000 + random() % 1000;
  return {SiteId{static_cast<std::uint32_t>(site)}, before, 1900 + random() % 200, {}};
}

// Ranks that compute for almost no time and share cores: now and then another one runs in between,
// and nobody begins and ends at the same time.
Call of_shared_core(Sweep site, std::mt19937_64& random) {
  std::lognormal_distribution<double> before(7.0, 0.5);
  std::lognormal_distribution<double> once(10.5, 0.4);
  std::lognormal_distribution<double> waiting(16.0, 1.5);
  const std::uint64_t away = random() % 40 == 0 ? 5'000 + random() % 40'000 : 0;
  const double own = site < Begin ? before(random) : once(random);
  return {SiteId{static_cast<std::uint32_t>(site)},
          static_cast<std::uint64_t>(own) + away,
          static_cast<std::uint64_t>(waiting(random)),
          {}};
}

// Eight octants of four blocks: what a process skips depends on the octant.
std::vector<Event> sweeps(std::int64_t side, std::uint32_t rank, int steps,
                          const FoldOptions& options, Clock clock) {
  Folder folder(options);
  std::mt19937_64 random(rank);
  const std::int64_t x = rank % side, y = rank / side, ranks = side * side;
  const auto call = [&](Sweep site, std::vector<Action> actions) {
    Call made = clock(site, random);
    made.actions = std::move(actions);
    folder.add(made);
  };
  const auto message = [&](Sweep site, std::int64_t to_x, std::int64_t to_y) {
    if (std::min(to_x, to_y) < 0 || std::max(to_x, to_y) >= side) return;
    Action action;
    action.kind = site == ReceiveX || site == ReceiveY ? ActionKind::Receive : ActionKind::Send;
    action.peer = action.posted_peer = (to_y * side + to_x + ranks - rank) % ranks;
    action.posted_tag = action.tag;
    action.bytes = 2400;
    call(site, {action});
  };
  call(Begin, {});
  call(AskSize, {});
  for (int step = 0; step < steps; ++step) {
    for (int octant = 0; octant < 8; ++octant)
      for (int block = 0; block < 4; ++block) {
        const int dx = (octant & 1) != 0 ? -1 : 1, dy = (octant & 2) != 0 ? -1 : 1;
        message(ReceiveX, x - dx, y);
        message(ReceiveY, x, y - dy);
        message(SendX, x + dx, y);
        message(SendY, x, y + dy);
      }
    Action reduce;
    reduce.kind = ActionKind::Collective;
    reduce.op = 11;
    reduce.bytes = reduce.received = 8;
    call(Reduce, {reduce});
  }
  call(End, {});
  return folder.finish(rank);
}

std::size_t size_of_sweeps(std::uint32_t side, int steps, const FoldOptions& options = {},
                           Clock clock = steady) {
  std::vector<Trace> by_rank;
  for (std::uint32_t rank = 0; rank < side * side; ++rank) {
    Trace trace;
    trace.ranks = side * side;
    trace.frames = {{"main", "sweep.c", 26}};
    for (int site = 0; site < SweepSites; ++site)
      trace.sites.push_back({"MPI_Function" + std::to_string(site), {FrameId{0}}});
    trace.events = sweeps(side, rank, steps, options, clock);
    canonicalise(trace);
    by_rank.push_back(std::move(trace));
  }
  const auto bytes = packed(write_text(merge_all(std::move(by_rank))));
  EXPECT_TRUE(bytes.ok());
  return bytes->size();
}

TEST(Size, OfSweepsDependsLittleOnRanksAndSteps) {
  std::vector<std::size_t> sizes;
  for (const std::uint32_t side : {2, 3, 4, 5, 8}) sizes.push_back(size_of_sweeps(side, 20));
  const auto [smallest, largest] = std::minmax_element(sizes.begin(), sizes.end());
  EXPECT_LE(*largest, 2 * *smallest);
  EXPECT_LT(*largest, 4'000u);
  EXPECT_LT(size_of_sweeps(4, 80), sizes[2] + sizes[2] / 10);
}

// Chance gives each rank other times. It may not give more ranks more histograms.
TEST(Size, OfSweepsOnSharedCoresDependsLittleOnRanks) {
  const std::size_t of_4 = size_of_sweeps(2, 20, {}, of_shared_core);
  for (const std::uint32_t side : {3, 4, 5, 8})
    EXPECT_LE(size_of_sweeps(side, 20, {}, of_shared_core), 2 * of_4) << side * side << " ranks";
}

// Iterations that are only alike are what it cannot do with, and it may not do worse without them.
TEST(Size, OfSweepsIsTheSmallerOne) {
  FoldOptions alike;
  alike.also_equal_only = false;
  FoldOptions equal_only;
  equal_only.partial_iterations = false;
  const std::size_t size = size_of_sweeps(3, 20);
  EXPECT_LT(size, size_of_sweeps(3, 20, alike) / 2);
  EXPECT_LE(size, size_of_sweeps(3, 20, equal_only) * 11 / 10);
}

}  // namespace
}  // namespace tarry::compressed
