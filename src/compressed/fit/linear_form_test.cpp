// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/linear_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tarry::compressed {
namespace {

Observation on(std::uint32_t x, std::uint32_t y, std::int64_t value) {
  return {{{x, y, 1}, 2}, value};
}
Extents square(std::uint32_t extent) { return {{extent, extent, 1}, 2}; }
Extents line(std::uint32_t ranks) { return {{ranks, 1, 1}, 1}; }

std::string fitted_text(const std::vector<Observation>& observations,
                        FormTerms allowed = FormTerms::Products) {
  const auto form = fit_linear_form(observations, allowed);
  return form ? form->text() : "nothing";
}

// The offset of Wu's Fig. 3.5.
TEST(LinearForm, TheOffsetOfACornerOfATorus) {
  const auto form = fit_linear_form({on(4, 4, 13), on(5, 5, 21), on(6, 6, 31)});
  ASSERT_TRUE(form);
  EXPECT_EQ(form->text(), "x*y - x + 1");
  EXPECT_EQ(form->coefficients[3], Rational(1));
  EXPECT_EQ(form->coefficients[1], Rational(-1));
  EXPECT_EQ(form->coefficients[0], Rational(1));
  EXPECT_EQ(form->at(square(10)), 91);
}

// The interior group of the 2-D stencil in Wu's section 3.2.3.
TEST(LinearForm, TheRankListOfTheInteriorOfASquare) {
  const std::vector<std::vector<std::int64_t>> lists = {
      {2, 5, 2, 4, 2, 1}, {2, 6, 3, 5, 3, 1}, {2, 7, 4, 6, 4, 1}};
  std::vector<std::int64_t> target;
  std::string texts;
  for (std::size_t field = 0; field < 6; ++field) {
    const auto form = fit_linear_form(
        {on(4, 4, lists[0][field]), on(5, 5, lists[1][field]), on(6, 6, lists[2][field])});
    ASSERT_TRUE(form);
    target.push_back(*form->at(square(10)));
    texts += " " + form->text() + ",";
  }
  EXPECT_EQ(target, (std::vector<std::int64_t>{2, 11, 8, 10, 8, 1}));
  EXPECT_EQ(texts, " 2, x + 1, x - 2, x, x - 2, 1,");
}

// The length y - 2 of the rank list in Wu's section 4.4.5 is no sum of 1, x and x*y.
TEST(LinearForm, ALengthInTheSecondDimension) {
  const std::vector<Observation> lengths = {on(4, 5, 3), on(5, 7, 5), on(7, 8, 6), on(4, 6, 4)};
  EXPECT_EQ(fitted_text(lengths), "y - 2");
  EXPECT_EQ(fitted_text(lengths, FormTerms::Strides), "nothing");
}

TEST(LinearForm, OneGridGivesAConstant) {
  EXPECT_EQ(fitted_text({on(4, 4, 13)}), "13");
  EXPECT_EQ(fitted_text({on(4, 4, 0)}), "0");
  EXPECT_EQ(fitted_text({on(4, 4, 13), on(4, 4, 13)}), "13");
}

TEST(LinearForm, AContradictionGivesNothing) {
  EXPECT_EQ(fitted_text({on(4, 4, 13), on(4, 4, 14)}), "nothing");
  EXPECT_EQ(fitted_text({}), "nothing");
}

// The values of y on lines of which only y changes are told by y alone, not by quarters of x*y.
TEST(LinearForm, OnlyOneExtentVaries) {
  EXPECT_EQ(fitted_text({on(4, 4, 2), on(4, 5, 3), on(4, 6, 4)}), "y - 2");
  EXPECT_EQ(fitted_text({on(4, 4, 12), on(4, 5, 16), on(4, 6, 20)}), "x*y - 4");
  EXPECT_EQ(fitted_text({on(4, 4, 4), on(4, 5, 4), on(4, 6, 4)}), "4");
}

TEST(LinearForm, CubesTellNoExtentsApart) {
  std::vector<Observation> observations;
  for (std::uint32_t n = 3; n <= 6; ++n)
    observations.push_back({{{n, n, n}, 3}, static_cast<std::int64_t>(n) * n * n - n * n});
  EXPECT_EQ(fitted_text(observations), "x*y*z - x*y");
}

TEST(LinearForm, AllObservationsMustHold) {
  std::vector<Observation> observations;
  for (std::uint32_t n = 3; n <= 9; ++n) observations.push_back(on(n, n, 3 * n));
  EXPECT_EQ(fitted_text(observations), "3*x");
  ++observations[4].value;
  EXPECT_EQ(fitted_text(observations), "nothing");
}

TEST(LinearForm, FractionsHaveAValueWhereItIsAnInteger) {
  const std::vector<Observation> halves = {{line(4), 1}, {line(6), 2}, {line(8), 3}, {line(10), 4}};
  const auto form = fit_linear_form(halves);
  ASSERT_TRUE(form);
  EXPECT_EQ(form->text(), "(x - 2)/2");
  EXPECT_EQ(form->at(line(100)), 49);
  EXPECT_EQ(form->at(line(101)), std::nullopt);
}

TEST(LinearForm, TheTextOfForms) {
  LinearForm form;
  EXPECT_EQ(form.text(), "0");
  form.coefficients[1] = -1;
  EXPECT_EQ(form.text(), "-x");
  form.coefficients[7] = Rational::ratio(1, 6);
  form.coefficients[0] = Rational::ratio(-3, 4);
  EXPECT_EQ(form.text(), "(2*x*y*z - 12*x - 9)/12");
  EXPECT_EQ(LinearForm::constant(-3).text(), "-3");
}

TEST(LinearForm, HugeNumbersAreExactOrNothing) {
  const std::uint32_t big = UINT32_MAX;
  EXPECT_EQ(fitted_text({{line(big), INT64_MAX}, {line(big - 1), INT64_MAX - 1}}),
            "x + 9223372032559808512");
  std::vector<Observation> cubes;
  for (std::uint32_t i = 0; i < 4; ++i)
    cubes.push_back({{{big - i, big - 2 * i, big}, 3}, INT64_MAX - i * i * i});
  const auto form = fit_linear_form(cubes);
  for (const Observation& cube : cubes)
    EXPECT_EQ(form ? form->at(cube.extents) : cube.value, cube.value);
  EXPECT_EQ(LinearForm::constant(INT64_MAX).at(line(1)), INT64_MAX);
  LinearForm twice;
  twice.coefficients[1] = INT64_MAX;
  EXPECT_EQ(twice.at(line(2)), std::nullopt);
}

TEST(LinearForm, AreConfirmedByOneGridMore) {
  const std::vector<Observation> three = {on(4, 4, 13), on(5, 5, 21), on(6, 6, 31)};
  EXPECT_FALSE(confirmed(three, 3));
  EXPECT_TRUE(confirmed(three, 2));
  EXPECT_FALSE(confirmed({on(4, 4, 13), on(4, 4, 13)}, 1));
}

// Random forms over random grids are found again, in whatever order the grids come.
TEST(LinearForm, RandomFormsAreRecovered) {
  std::mt19937 random(7);
  const auto draw = [&random](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round < 40; ++round) {
    const auto dimensions = static_cast<unsigned>(draw(1, 3));
    LinearForm wanted;
    for (unsigned bits = 0; bits < 1u << dimensions; ++bits)
      if (draw(0, 1) != 0) wanted.coefficients[bits] = draw(-9, 9);
    std::vector<Observation> observations;
    for (unsigned i = 0; i < 12; ++i) {
      Extents grid{{1, 1, 1}, dimensions};
      for (unsigned d = 0; d < dimensions; ++d)
        grid.size[d] = static_cast<std::uint32_t>(draw(2, 40));
      observations.push_back({grid, *wanted.at(grid)});
    }
    const auto form = fit_linear_form(observations);
    ASSERT_TRUE(form);
    EXPECT_EQ(form->text(), wanted.text());
    std::shuffle(observations.begin(), observations.end(), random);
    EXPECT_EQ(fitted_text(observations), wanted.text());
    // With few grids the form may be another, which gives the same values there.
    observations.resize(3);
    const auto few = fit_linear_form(observations);
    ASSERT_TRUE(few);
    for (const Observation& observation : observations)
      EXPECT_EQ(few->at(observation.extents), observation.value);
    std::reverse(observations.begin(), observations.end());
    EXPECT_EQ(fitted_text(observations), few->text());
  }
}

}  // namespace
}  // namespace tarry::compressed
