// SPDX-License-Identifier: BSD-3-Clause
// The writer writes through the OTF2 library; the reader must deliver the same by its own decoder.
#include <array>
#include <bit>
#include <cstdio>
#include <thread>

#include "base/temporary_directory.h"
#include "model/thread_names.h"
#include "trace/otf2/archive_test_support.h"

namespace tarry::trace::otf2::test {
namespace {

using model::CollectiveOp;
using model::CommId;
using model::CommRank;
using model::Rank;
using model::RegionId;
using model::RequestId;

constexpr auto kSigned = model::CounterType::Int64;
constexpr auto kHalf = std::bit_cast<std::uint64_t>(0.5);

void write_every_kind(LocationWriter& to) {
  const RegionId f{0};
  const CommId world{0};
  const CommId inter{2};
  to.program_begin({100}, RegionId{});
  to.enter({100}, f);
  to.mpi_send({101}, {CommRank{1}, world, 7, 800, {}});
  to.mpi_isend({102}, {CommRank{1}, CommId{0}, 0xFFFFFFFEu, 0, RequestId{70000}});
  to.mpi_isend_complete({103}, RequestId{70000});
  to.mpi_irecv_request({104}, RequestId{1});
  to.mpi_recv({105}, {CommRank{0}, CommId{1}, 3, std::uint64_t{1} << 40, {}});
  to.mpi_irecv({106}, {CommRank{0}, inter, 3, 5, RequestId{1}});
  to.mpi_request_test({107}, RequestId{2});
  to.mpi_request_cancelled({108}, RequestId{3});
  to.collective_begin({109});
  to.collective_end({110}, {CollectiveOp::Allreduce, world, model::kRootNone, 8, 16, {}});
  to.collective_end({111}, {CollectiveOp::Bcast, inter, model::kRootSelf, 8, 0, {}});
  to.nonblocking_collective_request({112}, RequestId{4});
  to.nonblocking_collective_complete(
      {113}, {CollectiveOp::Gather, world, CommRank{1}, 1, 2, RequestId{4}});
  to.collective_end({113}, {CollectiveOp::NeighborAlltoallw, world, model::kRootNone, 3, 4, {}});
  to.nonblocking_collective_complete(
      {113}, {CollectiveOp::NeighborAllgather, world, model::kRootNone, 5, 6, RequestId{4}});
  to.collective_end({113}, {CollectiveOp::Alltoall, world, model::kRootNone, 3, 4, {}});
  to.thread_begin({114}, 7);
  to.thread_end({115}, 7);
  to.thread_created({115}, 8);
  to.thread_waited({115}, 1u << 20);
  to.counters_read({115}, model::CounterSetId{0},
                   std::array<model::CounterValue, 2>{
                       {{7, model::CounterType::UInt64}, {~std::uint64_t{0}, kSigned}}});
  to.counters_read({115}, model::CounterSetId{1},
                   std::array<model::CounterValue, 1>{{{kHalf, model::CounterType::Double}}});
  to.buffer_flush({116}, {120});
  to.measurement_on_off({121}, false);
  to.measurement_on_off({122}, true);
  to.enter({122}, f);
  to.joined_calls({123}, std::uint64_t{1} << 33);
  to.leave({123}, f);
  to.leave({123}, f);
  to.program_end({124}, RegionId{});
}

const std::vector<std::string> kEveryKind = {
    "100 program_begin app",
    "100 enter f",
    "101 send 1 MPI_COMM_WORLD 7 800",
    "102 isend 1 MPI_COMM_WORLD 4294967294 0 #70000",
    "103 isend_complete #70000",
    "104 irecv_request #1",
    "105 recv 0 MPI_COMM_SELF 3 1099511627776",
    "106 irecv 0 inter 3 5 #1",
    "107 test #2",
    "108 cancelled #3",
    "109 collective_begin",
    "110 collective_end op11 root 4294967295 MPI_COMM_WORLD 0 8 16",
    "111 collective_end op1 root 4294967294 inter 0 8 0",
    "112 collective_request #4",
    "113 collective_complete op2 root 1 MPI_COMM_WORLD 0 1 #4 2",
    "113 collective_end op27 root 4294967295 MPI_COMM_WORLD 0 3 4",
    "113 collective_complete op23 root 4294967295 MPI_COMM_WORLD 0 5 #4 6",
    "113 collective_end op8 root 4294967295 MPI_COMM_WORLD 0 3 4",
    "114 thread_begin 7",
    "115 thread_end 7",
    "115 thread_created 8",
    "115 thread_waited 1048576",
    "115 counters PAPI_TOT_INS balance 4:7 8:18446744073709551615",
    "115 counters energy 10:4602678819172646912",
    "116 flush 120",
    "121 off",
    "122 on",
    "122 enter f",
    "123 more 8589934592",
    "123 leave f",
    "123 leave f",
    "124 program_end app",
};

model::Definitions rich_definitions() {
  model::Definitions definitions = small_definitions(3);
  definitions.program = "/opt/bin/app";
  definitions.hosts = {"node1", "node2"};
  definitions.locations[2].host = 1;
  definitions.clock = {1000, 100, 24, 1'700'000'000'000'000'000};
  model::Region region;
  region.name = "f";
  region.canonical = "_Z1fv";
  region.file = "f.cpp";
  region.begin_line = 3;
  region.end_line = 9;
  region.role = model::RegionRole::Function;
  region.paradigm = model::Paradigm::Compiler;
  definitions.regions = {region, region_named("g")};
  model::Communicator inter;
  inter.name = "inter";
  inter.members = {Rank{0}};
  inter.remote_members = {Rank{2}, Rank{1}};
  inter.is_inter = true;
  definitions.communicators.push_back(inter);
  definitions.counters.resize(3);
  definitions.counters[0].name = "PAPI_TOT_INS";
  definitions.counters[0].description = "Instructions completed";
  definitions.counters[0].unit = "#";
  definitions.counters[0].origin = model::CounterOrigin::Papi;
  definitions.counters[1].name = "balance";
  definitions.counters[1].type = kSigned;
  definitions.counters[1].mode = model::CounterMode::AccumulatedLast;
  definitions.counters[2].name = "energy";
  definitions.counters[2].unit = "J";
  definitions.counters[2].type = model::CounterType::Double;
  definitions.counters[2].has_binary_base = true;
  definitions.counters[2].exponent = -3;
  definitions.counter_sets = {
      {{model::CounterId{0}, model::CounterId{1}}, model::CounterOccurrence::EveryEnterAndLeave},
      {{model::CounterId{2}}, model::CounterOccurrence::Anywhere}};
  return definitions;
}

void write_rich_archive(const fs::path& directory) {
  auto archive = ArchiveWriter::create(directory);
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = rich_definitions();
  for (model::Location& location : definitions.locations)
    write_location(**archive, location, {}, write_every_kind);
  write_definitions(**archive, definitions);
}

TEST(RoundTrip, EveryKindOfEvent) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_rich_archive(directory.path());
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->definition_anomalies().empty());
  EXPECT_EQ(lines_of(*trace, 0), kEveryKind);
  EXPECT_EQ(lines_of(*trace, 2), kEveryKind);
}

