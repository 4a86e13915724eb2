// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace tarry::compressed {
namespace {

using Formula = std::function<std::int64_t(std::int64_t x, std::int64_t y)>;

Extents grid(std::uint32_t x, std::uint32_t y) { return {{x, y, 1}, 2}; }

std::vector<Observation> on_line(const std::vector<std::uint32_t>& ranks, const Formula& formula) {
  std::vector<Observation> out;
  for (const std::uint32_t n : ranks) out.push_back({{{n, 1, 1}, 1}, formula(n, 1)});
  return out;
}

std::vector<Observation> on_grids(const std::vector<Extents>& grids, const Formula& formula) {
  std::vector<Observation> out;
  for (const Extents& each : grids) out.push_back({each, formula(each.size[0], each.size[1])});
  return out;
}

Curve fitted(const std::vector<Observation>& observations) {
  const std::optional<Curve> curve = fit_curve(observations);
  EXPECT_TRUE(curve);
  return curve.value_or(Curve{});
}

std::int64_t up(std::int64_t whole, std::int64_t parts) { return (whole + parts - 1) / parts; }
std::int64_t log2_up(std::int64_t value) {
  return static_cast<std::int64_t>(std::ceil(std::log2(static_cast<double>(value))));
}

const std::vector<Extents> kGrids = {grid(4, 4), grid(5, 4), grid(6, 5), grid(8, 5), grid(7, 9)};

TEST(Curve, FormsAreAmongThem) {
  EXPECT_EQ(fitted(on_grids(kGrids, [](auto, auto) { return 4096; })).text(), "4096");
  const Curve volume = fitted(on_grids(kGrids, [](auto x, auto y) { return 8 * x * y + 16; }));
  EXPECT_EQ(volume.text(), "8*x*y + 16");
  EXPECT_TRUE(volume.exact());
  EXPECT_TRUE(volume.confirmed);
  EXPECT_EQ(volume.parameters, 2u);
  EXPECT_EQ(volume.residual, 0.0);
  EXPECT_EQ(volume.at(grid(100, 10)), 8016);
}

TEST(Curve, AShareWithoutRest) {
  const Curve curve = fitted(on_line({4, 8, 16}, [](auto p, auto) { return 3200 / p; }));
  EXPECT_EQ(curve.text(), "3200/x");
  EXPECT_EQ(curve.rounding, Rounding::None);
  EXPECT_EQ(curve.parameters, 1u);
  EXPECT_EQ(curve.at({{32, 1, 1}, 1}), 100);
  // Programs divide integers, so other numbers of ranks have a share as well.
  EXPECT_EQ(curve.at({{3, 1, 1}, 1}), 1066);
}

TEST(Curve, SharesOfOneDimensionAndOfTwo) {
  EXPECT_EQ(fitted(on_grids(kGrids, [](auto x, auto) { return 8400 / x; })).text(), "8400/x");
  EXPECT_EQ(fitted(on_grids(kGrids, [](auto, auto y) { return 8400 / y; })).text(), "8400/y");
  EXPECT_EQ(fitted(on_grids(kGrids, [](auto x, auto y) { return 100800 / (x * y); })).text(),
            "100800/(x*y)");
  std::vector<Observation> cubes;
  for (std::uint32_t n = 2; n <= 5; ++n)
    cubes.push_back({{{n, n + 1, 2 * n}, 3}, 1000000 / (n * 2 * n)});
  EXPECT_EQ(fitted(cubes).text(), "1000000/(x*z)");
}

TEST(Curve, ASharesRestIsRounded) {
  const Curve down = fitted(on_line({16, 25, 36}, [](auto p, auto) { return 1000 / p; }));
  EXPECT_EQ(down.text(), "1000/x");
  EXPECT_EQ(down.rounding, Rounding::Down);
  EXPECT_EQ(down.at({{49, 1, 1}, 1}), 20);
  const Curve rounded_up = fitted(on_line({8, 12, 16}, [](auto p, auto) { return up(100, p); }));
  EXPECT_EQ(rounded_up.text(), "(100 + x - 1)/x");
  EXPECT_EQ(rounded_up.at({{30, 1, 1}, 1}), 4);
  const Curve binary = fitted(on_grids(kGrids, [](auto x, auto y) { return 4096 / (x * y); }));
  EXPECT_EQ(binary.text(), "4096/(x*y)");
}

TEST(Curve, ElementsOfSeveralBytes) {
  const Curve curve = fitted(on_line({16, 25, 36}, [](auto p, auto) { return 8 * (1000 / p); }));
  EXPECT_EQ(curve.text(), "8*(1000/x)");
  EXPECT_EQ(curve.parameters, 2u);
  EXPECT_EQ(curve.at({{49, 1, 1}, 1}), 160);
}

TEST(Curve, SharesWithABorder) {
  EXPECT_EQ(fitted(on_grids(kGrids, [](auto x, auto) { return 1000 / x + 2; })).text(),
            "1000/x + 2");
  EXPECT_EQ(fitted(on_line({4, 8, 16, 32}, [](auto p, auto) { return 6400 / p + 37; })).text(),
            "6400/x + 37");
}

// Shares of a few elements fit many wholes.
TEST(Curve, SmallSharesSayTooLittle) {
  const Curve curve =
      fitted(on_line({16, 25, 36, 49}, [](auto p, auto) { return p < 20 ? 1 : 0; }));
  EXPECT_FALSE(curve.exact());
}

TEST(Curve, LogarithmsOfPowersOfTwo) {
  const Curve rounds = fitted(on_line({4, 16, 64}, [](auto p, auto) { return log2_up(p); }));
  EXPECT_EQ(rounds.text(), "log2_down(x)");
  EXPECT_EQ(rounds.parameters, 1u);
  EXPECT_EQ(rounds.at({{1024, 1, 1}, 1}), 10);
  EXPECT_EQ(rounds.at({{1000, 1, 1}, 1}), std::nullopt);  // what the program rounds to is not known
  const auto half = [](auto p, auto) { return 3 * log2_up(p) / 2 + 1; };
  EXPECT_EQ(fitted(on_line({4, 16, 64, 256}, half)).text(), "(3*log2_down(x) + 2)/2");
}

TEST(Curve, LogarithmsThatAreRounded) {
  const auto above =
      fitted(on_line({4, 7, 12, 25}, [](auto p, auto) { return 2 * log2_up(p) + 1; }));
  EXPECT_EQ(above.text(), "2*log2_up(x) + 1");
  EXPECT_EQ(above.at({{1000, 1, 1}, 1}), 21);
  const auto below =
      fitted(on_line({5, 6, 12, 25}, [](auto p, auto) { return std::int64_t(std::log2(p)); }));
  EXPECT_EQ(below.text(), "log2_down(x)");
  EXPECT_EQ(below.at({{1000, 1, 1}, 1}), 9);
}

TEST(Curve, LogarithmsOfOneExtentAndOfAll) {
  const std::vector<Extents> powers = {grid(4, 2), grid(8, 2), grid(8, 16), grid(32, 8)};
  EXPECT_EQ(fitted(on_grids(powers, [](auto, auto y) { return log2_up(y) - 1; })).text(),
            "log2_down(y) - 1");
  EXPECT_EQ(fitted(on_grids(powers, [](auto x, auto y) { return log2_up(x * y); })).text(),
            "log2_down(x*y)");
}

TEST(Curve, Squares) {
  EXPECT_EQ(fitted(on_line({3, 5, 8}, [](auto p, auto) { return p * p - 1; })).text(), "x*x - 1");
  EXPECT_EQ(fitted(on_grids(kGrids, [](auto, auto y) { return 3 * y * y; })).text(), "3*y*y");
}

TEST(Curve, OneObservationIsAConstantWithoutConfirmation) {
  const Curve curve = fitted(on_line({8}, [](auto, auto) { return 12; }));
  EXPECT_EQ(curve.text(), "12");
  EXPECT_TRUE(curve.exact());
  EXPECT_FALSE(curve.confirmed);
  EXPECT_FALSE(fit_curve({}));
}

TEST(Curve, ZerosAreTheConstantZero) {
  const Curve curve = fitted(on_grids(kGrids, [](auto, auto) { return 0; }));
  EXPECT_EQ(curve.text(), "0");
  EXPECT_EQ(curve.parameters, 0u);
}

TEST(Curve, NoiseAroundAConstantIsAMean) {
  const Curve curve =
      fitted({{grid(4, 4), 1003}, {grid(5, 4), 998}, {grid(6, 5), 1001}, {grid(8, 5), 998}});
  EXPECT_FALSE(curve.exact());
  EXPECT_EQ(curve.text(), "nearest(1000)");
  EXPECT_NEAR(curve.residual, 0.00245, 0.0001);
  EXPECT_EQ(curve.at(grid(100, 100)), 1000);
}

TEST(Curve, NoiseAroundATrendKeepsTheTrend) {
  std::int64_t noise = 7;
  const Curve share = fitted(on_line({8, 16, 32, 64, 128}, [&](auto p, auto) {
    noise = -noise;
    return 100000 / p + noise;
  }));
  EXPECT_FALSE(share.exact());
  EXPECT_EQ(share.kind, CurveKind::Quotient);
  EXPECT_NEAR(static_cast<double>(*share.at({{1000, 1, 1}, 1})), 100.0, 2.0);
  EXPECT_LT(share.residual, 0.01);
  const Curve growth = fitted(on_line({8, 16, 32, 64, 128}, [&](auto p, auto) {
    noise = -noise;
    return 500 * p + noise;
  }));
  EXPECT_EQ(growth.kind, CurveKind::Form);
  EXPECT_NEAR(static_cast<double>(*growth.at({{1000, 1, 1}, 1})), 500000.0, 2000.0);
}

TEST(Curve, AContradictionIsApproximated) {
  const Curve curve = fitted({{grid(4, 4), 10}, {grid(4, 4), 12}});
  EXPECT_FALSE(curve.exact());
  EXPECT_EQ(curve.at(grid(4, 4)), 11);
  EXPECT_NEAR(curve.residual, std::sqrt(2.0) / 11.0, 1e-12);
}

TEST(Curve, HugeValues) {
  const auto huge = on_line({2, 3}, [](auto, auto) { return INT64_MAX; });
  EXPECT_EQ(fitted(huge).at({{1000, 1, 1}, 1}), INT64_MAX);
  const auto low = on_line({2, 3, 4}, [](auto p, auto) { return INT64_MIN + p; });
  EXPECT_EQ(fitted(low).at({{0, 1, 1}, 1}), INT64_MIN);
  const Curve growth = fitted(on_line({2, 3, 4}, [](auto p, auto) { return p << 60; }));
  EXPECT_EQ(growth.at({{7, 1, 1}, 1}), std::int64_t{7} << 60);
  EXPECT_EQ(growth.at({{8, 1, 1}, 1}), std::nullopt);
  const std::vector<Observation> odd = {
      {{{2, 1, 1}, 1}, INT64_MAX}, {{{3, 1, 1}, 1}, INT64_MIN}, {{{4, 1, 1}, 1}, INT64_MAX}};
  EXPECT_FALSE(fitted(odd).exact());
}

// Every exact curve gives back what it was made of, whatever the order.
TEST(Curve, RandomQuantitiesAreExplainedInAnyOrder) {
  std::mt19937 random(11);
  const auto draw = [&random](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  for (int round = 0; round < 40; ++round) {
    const std::int64_t whole = draw(5000, 5000000);
    const std::int64_t factor = draw(1, 9);
    const std::int64_t border = draw(0, 5);
    const std::vector<Formula> formulas = {
        [&](auto x, auto y) { return whole / (x * y); }, [&](auto x, auto) { return up(whole, x); },
        [&](auto x, auto y) { return factor * log2_up(x * y) + border; },
        [&](auto x, auto) { return factor * x * x + border; },
        [&](auto x, auto y) { return factor * x * y - border * x + whole; }};
    std::vector<Extents> grids = kGrids;
    grids.push_back(grid(13, 11));
    const Formula& formula = formulas[static_cast<std::size_t>(round) % formulas.size()];
    std::vector<Observation> observations = on_grids(grids, formula);
    const Curve curve = fitted(observations);
    EXPECT_TRUE(curve.exact()) << round;
    for (const Observation& observation : observations)
      EXPECT_EQ(curve.at(observation.extents), observation.value) << curve.text();
    const auto expected = static_cast<double>(formula(40, 30));
    EXPECT_NEAR(static_cast<double>(*curve.at(grid(40, 30))), expected, 1.0 + expected * 0.02)
        << curve.text();
    std::shuffle(observations.begin(), observations.end(), random);
    EXPECT_EQ(fitted(observations).text(), curve.text());
  }
}

// The same approximation comes out bit by bit.
TEST(Curve, TheOrderOfInexactObservationsDoesNotMatter) {
  std::vector<Observation> observations =
      on_line({8, 16, 32, 64, 128}, [](auto p, auto) { return 100003 / p + p % 7 * p % 11; });
  const Curve curve = fitted(observations);
  EXPECT_FALSE(curve.exact());
  std::sort(observations.begin(), observations.end(),
            [](const Observation& a, const Observation& b) { return a.value < b.value; });
  do {
    const Curve again = fitted(observations);
    EXPECT_EQ(again.text(), curve.text());
    EXPECT_EQ(again.residual, curve.residual);
  } while (std::next_permutation(
      observations.begin(), observations.end(),
      [](const Observation& a, const Observation& b) { return a.value < b.value; }));
}

}  // namespace
}  // namespace tarry::compressed
