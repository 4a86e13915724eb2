// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/linear_form.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <tuple>

namespace tarry::compressed {

namespace {

constexpr unsigned kProducts = 8;
using Row = std::vector<Rational>;  // the products of one observation, and its value

ExtentProduct product_of(unsigned bits) { return {static_cast<std::uint8_t>(bits)}; }

// Brings the rows to a diagonal. Returns whether the unknowns have exactly one solution, which is
// then the last number of the first rows.
bool eliminate(std::vector<Row>& rows, std::size_t unknowns) {
  for (std::size_t k = 0; k < unknowns; ++k) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(k), rows.end(),
                                    [k](const Row& row) { return !row[k].is_zero(); });
    if (pivot == rows.end() || !(*pivot)[k].valid()) return false;
    std::swap(rows[k], *pivot);
    const Rational first = rows[k][k];
    for (std::size_t i = k; i <= unknowns; ++i) rows[k][i] = rows[k][i] / first;
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (j == k || rows[j][k].is_zero()) continue;
      const Rational factor = rows[j][k];
      for (std::size_t i = k; i <= unknowns; ++i) rows[j][i] = rows[j][i] - factor * rows[k][i];
    }
  }
  for (std::size_t j = 0; j < rows.size(); ++j)
    if (j < unknowns ? !rows[j][unknowns].valid() : !rows[j][unknowns].is_zero()) return false;
  return true;
}

// `chosen` has a bit for each product that the form may have.
std::optional<LinearForm> form_of(const std::vector<Observation>& observations, unsigned chosen) {
  std::vector<unsigned> products;
  for (unsigned bits = 0; bits < kProducts; ++bits)
    if ((chosen >> bits & 1) != 0) products.push_back(bits);
  std::vector<Row> rows;
  for (const Observation& observation : observations) {
    Row row;
    for (const unsigned bits : products)
      row.push_back(Rational::ratio(product_of(bits).at(observation.extents), 1));
    row.emplace_back(observation.value);
    rows.push_back(std::move(row));
  }
  if (rows.size() < products.size() || !eliminate(rows, products.size())) return std::nullopt;
  LinearForm form;
  for (std::size_t k = 0; k < products.size(); ++k) form.coefficients[products[k]] = rows[k].back();
  return form;
}

// What makes one form simpler than another of as many terms, most important first.
auto complexity(const LinearForm& form) {
  unsigned fractions = 0;
  unsigned others = 0;
  unsigned degree = 0;
  unsigned degrees = 0;
  double size = 0.0;
  unsigned chosen = 0;
  for (unsigned bits = 0; bits < kProducts; ++bits) {
    const Rational& coefficient = form.coefficients[bits];
    if (coefficient.is_zero()) continue;
    const ExtentProduct product = product_of(bits);
    if (!coefficient.is_integer()) ++fractions;
    if (!product.is_stride()) ++others;
    degree = std::max(degree, product.degree());
    degrees += product.degree();
    size += std::abs(coefficient.approximate());
    chosen |= 1u << bits;
  }
  return std::tuple(fractions, others, degree, degrees, size, chosen);
}

unsigned allowed_products(unsigned dimensions, FormTerms allowed) {
  unsigned products = 0;
  for (unsigned bits = 0; bits < 1u << dimensions; ++bits)
    if (allowed == FormTerms::Products || product_of(bits).is_stride()) products |= 1u << bits;
  return products;
}

std::string term_text(Wide factor, unsigned bits) {
  if (bits == 0) return Rational::ratio(factor, 1).text();
  const std::string product = product_of(bits).text();
  return factor == 1 ? product : Rational::ratio(factor, 1).text() + "*" + product;
}

// Returns the least common denominator, 0 if it does not fit.
Wide common_denominator(const std::array<Rational, kProducts>& coefficients) {
  Rational common = 1;
  for (const Rational& coefficient : coefficients) {
    // The fraction common / denominator in lowest terms has what `common` lacks below.
    const Rational lacks = Rational::ratio(common.numerator(), coefficient.denominator());
    common = common * Rational::ratio(lacks.denominator(), 1);
    if (!common.valid()) return 0;
  }
  return common.numerator();
}

}  // namespace

LinearForm LinearForm::constant(std::int64_t value) {
  LinearForm form;
  form.coefficients[0] = value;
  return form;
}

Rational LinearForm::exact_at(const Extents& extents) const {
  Rational sum = 0;
  for (unsigned bits = 0; bits < kProducts; ++bits)
    if (!coefficients[bits].is_zero())
      sum = sum + coefficients[bits] * Rational::ratio(product_of(bits).at(extents), 1);
  return sum;
}

std::optional<std::int64_t> LinearForm::at(const Extents& extents) const {
  return exact_at(extents).integer();
}

unsigned LinearForm::terms() const {
  return static_cast<unsigned>(std::count_if(coefficients.begin(), coefficients.end(),
                                             [](const Rational& c) { return !c.is_zero(); }));
}

bool LinearForm::is_constant() const {
  return std::all_of(coefficients.begin() + 1, coefficients.end(),
                     [](const Rational& c) { return c.is_zero(); });
}

bool LinearForm::has_fractions() const {
  return std::any_of(coefficients.begin(), coefficients.end(),
                     [](const Rational& c) { return !c.is_integer(); });
}

std::string LinearForm::text() const {
  const Wide denominator = common_denominator(coefficients);
  if (denominator == 0) return "invalid";
  // Products of many extents first, x before y.
  std::array<unsigned, kProducts> order{7, 3, 5, 6, 1, 2, 4, 0};
  std::string sum;
  for (const unsigned bits : order) {
    const Rational scaled = coefficients[bits] * Rational::ratio(denominator, 1);
    if (scaled.is_zero()) continue;
    const bool negative = scaled.numerator() < 0;
    if (!sum.empty()) {
      sum += negative ? " - " : " + ";
    } else if (negative) {
      sum = "-";
    }
    sum += term_text(negative ? -scaled.numerator() : scaled.numerator(), bits);
  }
  if (sum.empty()) return "0";
  if (denominator == 1) return sum;
  return "(" + sum + ")/" + Rational::ratio(denominator, 1).text();
}

std::optional<LinearForm> fit_linear_form(const std::vector<Observation>& observations,
                                          FormTerms allowed) {
  if (observations.empty()) return std::nullopt;
  unsigned dimensions = 1;
  for (const Observation& observation : observations)
    dimensions = std::max(dimensions, observation.extents.dimensions);
  const unsigned products = allowed_products(dimensions, allowed);
  // If a choice of products is not independent, one with fewer of them gives the same values.
  for (unsigned terms = 0; terms <= kProducts; ++terms) {
    std::optional<LinearForm> best;
    for (unsigned chosen = 0; chosen <= products; ++chosen) {
      if ((chosen & ~products) != 0 || std::popcount(chosen) != static_cast<int>(terms)) continue;
      std::optional<LinearForm> form = form_of(observations, chosen);
      if (form && (!best || complexity(*form) < complexity(*best))) best = std::move(form);
    }
    if (best) return best;
  }
  return std::nullopt;
}

bool confirmed(const std::vector<Observation>& observations, unsigned unknowns) {
  std::set<std::array<std::uint32_t, 3>> grids;
  for (const Observation& observation : observations) grids.insert(observation.extents.size);
  return grids.size() > unknowns;
}

}  // namespace tarry::compressed