void write_one_sided(LocationWriter& to) {
  using model::GroupId;
  using model::WindowId;
  const WindowId halo{1};
  to.enter({100}, RegionId{0});
  to.rma_collective_begin({100});
  to.rma_window_created({101}, halo);
  to.rma_collective_end({101}, {CollectiveOp::CreateHandleAndAllocate, halo});
  to.rma_group_sync({102}, {halo, GroupId{1}});
  to.rma_group_sync({102}, {halo, GroupId{1}, model::kRmaSyncNone});
  to.rma_lock_requested({103}, {halo, {}, 0, false});
  to.rma_lock_acquired({104}, {halo, CommRank{2}, 9, true});
  to.rma_operation({105}, {model::RmaOperation::Kind::Put, 0, halo, CommRank{2}, 80, 0, 7});
  to.rma_operation({106}, {model::RmaOperation::Kind::Get, 0, WindowId{0}, CommRank{0}, 0, 8, 8});
  to.rma_operation({107}, {model::RmaOperation::Kind::Atomic, 3, halo, CommRank{1}, 4, 5, 9});
  to.rma_operation_completed({108}, {model::RmaCompletion::Kind::Blocking, halo, 7});
  to.rma_operation_completed({109}, {model::RmaCompletion::Kind::NonBlocking, halo, 8});
  to.rma_operation_completed({110}, {model::RmaCompletion::Kind::Remote, WindowId{0}, 9});
  to.rma_lock_released({111}, {halo, CommRank{2}, 9, false});
  to.rma_window_destroyed({112}, halo);
  to.leave({113}, RegionId{0});
}

TEST(RoundTrip, EveryProcessHasItsProgram) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = rich_definitions();
  definitions.more_programs = {"/opt/bin/other"};
  for (model::Location& location : definitions.locations)
    write_location(**archive, location, {}, [&](LocationWriter& to) {
      to.is_of_program(location.rank == Rank{2} ? 1 : 0);
      to.program_begin({100}, RegionId{});
      to.program_end({124}, RegionId{});
    });
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->definition_anomalies().empty());
  EXPECT_EQ(trace->definitions().program, "/opt/bin/app");
  EXPECT_EQ(lines_of(*trace, 1),
            (std::vector<std::string>{"100 program_begin app", "124 program_end app"}));
  EXPECT_EQ(lines_of(*trace, 2),
            (std::vector<std::string>{"100 program_begin other", "124 program_end other"}));
}

