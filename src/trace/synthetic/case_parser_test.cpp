// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/case_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "trace/synthetic/memory_source.h"

namespace tarry::trace::synthetic {
namespace {

using Kind = Event::Kind;

Case parsed(const std::string& text) {
  auto result = parse_case(text, "test.case");
  EXPECT_TRUE(result.ok()) << result.error().message();
  return result.ok() ? std::move(*result) : Case{};
}

std::string message_of(const std::string& text) {
  const auto result = parse_case(text, "test.case");
  return result.ok() ? "no error" : result.error().message();
}

// Returns "kind@time kind@time ..." of one location.
std::string order(const std::vector<Event>& events) {
  static const char* const kNames[] = {
      "enter",    "leave",          "program_begin", "program_end", "send",
      "isend",    "isend_complete", "irecv_request", "recv",        "irecv",
      "test",     "cancelled",      "begin",         "end",         "initiate",
      "complete", "thread_begin",   "thread_end",    "flush",       "off",
      "on"};
  std::string text;
  for (const Event& event : events) {
    if (!text.empty()) text += ' ';
    text +=
        std::string(kNames[static_cast<int>(event.kind)]) + '@' + std::to_string(event.time.count);
  }
  return text;
}

TEST(CaseParser, PutsImpliedRecordsAtEnterAndLeave) {
  const Case made = parsed(
      "ranks 2\n"
      "0: main 0..10 { MPI_Send 1..2.5 to=1 tag=5 bytes=8 }\n"
      "1: main 0..10 { MPI_Recv 1..3.6 from=0 tag=5 bytes=8 at=3.5 }\n");
  ASSERT_EQ(made.timelines.size(), 2u);
  EXPECT_EQ(order(made.timelines[0]), "enter@0 enter@1000 send@1000 leave@2500 leave@10000");
  EXPECT_EQ(order(made.timelines[1]), "enter@0 enter@1000 recv@3500 leave@3600 leave@10000");
  const model::MessageRecord& sent = made.timelines[0][2].message;
  EXPECT_EQ(sent.peer, model::CommRank{1});
  EXPECT_EQ(sent.tag, 5u);
  EXPECT_EQ(sent.bytes, 8u);
  EXPECT_FALSE(sent.request.valid());
  EXPECT_EQ(made.definitions.clock.ticks_per_second, 1000u);
  EXPECT_EQ(made.definitions.clock.length, 10000u);
}

TEST(CaseParser, CompletesRequestsWithWhatWasRemembered) {
  const Case made = parsed(
      "ranks 2\nresolution 1\n"
      "0: MPI_Isend 1..2 to=1 req=7 bytes=4 MPI_Irecv 2..3 from=1 req=8 bytes=9 tag=3\n"
      "   MPI_Waitall 5..9 complete=8,7\n");
  EXPECT_EQ(order(made.timelines[0]),
            "enter@1 isend@1 leave@2 enter@2 irecv_request@3 leave@3 "
            "enter@5 irecv@9 isend_complete@9 leave@9");
  EXPECT_EQ(made.timelines[0][7].message.bytes, 9u);
  EXPECT_EQ(made.timelines[0][7].message.request, model::RequestId{8});
  EXPECT_EQ(made.timelines[0][8].request, model::RequestId{7});
  EXPECT_TRUE(made.timelines[1].empty());
}

TEST(CaseParser, CollectivesHaveBeginAndEnd) {
  const Case made = parsed(
      "ranks 2\nresolution 10\ncomm half 1,0\n"
      "0: MPI_Reduce 1..8 comm=half root=1 bytes=8/0 begin=1.5 end=7\n"
      "1: MPI_Barrier 1..2 begin=none MPI_Iallreduce 3..4 bytes=8/9 req=2 MPI_Wait 5..6 "
      "complete=2\n");
  EXPECT_EQ(order(made.timelines[0]), "enter@10 begin@15 end@70 leave@80");
  const model::CollectiveRecord& record = made.timelines[0][2].collective;
  EXPECT_EQ(record.op, model::CollectiveOp::Reduce);
  EXPECT_EQ(record.root, model::CommRank{1});
  EXPECT_EQ(record.bytes_sent, 8u);
  EXPECT_EQ(made.definitions.communicators[record.comm.index()].members[0], model::Rank{1});
  EXPECT_EQ(order(made.timelines[1]),
            "enter@10 end@20 leave@20 enter@30 initiate@30 leave@40 enter@50 complete@60 leave@60");
  EXPECT_EQ(made.timelines[1][7].collective.bytes_received, 9u);
}

TEST(CaseParser, NestsRegionsRecordsAndHoles) {
  const Case made = parsed(
      "ranks 1\nresolution 1\n"
      "0: program app 0..20 {\n"
      "     main 1..? {\n"
      "       MPI_Sendrecv 2..9 { send@2 to=0 recv@8 from=0 flush 3..5 }\n"
      "       off@10 on@12 leave@13 odd } }\n"
      "0.1: thread 4..6 { \"my work\" 4..6 }\n");
  EXPECT_EQ(order(made.timelines[0]),
            "program_begin@0 enter@1 enter@2 send@2 flush@3 recv@8 leave@9 off@10 on@12 leave@13 "
            "program_end@20");
  EXPECT_EQ(made.timelines[0][4].stop, Ticks{5});
  EXPECT_EQ(order(made.timelines[1]), "thread_begin@4 enter@4 leave@6 thread_end@6");
  EXPECT_EQ(made.definitions.locations[1].trace_id, std::uint64_t{1} << 32);
  EXPECT_EQ(made.definitions.program, "app");
}

TEST(CaseParser, OneLabelForSeveralLocationsAndExpectations) {
  const Case made = parsed(
      "ranks 3\n"
      "0,2: main 0..1\n"
      "expect time rank=0,2 path=main value=1.5\n"
      "expect-none mpi mpi_io\nexpect-anomaly \"without a send\" 2\n");
  EXPECT_EQ(order(made.timelines[2]), "enter@0 leave@1000");
  ASSERT_EQ(made.expectations.size(), 5u);
  EXPECT_EQ(made.expectations[1].rank, model::Rank{2});
  EXPECT_EQ(made.expectations[1].value, 1.5);
  EXPECT_EQ(made.expectations[1].line, 3u);
  EXPECT_EQ(made.expectations[4].text, "without a send");
}

TEST(CaseParser, RegionsGetRolesByNameUnlessToldOtherwise) {
  const Case made = parsed(
      "ranks 1\nregion MPI_Recv role=function paradigm=unknown\n"
      "0: MPI_Recv 0..1 MPI_Scan 1..2 bytes=1/1 work 2..3\n");
  const auto& regions = made.definitions.regions;
  EXPECT_EQ(regions[0].role, model::RegionRole::Function);
  EXPECT_EQ(regions[0].paradigm, model::Paradigm::Unknown);
  EXPECT_EQ(regions[1].role, model::RegionRole::CollectiveOther);
  EXPECT_EQ(regions[2].paradigm, model::Paradigm::Compiler);
}

TEST(CaseParser, KnowsTheNamesOfAllRolesAndParadigms) {
  const Case made = parsed(
      "ranks 1\nregion device role=allocate paradigm=kokkos\n"
      "region open role=file_io_metadata paradigm=none\n0: device 0..1 open 1..2\n");
  const auto& regions = made.definitions.regions;
  EXPECT_EQ(regions[0].role, model::RegionRole::Allocate);
  EXPECT_EQ(regions[0].paradigm, model::Paradigm::Kokkos);
  EXPECT_EQ(regions[1].role, model::RegionRole::FileIoMetadata);
  EXPECT_EQ(regions[1].paradigm, model::Paradigm::None);
}

TEST(CaseParser, SaysWhereACaseIsMalformed) {
  EXPECT_EQ(message_of("0: main 0..1\n"), "a case begins with 'ranks N': test.case:1:1");
  EXPECT_EQ(message_of("ranks 1\n0: main 5..1\n"), "the end is before the begin: test.case:2:9");
  EXPECT_EQ(message_of("ranks 1\n0: main 0..1 { a 0..2 }\n"),
            "something inside ends after it: test.case:2:4");
  EXPECT_EQ(message_of("ranks 1\n0: main 0..9 { a 0..2 b 1..3 }\n"),
            "items overlap or are not in order of time: test.case:2:4");
  EXPECT_EQ(message_of("ranks 1\n0: MPI_Send 0..1 to=0 tagg=3\n"),
            "'tagg' means nothing at this region or record: test.case:2:18");
  EXPECT_EQ(message_of("ranks 1\n0: MPI_Wait 0..1 complete=3\n"),
            "request 3 was not made before: test.case:2:18");
  EXPECT_EQ(message_of("ranks 2\n0: MPI_Send 0..1 to=2\n"),
            "communicator 'MPI_COMM_WORLD' has no rank 2: test.case:2:18");
  EXPECT_EQ(message_of("ranks 1\n0: MPI_Bcast 0..1 bytes=1/1\n"),
            "rooted operations need root=, others have none: test.case:2:19");
  EXPECT_EQ(message_of("ranks 1\n0: main 0.0001..1\n"),
            "'0.0001..1' is not begin..end in whole ticks: test.case:2:9");
  EXPECT_EQ(message_of("ranks 1\nexpect no_metric rank=0 path=a value=1\n"),
            "there is no metric 'no_metric': test.case:2:8");
  EXPECT_EQ(message_of("ranks 1\n0: main 0..1 {\n"), "a closing brace is missing: test.case:3:1");
  EXPECT_EQ(message_of("ranks 1\n0: main 0..1 }\n"),
            "expected a region or a record: test.case:2:14");
}

// Counts the calls: every kind of event reaches its callback.
TEST(MemorySource, DeliversEveryEvent) {
  struct Counter : model::EventHandler {
    int calls = 0;
    void enter(base::Ticks, model::RegionId) override { ++calls; }
    void leave(base::Ticks, model::RegionId) override { ++calls; }
    void mpi_irecv(base::Ticks, const model::MessageRecord&) override { calls += 10; }
    void measurement_on_off(base::Ticks, bool on) override { calls += on ? 100 : 1000; }
  };
  Case made = parsed(
      "ranks 1\n0: main 0..9 { MPI_Irecv 1..2 from=0 req=1 MPI_Wait 3..4 complete=1 off@5 on@6 "
      "}\n");
  MemorySource source(std::move(made.definitions), std::move(made.timelines));
  Counter counter;
  model::Anomalies anomalies;
  ASSERT_TRUE(source.read(model::LocationIndex{0}, counter, anomalies).ok());
  EXPECT_EQ(counter.calls, 6 + 10 + 100 + 1000);
}

}  // namespace
}  // namespace tarry::trace::synthetic
