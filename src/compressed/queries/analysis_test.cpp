// SPDX-License-Identifier: BSD-3-Clause
// Results computed from the compressed form must equal those of going through every call.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "compressed/model/cursor.h"
#include "compressed/queries/action_runs.h"
#include "compressed/queries/call_statistics.h"
#include "compressed/queries/communication_matrix.h"
#include "compressed/queries/rank_classes.h"
#include "compressed/queries/trace_cube.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

using synthetic::Program;

using Matrix =
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint64_t, std::uint64_t>>;

bool is_send(const Action& action) {
  return action.kind == ActionKind::Send || action.kind == ActionKind::StartSend;
}

// All ranks have MPI_COMM_WORLD only.
Matrix matrix_by_expanding(const Trace& trace) {
  Matrix out;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    Cursor cursor(trace, rank);
    for (CursorCall call; cursor.next(call);)
      for (const Action& action : call.actions) {
        if (!is_send(action)) continue;
        const auto to = static_cast<std::uint32_t>((rank + action.peer) % trace.ranks);
        auto& [messages, bytes] = out[{rank, to}];
        ++messages;
        bytes += static_cast<std::uint64_t>(action.bytes);
      }
  }
  return out;
}

Matrix matrix_of(const Trace& trace) {
  const CommunicationMatrix matrix(trace, summarise(trace));
  EXPECT_EQ(matrix.impossible(), 0u);
  Matrix out;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank)
    for (const MatrixCell& cell : matrix.row(rank))
      out[{rank, cell.receiver}] = {cell.messages, cell.bytes};
  return out;
}

TEST(Analysis, MatrixIsThatOfAllCalls) {
  for (const std::string_view name : synthetic::program_names())
    for (const std::uint32_t ranks : {1u, 7u, 16u}) {
      const Trace trace = compressed_program(Program{name, ranks, 25, 3});
      EXPECT_EQ(matrix_of(trace), matrix_by_expanding(trace)) << name << " " << ranks;
    }
}

// Values that a histogram replaces are drawn the same everywhere.
TEST(Analysis, MatrixOfDrawnValuesIsThatOfAllCalls) {
  FoldOptions options;
  options.histogram_threshold = 1;
  const Trace trace = compressed_program(Program{"irregular", 8, 25, 3}, options);
  EXPECT_TRUE(summarise(trace).has_drawn_values);
  EXPECT_EQ(matrix_of(trace), matrix_by_expanding(trace));
}

struct Counts {
  std::uint64_t calls = 0;
  Sizes sent;
  Sizes received;
  CollectiveCounts collectives;
  std::set<std::uint32_t> ranks;
};

void add_one(Sizes& to, std::int64_t bytes) {
  const auto size = static_cast<std::uint64_t>(bytes);
  to.add({1, size == 0 ? 1u : 0u, size, size, size});
}

void add_collective(CollectiveCounts& to, const Action& action) {
  ++(action.bytes == 0      ? action.received == 0 ? to.neither : to.received
     : action.received == 0 ? to.sent
                            : to.both);
  to.bytes_sent += static_cast<std::uint64_t>(action.bytes);
  to.bytes_received += static_cast<std::uint64_t>(action.received);
  ++to.full;
}

std::map<std::string, Counts> counts_by_expanding(const Trace& trace) {
  std::map<std::string, Counts> out;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    Cursor cursor(trace, rank);
    for (CursorCall call; cursor.next(call);) {
      Counts& counts = out[trace.sites[trace.events[call.event].site.index()].function];
      ++counts.calls;
      counts.ranks.insert(rank);
      for (const Action& action : call.actions) {
        if (is_send(action)) add_one(counts.sent, action.bytes);
        if (action.kind == ActionKind::Receive || action.kind == ActionKind::ReceiveDone)
          add_one(counts.received, action.bytes);
        if (action.kind == ActionKind::Collective) add_collective(counts.collectives, action);
      }
    }
  }
  return out;
}

