// SPDX-License-Identifier: BSD-3-Clause
// Traces that Score-P wrote on other machines: compares our numbers with those of the reference
// analyzer, and checks what must hold for every trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/analyze.h"
#include "reference/real_traces.h"
#include "support/cube_comparison.h"
#include "support/invariants.h"
#include "trace/otf2/archive_reader.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;

// An intended difference of our definition from the reference: the trace, the metric, and the
// reason.
struct Departure {
  const char* trace;
  const char* metric;
  const char* why;
};
std::vector<Departure> departures() {
  // Rank 1 has six Late Receiver waits; our costs and waits add up, those of the reference do not.
  constexpr const char* kDropped =
      "the reference has another completion time of Late Receivers, finds no surplus in five "
      "of six intervals and drops their costs";
  std::vector<Departure> all;
  for (const char* metric :
       {"delay", "delay_mpi", "delay_p2p", "delay_latereceiver_aggregate", "delay_latereceiver"})
    all.push_back({"ping-pong-otf2", metric, kDropped});
  constexpr const char* kInclusive = "the reference scales by inclusive values, we by exclusive";
  for (const char* trace :
       {"mpi_allreduce", "mpi_bsend", "mpi_gather", "mpi_ssend_irecv", "ping-pong-otf2"})
    all.push_back({trace, "critical_path_imbalance", kInclusive});
  // In ping-pong-otf2, whose path changes locations, the same formula agrees.
  constexpr const char* kOneLocation =
      "the reference finds no imbalance impact where the whole path lies on one location";
  for (const char* trace : {"mpi_allreduce", "mpi_gather", "mpi_ssend_irecv"})
    for (const char* metric :
         {"performance_impact", "performance_impact_criticalpath", "critical_imbalance_impact",
          "intra_partition_imbalance", "inter_partition_imbalance"})
      all.push_back({trace, metric, kOneLocation});
  return all;
}

// Warnings that these traces deserve.
struct KnownWarning {
  const char* trace;
  const char* text;
  const char* why;
};
std::vector<KnownWarning> known_warnings() { return {}; }

bool departs(const std::string& trace, const std::string& metric) {
  const auto all = departures();
  return std::any_of(all.begin(), all.end(), [&](const Departure& departure) {
    return trace == departure.trace && metric == departure.metric;
  });
}

bool is_known(const std::string& trace, const std::string& warning) {
  const auto all = known_warnings();
  return std::any_of(all.begin(), all.end(), [&](const KnownWarning& known) {
    return trace == known.trace && warning.find(known.text) != std::string::npos;
  });
}

// The reference prints nine digits and calculates with seconds as doubles.
bool agree(double ours, double reference) {
  return std::abs(ours - reference) <= 1e-6 * std::abs(reference) + 1e-12;
}

// Returns whether the metric is a class of all waits that have costs.
bool is_of_all_waits(const std::string& id) {
  return id.ends_with("_all") || id.starts_with("wait_");
}

double at_location(const model::SeverityCube& cube, model::MetricId metric,
                   model::LocationIndex location) {
  double sum = 0.0;
  for (std::uint32_t c = 0; c < cube.callpaths.size(); ++c)
    sum += cube.value(metric, model::CallPathId{c}, location);
  return sum;
}

// Returns our location for [rank, thread] of the reference.
model::LocationIndex location_of(const model::SeverityCube& cube, const nlohmann::json& name) {
  for (std::uint32_t l = 0; l < cube.locations.size(); ++l)
    if (cube.locations[l].rank.value == name[0] && cube.locations[l].thread == name[1])
      return model::LocationIndex{l};
  return {};
}

void compare(const std::string& trace, const model::SeverityCube& cube,
             const nlohmann::json& reference) {
  for (const model::MetricInfo& info : model::all_metrics()) {
    const std::string id(info.id);
    if (departs(trace, id)) continue;
    // The reference has one cost model, does not tell what it drops, and classifies only waits for
    // messages.
    if (id.ends_with("__waitfirst") || id == "delay_unattributed" || is_of_all_waits(id)) continue;
    const model::MetricId metric = cube.find(id);
    const auto& metrics = reference["metrics"];
    if (!metrics.contains(id)) {
      EXPECT_EQ(cube.total(metric), 0.0) << id << " is nothing in the reference";
      continue;
    }
    EXPECT_TRUE(agree(cube.total(metric), metrics[id]["total"]))
        << id << ": " << cube.total(metric) << ", reference " << metrics[id]["total"];
    for (std::size_t i = 0; i < reference["locations"].size(); ++i) {
      const model::LocationIndex location = location_of(cube, reference["locations"][i]);
      ASSERT_TRUE(location.valid()) << "no location " << reference["locations"][i];
      const double ours = at_location(cube, metric, location);
      EXPECT_TRUE(agree(ours, metrics[id]["per_location"][i]))
          << id << " of location " << i << ": " << ours << ", reference "
          << metrics[id]["per_location"][i];
    }
  }
}

