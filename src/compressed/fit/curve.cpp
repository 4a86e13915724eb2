// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/curve.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

namespace tarry::compressed {

namespace {

// Returns the logarithm, or nothing if it had to be rounded and `rounding` does not say how.
std::optional<std::int64_t> logarithm(Wide value, Rounding rounding) {
  if (value <= 0 || value > INT64_MAX) return std::nullopt;
  const auto number = static_cast<std::uint64_t>(value);
  const bool power = std::has_single_bit(number);
  if (!power && rounding == Rounding::None) return std::nullopt;
  const auto down = static_cast<std::int64_t>(std::bit_width(number)) - 1;
  return !power && rounding == Rounding::Up ? down + 1 : down;
}

// Both are positive.
Wide divided(Wide whole, Wide parts, Rounding rounding) {
  return rounding == Rounding::Up ? (whole + parts - 1) / parts : whole / parts;
}

std::optional<Rational> exact_value(const Curve& curve, const Extents& extents) {
  const Wide of = curve.of.at(extents);
  switch (curve.kind) {
    case CurveKind::Form:
      return curve.form.exact_at(extents);
    case CurveKind::Quotient:
      return curve.scale * Rational::ratio(divided(curve.whole, of, curve.rounding), 1) +
             curve.offset;
    case CurveKind::Logarithm:
      if (const auto log = logarithm(of, curve.rounding)) return curve.scale * *log + curve.offset;
      return std::nullopt;
    case CurveKind::Square:
      return curve.scale * Rational::ratio(of, 1) * Rational::ratio(of, 1) + curve.offset;
  }
  return std::nullopt;
}

double measure(CurveKind kind, double of) {
  switch (kind) {
    case CurveKind::Form:
      return of;
    case CurveKind::Quotient:
      return 1.0 / of;
    case CurveKind::Logarithm:
      return std::log2(of);
    case CurveKind::Square:
      return of * of;
  }
  return of;
}

std::string in_brackets(ExtentProduct product) {
  return product.degree() > 1 ? "(" + product.text() + ")" : product.text();
}

std::string function_text(const Curve& curve) {
  const std::string of = curve.of.text();
  switch (curve.kind) {
    case CurveKind::Form:
      return of;
    case CurveKind::Quotient: {
      const std::string whole = std::to_string(curve.whole);
      if (curve.rounding != Rounding::Up) return whole + "/" + in_brackets(curve.of);
      return "(" + whole + " + " + of + " - 1)/" + in_brackets(curve.of);
    }
    case CurveKind::Logarithm:
      return (curve.rounding == Rounding::Up ? "log2_up(" : "log2_down(") + of + ")";
    case CurveKind::Square:
      return of + "*" + of;
  }
  return of;
}

// Returns scale * function + offset, over a common denominator. `is_product` says that the function
// needs no brackets behind a factor.
std::string affine_text(const Rational& scale, const std::string& function, bool is_product,
                        const Rational& offset) {
  const Rational shared =
      Rational::ratio(1, scale.denominator()) * Rational::ratio(1, offset.denominator());
  const bool fraction = !scale.is_integer() || !offset.is_integer();
  const Rational factor = fraction ? scale / shared : scale;
  const Rational rest = fraction ? offset / shared : offset;
  std::string out = function;
  if (!(factor == Rational(1)))
    out = factor.text() + "*" + (is_product ? function : "(" + function + ")");
  if (!rest.is_zero()) {
    const bool negative = rest.numerator() < 0;
    out += (negative ? " - " : " + ") + (negative ? Rational(-1) * rest : rest).text();
  }
  return fraction ? "(" + out + ")/" + (Rational(1) / shared).text() : out;
}

std::string decimal_text(double value) {
  std::array<char, 40> out{};
  std::snprintf(out.data(), out.size(), "%.12g", value);
  return out.data();
}

std::string approximate_text(const Curve& curve) {
  const auto [slope, intercept] = *curve.approximation;
  if (slope == 0.0) return "nearest(" + decimal_text(intercept) + ")";
  const std::string of = curve.of.text();
  std::string out = decimal_text(slope);
  if (curve.kind == CurveKind::Quotient) {
    out += "/" + in_brackets(curve.of);
  } else if (curve.kind == CurveKind::Logarithm) {
    out += "*log2(" + of + ")";
  } else {
    out += "*" + (curve.kind == CurveKind::Square ? of + "*" + of : of);
  }
  if (intercept != 0.0) out += (intercept < 0 ? " - " : " + ") + decimal_text(std::abs(intercept));
  return "nearest(" + out + ")";
}

}  // namespace

double Approximation::at(CurveKind kind, double of) const {
  return slope == 0.0 ? intercept : slope * measure(kind, of) + intercept;
}

std::optional<std::int64_t> Curve::at(const Extents& extents) const {
  if (!approximation) {
    const std::optional<Rational> value = exact_value(*this, extents);
    return value ? value->integer() : std::nullopt;
  }
  const double value = std::round(approximation->at(kind, static_cast<double>(of.at(extents))));
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63
  if (!(value >= -kBeyond && value < kBeyond)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::string Curve::text() const {
  if (!exact()) return approximate_text(*this);
  if (kind == CurveKind::Form) return form.text();
  return affine_text(scale, function_text(*this), kind != CurveKind::Quotient, offset);
}

}  // namespace tarry::compressed
