// SPDX-License-Identifier: BSD-3-Clause
#include "score/estimate.h"

#include <gtest/gtest.h>

#include "model/counter_metrics.h"
#include "score/otf2_bytes.h"
#include "score/sample_run.h"

namespace tarry::score {
namespace {

TEST(Otf2Bytes, NumbersLoseTheirLeadingZeros) {
  EXPECT_EQ(number_bytes(0), 1);
  EXPECT_EQ(number_bytes(1), 2);
  EXPECT_EQ(number_bytes(255), 2);
  EXPECT_EQ(number_bytes(256), 3);
  EXPECT_EQ(number_bytes(1e30), 9);
}

TEST(Otf2Bytes, MeansAreThoseOfAllNumbersBelow) {
  EXPECT_EQ(mean_number_bytes(0), 1);
  EXPECT_EQ(mean_number_bytes(1), 1);
  EXPECT_EQ(mean_number_bytes(2), 1.5);
  double sum = 0;
  for (int n = 0; n < 1000; ++n) sum += number_bytes(n);
  EXPECT_DOUBLE_EQ(mean_number_bytes(1000), sum / 1000);
}

class EstimateTest : public testing::Test {
 protected:
  [[nodiscard]] Estimate of(const std::vector<bool>& excluded) const {
    return Estimator(cube, regions).of(excluded);
  }