class ReferenceTrace : public ::testing::TestWithParam<const char*> {
 protected:
  // Skips if the traces are absent.
  void SetUp() override {
    directory_ = reference::real_traces() / GetParam();
    if (!fs::exists(directory_ / "traces.otf2")) GTEST_SKIP() << reference::no_real_traces();
    auto source = trace::otf2::open_archive(directory_);
    ASSERT_TRUE(source.ok()) << source.error().message();
    source_ = std::move(*source);
    auto analysis = analyze(1, false);
    ASSERT_TRUE(analysis.ok()) << analysis.error().message();
    cube_ = std::move(analysis->cube);
  }

  base::Result<analysis::Analysis> analyze(unsigned threads, bool clamp) {
    analysis::Options options;
    options.clamp_delays = clamp;
    options.threads = threads;
    return analysis::analyze(*source_, options);
  }

  fs::path directory_;
  std::unique_ptr<model::TraceSource> source_;
  model::SeverityCube cube_;
};

TEST_P(ReferenceTrace, AgreesWithTheReferenceAnalyser) {
  std::ifstream file(directory_ / "reference.json");
  if (!file) GTEST_SKIP() << "the reference analyser's numbers are not known for this trace";
  const auto clamped = analyze(1, true);  // as the reference does
  ASSERT_TRUE(clamped.ok()) << clamped.error().message();
  compare(GetParam(), clamped->cube, nlohmann::json::parse(file));
}

TEST_P(ReferenceTrace, HasNoUnexplainedWarning) {
  for (const std::string& warning : cube_.experiment.warnings)
    EXPECT_TRUE(is_known(GetParam(), warning)) << warning;
}

TEST_P(ReferenceTrace, KeepsTheInvariants) {
  for (const std::string& violation : check_invariants(cube_, *source_)) ADD_FAILURE() << violation;
}

TEST_P(ReferenceTrace, IsTheSameForAnyNumberOfThreads) {
  for (const unsigned threads : {2u, 3u}) {
    const auto again = analyze(threads, false);
    ASSERT_TRUE(again.ok()) << again.error().message();
    for (const std::string& difference : differences(cube_, again->cube))
      ADD_FAILURE() << threads << " threads: " << difference;
  }
}

// If a counter is read at every enter and leave, its sum over all call paths is its last value
// minus its first. The expected values are the last minus the first of each location, as otf2-print
// shows them.
TEST(ReferenceCounters, AddUpToWhatTheTraceCounts) {
  const fs::path directory = reference::real_traces() / "ping-pong-otf2-papi";
  if (!fs::exists(directory / "traces.otf2")) GTEST_SKIP() << reference::no_real_traces();
  auto source = trace::otf2::open_archive(directory);
  ASSERT_TRUE(source.ok()) << source.error().message();
  const auto analysis = analysis::analyze(**source, {});
  ASSERT_TRUE(analysis.ok()) << analysis.error().message();
  const model::SeverityCube& cube = analysis->cube;
  const auto expect = [&](const char* id, double first, double second) {
    const model::MetricId metric = cube.find(id);
    ASSERT_TRUE(metric.valid()) << id;
    EXPECT_EQ(at_location(cube, metric, model::LocationIndex{0}), first) << id;
    EXPECT_EQ(at_location(cube, metric, model::LocationIndex{1}), second) << id;
  };
  expect("PAPI_TOT_CYC", 95986038, 60161315);
  expect("PAPI_L2_TCM", 486580, 182910);
  expect("PAPI_BR_MSP", 180973, 102875);
}

INSTANTIATE_TEST_SUITE_P(ScoreP, ReferenceTrace,
                         ::testing::Values("mpi_allreduce", "mpi_bsend", "mpi_gather",
                                           "mpi_pthread_hello_world", "mpi_ssend_irecv",
                                           "ping-pong-otf2", "ping-pong-otf2-papi"),
                         [](const ::testing::TestParamInfo<const char*>& trace) {
                           std::string name = trace.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tarry::testing
