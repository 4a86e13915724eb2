// SPDX-License-Identifier: BSD-3-Clause
// For a grid of parameters, the analysis of a generated trace must give exactly the waits that it
// was made with, for every location and region, from memory and through an OTF2 archive.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include "analysis/analyze.h"
#include "support/cube_comparison.h"
#include "support/invariants.h"
#include "support/wait_states.h"
#include "trace/otf2/archive_reader.h"
#include "trace/synthetic/expected_waits.h"
#include "trace/synthetic/generated_source.h"
#include "trace/write_archive.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using ::testing::IsEmpty;
using trace::synthetic::ExpectedValues;
using trace::synthetic::GeneratedSource;
using trace::synthetic::kTicksPerSecond;
using trace::synthetic::Parameters;

Parameters with_patterns(std::string_view patterns) {
  Parameters made;
  EXPECT_TRUE(set_parameter("patterns", patterns, made).ok());
  return made;
}

model::SeverityCube analyze(model::TraceSource& source, unsigned threads) {
  analysis::Options options;
  options.threads = threads;
  auto analysis = analysis::analyze(source, options);
  EXPECT_TRUE(analysis.ok()) << analysis.error().message();
  return analysis.ok() ? std::move(analysis->cube) : model::SeverityCube();
}

// Maps "metric region rank" to ticks or occurrences; only initial threads may have values.
using Values = std::map<std::string, std::int64_t>;

std::string cell(std::string_view metric, std::string_view region, std::uint32_t rank) {
  return std::string(metric) + ' ' + std::string(region) + ' ' + std::to_string(rank);
}

// Seconds in a cube are ticks divided in doubles, which rounding back restores exactly.
std::int64_t whole(double value, model::Unit unit) {
  const double ticks = unit == model::Unit::Seconds ? value * kTicksPerSecond : value;
  EXPECT_NEAR(ticks, std::round(ticks), 1e-3);
  return std::llround(ticks);
}

// Returns an empty text if both are the same.
std::string difference(const Values& actual, const Values& expected) {
  std::string text;
  for (const auto& [name, value] : expected)
    if (const auto found = actual.find(name); found == actual.end() || found->second != value)
      text += name + ": expected " + std::to_string(value) + ", is " +
              (found == actual.end() ? "missing" : std::to_string(found->second)) + '\n';
  for (const auto& [name, value] : actual)
    if (!expected.contains(name))
      text += name + ": expected nothing, is " + std::to_string(value) + '\n';
  return text;
}

Values waits_in(const model::SeverityCube& cube) {
  Values values;
  for (const std::string_view id : wait_state_ids()) {
    // The schedule lets all members leave together, which is evidence for waits within them.
    if (id == "mpi_inner_wait" || id == "mpi_late_progress") continue;
    const MetricId metric = cube.find(id);
    for (const CallPathId path : cube.callpaths_with_values(metric))
      for (std::uint32_t l = 0; l < cube.locations.size(); ++l) {
        const double value = cube.value(metric, path, LocationIndex{l});
        if (value == 0.0) continue;
        EXPECT_EQ(cube.locations[l].thread, 0u);
        values[cell(id, cube.callpaths[path.index()].region, cube.locations[l].rank.value)] +=
            whole(value, cube.metrics[metric.index()].unit);
      }
  }
  return values;
}

Values waits_expected(const trace::synthetic::Schedule& schedule) {
  Values values;
  const auto expected = expected_waits(schedule, 2);
  for (const ExpectedValues& one : *expected) {
    std::uint64_t total = 0;
    for (std::uint32_t rank = 0; rank < one.ranks.size(); ++rank) {
      total += one.ranks[rank];
      if (one.ranks[rank] == 0) continue;
      values[cell(one.metric, one.region, rank)] = static_cast<std::int64_t>(one.ranks[rank]);
    }
    EXPECT_EQ(one.total, total) << one.metric;
  }
  return values;
}

