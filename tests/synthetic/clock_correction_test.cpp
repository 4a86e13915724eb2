// SPDX-License-Identifier: BSD-3-Clause
// Traces whose true times are known get clocks that drift at random. With corrected clocks, nothing
// may happen before what it follows, and the waiting times must be those of the true trace again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "analysis/analyze.h"
#include "clocks/corrected_source.h"
#include "support/cube_comparison.h"
#include "support/invariants.h"
#include "trace/synthetic/generated_source.h"

namespace tarry::testing {
namespace {

using base::Ticks;
using clocks::CorrectedSource;
using clocks::Corrections;
using clocks::TimeMap;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using trace::synthetic::GeneratedSource;
using trace::synthetic::Parameters;

GeneratedSource made(std::uint64_t ranks, std::uint64_t iterations, std::string_view patterns) {
  Parameters parameters;
  parameters.ranks = ranks;
  parameters.iterations = iterations;
  EXPECT_TRUE(set_parameter("patterns", patterns, parameters).ok());
  return GeneratedSource(*trace::synthetic::complete(std::move(parameters)));
}

// The errors of clocks that were compared at the begin and at the end of the run, and whose drift
// changes in between, by at most `ppm` from piece to piece.
Corrections drifting_clocks(const model::Definitions& definitions, std::int64_t ppm) {
  constexpr std::int64_t kPieces = 8;
  std::mt19937 random(11);
  const auto begin = static_cast<std::int64_t>(definitions.clock.begin);
  const auto piece = static_cast<std::int64_t>(definitions.clock.length) / kPieces + 1;
  const std::int64_t change = piece * ppm / 1'000'000;
  Corrections drift;
  for (std::uint32_t l = 0; l < definitions.locations.size(); ++l) {
    std::vector<TimeMap::Segment> segments;
    std::int64_t shift = 0;
    for (std::int64_t p = 0; p < kPieces; ++p) {
      const std::int64_t most = std::min(shift + change, (kPieces - 1 - p) * change);
      const std::int64_t least = std::max<std::int64_t>(shift - change, 0);
      const std::int64_t next = std::uniform_int_distribution<std::int64_t>(least, most)(random);
      const Ticks at{begin + p * piece};
      segments.push_back({at, at, shift, next - shift, piece});
      shift = next;
    }
    drift.processes.push_back({l, 1, TimeMap(std::move(segments))});
  }
  return drift;
}

analysis::Analysis analyzed(model::TraceSource& source, bool correct_clocks, unsigned threads) {
  analysis::Options options;
  options.threads = threads;
  options.findings = false;
  options.correct_clocks = correct_clocks;
  auto analysis = analysis::analyze(source, options);
  EXPECT_TRUE(analysis.ok()) << analysis.error().message();
  return *std::move(analysis);
}

double total(const model::SeverityCube& cube, std::string_view id) {
  const model::MetricId metric = cube.find(id);
  double sum = 0.0;
  for (const model::CallPathId path : cube.callpaths_with_values(metric))
    for (std::uint32_t l = 0; l < cube.locations.size(); ++l)
      sum += cube.value(metric, path, model::LocationIndex{l});
  return sum;
}

double waiting(const model::SeverityCube& cube) {
  return total(cube, "mpi_latesender") + total(cube, "mpi_latereceiver") +
         total(cube, "mpi_barrier_wait") + total(cube, "mpi_wait_nxn") +
         total(cube, "mpi_latebroadcast") + total(cube, "mpi_earlyreduce") +
         total(cube, "mpi_wait_neighbors");
}

void check(GeneratedSource truth, std::int64_t ppm, double tolerated,
           std::initializer_list<unsigned> numbers_of_threads) {
  CorrectedSource skewed(truth, drifting_clocks(truth.definitions(), ppm));
  const double expected = waiting(analyzed(truth, true, 2).cube);
  const analysis::Analysis uncorrected = analyzed(skewed, false, 2);
  EXPECT_THAT(uncorrected.cube.experiment.warnings, Not(IsEmpty()));
  const analysis::Analysis corrected = analyzed(skewed, true, 2);
  ASSERT_FALSE(corrected.corrections.empty());
  // The note on the correction is the only one: nothing is left that goes back in time.
  EXPECT_EQ(corrected.cube.experiment.warnings.size(), 1u);
  EXPECT_THAT(corrected.cube.experiment.warnings, Each(HasSubstr("clocks were corrected")));
  EXPECT_NEAR(waiting(corrected.cube) / expected, 1.0, tolerated);
  CorrectedSource again(skewed, corrected.corrections);
  EXPECT_THAT(check_invariants(corrected.cube, again), IsEmpty());
  for (const unsigned threads : numbers_of_threads) {
    const analysis::Analysis same = analyzed(skewed, true, threads);
    EXPECT_EQ(same.corrections, corrected.corrections) << threads;
    EXPECT_THAT(differences(corrected.cube, same.cube), IsEmpty()) << threads;
  }
}

TEST(ClockCorrection, RingOfFour) { check(made(4, 4000, "late-sender"), 50, 0.02, {1, 3}); }

TEST(ClockCorrection, HaloAndCollectives) {
  check(made(12, 400, "halo,barrier,nxn/4,late-broadcast,early-reduce,early-scan/3"), 300, 0.02,
        {1, 3, 7});
}

TEST(ClockCorrection, Neighbors) { check(made(12, 400, "neighbors"), 300, 0.02, {1, 3, 7}); }

TEST(ClockCorrection, ManyRanks) {
  check(made(1024, 48, "halo,late-sender/2,nxn/8"), 800, 0.02, {7});
}

TEST(ClockCorrection, ATraceWithoutContradictionsStaysAsItIs) {
  GeneratedSource truth = made(6, 20, "halo,nxn");
  const analysis::Analysis found = analyzed(truth, true, 2);
  EXPECT_TRUE(found.corrections.empty());
  EXPECT_THAT(found.cube.experiment.warnings, IsEmpty());
  EXPECT_THAT(differences(found.cube, analyzed(truth, false, 2).cube), IsEmpty());
}

}  // namespace
}  // namespace tarry::testing
