// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/fit_number.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "compressed/fit/linear_form.h"

namespace tarry::compressed {
namespace {

NumberFormula of_form(const LinearForm& form, const std::vector<Observation>& observations) {
  NumberFormula out;
  out.form = form;
  out.parameters = form.terms();
  out.confirmed = confirmed(observations, out.parameters);
  return out;
}

// Returns nothing for a formula with fractions that the observations only just determine.
std::optional<NumberFormula> checked(const NumberFormula& formula) {
  const auto& coefficients = formula.form.coefficients;
  if (!formula.confirmed && formula.kind == CurveKind::Form &&
      std::any_of(coefficients.begin(), coefficients.end(),
                  [](const Rational& each) { return !each.is_integer(); }))
    return std::nullopt;
  return formula;
}

// Returns the sum of 1, S_1, S_1 S_2 and S_1 S_2 S_3 that gives all observations with the smallest
// coefficients, at most 2 except for that of 1. A constant is always the smallest.
std::optional<NumberFormula> small_form(const std::vector<Observation>& observations) {
  constexpr std::int64_t kMost = 2;
  const unsigned dimensions = observations[0].extents.dimensions;
  std::optional<LinearForm> best;
  std::int64_t best_size = 0;
  std::array<std::int64_t, 3> factors{};
  const std::int64_t choices = 2 * kMost + 1;
  std::int64_t all = 1;
  for (unsigned d = 0; d < dimensions; ++d) all *= choices;
  for (std::int64_t choice = 0; choice < all; ++choice) {
    LinearForm form;
    std::int64_t size = 0;
    std::int64_t rest = choice;
    for (unsigned d = 0; d < dimensions; ++d, rest /= choices) {
      const std::int64_t place = rest % choices;  // 0 1 -1 2 -2
      factors[d] = place % 2 == 0 ? -(place / 2) : (place + 1) / 2;
      form.coefficients[ExtentProduct::of_first(d + 1).bits] = factors[d];
      size += std::abs(factors[d]);
    }
    const auto without = form.at(observations[0].extents);
    if (!without) continue;
    const std::int64_t offset = observations[0].value - *without;
    form.coefficients[0] = offset;
    if (size > 0) size += std::abs(offset);
    if (best && size >= best_size) continue;
    if (std::all_of(observations.begin(), observations.end(),
                    [&](const Observation& each) { return form.at(each.extents) == each.value; })) {
      best = form;
      best_size = size;
    }
  }
  if (!best) return std::nullopt;
  return of_form(*best, observations);
}

}  // namespace

std::optional<NumberFormula> fit_number(const std::vector<Observation>& observations,
                                        NumberKind kind) {
  if (observations.empty()) return NumberFormula{};
  if (kind == NumberKind::Position) {
    if (auto small = small_form(observations)) return small;
    if (const auto form = fit_linear_form(observations, FormTerms::Strides))
      return checked(of_form(*form, observations));
  }
  const auto curve = fit_curve(observations);
  const bool is_exact = curve && curve->exact();
  if (is_exact && (curve->confirmed || curve->parameters <= 1)) return curve;
  if (auto small = small_form(observations)) return small;
  return is_exact ? checked(*curve) : std::nullopt;
}

}  // namespace tarry::compressed
