// SPDX-License-Identifier: BSD-3-Clause
// A number as a sum of products of extents, for example x*y - x + 1: what the offset of a peer, the
// start of a rank list, its lengths and strides are when the grid grows.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.3: the products are 1, S_1,
// S_1 S_2 and S_1 S_2 S_3. A rank list there has a length of y - 2 (section 4.4.5), which is no sum
// of these, so products of any extents are allowed, and those of the source are preferred.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compressed/fit/extents.h"
#include "compressed/fit/rational.h"

namespace tarry::compressed {

struct LinearForm {
  // By ExtentProduct::bits.
  std::array<Rational, 8> coefficients{};

  static LinearForm constant(std::int64_t value);
  [[nodiscard]] Rational exact_at(const Extents& extents) const;
  // Returns the value, unless it is no integer of 64 bits.
  [[nodiscard]] std::optional<std::int64_t> at(const Extents& extents) const;
  // Returns how many coefficients differ from zero.
  [[nodiscard]] unsigned terms() const;
  [[nodiscard]] bool is_constant() const;
  [[nodiscard]] bool has_fractions() const;
  // Returns an expression of C and Python in x, y and z: "x*y - x + 1", "(x*y - 2)/3".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const LinearForm&, const LinearForm&) = default;
};

// Which products a form may have.
enum class FormTerms {
  Strides,   // 1, S_1, S_1 S_2, S_1 S_2 S_3
  Products,  // these and all other products of different extents
};

// Returns the simplest form that gives all observations exactly, or nothing. The simplest is the
// one of fewest terms; among these it has integer coefficients rather than fractions, strides
// rather than other products, the lowest order, the smallest coefficients. Products that the
// observed grids do not tell apart (y from x on squares) are never in one form.
//
// A form of n terms is confirmed only by more than n observations that differ; see confirmed().
// Thread: any.
[[nodiscard]] std::optional<LinearForm> fit_linear_form(
    const std::vector<Observation>& observations, FormTerms allowed = FormTerms::Products);

// Returns whether there were observations beyond those that `unknowns` coefficients need.
[[nodiscard]] bool confirmed(const std::vector<Observation>& observations, unsigned unknowns);

}  // namespace tarry::compressed
