// SPDX-License-Identifier: BSD-3-Clause
// An integer quantity over the extents: sizes of messages, counts and trips. Besides sums of
// products it may be a logarithm, a share of a whole with what integer division leaves over, or a
// square; if nothing is exact, the best of these by least squares, which is marked.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, sections 3.1 ("curve fitting") and 3.4.1,
// where integer division breaks the trend of the message sizes of BT.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compressed/fit/extents.h"
#include "compressed/fit/linear_form.h"
#include "compressed/fit/rational.h"

namespace tarry::compressed {

enum class CurveKind {
  Form,       // form
  Quotient,   // scale * (whole / of) + offset, in integer division rounded as `rounding` says
  Logarithm,  // scale * log2(of) + offset, the logarithm rounded as `rounding` says
  Square,     // scale * of^2 + offset
};

enum class Rounding {
  None,  // nothing had to be rounded; a quotient is rounded down nevertheless, as programs do
  Down,
  Up,
};

// What a curve that is not exact is: the nearest integer to slope * f + intercept. By its kind, f
// is `of` itself, 1 / of, log2(of) or of^2. The slope of a constant is 0.
struct Approximation {
  double slope = 0.0;
  double intercept = 0.0;

  [[nodiscard]] double at(CurveKind kind, double of) const;
};

struct Curve {
  CurveKind kind = CurveKind::Form;
  LinearForm form;   // kind Form
  ExtentProduct of;  // what other kinds are taken of; the product of all extents is P
  Rational scale = 1;
  Rational offset = 0;
  std::int64_t whole = 0;  // kind Quotient
  Rounding rounding = Rounding::None;

  std::optional<Approximation> approximation;  // if it is not exact; replaces all but kind and of
  // Root mean square of the deviations from the observations, in relation to the mean of these; 0
  // if the curve is exact. The squares are divided by observations minus parameters.
  double residual = 0.0;
  unsigned parameters =
      0;                   // terms of the form; others have one more if there is an offset or scale
  bool confirmed = false;  // by more grids than parameters

  [[nodiscard]] bool exact() const { return !approximation.has_value(); }
  // Returns the value, or nothing if it is no integer of 64 bits.
  [[nodiscard]] std::optional<std::int64_t> at(const Extents& extents) const;
  // Returns an expression in x, y and z with integer division as in C. It may call log2_down(n),
  // log2_up(n), and nearest(v) with a floating-point argument, in which log2(n) is the logarithm.
  [[nodiscard]] std::string text() const;
};

// Returns the simplest curve that gives all observations: the one with fewest parameters, with
// integers rather than fractions, in the order of CurveKind, with the product of all extents rather
// than others. A form of three terms or more with fractions must be confirmed. If there is no
// curve, returns an approximation: the one with fewest parameters whose residual is close to the
// smallest. Returns nothing only without observations.
//
// The whole of a quotient is known up to what the divisions left over; the number with the fewest
// digits, decimal or binary, is taken.
// Thread: any.
[[nodiscard]] std::optional<Curve> fit_curve(const std::vector<Observation>& observations);

}  // namespace tarry::compressed