TEST(RoundTrip, OneSidedCommunication) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = rich_definitions();
  definitions.windows = {{"own", CommId{1}}, {"halo", CommId{0}}};
  definitions.groups = {{Rank{0}}, {Rank{2}, Rank{1}}};
  for (model::Location& location : definitions.locations)
    write_location(**archive, location, {}, write_one_sided);
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->definition_anomalies().empty());
  EXPECT_EQ(lines_of(*trace, 1),
            (std::vector<std::string>{
                "100 enter f", "100 rma_begin", "101 window_created halo", "101 rma_end op21 halo",
                "102 rma_sync halo 2 1 level 3", "102 rma_sync halo 2 1 level 0",
                "103 rma_request halo all", "104 rma_acquire halo 2 exclusive",
                "105 rma_operation 0/0 halo 2 80 0 #7", "106 rma_operation 1/0 own 0 0 8 #8",
                "107 rma_operation 2/3 halo 1 4 5 #9", "108 rma_completed 0 halo #7",
                "109 rma_completed 1 halo #8", "110 rma_completed 2 own #9",
                "111 rma_release halo 2", "112 window_destroyed halo", "113 leave f"}));
}

// The places of ranks in topologies come back, whichever communicator they are written for.
TEST(RoundTrip, CartesianTopologies) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = rich_definitions();
  model::Topology ring{"ring", {{"x", 3, true}}, {}, {}};
  for (std::uint32_t i = 0; i < 3; ++i)
    ASSERT_TRUE(ring.add(model::LocationIndex{i}, std::vector<std::uint32_t>{2 - i}));
  model::Topology plane{"plane", {{"", 1, false}, {"y", 2, true}}, {}, {}};
  ASSERT_TRUE(plane.add(model::LocationIndex{2}, std::vector<std::uint32_t>{0, 1}));
  EXPECT_FALSE(plane.add(model::LocationIndex{1}, std::vector<std::uint32_t>{1, 0}));
  definitions.topologies = {ring, plane};
  for (model::Location& location : definitions.locations)
    write_location(**archive, location, {}, [](LocationWriter&) {});
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(trace->definitions().topologies, definitions.topologies);
}

// Ranks without neighbors have none in the archive; what cannot be neighbors is left out.
TEST(RoundTrip, NeighborsInTopologies) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = rich_definitions();
  model::Communicator line;
  line.members = {Rank{2}, Rank{0}, Rank{1}};
  line.in_neighbors = {{1}, {0, 2}, {}};
  model::Communicator damaged = line;
  damaged.in_neighbors = {{3}, {1}, {1, 0}};  // no member; itself; not ascending
  definitions.communicators.push_back(line);
  definitions.communicators.push_back(damaged);
  for (model::Location& location : definitions.locations)
    write_location(**archive, location, {}, [](LocationWriter&) {});
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  const std::size_t first = rich_definitions().communicators.size();
  const auto& read = trace->definitions().communicators;
  EXPECT_EQ(read.at(0).in_neighbors, std::vector<std::vector<std::uint32_t>>());
  EXPECT_EQ(read.at(first).in_neighbors, line.in_neighbors);
  EXPECT_EQ(read.at(first + 1).in_neighbors, std::vector<std::vector<std::uint32_t>>());
  EXPECT_EQ(trace->definition_anomalies().counts().at(
                "neighbors in process topologies that make no sense (left out)"),
            3u);
}