  model::SeverityCube cube = sample_run();
  std::vector<CubeRegion> regions = regions_of(cube);
  std::vector<bool> none = std::vector<bool>(regions.size());
};

// An enter and a leave take 9 bytes for the time stamp, 1 for the kind, and 1 for the region if it
// is the most frequent one, otherwise 2.
TEST_F(EstimateTest, FunctionsAreEntersAndLeaves) {
  const Estimate made = of(none);
  EXPECT_EQ(made.regions[kTiny].whole.trace, 5000 * 2 * 11);
  EXPECT_EQ(made.regions[kTiny].largest.trace, 4000 * 2 * 11);
  EXPECT_EQ(made.regions[kSmall].whole.trace, 1500 * 2 * 12);
  EXPECT_EQ(made.regions[kTiny].whole.log, 5000 * 32);
  EXPECT_EQ(made.regions[kTiny].largest.log, 4000 * 32);
}

// The record of a message has kind, length, sender (1 or 2 bytes), communicator (1), tag (2), size
// (2).
TEST_F(EstimateTest, MessagesHaveARecord) {
  const Estimate made = of(none);
  EXPECT_DOUBLE_EQ(made.regions[kRecv].whole.trace, 30 * (2 * 12 + 2 + 1.5 + 1 + 2 + 2));
  EXPECT_EQ(made.regions[kRecv].whole.log, 30 * (32 + 32));
  EXPECT_EQ(made.regions[kSolve].whole.trace, 30 * 2 * 12);
}

// An attribute has kind, length, number of attributes (2), name (2), type and value (2).
TEST_F(EstimateTest, VisitsThatShareRecordsTakeNone) {
  cube.set_row(model::find_metric("joined_visits"), model::CallPathId{kRecv}, {0, 15, 0});
  const RegionBytes recv = of(none).regions[kRecv];
  EXPECT_DOUBLE_EQ(recv.whole.trace, (10 + 5) * 2 * 12 + 5 * 9 + 30 * (2 + 1.5 + 1 + 2 + 2));
  EXPECT_EQ(recv.whole.log, (10 + 5) * 32 + 30 * 32);
}

// Two calls share a split operation.
TEST_F(EstimateTest, OperationsOnFilesHaveTwoRecords) {
  const std::size_t first = cube.callpaths.size();
  for (const char* name : {"MPI_File_write_all", "MPI_File_read_all_end", "MPI_File_open",
                           "MPI_File_sync", "MPI_File_set_size"}) {
    cube.callpaths.push_back({model::CallPathId{kMain}, name, "", 0, "file_io", "mpi"});
    const auto path = static_cast<std::uint32_t>(cube.callpaths.size() - 1);
    cube.set_row(model::find_metric("visits"), model::CallPathId{path}, {10, 0, 0});
  }
  regions = regions_of(cube);
  const Estimate made = of(std::vector<bool>(regions.size()));
  const double expected[] = {32 + 64, 32 + 32, 32 + 16, 32 + 64, 32};
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(made.regions[first + i].whole.log, 10 * expected[i]) << regions[first + i].name;
}

// The begin has kind and length; the end also has operation, communicator, no root and two empty
// sizes.
TEST_F(EstimateTest, CollectivesHaveTwoRecords) {
  EXPECT_EQ(of(none).regions[kBarrier].whole.trace, 2 * (2 * 12 + 2 + 2 + 5));
  EXPECT_EQ(of(none).regions[kBarrier].whole.log, 2 * (32 + 16 + 48));
}

// The flushes belong to the run that was scored.
TEST_F(EstimateTest, FlushesOfBuffersTakeNothing) {
  cube.callpaths[kSmall].region = "TRACE BUFFER FLUSH";
  regions = regions_of(cube);
  EXPECT_EQ(of(none).regions[kSmall].whole.trace, 0);
  EXPECT_EQ(of(none).regions[kTiny].whole.trace, 5000 * 2 * 11);
}

TEST_F(EstimateTest, WithoutCountsOfMessagesVisitsCount) {
  cube.leave_out({cube.find("comms"), cube.find("syncs"), cube.find("bytes")});
  EXPECT_DOUBLE_EQ(of(none).regions[kRecv].whole.trace, 30 * (2 * 12 + 2 + 1.5 + 1 + 2 + 1));
}

// Each enter and leave has a record with kind, length, set, number, and a type and a number for
// each counter. Counters of a process have a record of their own at its initial thread.
TEST_F(EstimateTest, ReadingsOfCountersAreRecords) {
  const double without = of(none).regions[kTiny].whole.trace;
  const double log_without = of(none).regions[kTiny].whole.log;
  for (const char* id : {"page-faults", "process:ru_utime"}) {
    cube.metrics.emplace_back().id = id;
    cube.set(cube.find(id), model::CallPathId{kMain}, model::LocationIndex{1}, 3e-6);
  }
  cube.experiment.attributes[model::kCountersRead] =
      "page-faults=1e-06 process:ru_utime=1e-06 no=1";
  const double value = (1 + 2 + 2 + 2) / 4.0;  // for the values 0, 1, 2 and 3
  const double of_thread = 2 + 1 + 1 + 1, of_process = 2 + 2 + 1 + 1;
  const Estimate made = of(none);
  EXPECT_DOUBLE_EQ(made.regions[kTiny].whole.trace - without,
                   2000 * (of_thread + 1 + of_process + 1) +
                       4000 * (of_thread + value + of_process + value) + 4000 * (of_thread + 1));
  EXPECT_DOUBLE_EQ(made.regions[kTiny].whole.log - log_without, 2 * 32 * (3000 * 2 + 2000));
}

TEST_F(EstimateTest, ProcessesAreSumsOfTheirLocations) {
  const Estimate made = of(none);
  ASSERT_EQ(made.processes.size(), 2u);
  EXPECT_GT(made.processes[1].trace, made.processes[0].trace);
  EXPECT_EQ(made.largest_process().trace, made.processes[1].trace);
  EXPECT_DOUBLE_EQ(made.trace_bytes(),
                   made.processes[0].trace + made.processes[1].trace + made.definitions);
}

// Another region becomes the most frequent one.
TEST_F(EstimateTest, ExcludedRegionsTakeNothing) {
  std::vector<bool> excluded = none;
  excluded[kTiny] = true;
  const Estimate made = of(excluded);
  EXPECT_EQ(made.regions[kTiny].whole.trace, 0);
  EXPECT_EQ(made.regions[kSmall].whole.trace, 1500 * 2 * 11);
  EXPECT_LT(made.definitions, of(none).definitions);
}

TEST(Estimate, NoLocationsMakeNoProcesses) {
  const std::vector<CubeRegion> none;
  EXPECT_EQ(Estimator(model::SeverityCube{}, none).of({}).processes.size(), 0u);
}

}  // namespace
}  // namespace tarry::score
