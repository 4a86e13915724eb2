// SPDX-License-Identifier: BSD-3-Clause
#include "cli/traced_part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/artificial_regions.h"

namespace tarry::cli {
namespace {

using model::CallPathId;
using model::LocationIndex;
using testing::HasSubstr;
using testing::Not;

// One rank: 3 s in main, 1 s of waiting in MPI_Recv, 96 s not recorded.
model::SeverityCube traced_part() {
  model::SeverityCube cube;
  cube.add_catalogue();
  cube.experiment.ranks = 1;
  cube.callpaths = {{CallPathId{}, "main", "", 0, "function", "compiler"},
                    {CallPathId{0}, "MPI_Recv", "", 0, "point2point", "mpi"},
                    {CallPathId{0}, model::kMeasurementOff, "", 0, "artificial", "measurement"}};
  cube.locations = {{model::Rank{0}, 0, "n0"}};
  const model::MetricId time = cube.find("time");
  cube.set(time, CallPathId{0}, LocationIndex{0}, 3);
  cube.set(time, CallPathId{1}, LocationIndex{0}, 1);
  cube.set(time, CallPathId{2}, LocationIndex{0}, 96);
  cube.set(cube.find("mpi_latesender"), CallPathId{1}, LocationIndex{0}, 1);
  return cube;
}

TEST(TracedPart, IsWhatWasRecorded) { EXPECT_DOUBLE_EQ(recorded_seconds(traced_part()), 4); }

TEST(TracedPart, SaysWhoMakesWhomWait) {
  model::SeverityCube cube = traced_part();
  EXPECT_THAT(delays_text(cube), HasSubstr("1.000 s of waiting over all ranks, 25.0 % of what"));
  EXPECT_THAT(delays_text(cube), HasSubstr("no process makes others wait"));
  model::Finding finding;
  finding.callpath = CallPathId{0};
  finding.ranks = {model::Rank{0}};
  finding.delay_s = 0.5;
  finding.cost_s = 0.75;
  cube.findings = {finding};
  EXPECT_THAT(delays_text(cube), HasSubstr("takes 500.0 ms too long and costs others 750.0 ms"));
  EXPECT_THAT(delays_text(cube), Not(HasSubstr("no process")));
}

TEST(TracedPart, SaysHowMuchOfTheLossIsInTheWindow) {
  diagnosis::TraceWindow window;
  window.seconds = 2;
  EXPECT_THAT(window_text({}, window),
              HasSubstr("of the run; at least 2.000 s of the loss is in it\n"));
  window.seconds = 0;
  EXPECT_THAT(window_text({}, window),
              HasSubstr("of the run; how much of the loss is in it is unknown\n"));
}

TEST(TracedPart, CostsAreThoseThatAreKnown) {
  Measurement sampled;
  sampled.run.run_seconds = 10;
  sampled.data_bytes = 2048;
  Measurement traced;
  EXPECT_THAT(costs_text(sampled, traced), HasSubstr("not known"));
  EXPECT_THAT(costs_text(sampled, traced), Not(HasSubstr("%")));
  traced.run.run_seconds = 11;
  EXPECT_THAT(costs_text(sampled, traced), HasSubstr("took 110.0 % of the time"));
  EXPECT_THAT(costs_text(sampled, traced), HasSubstr("2.000 KiB"));
}

}  // namespace
}  // namespace tarry::cli
