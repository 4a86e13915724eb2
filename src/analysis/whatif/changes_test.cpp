// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/changes.h"

#include <gtest/gtest.h>

#include "analysis/whatif/scenarios.h"

namespace tarry::analysis {
namespace {

constexpr CallPathId kWork{1}, kCall{2};

// The location works for 10, is in a call for 5, of which 2 are waiting, and works for 4.
class ChangesOfOneCall : public testing::Test {
 protected:
  ChangesOfOneCall() {
    Step step;
    step.advance = Ticks{10};
    step.sections = 1;
    log.add(step);
    step.clear();
    step.advance = Ticks{3};
    step.callpath = kCall;
    log.add(step);
    step.clear();
    step.advance = Ticks{4};
    log.add(step);
    append_time(activities, kWork, Ticks{10});
    append_mark(activities);
    append_time(activities, kCall, Ticks{5});
    append_time(activities, kWork, Ticks{4});
  }

  static std::unique_ptr<Change> scaled(const std::vector<bool>& callpaths, double factor) {
    return std::make_unique<Scaled>(callpaths, factor);
  }

  // Returns the changed times of the steps, by scenario.
  std::vector<std::vector<std::int64_t>> advances(
      const std::vector<std::unique_ptr<Change>>& scenarios) {
    const workers::Bytes changes = changes_of(log, activities, scenarios);
    ChangeReader reader(changes);
    std::vector<std::vector<std::int64_t>> out(scenarios.size());
    std::uint32_t index = 0;
    for (const std::int64_t advance : {10, 3, 4}) {
      std::vector<std::int64_t> of_step(scenarios.size(), advance);
      if (reader.is_next(index++))
        reader.take([&](std::uint32_t s, std::int64_t less) { of_step[s] -= less; });
      for (std::size_t s = 0; s < out.size(); ++s) out[s].push_back(of_step[s]);
    }
    return out;
  }

  StepLog log;
  workers::Bytes activities;
  const std::vector<bool> work{false, true, false}, call{false, false, true};
};

using Advances = std::vector<std::vector<std::int64_t>>;

TEST_F(ChangesOfOneCall, NoneIsNothing) {
  std::vector<std::unique_ptr<Change>> none(2);
  EXPECT_TRUE(changes_of(log, activities, none).empty());
  EXPECT_EQ(advances(none), (Advances{{10, 3, 4}, {10, 3, 4}}));
}

TEST_F(ChangesOfOneCall, WorkChangesWhereItWasDone) {
  std::vector<std::unique_ptr<Change>> scenarios;
  scenarios.push_back(scaled(work, 0.5));
  scenarios.push_back(nullptr);
  scenarios.push_back(scaled(work, 0));
  scenarios.push_back(scaled(work, 2));
  EXPECT_EQ(advances(scenarios), (Advances{{5, 3, 2}, {10, 3, 4}, {0, 3, 0}, {20, 3, 8}}));
}

TEST_F(ChangesOfOneCall, CallsChangeWithoutTheirWaiting) {
  std::vector<std::unique_ptr<Change>> scenarios;
  scenarios.push_back(scaled(call, 0));
  scenarios.push_back(scaled(call, 3));
  EXPECT_EQ(advances(scenarios), (Advances{{10, 0, 4}, {10, 9, 4}}));
}

}  // namespace
}  // namespace tarry::analysis
