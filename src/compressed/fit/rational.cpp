// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/rational.h"

#include <algorithm>
#include <limits>

namespace tarry::compressed {

namespace {

__extension__ using Magnitude = unsigned __int128;

Magnitude magnitude(Wide value) {
  return value < 0 ? Magnitude{0} - static_cast<Magnitude>(value) : static_cast<Magnitude>(value);
}

Magnitude common_divisor(Magnitude a, Magnitude b) {
  while (b != 0) {
    const Magnitude rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

bool multiply(Wide a, Wide b, Wide& product) { return !__builtin_mul_overflow(a, b, &product); }

std::string decimal(Wide value) {
  std::string digits;
  for (Magnitude rest = magnitude(value); rest != 0 || digits.empty(); rest /= 10)
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace

Rational Rational::invalid() {
  Rational out;
  out.denominator_ = 0;
  return out;
}

Rational Rational::ratio(Wide numerator, Wide denominator) {
  if (denominator == 0) return invalid();
  const bool negative = (numerator < 0) != (denominator < 0);
  Magnitude above = magnitude(numerator);
  Magnitude below = magnitude(denominator);
  const Magnitude divisor = common_divisor(above, below);
  above /= divisor;
  below /= divisor;
  constexpr auto kMost = ~Magnitude{0} >> 1;
  if (above > kMost || below > kMost) return invalid();
  Rational out;
  out.numerator_ = negative ? -static_cast<Wide>(above) : static_cast<Wide>(above);
  out.denominator_ = static_cast<Wide>(below);
  return out;
}

std::optional<std::int64_t> Rational::integer() const {
  using Limits = std::numeric_limits<std::int64_t>;
  if (!is_integer() || numerator_ < Limits::min() || numerator_ > Limits::max())
    return std::nullopt;
  return static_cast<std::int64_t>(numerator_);
}

double Rational::approximate() const {
  if (!valid()) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(static_cast<long double>(numerator_) /
                             static_cast<long double>(denominator_));
}

std::string Rational::text() const {
  if (!valid()) return "invalid";
  return is_integer() ? decimal(numerator_) : decimal(numerator_) + "/" + decimal(denominator_);
}

// The sum is taken over the least common multiple of the denominators, which overflows later than
// their product.
Rational operator+(const Rational& a, const Rational& b) {
  if (!a.valid() || !b.valid()) return Rational::invalid();
  const auto divisor =
      static_cast<Wide>(common_divisor(magnitude(a.denominator_), magnitude(b.denominator_)));
  Wide left = 0;
  Wide right = 0;
  Wide sum = 0;
  Wide denominator = 0;
  if (!multiply(a.numerator_, b.denominator_ / divisor, left) ||
      !multiply(b.numerator_, a.denominator_ / divisor, right) ||
      !multiply(a.denominator_ / divisor, b.denominator_, denominator) ||
      __builtin_add_overflow(left, right, &sum))
    return Rational::invalid();
  return Rational::ratio(sum, denominator);
}

Rational operator-(const Rational& a, const Rational& b) { return a + Rational(-1) * b; }

// Factors are reduced crosswise first, so that only a result that does not fit overflows.
Rational operator*(const Rational& a, const Rational& b) {
  const Rational left = Rational::ratio(a.numerator_, b.denominator_);
  const Rational right = Rational::ratio(b.numerator_, a.denominator_);
  if (!left.valid() || !right.valid()) return Rational::invalid();
  Wide numerator = 0;
  Wide denominator = 0;
  if (!multiply(left.numerator_, right.numerator_, numerator) ||
      !multiply(left.denominator_, right.denominator_, denominator))
    return Rational::invalid();
  return Rational::ratio(numerator, denominator);
}

Rational operator/(const Rational& a, const Rational& b) {
  if (!b.valid() || b.numerator_ == 0) return Rational::invalid();
  return a * Rational::ratio(b.denominator_, b.numerator_);
}

}  // namespace tarry::compressed
