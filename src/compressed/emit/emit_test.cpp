// SPDX-License-Identifier: BSD-3-Clause
// Tests benchmarks that are made from traces, and the parts of their making.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "compressed/emit/formula.h"
#include "compressed/emit/generate.h"
#include "compressed/emit/rank_text.h"
#include "compressed/format/parser.h"

namespace tarry::emit {
namespace {

using compressed::Trace;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Trace parsed(std::uint32_t ranks, const std::string& events, const std::string& comms = "") {
  const std::string text = "tarry-compressed-trace 1\nranks " + std::to_string(ranks) +
                           "\nprogram secret_program\nfile 0 secret/solver.c\n"
                           "frame 0 secret_function @0:7\ndatatype 0 MPI_DOUBLE\n"
                           "comm 0 MPI_COMM_WORLD [0.." +
                           std::to_string(ranks - 1) + "]\n" + comms + events + "end\n";
  auto trace = compressed::parse_sound_text(text, "test");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : Trace{};
}

std::string generated(const Trace& trace, const GenerateOptions& options = {}) {
  const auto made = generate(trace, options);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
  return made.ok() ? made->text : "";
}

// Returns the text behind the first phase.
std::string phases(const std::string& text) {
  const std::size_t at = text.find("  // Phase 1");
  return at == std::string::npos ? text : text.substr(at);
}

// A ring of any size.
const char* const kRing =
    "site 0 MPI_Init 0\nevent 0\n"
    "site 1 MPI_Irecv 0\n"
    "event 1 loop=(3,1000) kind=post-receive posted-peer=RIGHT posted-tag=7 bytes=800 count=100 "
    "datatype=0\n"
    "site 2 MPI_Isend 0\nevent 2 x=1000 kind=start-send peer=1 tag=7 bytes=800 count=100 "
    "datatype=0\n"
    "site 3 MPI_Waitall 0\n"
    "event 3 actions=2 kind=[[receive-done send-done]*1000] peer=RIGHT tag=7 bytes=800 "
    "request=[[1 0]*1000]\n"
    "site 4 MPI_Finalize 0\nevent 4 x=1\n";

Trace ring(std::uint32_t ranks) {
  std::string events = kRing;
  for (std::size_t at; (at = events.find("RIGHT")) != std::string::npos;)
    events.replace(at, 5, std::to_string(ranks - 1));
  return parsed(ranks, events);
}

TEST(Emit, LoopsAndRelativePeersStay) {
  EXPECT_EQ(phases(generated(ring(4))),
            R"(  // Phase 1: 1000 times MPI_Irecv, MPI_Isend, MPI_Waitall.
  for (int i = 0; i < 1000; ++i) {
    MPI_Irecv(in, 100, MPI_DOUBLE, (rank + size - 1) % size, 7, MPI_COMM_WORLD, opened());
    MPI_Isend(out, 100, MPI_DOUBLE, (rank + 1) % size, 7, MPI_COMM_WORLD, opened());
    MPI_Waitall(2, newest(2), statuses);
  }

  MPI_Finalize();
  return 0;
}
)");
}

TEST(Emit, TextDoesNotGrowWithTheRanks) {
  EXPECT_EQ(generated(ring(1024)).size(), generated(ring(4096)).size());
}

TEST(Emit, NamesOfTheProgramAreLeftOut) {
  for (const Language language : {Language::C, Language::Conceptual})
    EXPECT_THAT(generated(ring(4), {language, Computation::Loop, true}), Not(HasSubstr("secret")));
}

TEST(Emit, LoopsOfDifferentRanksAreLaidOverEachOther) {
  const std::string text = phases(generated(
      parsed(4,
             "site 0 MPI_Recv 0\nevent 0 <1 1 3 1> loop=(2<1 1 2 1>1,50) kind=receive peer=3 "
             "posted-peer=3 tag=7 posted-tag=7 bytes=8\n"
             "site 1 MPI_Send 0\nevent 1 <1 0 3 1> x=1<0 0>50 loop=(1<0 0>,50) kind=send peer=1 "
             "tag=7 bytes=8\n")));
  EXPECT_THAT(text, HasSubstr(R"(  for (int i = 0; i < 50; ++i) {
    if (rank > 0) {
      MPI_Recv(in, 8, MPI_BYTE, rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank < 3) {
      MPI_Send(out, 8, MPI_BYTE, rank + 1, 7, MPI_COMM_WORLD);
    }
  }
)"));
}

// 24 bytes on 4 ranks are 6 for each, or 8 for all others.
TEST(Emit, ElementsTellWhetherACollectiveCallIsInPlace) {
  const std::string call =
      "kind=collective bytes=24 received=24 op=allreduce root=none count=1 datatype=0\n";
  const Trace trace = parsed(4, "site 0 MPI_Allreduce 0\nevent 0 " + call);
  EXPECT_THAT(generated(trace),
              HasSubstr("MPI_Allreduce(MPI_IN_PLACE, in, 1, MPI_DOUBLE, MPI_SUM"));
  EXPECT_THAT(generated(trace, {Language::Conceptual, Computation::Loop, true}),
              HasSubstr("REDUCE 1 DOUBLEWORD TO ALL TASKS"));
}

// In the middle of a scan in place, as many bytes are moved as by half a block with the own one.
TEST(Emit, AllRanksOfAScanHaveOneBlock) {
  for (const auto& [elements, arguments] :
       {std::pair{"count=4 datatype=0", "4, MPI_DOUBLE, MPI_SUM"}, {"", "32, MPI_BYTE, MPI_BOR"}}) {
    const Trace trace = parsed(3,
                               "site 0 MPI_Scan 0\nevent 0 kind=collective bytes=64<0 0>32<0 1>0 "
                               "received=0<0 0>32<0 1>64 op=scan root=none " +
                                   std::string(elements) + "\n");
    EXPECT_THAT(generated(trace),
                HasSubstr("MPI_Scan(MPI_IN_PLACE, in, " + std::string(arguments)));
  }
}

// The row of rank 1, whose tag is the same in all passes, would end after three of its twelve.
TEST(Emit, TablesHaveNoRowsForRanksWithMorePasses) {
  const std::string text = generated(
      parsed(2,
             "site 0 MPI_Send 0\nevent 0 loop=(1,3<0 0>12) kind=send peer=1 tag=[5 9 6]<0 0>7 "
             "bytes=8\n"));
  EXPECT_THAT(text, HasSubstr("for (int i = 0; i < (rank == 0 ? 3 : 12); ++i)"));
  EXPECT_THAT(text, HasSubstr("(applies[part] ? tags[part] : tags_2[part][i])"));
}

// The first round tests twice what is there, and the second looks twice and tests once.
TEST(Emit, TestsInVainAreLeftOutWhereNoLoopMakesThem) {
  const auto made =
      generate(parsed(1,
                      "site 0 MPI_Barrier 0\nevent 0 loop=(3,2) kind=collective op=barrier "
                      "root=none bytes=0 received=0\n"
                      "site 1 MPI_Iprobe 0\nevent 1 x=4 loop=([2 1],2) actions=0\n"
                      "site 2 MPI_Test 0\nevent 2 x=3 actions=0\n"),
               {});
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_THAT(phases(made->text), HasSubstr("  // Phase 1: 2 times MPI_Barrier.\n"
                                            "  for (int i = 0; i < 2; ++i) {\n"
                                            "    MPI_Barrier(MPI_COMM_WORLD);\n  }\n"));
  EXPECT_THAT(made->warnings,
              testing::ElementsAre(
                  "Tests that found nothing ready are left out, as no loop makes as many as the "
                  "traced run did (7 calls)."));
}

TEST(Emit, CallsToNobodyAreMade) {
  EXPECT_THAT(phases(generated(parsed(2,
                                      "site 0 MPI_Send 0\nevent 0 actions=1<0 0>0 kind=send peer=1 "
                                      "tag=1 bytes=8\nsite 1 MPI_Recv 0\nevent 1 actions=0<0 0>1 "
                                      "kind=receive peer=1 posted-peer=1 tag=1 posted-tag=1 "
                                      "bytes=8\n"))),
              HasSubstr("    MPI_Send(out, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);\n"));
}

TEST(Emit, ComputationIsMadeOrNot) {
  const Trace trace = parsed(
      2,
      "site 0 MPI_Barrier 0\nevent 0 kind=collective bytes=0 received=0 op=barrier root=none\n"
      "after - 5000*2 100*2\n");
  EXPECT_THAT(generated(trace), HasSubstr("  compute(5000);\n  MPI_Barrier(MPI_COMM_WORLD);\n"));
  EXPECT_THAT(generated(trace, {Language::C, Computation::None, true}), Not(HasSubstr("compute(")));
  EXPECT_THAT(generated(trace, {Language::C, Computation::Sleep, true}), HasSubstr("nanosleep"));
}

TEST(Emit, CommunicatorsAreMadeAtTheBeginning) {
  const std::string text =
      generated(parsed(4,
                       "site 0 MPI_Comm_split 0\nevent 0\n"
                       "site 1 MPI_Alltoall 0\nevent 1 kind=collective comm=1 bytes=16 received=16 "
                       "op=alltoall root=none\n",
                       "comm 1 row [0 1]\ncomm 2 row [2 3]\n"));
  EXPECT_THAT(text, HasSubstr("  make_comm(1, rank / 2, rank);\n"));
  EXPECT_THAT(text, HasSubstr("  MPI_Alltoall(out, 8, MPI_BYTE, in, 8, MPI_BYTE, comm[1]);\n"));
  EXPECT_THAT(text, HasSubstr("// MPI_Comm_split is left out: communicators are made at the "
                              "beginning (1 place).\n"));
}

TEST(Emit, ReceivesFromAnySourceGetOne) {
  EXPECT_THAT(
      generated(parsed(3,
                       "site 0 MPI_Recv 0\nevent 0 <0 0> loop=(1,2) kind=receive peer=[2 1] "
                       "posted-peer=any tag=1 posted-tag=1 bytes=8\n"
                       "site 1 MPI_Send 0\nevent 1 <1 1 2 1> x=1 kind=send peer=2<0 1>1 tag=1 "
                       "bytes=8\n")),
      HasSubstr("MPI_Recv(in, 8, MPI_BYTE, 2 - i, 1, MPI_COMM_WORLD"));
}

// A loop whose iterations have other lengths is no loop of a program: the calls are folded again.
TEST(Emit, IterationsOfSeveralLengthsAreOtherLoops) {
  EXPECT_THAT(phases(generated(parsed(1,
                                      "site 0 MPI_Barrier 0\nevent 0 loop=(2,2) loop=([1 2],2) "
                                      "kind=collective op=barrier root=none bytes=0 received=0\n"
                                      "site 1 MPI_Allreduce 0\nevent 1 x=3 kind=collective "
                                      "op=allreduce root=none bytes=8 received=8\n"))),
              AllOf(HasSubstr("Phase 1: 2 times MPI_Barrier.\n"),
                    HasSubstr("Phase 2: 2 times MPI_Allreduce, MPI_Barrier.\n"),
                    HasSubstr("Phase 3: MPI_Allreduce.\n")));
}

std::string in_conceptual(const std::string& op, const std::string& bytes) {
  const std::string text = generated(
      parsed(4, "site 0 MPI_Allreduce 0\nevent 0 kind=collective op=" + op + " " + bytes + "\n"),
      {Language::Conceptual, Computation::Loop, true});
  const std::size_t at = text.find("# Phase 1");
  return at == std::string::npos ? text : text.substr(text.find('\n', at) + 1);
}

TEST(Emit, CollectiveOperationsAreReplacedInConceptual) {
  const std::string equal = "bytes=64 received=64 root=none";
  EXPECT_EQ(in_conceptual("barrier", "bytes=0 received=0 root=none"), "ALL TASKS SYNCHRONIZE.\n");
  EXPECT_EQ(in_conceptual("bcast", "bytes=0<1 1 3 1>64 received=16 root=0"),
            "TASK 0 MULTICAST A 16 BYTE MESSAGE TO ALL OTHER TASKS.\n");
  EXPECT_EQ(in_conceptual("allreduce", equal), "ALL TASKS REDUCE 2 DOUBLEWORDS TO ALL TASKS.\n");
  EXPECT_EQ(in_conceptual("reduce", "bytes=16 received=64<0 0>0 root=0"),
            "ALL TASKS REDUCE 2 DOUBLEWORDS TO TASK 0.\n");
  EXPECT_EQ(in_conceptual("gather", "bytes=16 received=64<0 0>0 root=0"),
            "ALL TASKS REDUCE 2 DOUBLEWORDS TO TASK 0.\n");
  EXPECT_EQ(in_conceptual("gatherv", "bytes=[8]<0 0>24 received=80<0 0>0 root=0"),
            "ALL TASKS REDUCE 5 INTEGERS TO TASK 0.\n");
  EXPECT_EQ(in_conceptual("scatter", "bytes=64<0 0>0 received=16 root=0"),
            "TASK 0 MULTICAST A 16 BYTE MESSAGE TO ALL OTHER TASKS.\n");
  EXPECT_EQ(in_conceptual("allgather", equal),
            "ALL TASKS REDUCE 2 DOUBLEWORDS TO TASK 0.\n\n"
            "TASK 0 MULTICAST A 64 BYTE MESSAGE TO ALL OTHER TASKS.\n");
  EXPECT_EQ(in_conceptual("alltoall", equal),
            "ALL TASKS MULTICAST A 16 BYTE MESSAGE TO ALL OTHER TASKS.\n");
  EXPECT_EQ(in_conceptual("alltoallv", "bytes=64<0 0>128 received=112 root=none"),
            "ALL TASKS MULTICAST A 28 BYTE MESSAGE TO ALL OTHER TASKS.\n");
  EXPECT_EQ(in_conceptual("reduce-scatter", equal),
            "FOR EACH root IN {0, ..., num_tasks-1}\n"
            "  ALL TASKS REDUCE 2 DOUBLEWORDS TO TASK root.\n");
}

TEST(Formula, DependsOnAsFewLoopsAsPossible) {
  const Nest nest{{0, 2}, {1, 3}};
  EXPECT_TRUE(find_formula({5, 5, 5, 5, 5, 5}, nest).is_constant());
  EXPECT_EQ(find_formula({1, 2, 3, 1, 2, 3}, nest), (Formula{{1, 2, 3}, {{1, 3}}, false, false}));
  EXPECT_EQ(find_formula({1, 1, 1, 2, 2, 2}, nest), (Formula{{1, 2}, {{0, 2}}, false, false}));
  EXPECT_EQ(find_formula({1, 2, 3, 4, 5, 7}, nest),
            (Formula{{1, 2, 3, 4, 5, 7}, {{0, 2}, {1, 3}}, false, false}));
  EXPECT_EQ(find_formula({1, 2, 1, 2}, {{0, 4}}), (Formula{{1, 2}, {{0, 4}}, false, true}));
  EXPECT_EQ(find_formula({1, 2, 1, 2, 1}, {{0, 0}}), (Formula{{1, 2, 1, 2, 1}, {}, true, false}));
}

TEST(RankText, ConditionsHoldForTheRanksOfASetAlone) {
  const Words words{" && ", " || ", " == ", " != ", " % "};
  const auto text = [&](const std::vector<std::uint32_t>& ranks) {
    return condition(RankSet::of_sorted(ranks), 16, words, "rank").value_or("none");
  };
  EXPECT_EQ(text({0}), "rank == 0");
  EXPECT_EQ(text({1, 2}), "rank >= 1 && rank <= 2");
  EXPECT_EQ(text({0, 4, 8, 12}), "rank % 4 == 0");
  EXPECT_EQ(text({5, 6, 9, 10}),
            "rank % 4 >= 1 && rank % 4 <= 2 && rank / 4 >= 1 && rank / 4 <= 2");
  EXPECT_EQ(text({0, 15}), "rank % 15 == 0");
  EXPECT_EQ(text({0, 2, 3, 7, 8, 11, 15}), "none");
}

Trace with_windows(const std::string& events) {
  auto trace = compressed::parse_sound_text(
      "tarry-compressed-trace 2\nranks 2\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0..1]\n"
      "site 0 MPI_Init 0\nevent 0\n"
      "site 1 MPI_Win_allocate 0\nevent 1 kind=make-window size=800 unit=8\n" +
          events + "end\n",
      "test");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : Trace{};
}

// A trace that was made of an event trace does not know displacements.
TEST(Emit, OneSidedCommunicationIsLeftOutIfNotAllOfItIsKnown) {
  const auto made = generate(
      with_windows("site 2 MPI_Put 0\nevent 2 kind=access target=1 at=? bytes=8 received=0\n"
                   "site 3 MPI_Barrier 0\nevent 3 kind=collective op=barrier root=none bytes=0 "
                   "received=0\nsite 4 MPI_Finalize 0\nevent 4\n"),
      {Language::Conceptual, Computation::None, true});
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_THAT(made->text, HasSubstr("SYNCHRONIZE"));
  EXPECT_THAT(made->warnings, testing::Contains(HasSubstr("MPI_Win_allocate is left out")));
}

TEST(Emit, WindowsAreMadeAgain) {
  EXPECT_EQ(phases(generated(with_windows(
                "site 2 MPI_Win_fence 0\nevent 2 kind=synchronize target=all mode=8\n"
                "site 3 MPI_Put 0\nevent 3 kind=access target=1 at=0 bytes=8 received=0\n"
                "site 4 MPI_Win_start 0\nevent 4 kind=synchronize target=1\n"
                "site 5 MPI_Win_free 0\nevent 5 kind=free-window\n"))),
            R"(  // Phase 1: MPI_Win_allocate, MPI_Win_fence, MPI_Put, MPI_Win_start, MPI_Win_free.
  new_window(0);
  MPI_Win_allocate(800, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &newest_window()->given,
      &newest_window()->handle);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window(0));
  MPI_Put(out, 8, MPI_BYTE, (rank + 1) % size, 0, 8, MPI_BYTE, window(0));
  choose(window(0), 1, (const int[]){(rank + 1) % size});
  MPI_Win_start(chosen, 0, window(0));
  free_chosen();
  free_window(0);

  MPI_Finalize();
  return 0;
}
)");
}

