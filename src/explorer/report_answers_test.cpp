// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/report_answers.h"

#include <gtest/gtest.h>

#include <thread>

namespace tarry::explorer {
namespace {

using model::CallPathId;
using model::MetricId;

constexpr std::uint32_t kCallPaths = 2000;
constexpr std::uint32_t kMetrics = 3;

// A chain of calls; whole numbers, so that sums do not depend on the order.
model::SeverityCube chain() {
  model::SeverityCube cube;
  for (std::uint32_t m = 0; m < kMetrics; ++m) {
    model::CubeMetric metric;
    metric.id = "metric" + std::to_string(m);
    cube.metrics.push_back(metric);
  }
  for (std::uint32_t l = 0; l < 2; ++l) cube.locations.push_back({model::Rank{l}, 0, "n"});
  for (std::uint32_t c = 0; c < kCallPaths; ++c) {
    model::CubeCallPath path;
    if (c != 0) path.parent = CallPathId{c - 1};
    cube.callpaths.push_back(path);
    for (std::uint32_t m = 0; m < kMetrics; ++m) {
      cube.set(MetricId{m}, CallPathId{c}, model::LocationIndex{0}, 1);
      cube.set(MetricId{m}, CallPathId{c}, model::LocationIndex{1}, m);
    }
  }
  return cube;
}

void expect_right_answer(ReportAnswers& answers, std::uint32_t metric, std::uint32_t callpath) {
  const auto sums = answers.location_sums(MetricId{metric}, {CallPathId{callpath}}, true);
  ASSERT_TRUE(sums.ok());
  const double below = kCallPaths - callpath;
  EXPECT_EQ(*sums, (std::vector<double>{below, below * metric}));
}

TEST(ReportAnswers, AreTheSameWhileSumsAreMadeAhead) {
  ReportAnswers answers("made up", chain(), {});
  answers.add_up_ahead();
  const auto ask = [&](std::uint32_t first) {
    for (std::uint32_t i = 0; i < 50; ++i)
      expect_right_answer(answers, i % kMetrics, (first + 37 * i) % kCallPaths);
  };
  std::thread other([&] { ask(1000); });
  ask(1);
  other.join();
  answers.wait_for_sums();
  ask(3);
}

TEST(ReportAnswers, EndWhileSumsAreMadeAhead) {
  for (int i = 0; i < 20; ++i) {
    ReportAnswers answers("made up", chain(), {});
    answers.add_up_ahead();
    if (i % 2 == 0) expect_right_answer(answers, 1, 5);
  }
}

TEST(ReportAnswers, HaveNothingToWaitForWithoutAThread) {
  ReportAnswers answers("made up", chain(), {});
  expect_right_answer(answers, 2, 7);
  answers.wait_for_sums();
}

}  // namespace
}  // namespace tarry::explorer
