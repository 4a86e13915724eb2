// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/format/parser.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

using synthetic::Program;
using testing::HasSubstr;
using testing::IsEmpty;

Trace parsed(const std::string& events, std::uint32_t ranks = 2) {
  const std::string text = "tarry-compressed-trace 1\nranks " + std::to_string(ranks) +
                           "\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." +
                           std::to_string(ranks - 1) + "]\n" + events + "end\n";
  auto trace = parse_sound_text(text, "test");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : Trace{};
}

const char* const kSendInALoop =
    "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,3) kind=send peer=1 tag=7 bytes=800\n"
    "site 1 MPI_Recv 0\n"
    "event 1 <0 1> loop=(1,3) kind=receive posted-peer=1 posted-tag=7 peer=1 tag=7 bytes=800\n";

TEST(CompareTraces, EqualTraces) {
  const TraceComparison out = compare(parsed(kSendInALoop), parsed(kSendInALoop));
  EXPECT_TRUE(out.are_equal());
  EXPECT_EQ(out.compared_calls, 6u);
  EXPECT_EQ(out.different_cells, 0u);
  EXPECT_THAT(out.differences, IsEmpty());
  ASSERT_EQ(out.functions.size(), 2u);
  EXPECT_EQ(out.functions[1].function, "MPI_Send");
  EXPECT_EQ(out.functions[1].first, (FunctionTotals{3, 3, 2400, 0, 0}));
  EXPECT_EQ(out.functions[1].first, out.functions[1].second);
}

// The same calls, once in a loop and once one by one.
TEST(CompareTraces, ComparesCallsAndNotEvents) {
  const char* const unfolded =
      "site 0 MPI_Send 0\nevent 0 <0 0> kind=send peer=1 tag=7 bytes=800\n"
      "event 0 <0 0> loop=(1,2) kind=send peer=1 tag=7 bytes=800\n"
      "site 1 MPI_Recv 0\n"
      "event 1 <0 1> loop=(1,3) kind=receive posted-peer=1 posted-tag=7 peer=1 tag=7 bytes=800\n";
  const Trace second = parsed(unfolded);
  ASSERT_NE(second, parsed(kSendInALoop));
  EXPECT_TRUE(compare(parsed(kSendInALoop), second).are_equal());
}

TEST(CompareTraces, DifferentValue) {
  const char* const larger =
      "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,3) kind=send peer=1 tag=7 bytes=[800 800 900]\n"
      "site 1 MPI_Recv 0\n"
      "event 1 <0 1> loop=(1,3) kind=receive posted-peer=1 posted-tag=7 peer=1 tag=7 "
      "bytes=[800 800 900]\n";
  const TraceComparison out = compare(parsed(kSendInALoop), parsed(larger));
  EXPECT_FALSE(out.are_equal());
  EXPECT_EQ(out.different_calls, 2u);
  EXPECT_EQ(out.different_ranks, 2u);
  EXPECT_EQ(out.different_cells, 1u);
  ASSERT_EQ(out.differences.size(), 2u);
  EXPECT_EQ(out.differences[0].rank, 0u);
  EXPECT_EQ(out.differences[0].call, 2u);
  EXPECT_EQ(out.differences[0].function, "MPI_Send");
  EXPECT_EQ(out.differences[0].what,
            "bytes of send is 800 in the first trace and 900 in the second");
}

TEST(CompareTraces, IgnoredValues) {
  const char* const other_tag =
      "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,3) kind=send peer=1 tag=8 bytes=800\n"
      "site 1 MPI_Recv 0\n"
      "event 1 <0 1> loop=(1,3) kind=receive posted-peer=any posted-tag=8 peer=1 tag=8 bytes=800\n";
  const Trace second = parsed(other_tag);
  EXPECT_EQ(compare(parsed(kSendInALoop), second).different_ranks, 2u);
  CompareOptions options;
  options.tags = false;
  EXPECT_EQ(compare(parsed(kSendInALoop), second, options).different_ranks, 1u);
  options.posted = false;
  EXPECT_TRUE(compare(parsed(kSendInALoop), second, options).are_equal());
}

TEST(CompareTraces, OtherPlace) {
  const char* const elsewhere =
      "frame 1 helper\nsite 0 MPI_Send 0 1\n"
      "event 0 <0 0> loop=(1,3) kind=send peer=1 tag=7 bytes=800\n"
      "site 1 MPI_Recv 0\n"
      "event 1 <0 1> loop=(1,3) kind=receive posted-peer=1 posted-tag=7 peer=1 tag=7 bytes=800\n";
  const TraceComparison out = compare(parsed(kSendInALoop), parsed(elsewhere));
  ASSERT_EQ(out.differences.size(), 1u);
  EXPECT_THAT(out.differences[0].what, HasSubstr("call path"));
  CompareOptions options;
  options.call_sites = false;
  EXPECT_TRUE(compare(parsed(kSendInALoop), parsed(elsewhere), options).are_equal());
}