TEST(Emit, OperationsOnFilesAreMadeAgain) {
  auto trace = compressed::parse_sound_text(
      "tarry-compressed-trace 3\nranks 2\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0..1]\n"
      "site 0 MPI_Init 0\nevent 0\n"
      "site 1 MPI_File_open 0\nevent 1 kind=open-file size=0 mode=6 name=0\n"
      "site 2 MPI_File_iwrite 0\nevent 2 kind=start-transfer bytes=8 received=0\n"
      "site 3 MPI_Wait 0\nevent 3 kind=access-done request=0\n"
      "site 4 MPI_Barrier 0\nevent 4 kind=collective op=barrier root=none bytes=0 received=0\n"
      "site 5 MPI_Finalize 0\nevent 5\nend\n",
      "test");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  const auto made = generate(*trace, {});
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_THAT(made->text,
              HasSubstr("  check(MPI_File_open(MPI_COMM_WORLD, path(0), MPI_MODE_WRONLY | "
                        "MPI_MODE_CREATE, MPI_INFO_NULL,"));
  EXPECT_THAT(made->text,
              HasSubstr("  MPI_File_iwrite(file(0), out, 8, MPI_BYTE, opened_access());\n"
                        "  take_access(0);\n  MPI_Wait(taken(), MPI_STATUS_IGNORE);\n"));
}

TEST(Emit, WaitsForAccessesThatAreNotKnownAreRefused) {
  const auto made =
      generate(with_windows("site 2 MPI_Rput 0\nevent 2 kind=start-access target=1 at=? bytes=8 "
                            "received=0\nsite 3 MPI_Wait 0\nevent 3 kind=access-done request=0\n"),
               {Language::Conceptual, Computation::None, true});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message(),
            "MPI_Wait completes one-sided communication with a request, which is not generated");
}

}  // namespace
}  // namespace tarry::emit
