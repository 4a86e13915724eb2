// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/live/process_compressor.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::compressed {
namespace {

using trace::eventlog::LogBuilder;
using trace::eventlog::RecordKind;
using trace::eventlog::statistic_and_value;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

class ProcessCompressorTest : public testing::Test {
 protected:
  ProcessCompressorTest() {
    std::ofstream(directory.path() / "definitions.tsv") << "tarry-definitions\t2\n"
                                                           "process\t1\t2\t4711\tnode7\n"
                                                           "statistic\t0\tpage faults\tfaults\n"
                                                           "statistic\t1\twaits\tus\n"
                                                           "region\t0\t28\t4\t0\t\tMPI_Barrier\n";
  }

  // Takes in calls of MPI_Barrier from `time` on, each with a value of every statistic and of an
  // undefined one.
  void take(std::uint64_t time, std::uint64_t calls) {
    LogBuilder log;
    for (std::uint64_t i = 0; i < calls; ++i, time += 10)
      log.simple(time, RecordKind::RegionEnter, 0)
          .simple(time, RecordKind::Statistic, statistic_and_value(0, i))
          .simple(time + 5, RecordKind::Statistic, statistic_and_value(1, 7))
          .simple(time + 5, RecordKind::Statistic, statistic_and_value(2, 9))
          .simple(time + 5, RecordKind::RegionLeave, 0);
    log.write(directory.path() / "thread-0.log");
    ASSERT_TRUE(compressor.read_definitions().ok());
    ASSERT_TRUE(compressor.take(0, kNever).ok());
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  ProcessCompressor compressor{directory.path()};
};

TEST_F(ProcessCompressorTest, ValuesOfStatisticsAreFoldedWithTheirCalls) {
  take(100, 20);
  take(1000, 20);
  const Trace trace = compressor.finish();
  EXPECT_EQ(trace.statistics, (std::vector<Statistic>{{"page faults", "faults"}, {"waits", "us"}}));
  ASSERT_EQ(trace.events.size(), 1u);
  std::uint64_t sums[2] = {0, 0};
  std::uint64_t counts[2] = {0, 0};
  for (const EventStatistic& each : trace.events[0].statistics) {
    ASSERT_LT(each.statistic, 2u);
    sums[each.statistic] += each.values.sum();
    counts[each.statistic] += each.values.count();
  }
  EXPECT_EQ(counts[0], 40u);
  EXPECT_EQ(counts[1], 40u);
  EXPECT_EQ(sums[0], 2u * 190);
  EXPECT_EQ(sums[1], 40u * 7);
  ASSERT_EQ(trace.notes.size(), 1u);
  EXPECT_EQ(trace.notes[0], "values of statistics that were never defined (left out): 40");
}

}  // namespace
}  // namespace tarry::compressed
