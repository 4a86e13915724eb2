// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/work_levels.h"

#include <gtest/gtest.h>

#include "analysis/interventions/work_survey.h"

namespace tarry::analysis {
namespace {

using Stretches = std::vector<std::vector<std::int64_t>>;

// Locations that do a call path, and locations that only do other work.
class WorkLevels : public testing::Test {
 protected:
  // Adds a location: by stretch, the instances of the call path. `other`: its other computation in
  // each stretch.
  void location(const Stretches& stretches, std::int64_t other = 0) {
    WorkLog log, all;
    bool does_it = false;
    for (const auto& instances : stretches) {
      std::int64_t sum = other;
      for (const std::int64_t time : instances) {
        log.add(Ticks{time});
        sum += time;
        does_it = true;
      }
      log.end_stretch();
      all.add(Ticks{sum});
      all.end_stretch();
    }
    logs_.push_back(log.take());
    all_.push_back(all.take());
    does_it_.push_back(does_it);
  }

  void deals(std::uint32_t location) { dealer_ = location; }

  Excess find() const {
    std::vector<LocationWork> work;
    Population population;
    for (std::uint32_t l = 0; l < logs_.size(); ++l) {
      if (does_it_[l]) work.push_back({model::LocationIndex{l}, logs_[l]});
      population.all.push_back({model::LocationIndex{l}, all_[l], l == dealer_});
    }
    return find_excess(work, population, 1.0);
  }

  static std::vector<std::pair<std::uint32_t, double>> where(const Excess& excess) {
    std::vector<std::pair<std::uint32_t, double>> out;
    for (const LocationExcess& each : excess.locations)
      out.emplace_back(each.location.value, each.ticks);
    return out;
  }

 private:
  std::vector<workers::Bytes> logs_, all_;
  std::vector<bool> does_it_;
  std::uint32_t dealer_ = ~std::uint32_t{0};
};

using Where = std::vector<std::pair<std::uint32_t, double>>;

TEST_F(WorkLevels, NothingIsTooMuchIfAllAreAlike) {
  for (int l = 0; l < 4; ++l) location({{10}, {30}});
  EXPECT_TRUE(find().locations.empty());
}

TEST_F(WorkLevels, ByInstance) {
  location({{10, 50}, {10}});
  location({{10, 10}, {10}});
  location({{30, 10}, {10}});
  const Excess found = find();
  EXPECT_EQ(where(found), (Where{{0, 40}, {2, 20}}));
  EXPECT_EQ(found.locations[0].parts, (std::pmr::vector<float>{0.0F, 0.8F, 0.0F}));
  EXPECT_EQ(found.low, 1.0);
  EXPECT_EQ(found.high, 1.0);
}

TEST_F(WorkLevels, ByStretchIfTheyDoItAnotherNumberOfTimes) {
  location({{10, 10}, {10}});
  location({{20}, {10}});
  location({{20, 20}, {10}});
  const Excess found = find();
  EXPECT_EQ(where(found), (Where{{2, 20}}));
}

TEST_F(WorkLevels, ByVisitInProgramsThatNeverMeet) {
  location({{10, 10, 10, 10}});
  location({{10, 10, 10, 10, 10}});
  location({{25, 25}});
  const Excess found = find();
  EXPECT_EQ(where(found), (Where{{2, 30}}));
}

TEST_F(WorkLevels, ByVisitWhereWorkIsDealt) {
  location({{}, {10, 10, 10, 10, 10, 10, 10, 10}, {}});
  location({{}, {10, 10, 10, 10, 10, 10, 10}, {}});
  location({{}, {25, 25, 25}, {}});
  const Excess found = find();
  EXPECT_EQ(where(found), (Where{{2, 45}}));
  EXPECT_EQ(found.locations[0].parts, (std::pmr::vector<float>{0.6F, 0.6F, 0.6F}));
}

TEST_F(WorkLevels, ByStretchIfOneHasMoreThanTheOthersAndNotSlowerVisits) {
  location({{}, {10, 10, 10, 10, 10, 10, 10, 10}, {}});
  location({{}, {10, 10, 10}, {}});
  location({{}, {10, 10, 10}, {}});
  EXPECT_EQ(where(find()), (Where{{0, 50}}));
}

TEST_F(WorkLevels, OfOneWhoDealsUntilItIsWellBelowTheOthers) {
  location({{64, 64, 64}});
  location({{}}, 96);
  location({{}}, 96);
  EXPECT_EQ(where(find()), (Where{{0, 96}}));
  deals(0);
  const Excess found = find();
  EXPECT_EQ(where(found), (Where{{0, 168}}));
  EXPECT_EQ(found.low, 0.75);
  EXPECT_EQ(found.high, 192.0 / 168);
}

TEST_F(WorkLevels, OfWhatOneDoesNoMoreThanItComputesLonger) {
  location({{50}}, 10);
  location({{}}, 40);
  location({{}}, 40);
  const Excess found = find();
  EXPECT_EQ(where(found), (Where{{0, 20}}));
}

TEST_F(WorkLevels, OfWhatOneDoesAgainAndAgainUntilTheNextIsAsSlow) {
  location({{50, 50, 50}});
  location({{}}, 90);
  location({{}}, 30);
  location({{}}, 30);
  EXPECT_EQ(where(find()), (Where{{0, 60}}));
}

TEST_F(WorkLevels, AmongThoseThatDoItIfSomeOfThemAreSlow) {
  for (const std::int64_t time : {50, 50, 80, 50}) location({{time}});
  for (int l = 0; l < 4; ++l) location({{}}, 20);
  EXPECT_EQ(where(find()), (Where{{2, 30}}));
}

TEST_F(WorkLevels, OfWhatOneDoesTooLongNowAndThen) {
  location({{10, 10, 90, 10}});
  location({{}}, 120);
  location({{}}, 120);
  EXPECT_EQ(where(find()), (Where{{0, 80}}));
}

TEST_F(WorkLevels, AreAsUncertainAsTheOthersDiffer) {
  location({{90}, {90}});
  location({{28}, {28}});
  location({{32}, {32}});
  const Excess found = find();
  EXPECT_EQ(where(found), (Where{{0, 120}}));
  EXPECT_NEAR(found.low, 1 - 60.0 * (2.0 / 30) / 120, 1e-6);
  EXPECT_NEAR(found.high, 1 + 60.0 * (2.0 / 30) / 120, 1e-6);
}

}  // namespace
}  // namespace tarry::analysis
