// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/choice.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

using Lengths = std::vector<double>;

// Several interventions are late before one barrier after the other. A barrier begins with the
// latest of those that are not done, and not before 0.
class Barriers {
 public:
  // `late[b][i]`: the delay of barrier b that intervention i removes.
  explicit Barriers(std::vector<Lengths> late) : late_(std::move(late)) {}

  double gain(const std::vector<std::size_t>& done) const {
    double gain = 0.0;
    for (const Lengths& barrier : late_) {
      Lengths left = barrier;
      for (const std::size_t i : done) left[i] = 0.0;
      gain += *std::max_element(barrier.begin(), barrier.end()) -
              *std::max_element(left.begin(), left.end());
    }
    return gain;
  }

  std::vector<Together> choose(std::size_t most = 5) const {
    Lengths alone;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < late_.front().size(); ++i) {
      alone.push_back(gain({i}));
      all.push_back(i);
    }
    return choose_interventions(alone, gain(all), {0.1, most, 10}, [this](const auto& sets) {
      std::vector<double> gains;
      for (const auto& set : sets) gains.push_back(gain(set));
      return gains;
    });
  }

 private:
  std::vector<Lengths> late_;
};

using Set = std::vector<std::size_t>;

TEST(Choice, IsByWhatIsLeftToGain) {
  const auto chosen = Barriers({{0, 3, 0}, {0, 0, 5}, {4, 0, 3.5}}).choose();
  ASSERT_EQ(chosen.size(), 3u);
  EXPECT_EQ(chosen[0].members, Set{2});
  EXPECT_EQ(chosen[0].gain, 5);
  EXPECT_EQ(chosen[1].members, Set{0});
  EXPECT_EQ(chosen[1].gain, 4);  // it was only 0.5 before the first was done
  EXPECT_EQ(chosen[2].members, Set{1});
  EXPECT_EQ(chosen[2].gain, 3);
}

TEST(Choice, EqualsAreMendedTogether) {
  const auto chosen = Barriers({{2, 5, 5}}).choose();
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_EQ(chosen[0].members, (Set{0, 1, 2}));
  EXPECT_EQ(chosen[0].gain, 5);
}

TEST(Choice, WhatIsHiddenComesAfterwards) {
  const auto chosen = Barriers({{5, 3, 0}}).choose();
  ASSERT_EQ(chosen.size(), 2u);
  EXPECT_EQ(chosen[0].members, Set{0});
  EXPECT_EQ(chosen[0].gain, 2);
  EXPECT_EQ(chosen[1].members, Set{1});
  EXPECT_EQ(chosen[1].gain, 3);
}

TEST(Choice, WhatIsWorthLittleAloneIsMendedWithWhatHidesIt) {
  const auto chosen = Barriers({{5, 4.5, 0}}).choose();
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_EQ(chosen[0].members, (Set{0, 1}));
  EXPECT_EQ(chosen[0].gain, 5);
}

TEST(Choice, AGroupKeepsTheOrderOfTheInterventionsWhicheverGainsByItself) {
  const auto chosen = Barriers({{4.5, 5, 0}}).choose();
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_EQ(chosen[0].members, (Set{0, 1}));
  EXPECT_EQ(chosen[0].gain, 5);
}

TEST(Choice, WhatGainsNothingIsNotChosen) {
  const auto chosen = Barriers({{5, 0}, {5, 0}}).choose();
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_EQ(chosen[0].members, Set{0});
}

TEST(Choice, EndsWithTheMost) {
  EXPECT_EQ(Barriers({{5, 0, 0}, {0, 4, 0}, {0, 0, 3}}).choose(2).size(), 2u);
}

}  // namespace
}  // namespace tarry::analysis