TEST(RoundTrip, Definitions) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_rich_archive(directory.path());
  const auto trace = open_checked(directory.path() / "traces.otf2");
  ASSERT_NE(trace, nullptr);
  const model::Definitions& read = trace->definitions();
  EXPECT_EQ(read.clock.ticks_per_second, 1000u);
  EXPECT_EQ(read.clock.begin, 100u);
  EXPECT_EQ(read.clock.length, 24u);
  EXPECT_EQ(read.clock.realtime_ns, 1'700'000'000'000'000'000u);
  EXPECT_TRUE(read.has_mpi);
  EXPECT_EQ(read.program, "/opt/bin/app");
  EXPECT_EQ(read.hosts, (std::vector<std::string>{"node1", "node2"}));
  EXPECT_EQ(read.processes, (std::vector<std::string>{"MPI Rank 0", "MPI Rank 1", "MPI Rank 2"}));
  ASSERT_EQ(read.regions.size(), 4u);  // two, the program, and the stand-in for undefined ones
  EXPECT_EQ(read.regions[0].name, "f");
  EXPECT_EQ(read.regions[0].canonical, "_Z1fv");
  EXPECT_EQ(read.regions[0].file, "f.cpp");
  EXPECT_EQ(read.regions[0].begin_line, 3u);
  EXPECT_EQ(read.regions[0].end_line, 9u);
  EXPECT_EQ(read.regions[0].role, model::RegionRole::Function);
  EXPECT_EQ(read.regions[0].paradigm, model::Paradigm::Compiler);
  EXPECT_EQ(read.regions[2].name, "app");
  EXPECT_EQ(read.regions[2].canonical, "/opt/bin/app");
  ASSERT_EQ(read.communicators.size(), 3u);
  EXPECT_EQ(read.communicators[0].members, (std::vector<Rank>{Rank{0}, Rank{1}, Rank{2}}));
  EXPECT_TRUE(read.communicators[1].is_self);
  EXPECT_TRUE(read.communicators[2].is_inter);
  EXPECT_EQ(read.communicators[2].members, (std::vector<Rank>{Rank{0}}));
  EXPECT_EQ(read.communicators[2].remote_members, (std::vector<Rank>{Rank{2}, Rank{1}}));
  const model::Definitions written = rich_definitions();
  EXPECT_EQ(read.counters, written.counters);
  EXPECT_EQ(read.counter_sets, written.counter_sets);
  ASSERT_EQ(read.locations.size(), 3u);
  EXPECT_EQ(read.locations[2].rank, Rank{2});
  EXPECT_EQ(read.locations[2].host, 1u);
  EXPECT_EQ(read.locations[2].event_count, kEveryKind.size() - 1);  // "more" is an attribute
  EXPECT_EQ(read.locations[2].name, model::kMainThread);
}

struct Checksum : model::EventHandler {
  std::uint64_t events = 0;
  std::uint64_t sum = 0;
  void enter(model::Ticks t, RegionId r) override { add(t, r); }
  void leave(model::Ticks t, RegionId r) override { add(t, r); }
  void add(model::Ticks t, RegionId r) {
    ++events;
    sum = sum * 31 + static_cast<std::uint64_t>(t.count) + r.value;
  }
};

// Several threads read files of several chunks at once; each result is the same as alone.
TEST(RoundTrip, SeveralChunksReadConcurrently) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  constexpr std::uint32_t kRanks = 4;
  constexpr std::uint32_t kPairs = 150'000;
  model::Definitions definitions = small_definitions(kRanks);
  for (int i = 0; i < 5; ++i) definitions.regions.push_back(region_named("r"));
  std::vector<Checksum> written(kRanks);
  for (std::uint32_t rank = 0; rank < kRanks; ++rank)
    write_location(**archive, definitions.locations[rank], {}, [&](LocationWriter& to) {
      for (std::uint32_t i = 0; i < kPairs; ++i) {
        const std::int64_t time = std::int64_t{3} * i + rank;
        const RegionId region{(i + rank) % 5};
        to.enter({time}, region);
        to.leave({time + i % 3}, region);
        written[rank].add({time}, region);
        written[rank].add({time + i % 3}, region);
      }
    });
  write_definitions(**archive, definitions);
  ASSERT_GT(fs::file_size(directory.path() / "traces" / "0.evt"), 2u << 20);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  std::vector<Checksum> read(kRanks);
  std::vector<std::size_t> anomalies(kRanks);
  std::vector<std::thread> threads;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank)
    threads.emplace_back([&, rank] {
      model::Anomalies odd;
      if (!trace->read(model::LocationIndex{rank}, read[rank], odd).ok()) odd.add("error");
      anomalies[rank] = odd.counts().size();
    });
  for (std::thread& thread : threads) thread.join();
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    EXPECT_EQ(anomalies[rank], 0u);
    EXPECT_EQ(read[rank].events, 2u * kPairs);
    EXPECT_EQ(read[rank].sum, written[rank].sum);
  }
}

TEST(RoundTrip, Otf2PrintReadsOurArchive) {
  if (std::system("command -v otf2-print > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "otf2-print is not installed";
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_rich_archive(directory.path());
  const fs::path output = directory.path() / "printed.txt";
  const std::string command = "otf2-print " + (directory.path() / "traces.otf2").string() + " > " +
                              output.string() + " 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << read_file(output);
  const std::string printed = read_file(output);
  for (const char* text :
       {"Name: \"/opt/bin/app\"", "Region: \"f\"", "NON_BLOCKING_COLLECTIVE_COMPLETE",
        "MPI_REQUEST_CANCELLED", "BUFFER_FLUSH", "MEASUREMENT_ON_OFF", "PROGRAM_END"})
    EXPECT_NE(printed.find(text), std::string::npos) << text << "\n" << printed;
  EXPECT_EQ(printed.find("INVALID"), std::string::npos) << printed;
}

}  // namespace
}  // namespace tarry::trace::otf2::test
