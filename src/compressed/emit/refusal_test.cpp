// SPDX-License-Identifier: BSD-3-Clause
// Traces that no benchmark can be made from: each is refused with a message of its own.
#include <gtest/gtest.h>

#include <string>

#include "compressed/emit/generate.h"
#include "compressed/emit/structure.h"
#include "compressed/format/parser.h"

namespace tarry::emit {
namespace {

using compressed::Trace;

Trace written(std::uint32_t ranks, const std::string& events, const std::string& comms = "") {
  const std::string text = "tarry-compressed-trace 1\nranks " + std::to_string(ranks) +
                           "\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." +
                           std::to_string(ranks - 1) + "]\n" + comms + events + "end\n";
  auto trace = compressed::parse_sound_text(text, "test");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : Trace{};
}

std::string refusal(const Trace& trace, Language language = Language::C) {
  const auto made = generate(trace, {language, Computation::Loop, true});
  return made.ok() ? "accepted" : made.error().message();
}

TEST(Emit, HistogramsAreRefused) {
  const auto made =
      generate(written(2,
                       "site 0 MPI_Send 0\nevent 0 <0 0> kind=send peer=1 tag=1 bytes={8:1}\n"
                       "site 1 MPI_Recv 0\nevent 1 <0 1> kind=receive peer=1 posted-peer=1 tag=1 "
                       "posted-tag=1 bytes=8\n"),
               {});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message(), "the trace has a histogram in place of values of 'bytes'");
}

TEST(Emit, TracesWithoutCallsAreRefused) {
  EXPECT_EQ(refusal(written(2, "")), "the trace has no calls");
}

TEST(Emit, DifferentCollectiveOperationsInOneCallAreRefused) {
  EXPECT_EQ(refusal(written(1,
                            "site 0 MPI_Barrier 0\nevent 0 loop=(1,2) kind=collective "
                            "op=[allreduce barrier] root=none bytes=8 received=8\n")),
            "ranks make different collective operations in one call");
}

TEST(Emit, MessagesBetweenGroupsAreRefused) {
  EXPECT_EQ(
      refusal(written(2,
                      "site 0 MPI_Send 0\nevent 0 <0 0> kind=send peer=0 comm=1 tag=1 bytes=8\n"
                      "site 1 MPI_Recv 0\nevent 1 <0 1> kind=receive peer=0 posted-peer=0 comm=1 "
                      "tag=1 posted-tag=1 bytes=8\n",
                      "comm 1 bridge [0] inter [1]\n")),
      "the trace has messages between two groups of ranks, which is not supported");
}

TEST(Emit, ReceivesThatAskForNothingKnownAreRefused) {
  EXPECT_EQ(
      refusal(written(2,
                      "site 0 MPI_Isend 0\nevent 0 <0 0> kind=start-send peer=1 tag=1 bytes=8\n"
                      "site 1 MPI_Irecv 0\nevent 1 <0 1> kind=post-receive posted-peer=? "
                      "posted-tag=? bytes=8\n")),
      "the trace does not tell what a receive asks for");
}

std::string refused_structure(const std::string& events) {
  const Trace trace = written(1, events);
  const auto found = structure_of(trace);
  return found.ok() ? "accepted" : found.error().message();
}

TEST(Structure, IterationsOfSeveralLengthsAreNoLoop) {
  EXPECT_EQ(refused_structure("site 0 MPI_Barrier 0\nevent 0 loop=(2,2) loop=([1 2],2)\n"
                              "site 1 MPI_Allreduce 0\nevent 1 x=3\n"),
            "the loop at MPI_Barrier has iterations of more than one length, which no loop of a "
            "program makes");
}

TEST(Structure, LoopsThatCrossAreRefused) {
  EXPECT_EQ(refused_structure("site 0 MPI_Barrier 0\nevent 0 loop=(2,2)\n"
                              "site 1 MPI_Allreduce 0\nevent 1 x=2 loop=(2,2)\n"
                              "site 2 MPI_Bcast 0\nevent 2 x=3\n"),
            "a loop at event 1 ends behind the one around it");
}

// The inner loop has two passes and then three.
TEST(Emit, ValuesThatFollowNoLoopAreRefusedInConceptual) {
  const std::string inner = " loop=(1,[2 3]) peer=1 tag=1 bytes=[8 16 24 32 40] ";
  const Trace trace = written(2,
                              "site 0 MPI_Barrier 0\nevent 0 loop=(2,2) kind=collective op=barrier "
                              "root=none bytes=0 received=0\n"
                              "site 1 MPI_Send 0\nevent 1 <0 0> x=2" +
                                  inner + "kind=send\nsite 2 MPI_Recv 0\nevent 2 <0 1> x=2" +
                                  inner + "kind=receive posted-peer=1 posted-tag=1\n");
  EXPECT_EQ(refusal(trace, Language::Conceptual),
            "a value follows none of the loops around its call, which coNCePTuaL cannot say; C can "
            "(--language c)");
  EXPECT_EQ(refusal(trace, Language::C), "accepted");
}

TEST(Emit, LongTablesAreRefusedInConceptual) {
  std::string bytes;
  for (int i = 0; i < 6000; ++i) bytes += (i > 0 ? " " : "") + std::to_string(i * i % 10007 + 1);
  EXPECT_EQ(refusal(written(2,
                            "site 0 MPI_Send 0\nevent 0 <0 0> loop=(1,6000) kind=send peer=1 tag=1 "
                            "bytes=[" +
                                bytes +
                                "]\nsite 1 MPI_Recv 0\nevent 1 <0 1> loop=(1,6000) kind=receive "
                                "peer=1 posted-peer=1 tag=1 posted-tag=1 bytes=[" +
                                bytes + "]\n"),
                    Language::Conceptual),
            "a table of values is too long for an expression");
}

TEST(Emit, WindowsOfSeveralCommunicatorsAtOnePlaceAreRefused) {
  auto trace = compressed::parse_sound_text(
      "tarry-compressed-trace 2\nranks 2\ncomm 0 MPI_COMM_WORLD [0..1]\ncomm 1 other [0..1]\n"
      "site 0 MPI_Win_allocate\nevent 0 loop=(2,2) kind=make-window comm=[0 1] size=800 unit=8\n"
      "site 1 MPI_Win_fence\nevent 1 x=2 kind=synchronize target=all\nend\n",
      "test");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ(refusal(*trace), "calls at one place work on windows of several communicators");
}

}  // namespace
}  // namespace tarry::emit
