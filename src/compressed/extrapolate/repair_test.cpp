// SPDX-License-Identifier: BSD-3-Clause
// Traces whose calls lost their partners: what the repair leaves out, and that the rest comes to
// its end.
#include "compressed/extrapolate/repair.h"

#include <gtest/gtest.h>

#include "compressed/format/parser.h"
#include "compressed/format/rank_listing.h"
#include "compressed/generate/progress.h"

namespace tarry::compressed {
namespace {

Trace damaged(std::uint32_t ranks, const std::string& events) {
  auto trace = parse_sound_text("tarry-compressed-trace 1\nranks " + std::to_string(ranks) +
                                    "\nframe 0 main\nframe 1 solve\ncomm 0 MPI_COMM_WORLD [0.." +
                                    std::to_string(ranks - 1) + "]\n" + events + "end\n",
                                "test");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : Trace{};
}

FilteredTrace repair_of(const Trace& trace) {
  auto out = repaired(trace);
  EXPECT_TRUE(out.ok()) << (out.ok() ? "" : out.error().message());
  if (!out.ok()) return {};
  ProgressOptions options;
  options.use_recorded = false;
  const auto progress = run_calls(out->trace, options);
  EXPECT_TRUE(progress.ok() && progress->stuck.empty() && progress->unreceived == 0);
  return std::move(*out);
}

// Returns "MPI_Send 1/2 8/16", calls and bytes, for each site with a loss.
std::string lost(const FilteredTrace& trace) {
  std::string out;
  for (const LeftOutCalls& at : trace.left_out)
    out += (out.empty() ? "" : ", ") + at.call.substr(0, at.call.find(' ')) + " " +
           std::to_string(at.left_out) + "/" + std::to_string(at.calls) + " " +
           std::to_string(at.bytes) + "/" + std::to_string(at.all_bytes);
  return out;
}

TEST(Repair, LeavesCompleteTracesAlone) {
  const Trace trace = damaged(2,
                              "site 0 MPI_Send 0\nevent 0 <0 0> kind=send peer=1 tag=5 bytes=8\n"
                              "site 1 MPI_Recv 0\nevent 1 <0 1> kind=receive posted-peer=1 "
                              "posted-tag=5 peer=1 tag=5 bytes=8\n");
  const FilteredTrace found = repair_of(trace);
  EXPECT_EQ(found.trace, trace);
  EXPECT_EQ(lost(found), "");
}

const char* const kOneMessage =
    "site 0 MPI_Send 0\nevent 0 <0 0> kind=send peer=1 tag=5 bytes=16\n"
    "site 1 MPI_Irecv 0\nevent 1 <0 1> kind=post-receive posted-peer=1 posted-tag=5 bytes=SIZE\n"
    "site 2 MPI_Wait 0\nevent 2 <0 1> kind=receive-done peer=1 tag=5 bytes=16 request=0\n"
    "site 3 MPI_Barrier 0\nevent 3 kind=collective bytes=0 received=0 op=barrier root=none\n";

std::string one_message(const std::string& size) {
  std::string text = kOneMessage;
  return text.replace(text.find("SIZE"), 4, size);
}

TEST(Repair, AMessageThatIsLargerThanItsReceive) {
  EXPECT_EQ(lost(repair_of(damaged(2, one_message("8")))),
            "MPI_Send 1/1 16/16, MPI_Irecv 1/1 8/8, MPI_Wait 1/1 0/0");
}

TEST(Repair, AReceiveOfUnknownSizeTakesAnyMessage) {
  EXPECT_EQ(lost(repair_of(damaged(2, one_message("0")))), "");
}

TEST(LeaveOut, SitesThatLookTheSameAreOne) {
  const Trace trace = damaged(
      2,
      "site 0 MPI_Barrier 1\nevent 0 kind=collective bytes=0 received=0 op=barrier root=none\n"
      "site 1 MPI_Bcast 0\nevent 1 kind=collective bytes=0 received=0 op=bcast root=0\n"
      "site 2 MPI_Barrier 0 1\nevent 2 kind=collective bytes=0 received=0 op=barrier root=none\n");
  const auto made = leave_out(trace, [](std::uint32_t) { return RankCut{{true}, {}}; });
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_EQ(lost(*made), "MPI_Barrier 2/4 0/0");
}

// Rank 0 sends with tags 5 and 6, rank 1 receives with tags 5 and 7.
TEST(Repair, AnUnmatchedSendAndReceive) {
  const FilteredTrace found = repair_of(damaged(
      2,
      "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,2) kind=send peer=1 tag=[5 6] bytes=[8 16]\n"
      "site 1 MPI_Irecv 0\nevent 1 <0 1> loop=(1,2) kind=post-receive posted-peer=1 "
      "posted-tag=[5 7] bytes=[8 32]\n"
      "site 2 MPI_Waitall 0\nevent 2 <0 1> actions=2 kind=[receive-done receive-done] peer=[1 1] "
      "tag=[5 7] bytes=[8 32] request=[1 0]\n"));
  EXPECT_EQ(lost(found), "MPI_Send 1/2 16/24, MPI_Irecv 1/2 32/40");
  ASSERT_EQ(found.left_out[1].ranks.size(), 1u);
  EXPECT_EQ(found.left_out[1].ranks[0].rank, 1u);
  EXPECT_EQ(found.left_out[1].ranks[0].bytes, 32u);
  ASSERT_EQ(found.trace.notes.size(), 1u);
  EXPECT_EQ(found.trace.notes[0], "2 of 5 calls of 2 ranks, which have no partner");
  EXPECT_NE(rank_listing(found.trace, 1).find("request=0"), std::string::npos);
}

TEST(Repair, AWaitForARequestThatIsGoneGoesWithIt) {
  const FilteredTrace found = repair_of(damaged(
      2,
      "site 0 MPI_Irecv 0\nevent 0 <0 1> kind=post-receive posted-peer=1 posted-tag=5 bytes=8\n"
      "site 1 MPI_Wait 0\nevent 1 <0 1> kind=receive-done peer=1 tag=5 bytes=8 request=0\n"
      "site 2 MPI_Barrier 0\nevent 2 kind=collective bytes=0 received=0 op=barrier root=none\n"));
  EXPECT_EQ(lost(found), "MPI_Irecv 1/1 8/8, MPI_Wait 1/1 0/0");
}

// MPI does not accept a message that is larger than the receive.
TEST(Repair, AReceiveThatIsTooSmall) {
  const FilteredTrace found = repair_of(damaged(
      2,
      "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,3) kind=send peer=1 tag=5 bytes=[64 8 8]\n"
      "site 1 MPI_Recv 0\nevent 1 <0 1> loop=(1,2) kind=receive posted-peer=1 posted-tag=5 peer=1 "
      "tag=5 bytes=8\n"));
  EXPECT_EQ(lost(found), "MPI_Send 1/3 64/80");
}

TEST(Repair, HalfOfASendAndReceive) {
  const FilteredTrace found = repair_of(damaged(
      2,
      "site 0 MPI_Sendrecv 0\nevent 0 <0 0> actions=2 kind=[send receive] posted-peer=1 "
      "posted-tag=5 peer=1 tag=5 bytes=[8 16]\n"
      "site 1 MPI_Recv 0\nevent 1 <0 1> kind=receive posted-peer=1 posted-tag=5 peer=1 tag=5 "
      "bytes=8\n"));
  EXPECT_EQ(lost(found), "MPI_Sendrecv 1/1 16/24");
  EXPECT_NE(rank_listing(found.trace, 0).find("MPI_Sendrecv"), std::string::npos);
}

// Both ranks receive before they send what the other one waits for.
TEST(Repair, RanksThatWaitForEachOther) {
  const FilteredTrace found = repair_of(damaged(
      2,
      "site 0 MPI_Recv 0\nevent 0 kind=receive posted-peer=1 posted-tag=5 peer=1 tag=5 bytes=8\n"
      "site 1 MPI_Send 0\nevent 1 kind=send peer=1 tag=5 bytes=8\n"));
  // The receive of rank 0, and with it the send of rank 1 that nobody waits for any more.
  EXPECT_EQ(lost(found), "MPI_Recv 1/2 8/16, MPI_Send 1/2 8/16");
  EXPECT_EQ(found.left_out[0].ranks[0].rank, 0u);
  EXPECT_EQ(found.left_out[1].ranks[0].rank, 1u);
}

// Rank 0 makes one reduction more than the others.
TEST(Repair, ACollectiveOperationOfSomeRanks) {
  const FilteredTrace found = repair_of(
      damaged(3,
              "site 0 MPI_Allreduce 0\nevent 0 loop=(1,3<0 0>2) kind=collective bytes=8 received=8 "
              "op=allreduce root=none\n"));
  EXPECT_EQ(lost(found), "MPI_Allreduce 1/7 8/56");
}

TEST(Repair, AReceiveFromAnySourceTakesWhatComes) {
  const FilteredTrace found = repair_of(damaged(
      3,
      "site 0 MPI_Send 0\nevent 0 <0 2> kind=send peer=1 tag=4 bytes=8\n"
      "site 1 MPI_Recv 0\nevent 1 <0 0> loop=(1,2) kind=receive posted-peer=any posted-tag=4 "
      "peer=[1 2] tag=4 bytes=8\n"));
  EXPECT_EQ(lost(found), "MPI_Recv 1/2 8/16");
}

// Rank 1 waits for a message that never comes, and sends to rank 0 behind it. In the repair,
// receives of rank 0 from any source get messages of rank 2, as rank 1 still waits. When its
// receive is left out, they get those of rank 1, which is tried first.
std::string refused(const std::string& events) {
  const auto out = repaired(
      damaged(3,
              "site 0 MPI_Recv 0\nevent 0 <0 1> kind=receive posted-peer=1 posted-tag=9 peer=1 "
              "tag=9 bytes=8\nsite 1 MPI_Send 0\n" +
                  events));
  return out.ok() ? "repaired" : out.error().message();
}

// After the wrong first choice, the others are tried in more ways than the limit allows.
TEST(Repair, RanksThatWaitAfterwardsAreRefused) {
  EXPECT_EQ(
      refused("event 1 <1 1 2 1> kind=send peer=2<0 1>1 tag=5 bytes=8\n"
              "event 1 <1 1 2 1> loop=(1,4) kind=send peer=2<0 1>1 tag=6 bytes=8\n"
              "event 0 <0 0> kind=receive posted-peer=any posted-tag=5 peer=1 tag=5 bytes=8\n"
              "event 0 <0 0> loop=(1,8) kind=receive posted-peer=any posted-tag=6 peer=1 tag=6 "
              "bytes=8\n"
              "event 0 <0 0> kind=receive posted-peer=1 posted-tag=5 peer=1 tag=5 bytes=8\n"),
      "the predicted calls cannot be repaired: rank 0 in MPI_Recv (call 9) waits for a message "
      "from rank 1 with tag 5 (leave calls out with --snippet)");
}

TEST(Repair, MessagesThatAreNotReceivedAfterwardsAreRefused) {
  EXPECT_EQ(
      refused("event 1 <1 1 2 1> loop=(1,2) kind=send peer=2<0 1>1 tag=5 bytes=8\n"
              "event 0 <0 0> loop=(1,2) kind=receive posted-peer=any posted-tag=5 peer=1 tag=5 "
              "bytes=8\n"
              "site 2 MPI_Irecv 0\n"
              "event 2 <0 0> loop=(1,2) kind=post-receive posted-peer=1 posted-tag=5 bytes=8\n"),
      "the predicted calls cannot be repaired: 2 messages are not received (leave calls out with "
      "--snippet)");
}

TEST(Repair, MessagesThatAreTooLargeAfterwardsAreRefused) {
  EXPECT_EQ(
      refused("event 1 <1 1 2 1> loop=(1,2) kind=send peer=2<0 1>1 tag=5 bytes=8<0 1>16\n"
              "event 0 <0 0> loop=(1,4) kind=receive posted-peer=any posted-tag=5 peer=1 tag=5 "
              "bytes=[16*2 8*2]\n"),
      "the predicted calls cannot be repaired: 2 messages are larger than their receives (leave "
      "calls out with --snippet)");
}

}  // namespace
}  // namespace tarry::compressed