TEST(CompareTraces, ShorterTraceAndOtherFunction) {
  const char* const shorter =
      "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,2) kind=send peer=1 tag=7 bytes=800\n"
      "site 1 MPI_Barrier 0\n"
      "event 1 <0 1> loop=(1,2) kind=collective bytes=0 received=0 op=barrier root=none\n";
  const TraceComparison out = compare(parsed(kSendInALoop), parsed(shorter));
  ASSERT_EQ(out.differences.size(), 2u);
  EXPECT_EQ(out.differences[0].call, 2u);
  EXPECT_EQ(out.differences[0].what, "only the first trace has this call");
  EXPECT_THAT(
      out.differences[1].what,
      HasSubstr("the function is MPI_Recv in the first trace and MPI_Barrier in the second"));
  EXPECT_EQ(out.calls_left_over, 1u + 1u);
  EXPECT_EQ(out.compared_calls, 2u + 2u);
  EXPECT_EQ(out.different_calls, 2u);
}

TEST(CompareTraces, ShowsNoMoreThanAskedFor) {
  CompareOptions options;
  options.most_shown = 1;
  const TraceComparison out = compare(parsed(kSendInALoop), parsed(""), options);
  EXPECT_EQ(out.differences.size(), 1u);
  EXPECT_EQ(out.different_ranks, 2u);
}

TEST(CompareTraces, OtherNumberOfRanks) {
  const TraceComparison out = compare(parsed("", 2), parsed("", 3));
  EXPECT_FALSE(out.are_equal());
  EXPECT_EQ(out.different_ranks, 0u);
}

// The trace of a program whose calls `change` may change; it returns false to leave a call out.
// Nothing is folded into loops with `plain`.
using Change = std::function<bool(std::uint32_t rank, std::uint64_t number, Call& call)>;
Trace made(const Program& program, const Change& change, bool plain) {
  FoldOptions options;
  if (plain) options.window = 0;
  std::vector<Trace> traces;
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank) {
    Folder folder(options);
    std::uint64_t number = 0;
    synthetic::calls_of(program, rank, [&](const Call& call) {
      Call changed = call;
      if (change(rank, number++, changed)) folder.add(changed);
    });
    Trace trace = synthetic::frame_of_program(program);
    trace.events = folder.finish(rank);
    canonicalise(trace);
    traces.push_back(std::move(trace));
  }
  return merge_all(std::move(traces), options);
}

bool unchanged(std::uint32_t, std::uint64_t, Call&) { return true; }

TEST(CompareTraces, FoldingMakesNoDifference) {
  for (const std::string_view name : synthetic::program_names()) {
    const Program program{name, 9, 12, 3};
    const Trace folded = made(program, unchanged, false);
    const Trace plain = made(program, unchanged, true);
    EXPECT_NE(folded.events.size(), plain.events.size()) << name;
    const TraceComparison other = compare(folded, plain);
    EXPECT_TRUE(other.are_equal()) << name;
    EXPECT_EQ(compare(folded, folded).compared_calls, other.compared_calls) << name;
  }
}

TEST(CompareTraces, ALeftOutCallIsOneDifference) {
  const Program program{"stencil-2d", 9, 12, 3};
  const auto lacks_call_20 = [](std::uint32_t rank, std::uint64_t number, Call&) {
    return rank != 4 || number != 20;
  };
  const TraceComparison out =
      compare(made(program, unchanged, false), made(program, lacks_call_20, false));
  EXPECT_EQ(out.different_calls, 0u);
  EXPECT_EQ(out.calls_left_over, 1u);
  ASSERT_EQ(out.differences.size(), 1u);
  EXPECT_EQ(out.differences[0].rank, 4u);
  EXPECT_EQ(out.differences[0].call, 20u);
}