TEST(Analysis, StatisticsAreThoseOfAllCalls) {
  for (const std::string_view name : synthetic::program_names()) {
    const Trace trace = compressed_program(Program{name, 12, 25, 3});
    const std::map<std::string, Counts> expected = counts_by_expanding(trace);
    const std::vector<CallStatistics> found =
        call_statistics(trace, summarise(trace), StatisticsBy::Function);
    ASSERT_EQ(found.size(), expected.size());
    for (const CallStatistics& statistics : found) {
      const Counts& counts = expected.at(statistics.name);
      EXPECT_EQ(statistics.calls, counts.calls) << name << " " << statistics.name;
      EXPECT_EQ(statistics.ranks, counts.ranks.size());
      EXPECT_EQ(statistics.sent, counts.sent);
      EXPECT_EQ(statistics.received, counts.received);
      EXPECT_EQ(statistics.collectives, counts.collectives);
      EXPECT_EQ(statistics.duration.count(), counts.calls);
    }
    for (const CallStatistics& path :
         call_statistics(trace, summarise(trace), StatisticsBy::CallPath))
      EXPECT_THAT(path.name, ::testing::MatchesRegex("main/(cycle/)*MPI_.*"));
  }
}

// The time must not grow with the run if the streams of an event repeat together.
TEST(Analysis, RepetitionsAreGoneThroughOnce) {
  const Trace trace = compressed_program(Program{"wavefront", 9, 1000, 3});
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    std::string fault;
    std::uint64_t runs = 0;
    EXPECT_TRUE(for_each_action_run(
        trace, i, trace.events[i].ranks.lowest(), [&](const ActionRun&) { ++runs; }, fault))
        << fault;
    EXPECT_LE(runs, 50u) << "event " << i;
  }
}

double of_rank(const model::SeverityCube& cube, std::string_view metric, std::uint32_t rank) {
  double sum = 0;
  for (const model::CallPathId at : cube.callpaths_with_values(cube.find(metric)))
    sum += cube.value(cube.find(metric), at, model::LocationIndex{rank});
  return sum;
}

TEST(Analysis, CubeHasExactCountsPerRankAndExactTimesInAll) {
  const Program program{"stencil-2d", 9, 20, 3};
  const Trace trace = compressed_program(program);
  const model::SeverityCube cube = trace_cube(trace);
  double nanoseconds = 0;
  double in_mpi = 0;
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank) {
    double calls = 0, sends = 0, sent = 0, received = 0, reductions = 0;
    synthetic::calls_of(program, rank, [&](const Call& call) {
      ++calls;
      nanoseconds += static_cast<double>(call.before_ns + call.duration_ns);
      in_mpi += static_cast<double>(call.duration_ns);
      for (const Action& action : call.actions) {
        if (is_send(action)) ++sends, sent += static_cast<double>(action.bytes);
        if (action.kind == ActionKind::ReceiveDone) received += static_cast<double>(action.bytes);
        if (action.kind == ActionKind::Collective) ++reductions;
      }
    });
    EXPECT_EQ(of_rank(cube, "visits", rank), calls);
    EXPECT_EQ(of_rank(cube, "comms_send", rank), sends);
    EXPECT_EQ(of_rank(cube, "comms_recv", rank), sends);
    EXPECT_EQ(of_rank(cube, "bytes_sent", rank), sent);
    EXPECT_EQ(of_rank(cube, "bytes_rcvd", rank), received);
    EXPECT_EQ(of_rank(cube, "comms_cxch", rank), reductions);
    EXPECT_EQ(of_rank(cube, "bytes_cout", rank), 8 * reductions);
    EXPECT_EQ(of_rank(cube, "bytes", rank), sent + received + 16 * reductions);
  }
  EXPECT_NEAR(cube.total(cube.find("time")), nanoseconds * 1e-9, 1e-12);
  EXPECT_NEAR(cube.total(cube.find("mpi")), in_mpi * 1e-9, 1e-12);
  EXPECT_NEAR(cube.total(cube.find("comp")), (nanoseconds - in_mpi) * 1e-9, 1e-12);
  EXPECT_FALSE(cube.find("mpi_latesender").valid());
  EXPECT_FALSE(cube.find("mpi_barrier_wait").valid());
}

