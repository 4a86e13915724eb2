// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/time_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace tarry::compressed {
namespace {

using Points = std::vector<TimePoint>;
const std::vector<std::uint64_t> kRanks = {16, 36, 64, 100};

Points measured(const std::function<double(double)>& time) {
  Points out;
  for (const std::uint64_t ranks : kRanks) out.push_back({ranks, time(static_cast<double>(ranks))});
  return out;
}

const TimeFit& of(const TimeFits& fits, TimeModel model) {
  return *fits[static_cast<std::size_t>(model)];
}

// Returns the fit that the points decide, or one with an error of -1.
TimeFit decided(const Points& points) {
  const TimeFits fits = fit_time_models(points);
  const std::optional<TimeModel> model = decided_model(fits);
  return model ? of(fits, *model) : TimeFit{.error = -1.0};
}

// Constant times fit three models without an error, and the one with fewest parameters is meant.
TEST(TimeModels, ConstantTimes) {
  const TimeFit fit = decided(measured([](double) { return 1200.0; }));
  EXPECT_EQ(fit.text(), "1200");
  EXPECT_EQ(fit.error, 0.0);
  EXPECT_TRUE(fit.confirmed);
  EXPECT_EQ(fit.at(1000000), 1200.0);
}

TEST(TimeModels, InverseTimes) {
  const TimeFit fit = decided(measured([](double p) { return 5e6 / p; }));
  EXPECT_EQ(fit.text(), "5e+06/P");
  EXPECT_DOUBLE_EQ(fit.at(5000), 1000.0);
}

TEST(TimeModels, LinearTimes) {
  const TimeFit fit = decided(measured([](double p) { return 25.0 * p + 300.0; }));
  EXPECT_EQ(fit.text(), "25*P + 300");
  EXPECT_NEAR(fit.at(1000), 25300.0, 1e-6);
}

// A test of the slope with its sign would keep nothing of any falling line.
TEST(TimeModels, FallingLinesKeepTheirSlope) {
  const TimeFit fit = decided(measured([](double p) { return 5000.0 - 5.0 * p; }));
  EXPECT_EQ(fit.text(), "-5*P + 5000");
  EXPECT_NEAR(fit.at(400), 3000.0, 1e-6);
  EXPECT_EQ(fit.at(2000), 0.0);  // no time is negative
}

TEST(TimeModels, InverseTimesWithAConstant) {
  const TimeFit fit = decided(measured([](double p) { return 5e6 / p + 40000.0; }));
  EXPECT_EQ(fit.text(), "5e+06/P + 40000");
  EXPECT_NEAR(fit.at(10000), 40500.0, 1e-6);
}

TEST(TimeModels, OneOutlierOfFourIsLeftOut) {
  const Points constant = {{16, 1000}, {36, 1000}, {64, 9000}, {100, 1000}};
  EXPECT_EQ(decided(constant).text(), "1000");
  const Points inverse = {{16, 6250}, {36, 100000.0 / 36}, {64, 100000.0 / 64}, {100, 7000}};
  EXPECT_EQ(decided(inverse).text(), "100000/P");
}

// Without the third point any two would be constant.
TEST(TimeModels, ThreePointsHaveNoOutlier) {
  const TimeFits fits = fit_time_models({{16, 1000}, {36, 1000}, {64, 4000}});
  EXPECT_EQ(of(fits, TimeModel::Constant).b, 2000.0);
}

TEST(TimeModels, SlopesBelowTheThresholdAreFlat) {
  const TimeFits fits = fit_time_models(measured([](double p) { return 10000.0 + p; }));
  EXPECT_EQ(of(fits, TimeModel::Linear).a, 0.0);
  EXPECT_EQ(of(fits, TimeModel::Linear).b, 10054.0);  // the mean
  EXPECT_EQ(modest_model(fits), TimeModel::Constant);
  const TimeFits kept = fit_time_models(measured([](double p) { return 10000.0 + 3.0 * p; }));
  EXPECT_NEAR(of(kept, TimeModel::Linear).a, 3.0, 1e-9);
}

// All errors are errors of times, so models may be compared.
TEST(TimeModels, ErrorsAreRelativeDeviationsOfTimes) {
  const TimeFits fits = fit_time_models({{10, 100}, {20, 120}, {30, 110}});
  EXPECT_NEAR(of(fits, TimeModel::Constant).error, std::sqrt(200.0 / 2.0) / 110.0, 1e-12);
  // 105 + 0.5 (P - 10): deviations of -5, 10 and -5.
  EXPECT_NEAR(of(fits, TimeModel::Linear).error, std::sqrt(150.0 / 1.0) / 110.0, 1e-12);
  // The mean of the products 1000, 2400 and 3300 is 6700 / 3.
  const double k = 6700.0 / 3.0;
  const double squares =
      std::pow(100 - k / 10, 2) + std::pow(120 - k / 20, 2) + std::pow(110 - k / 30, 2);
  EXPECT_NEAR(of(fits, TimeModel::Inverse).error, std::sqrt(squares / 2.0) / 110.0, 1e-12);
}

TEST(TimeModels, CloseModelsDecideNothing) {
  // 3 % of noise: a line is a little better than a constant.
  const Points noisy = {{16, 1000}, {36, 1010}, {64, 1040}, {100, 1060}};
  const TimeFits fits = fit_time_models(noisy);
  EXPECT_EQ(decided_model(fits), std::nullopt);
  EXPECT_EQ(modest_model(fits), TimeModel::Constant);
}

TEST(TimeModels, OneRunIsConstant) {
  const TimeFits fits = fit_time_models({{16, 700}});
  EXPECT_FALSE(fits[static_cast<std::size_t>(TimeModel::Linear)]);
  EXPECT_FALSE(fits[static_cast<std::size_t>(TimeModel::InverseOffset)]);
  EXPECT_EQ(decided_model(fits), TimeModel::Constant);
  EXPECT_FALSE(of(fits, TimeModel::Constant).confirmed);
  EXPECT_EQ(of(fits, TimeModel::Constant).at(4096), 700.0);
}

TEST(TimeModels, RunsOfEqualSizeAreConstant) {
  const TimeFit fit = decided({{16, 700}, {16, 900}, {16, 800}});
  EXPECT_EQ(fit.text(), "800");
}

TEST(TimeModels, TwoRuns) {
  EXPECT_EQ(decided({{16, 700}, {32, 700}}).text(), "700");
  EXPECT_EQ(decided({{16, 700}, {32, 350}}).text(), "11200/P");
  EXPECT_EQ(decided({{16, 700}, {32, 1400}}).text(), "43.75*P + 0");
  // A line through a time that falls would reach zero.
  EXPECT_EQ(decided({{16, 1000}, {32, 700}}).text(), "9600/P + 400");
  EXPECT_EQ(modest_model(fit_time_models({{16, 700}, {32, 710}})), TimeModel::Constant);
}

// 2560 / P - 40 has no time left on 64 ranks.
TEST(TimeModels, InverseModelsThatFallBelowZeroAreLeftOut) {
  const TimeFits fits = fit_time_models({{16, 120}, {32, 40}});
  EXPECT_FALSE(fits[static_cast<std::size_t>(TimeModel::InverseOffset)]);
  EXPECT_TRUE(fits[static_cast<std::size_t>(TimeModel::Linear)]);
}

TEST(TimeModels, ZerosAndHugeTimes) {
  EXPECT_EQ(decided(measured([](double) { return 0.0; })).text(), "0");
  const TimeFit huge = decided(measured([](double p) { return 1e19 / p; }));
  EXPECT_EQ(huge.model, TimeModel::Inverse);
  EXPECT_NEAR(huge.a, 1e19, 1e6);
  const TimeFit many = decided({{1, 100}, {UINT64_MAX, 100}, {1u << 31, 100}, {7, 100}});
  EXPECT_EQ(many.text(), "100");
}

TEST(TimeModels, TheOrderOfRunsDoesNotMatter) {
  Points points = {{16, 1000.1}, {36, 1010.7}, {64, 940.3}, {100, 1060.9}, {100, 990.2}};
  const TimeFits fits = fit_time_models(points);
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(points.begin(), points.end(), random);
    const TimeFits again = fit_time_models(points);
    for (std::size_t i = 0; i < kTimeModels; ++i) {
      ASSERT_EQ(again[i].has_value(), fits[i].has_value());
      if (!fits[i]) continue;
      EXPECT_EQ(again[i]->a, fits[i]->a);
      EXPECT_EQ(again[i]->b, fits[i]->b);
      EXPECT_EQ(again[i]->error, fits[i]->error);
    }
  }
}

// Formulas with noise of a hundredth are found, and predict four times as many ranks.
TEST(TimeModels, RandomFormulasWithNoise) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> noise(0.99, 1.01);
  std::uniform_real_distribution<double> size(1000.0, 1e7);
  for (int round = 0; round < 60; ++round) {
    const double scale = size(random);
    const std::vector<std::function<double(double)>> formulas = {
        [&](double) { return scale; }, [&](double p) { return scale / p; },
        [&](double p) { return scale * (p + 10.0); },
        [&](double p) { return scale * (20.0 / p + 1.0); }};
    const auto& formula = formulas[static_cast<std::size_t>(round) % formulas.size()];
    const TimeFits fits =
        fit_time_models(measured([&](double p) { return formula(p) * noise(random); }));
    const TimeFit fit = of(fits, decided_model(fits).value_or(modest_model(fits)));
    EXPECT_NEAR(fit.at(400) / formula(400.0), 1.0, 0.1) << round << ": " << fit.text();
  }
}

}  // namespace
}  // namespace tarry::compressed