TEST(CompareTraces, AnotherValueAmongEqualCallsIsOneDifference) {
  const Program program{"stencil-2d", 9, 12, 3};
  std::optional<std::uint64_t> changed;
  const auto sends_more = [&](std::uint32_t rank, std::uint64_t number, Call& call) {
    if (rank != 2 || number < 30 || changed || call.actions.empty()) return true;
    if (call.actions[0].kind != ActionKind::StartSend) return true;
    call.actions[0].bytes += 1;
    changed = number;
    return true;
  };
  const Trace whole = made(program, unchanged, false), other = made(program, sends_more, true);
  const TraceComparison out = compare(whole, other);
  EXPECT_EQ(out.different_calls, 1u);
  EXPECT_EQ(out.calls_left_over, 0u);
  EXPECT_EQ(out.different_cells, 1u);
  ASSERT_EQ(out.differences.size(), 1u);
  EXPECT_EQ(out.differences[0].call, changed);
  CompareOptions options;
  options.bytes = false;
  EXPECT_TRUE(compare(whole, other, options).are_equal());
}

// The same messages by other calls, with a call between them that does nothing.
TEST(CompareTraces, ComparesWhatIsDone) {
  const char* const by_one_call =
      "site 0 MPI_Startall 0\nevent 0 actions=2 kind=[start-send post-receive] peer=1 "
      "posted-peer=1 "
      "tag=7 posted-tag=7 bytes=8\nsite 1 MPI_Waitall 0\nevent 1 actions=2 kind=[send-done "
      "receive-done] request=[1 0] peer=1 tag=7 bytes=8\n";
  const char* const by_two =
      "site 0 MPI_Isend 0\nevent 0 kind=start-send peer=1 tag=7 bytes=8\n"
      "site 1 MPI_Comm_rank 0\nevent 1\n"
      "site 2 MPI_Irecv 0\nevent 2 kind=post-receive posted-peer=any posted-tag=7 bytes=8\n"
      "site 3 MPI_Wait 0\nevent 3 kind=send-done request=1\n"
      "event 3 kind=receive-done request=0 peer=1 tag=7 bytes=8\n";
  CompareOptions options;
  options.call_sites = options.functions = false;
  EXPECT_EQ(compare(parsed(by_one_call), parsed(by_two), options).different_calls, 2u);
  options.posted = false;
  const TraceComparison out = compare(parsed(by_one_call), parsed(by_two), options);
  EXPECT_TRUE(out.are_equal());
  EXPECT_EQ(out.compared_calls, 2u * 4);
}

// The same receiver and root by a communicator in which the processes have other ranks.
TEST(CompareTraces, ComparesRanksOfAllProcesses) {
  const char* const in_world =
      "site 0 MPI_Send 0\nevent 0 <0 1> kind=send peer=1 tag=7 bytes=8\n"
      "site 1 MPI_Bcast 0\nevent 1 kind=collective bytes=8 received=8 op=bcast root=0\n";
  const char* const in_other =
      "comm 1 turned [1 0]\nsite 0 MPI_Send 0\nevent 0 <0 1> kind=send comm=1 peer=1 tag=7 "
      "bytes=8\n"
      "site 1 MPI_Bcast 0\n"
      "event 1 kind=collective comm=1 bytes=8 received=8 op=bcast root=1\n";
  EXPECT_EQ(compare(parsed(in_world), parsed(in_other)).different_ranks, 2u);
  CompareOptions options;
  options.communicators = false;
  EXPECT_TRUE(compare(parsed(in_world), parsed(in_other), options).are_equal());
}

// The function says what a call on a window does, also where other functions are the same.
TEST(CompareTraces, FunctionsOfWindowsMatter) {
  const auto trace = [](const std::string& function, const std::string& at) {
    const std::string text =
        "tarry-compressed-trace 2\nranks 2\ncomm 0 MPI_COMM_WORLD [0..1]\n"
        "site 0 MPI_Win_allocate\nevent 0 kind=make-window size=8 unit=1\n"
        "site 1 " +
        function + "\nevent 1 kind=access target=1 at=" + at +
        " bytes=0 received=1 reduction=sum\nend\n";
    auto made = parse_sound_text(text, "test");
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
    return made.ok() ? std::move(*made) : Trace{};
  };
  CompareOptions replay;
  replay.functions = replay.call_sites = replay.datatypes = replay.communicators = false;
  EXPECT_TRUE(compare(trace("MPI_Get", "3"), trace("MPI_Get", "3"), replay).are_equal());
  EXPECT_FALSE(compare(trace("MPI_Get", "3"), trace("MPI_Fetch_and_op", "3"), replay).are_equal());
  const TraceComparison out = compare(trace("MPI_Get", "3"), trace("MPI_Get", "4"), replay);
  ASSERT_FALSE(out.differences.empty());
  EXPECT_THAT(out.differences[0].what,
              HasSubstr("at of access is 3 in the first trace and 4 in the second"));
  EXPECT_TRUE(compare(trace("MPI_Get", "3"), trace("MPI_Get", "?"), replay).are_equal());
}

}  // namespace
}  // namespace tarry::compressed