void check(Parameters parameters) {
  auto complete = trace::synthetic::complete(std::move(parameters));
  ASSERT_TRUE(complete.ok()) << complete.error().message();
  SCOPED_TRACE(to_text(*complete));
  GeneratedSource source(*complete);
  const model::SeverityCube cube = analyze(source, 1);
  EXPECT_EQ(difference(waits_in(cube), waits_expected(source.schedule())), "");
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
  EXPECT_THAT(check_invariants(cube, source), IsEmpty());
  EXPECT_THAT(differences(cube, analyze(source, 3)), IsEmpty());
}

constexpr std::string_view kEachPattern[] = {
    "late-sender", "late-receiver", "wrong-order-same", "wrong-order-different", "halo",
    "barrier",     "nxn",           "late-broadcast",   "early-reduce",          "early-scan",
    "neighbors"};

TEST(GeneratedTraces, EachPatternAlone) {
  for (const std::string_view pattern : kEachPattern)
    for (const std::uint64_t ranks : {1, 2, 3, 4, 7, 16}) {
      Parameters made = with_patterns(pattern);
      made.ranks = ranks;
      made.iterations = 6;
      check(made);
    }
}

TEST(GeneratedTraces, EachPatternInRowsAndColumns) {
  for (const std::string_view pattern : kEachPattern)
    for (const std::uint64_t row : {1, 3, 4, 11, 30}) {
      const std::string name(pattern);
      Parameters made = with_patterns(name + ":row," + name + ":column/2+1");
      made.ranks = 11;
      made.row = row;
      made.iterations = 5;
      check(made);
    }
}

TEST(GeneratedTraces, AllPatternsTogether) {
  for (const std::uint64_t ranks : {1, 2, 5, 24})
    for (const std::uint64_t threads : {1, 3}) {
      Parameters made;
      made.ranks = ranks;
      made.threads = threads;
      made.iterations = 12;
      check(made);
    }
}

TEST(GeneratedTraces, ImbalanceAndNoise) {
  for (const std::uint64_t imbalance : {0, 63, 64, 5000})
    for (const std::uint64_t noise : {0, 1, 64, 1'000'000}) {
      Parameters made;
      made.ranks = 9;
      made.imbalance = imbalance;
      made.noise = noise;
      made.seed = imbalance + noise;
      check(made);
    }
}

TEST(GeneratedTraces, MessagesWithoutBytes) {
  Parameters made;
  made.ranks = 6;
  made.bytes = 0;
  check(made);
}

TEST(GeneratedTraces, ManyIterationsOverflowNoWindow) {
  Parameters made;
  made.ranks = 3;
  made.iterations = 300;
  check(made);
}

TEST(GeneratedTraces, NoiseMakesAllKindsOfWaits) {
  auto complete = trace::synthetic::complete({.ranks = 12, .iterations = 40});
  ASSERT_TRUE(complete.ok());
  const auto expected = expected_waits(trace::synthetic::Schedule(*complete), 1);
  for (const ExpectedValues& one : *expected) EXPECT_GT(one.total, 0u) << one.metric;
}

TEST(GeneratedTraces, ExpectedValuesAreTheSameForAnyNumberOfThreads) {
  auto complete = trace::synthetic::complete({.ranks = 12, .iterations = 41});
  ASSERT_TRUE(complete.ok());
  const trace::synthetic::Schedule schedule(*complete);
  const auto one = *expected_waits(schedule, 1);
  const auto four = *expected_waits(schedule, 4);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].ranks, four[i].ranks);
}

TEST(GeneratedTraces, SameNumbersByWayOfAnArchive) {
  auto complete = trace::synthetic::complete({.ranks = 10, .threads = 2, .iterations = 7});
  ASSERT_TRUE(complete.ok());
  GeneratedSource source(*complete);
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("tarry-synthetic-" + std::to_string(getpid()));
  ASSERT_TRUE(trace::write_archive(source, directory, trace::Times::MadeUp, 3).ok());
  const auto archive = trace::otf2::open_archive(directory, {});
  ASSERT_TRUE(archive.ok());
  EXPECT_THAT(differences(analyze(source, 1), analyze(**archive, 2)), IsEmpty());
  const auto& locations = source.definitions().locations;
  for (std::size_t i = 0; i < locations.size(); ++i)
    EXPECT_EQ(locations[i].event_count, (*archive)->definitions().locations[i].event_count);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace tarry::testing
