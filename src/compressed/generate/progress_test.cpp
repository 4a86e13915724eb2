// SPDX-License-Identifier: BSD-3-Clause
// Tests the run of all calls without time, and the two passes that it serves.
#include "compressed/generate/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/format/parser.h"
#include "compressed/format/rank_listing.h"
#include "compressed/format/writer.h"
#include "compressed/generate/align_collectives.h"
#include "compressed/generate/resolve_wildcards.h"

namespace tarry::compressed {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Trace parsed(std::uint32_t ranks, const std::string& events) {
  const std::string text = "tarry-compressed-trace 1\nranks " + std::to_string(ranks) +
                           "\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." +
                           std::to_string(ranks - 1) + "]\n" + events + "end\n";
  auto trace = parse_sound_text(text, "test");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : Trace{};
}

// Both ranks send to each other before they receive.
const char* const kHeadToHead =
    "site 0 MPI_Send 0\nevent 0 kind=send peer=1 tag=5 bytes=800\n"
    "site 1 MPI_Recv 0\n"
    "event 1 kind=receive posted-peer=1 posted-tag=5 peer=1 tag=5 bytes=800\n";

TEST(Progress, BufferedSendsEndAlone) {
  const auto progress = run_calls(parsed(2, kHeadToHead));
  ASSERT_TRUE(progress.ok());
  EXPECT_THAT(progress->stuck, IsEmpty());
  EXPECT_EQ(progress->unreceived, 0u);
  EXPECT_EQ(progress->matched[0][0].peer, 1);
}

TEST(Progress, SendsThatWaitForEachOther) {
  ProgressOptions options;
  options.eager_bytes = 799;
  const auto progress = run_calls(parsed(2, kHeadToHead), options);
  ASSERT_TRUE(progress.ok());
  EXPECT_TRUE(progress->is_cycle);
  ASSERT_EQ(progress->stuck.size(), 2u);
  EXPECT_EQ(text_of(progress->stuck),
            "rank 0 in MPI_Send (call 0) waits for that rank 1 receives its message with tag 5; "
            "rank 1 in MPI_Send (call 0) waits for that rank 0 receives its message with tag 5");
  options.eager_bytes = 800;
  EXPECT_THAT(run_calls(parsed(2, kHeadToHead), options)->stuck, IsEmpty());
}

// Sends and receives of one call are begun before it waits.
TEST(Progress, SendAndReceiveInOneCall) {
  const Trace trace = parsed(
      2,
      "site 0 MPI_Sendrecv 0\nevent 0 actions=2 kind=[send receive] posted-peer=1 posted-tag=5 "
      "peer=1 tag=5 bytes=800\n");
  ProgressOptions options;
  options.eager_bytes = 0;
  EXPECT_THAT(run_calls(trace, options)->stuck, IsEmpty());
}

TEST(Progress, NonBlockingSendsWaitWhereTheyAreCompleted) {
  const char* const events =
      "site 0 MPI_Isend 0\nevent 0 kind=start-send peer=1 tag=5 bytes=800\n"
      "site 1 MPI_Recv 0\n"
      "event 1 kind=receive posted-peer=1 posted-tag=5 peer=1 tag=5 bytes=800\n"
      "site 2 MPI_Wait 0\nevent 2 kind=send-done request=0\n";
  ProgressOptions options;
  options.eager_bytes = 0;
  EXPECT_THAT(run_calls(parsed(2, events), options)->stuck, IsEmpty());
}

TEST(Progress, AMissingMessageIsNoCycle) {
  const auto progress =
      run_calls(parsed(2,
                       "site 0 MPI_Recv 0\nevent 0 <0 0> kind=receive posted-peer=1 "
                       "posted-tag=5 peer=1 tag=5 bytes=8\n"));
  ASSERT_TRUE(progress.ok());
  EXPECT_FALSE(progress->is_cycle);
  ASSERT_EQ(progress->stuck.size(), 1u);
  EXPECT_EQ(text_of(progress->stuck),
            "rank 0 in MPI_Recv (call 0) waits for a message from rank 1 with tag 5");
}

TEST(Progress, MessagesOfOtherTagsAreNotMixedUp) {
  const auto progress = run_calls(
      parsed(2,
             "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,2) kind=send peer=1 tag=[5 6] bytes=8\n"
             "site 1 MPI_Recv 0\nevent 1 <0 1> loop=(1,2) kind=receive posted-peer=1 "
             "posted-tag=[6 5] peer=1 tag=[6 5] bytes=8\n"));
  ASSERT_TRUE(progress.ok());
  EXPECT_THAT(progress->stuck, IsEmpty());
  EXPECT_EQ(progress->matched[1][0].tag, 6);
}

TEST(Progress, CollectiveCallsThatDoNotFit) {
  const auto progress =
      run_calls(parsed(2,
                       "site 0 MPI_Bcast 0\nevent 0 kind=collective bytes=8 received=8 op=bcast "
                       "root=0<0 0>1\n"));
  ASSERT_FALSE(progress.ok());
  EXPECT_EQ(progress.error().message(),
            "collective calls do not fit together: rank 0 makes bcast with root 0, rank 1 makes "
            "bcast with root 1: MPI_Bcast, call 0");
}

// What a rank of three does alone; it is not in the second communicator.
std::string fault(const std::string& call) {
  const auto progress =
      run_calls(parsed(3, "comm 1 pair [0 1]\nsite 0 MPI_Call 0\nevent 0 <0 2> " + call + "\n"));
  return progress.ok() ? "none" : progress.error().message();
}

TEST(Progress, CallsThatCannotBeAreRefused) {
  EXPECT_EQ(fault("kind=send-done request=0"), "a request is completed that is not open: rank 2");
  EXPECT_EQ(fault("kind=cancelled request=0"), "a request is canceled that is not open: rank 2");
  EXPECT_EQ(fault("kind=send comm=1 peer=0 tag=5 bytes=8"),
            "a message is sent to a rank that does not exist: rank 2");
  const std::string receive = "kind=receive posted-tag=5 peer=0 tag=5 bytes=8 ";
  EXPECT_EQ(fault(receive + "comm=1 posted-peer=0"),
            "a receive has a communicator that does not exist: rank 2");
  EXPECT_EQ(fault("kind=collective comm=1 op=barrier root=none bytes=0 received=0"),
            "a collective call has a communicator that does not exist: rank 2");
}

// Each of the two is alone in a communicator that the other one is not in.
TEST(Progress, ReceivesFromNobodyAreRefused) {
  const auto progress =
      run_calls(parsed(2,
                       "comm 1 self self\nsite 0 MPI_Recv 0\nevent 0 kind=receive comm=1 "
                       "posted-peer=1 posted-tag=5 peer=1 tag=5 bytes=8\n"));
  ASSERT_FALSE(progress.ok());
  EXPECT_EQ(progress.error().message(), "a receive has a source that does not exist: rank 0");
}

TEST(Progress, CollectiveCallsInOtherOrder) {
  const Trace trace =
      parsed(2,
             "comm 1 other [0 1]\nsite 0 MPI_Barrier 0\nevent 0 loop=(1,2) kind=collective "
             "comm=[0 1]<0 0>[1 0] bytes=0 received=0 op=barrier root=none\n");
  const auto progress = run_calls(trace);
  ASSERT_TRUE(progress.ok());
  EXPECT_TRUE(progress->is_cycle);
  EXPECT_EQ(progress->stuck.size(), 2u);
}

// Figure 4.6 of the source: if the first receive takes the message of rank 0, the second waits for
// ever; if it takes that of rank 2, all is well.
const char* const kFigure46 =
    "site 0 MPI_Send 0\nevent 0 <1 0 2 2> kind=send peer=[1]<0 0>[2] tag=0 bytes=8\n"
    "site 1 MPI_Recv 0\n"
    "event 1 <0 1> kind=receive posted-peer=any posted-tag=0 peer=1 tag=0 bytes=8\n"
    "site 2 MPI_Recv 0\n"
    "event 2 <0 1> kind=receive posted-peer=2 posted-tag=0 peer=2 tag=0 bytes=8\n";

TEST(ResolveWildcards, TriesAnotherSenderAndTellsOfTheHazard) {
  ProgressOptions options;
  options.use_recorded = false;
  const auto resolved = resolve_wildcards(parsed(3, kFigure46), options);
  ASSERT_TRUE(resolved.ok()) << resolved.error().message();
  EXPECT_EQ(resolved->receives, 1u);
  EXPECT_FALSE(has_wildcards(resolved->trace));
  EXPECT_EQ(text_of(resolved->hazard),
            "rank 1 in MPI_Recv (call 1) waits for a message from rank 0 with tag 0");
  EXPECT_THAT(rank_listing(resolved->trace, 1), HasSubstr("posted-peer=1 "));
}

TEST(ResolveWildcards, TakesWhatWasRecorded) {
  const auto resolved = resolve_wildcards(parsed(3, kFigure46));
  ASSERT_TRUE(resolved.ok());
  EXPECT_THAT(resolved->hazard, IsEmpty());
  EXPECT_FALSE(has_wildcards(resolved->trace));
}

TEST(ResolveWildcards, NonBlockingReceives) {
  const Trace trace =
      parsed(3,
             "site 0 MPI_Send 0\nevent 0 <1 1 2 1> kind=send peer=2<0 1>1 tag=4 bytes=8\n"
             "site 1 MPI_Irecv 0\n"
             "event 1 <0 0> loop=(1,2) kind=post-receive posted-peer=any posted-tag=any bytes=8\n"
             "site 2 MPI_Waitall 0\n"
             "event 2 <0 0> actions=2 kind=[receive-done receive-done] peer=[2 1] tag=4 bytes=8 "
             "request=[1 0]\n");
  const auto resolved = resolve_wildcards(trace);
  ASSERT_TRUE(resolved.ok()) << resolved.error().message();
  EXPECT_EQ(resolved->receives, 2u);
  EXPECT_THAT(rank_listing(resolved->trace, 0), HasSubstr("posted-peer=[2 1]"));
}

// A recording does not know what a receive gets if too many calls come before its completion.
TEST(ResolveWildcards, PostedReceivesAskForAsMuchAsTheyGet) {
  Trace trace = parsed(2,
                       "site 0 MPI_Send 0\nevent 0 <0 1> kind=send peer=1 tag=4 bytes=24\n"
                       "site 1 MPI_Irecv 0\n"
                       "event 1 <0 0> kind=post-receive posted-peer=1 posted-tag=4 bytes=0\n"
                       "site 2 MPI_Wait 0\n"
                       "event 2 <0 0> kind=receive-done peer=1 tag=4 bytes=24 request=0\n");
  EXPECT_EQ(resolve_wildcards(trace)->trace, trace);
  trace.notes.push_back(std::string(kUnknownPosts) + ": 1");
  const auto resolved = resolve_wildcards(trace);
  ASSERT_TRUE(resolved.ok()) << resolved.error().message();
  EXPECT_EQ(resolved->receives, 0u);
  EXPECT_THAT(rank_listing(resolved->trace, 0), HasSubstr("posted-tag=4 bytes=24"));
}

// Both ranks receive from the other one, and nobody sends.
const char* const kNobodySends =
    "ranks wait for each other without an end: rank 0 in MPI_Recv (call 0) waits for a message "
    "from rank 1 with tag 5; rank 1 in MPI_Recv (call 0) waits for a message from rank 0 with tag "
    "5";

TEST(ResolveWildcards, RefusesRanksThatWaitWithoutAnEnd) {
  const auto resolved = resolve_wildcards(
      parsed(2,
             "site 0 MPI_Recv 0\nevent 0 kind=receive posted-peer=any posted-tag=5 peer=1 tag=5 "
             "bytes=8\n"));
  ASSERT_FALSE(resolved.ok());
  EXPECT_EQ(resolved.error().message(), kNobodySends);
}

TEST(ResolveWildcards, LeavesOtherTracesAlone) {
  const Trace trace = parsed(2, kHeadToHead);
  EXPECT_FALSE(has_wildcards(trace));
  EXPECT_EQ(resolve_wildcards(trace)->trace, trace);
}

// Figure 4.4 of the source: the ranks come to the barrier from different lines.
const char* const kFigure44 =
    "site 0 MPI_Isend 0\nevent 0 <0 0> kind=start-send peer=1 tag=0 bytes=8\n"
    "frame 1 sender\nsite 1 MPI_Barrier 0 1\n"
    "event 1 <0 0> kind=collective bytes=0 received=0 op=barrier root=none\n"
    "frame 2 receiver\nsite 2 MPI_Barrier 0 2\n"
    "event 2 <0 1> kind=collective bytes=0 received=0 op=barrier root=none\n"
    "site 3 MPI_Irecv 0\n"
    "event 3 <0 1> kind=post-receive posted-peer=1 posted-tag=0 bytes=8\n"
    "site 4 MPI_Wait 0\n"
    "event 4 kind=send-done<0 0>receive-done peer=-<0 0>1 tag=-<0 0>0 bytes=-<0 0>8 request=0\n";

TEST(AlignCollectives, OneEventForABarrierOfTwoLines) {
  std::string text = kFigure44;
  text.replace(text.find("event 4"), std::string::npos,
               "event 4 <0 0> kind=send-done request=0\n"
               "site 5 MPI_Wait 0 1\n"
               "event 5 <0 1> kind=receive-done peer=1 tag=0 bytes=8 request=0\n");
  const Trace trace = parsed(2, text);
  EXPECT_FALSE(are_collectives_aligned(trace));
  const auto aligned = align_collectives(trace);
  ASSERT_TRUE(aligned.ok()) << aligned.error().message();
  EXPECT_TRUE(are_collectives_aligned(*aligned));
  ASSERT_EQ(aligned->events.size(), 5u);
  EXPECT_EQ(aligned->sites[aligned->events[0].site.index()].function, "MPI_Isend");
  EXPECT_EQ(aligned->events[0].ranks, RankSet(0));
  EXPECT_EQ(aligned->sites[aligned->events[1].site.index()].function, "MPI_Barrier");
  EXPECT_EQ(aligned->events[1].ranks, RankSet::first(2));
}

TEST(AlignCollectives, InLoops) {
  const Trace trace = parsed(
      2,
      "frame 1 a\nframe 2 b\nsite 0 MPI_Barrier 0 1\n"
      "event 0 <0 0> loop=(1,100) kind=collective bytes=0 received=0 op=barrier root=none\n"
      "site 1 MPI_Barrier 0 2\n"
      "event 1 <0 1> loop=(1,100) kind=collective bytes=0 received=0 op=barrier root=none\n");
  const auto aligned = align_collectives(trace);
  ASSERT_TRUE(aligned.ok());
  EXPECT_TRUE(are_collectives_aligned(*aligned));
  EXPECT_EQ(aligned->events.size(), 1u);
}

TEST(AlignCollectives, RefusesRanksThatWaitWithoutAnEnd) {
  const auto aligned = align_collectives(
      parsed(2,
             "site 0 MPI_Recv 0\nevent 0 kind=receive posted-peer=1 posted-tag=5 peer=1 tag=5 "
             "bytes=8\nframe 1 a\nframe 2 b\nsite 1 MPI_Barrier 0 1\n"
             "event 1 <0 0> kind=collective bytes=0 received=0 op=barrier root=none\n"
             "site 2 MPI_Barrier 0 2\n"
             "event 2 <0 1> kind=collective bytes=0 received=0 op=barrier root=none\n"));
  ASSERT_FALSE(aligned.ok());
  EXPECT_EQ(aligned.error().message(), kNobodySends);
}

TEST(AlignCollectives, LeavesAlignedTracesAlone) {
  Trace trace =
      parsed(2,
             "site 0 MPI_Barrier 0\nevent 0 kind=collective bytes=0 received=0 op=barrier "
             "root=none\n");
  EXPECT_TRUE(are_collectives_aligned(trace));
  EXPECT_EQ(*align_collectives(trace), trace);
}

}  // namespace
}  // namespace tarry::compressed