// Values that do not fit together are left out and named; everything else is analyzed.
TEST(Analysis, DamagedValuesAreCountedAndLeftOut) {
  Trace trace = compressed_program(Program{"stencil-1d", 4, 5, 3});
  for (Event& event : trace.events) {
    if (trace.sites[event.site.index()].function != "MPI_Isend") continue;
    std::vector<ElasticPair> pairs = event.of(Parameter::Bytes).pairs();
    for (ElasticPair& pair : pairs) {
      Sequence one;
      one.append(1);
      one.seal();
      pair.values = one;
    }
    event.of(Parameter::Bytes) = Elastic::of_pairs(std::move(pairs));
  }
  const TraceSummary summary = summarise(trace);
  EXPECT_FALSE(summary.faults.empty());
  EXPECT_TRUE(matrix_of(trace).empty());
  EXPECT_EQ(trace_cube(trace).total(trace_cube(trace).find("bytes_sent")), 0);
}

TEST(Analysis, CommunicatorsThatARankDoesNotHave) {
  Trace trace;
  trace.ranks = 4;
  trace.communicators.push_back({"world", {0, 1, 2, 3}, {}, false, false});
  trace.communicators.push_back({"odd", {3, 1}, {}, false, false});
  const CommunicatorIndex index(trace);
  EXPECT_EQ(index.communicator(3, 1), 1u);
  EXPECT_EQ(index.peer(3, 1, 1), 1u);
  EXPECT_EQ(index.communicator(2, 1), std::nullopt);
  EXPECT_EQ(index.peer(2, 1, 0), std::nullopt);
  EXPECT_EQ(index.communicator(3, -1), std::nullopt);
  EXPECT_EQ(index.communicator(4, 0), std::nullopt);
}

// An event that each of three ranks comes to ten times, with one action; `bytes` and `received` are
// those of the first and the distance to the next.
Event accesses(SiteId site, Run bytes, Run received) {
  Event event;
  event.site = site;
  event.ranks = RankSet::first(3);
  const auto set = [&](Parameter parameter, const Run& run) {
    Sequence values;
    values.append(run);
    values.seal();
    event.of(parameter) = Elastic(ElasticPair{std::move(values), event.ranks});
  };
  set(Parameter::Actions, {1, 0, 10});
  set(Parameter::Kind, {static_cast<std::int64_t>(ActionKind::Access), 0, 10});
  set(Parameter::Window, {0, 0, 10});
  set(Parameter::Target, {1, 0, 10});
  set(Parameter::Bytes, bytes);
  set(Parameter::Received, received);
  return event;
}

TEST(Analysis, AccessesToWindowsAreCountedInBothDirections) {
  Trace trace;
  trace.ranks = 3;
  trace.communicators = {{"MPI_COMM_WORLD", {0, 1, 2}, {}, false, false}};
  trace.sites = {{"MPI_Put", {}}, {"MPI_Fetch_and_op", {}}};
  trace.events = {accesses(SiteId{0}, {0, 8, 10}, {0, 0, 10}),
                  accesses(SiteId{1}, {8, 0, 10}, {8, 0, 10})};
  const std::vector<CallStatistics> found =
      call_statistics(trace, summarise(trace), StatisticsBy::Function);
  ASSERT_EQ(found.size(), 2u);
  // One of ten puts moves nothing.
  EXPECT_EQ(found[0].sent, (Sizes{27, 0, 3 * 360, 8, 72}));
  EXPECT_EQ(found[0].received, Sizes{});
  EXPECT_EQ(found[1].sent, (Sizes{30, 0, 240, 8, 8}));
  EXPECT_EQ(found[1].received, found[1].sent);
  EXPECT_EQ(matrix_of(trace), Matrix{});
}

}  // namespace
}  // namespace tarry::compressed
