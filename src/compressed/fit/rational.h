// SPDX-License-Identifier: BSD-3-Clause
// Exact fractions of 128-bit integers. What does not fit, and a division by zero, gives an invalid
// number, and so does everything that is computed from one: a result is exact or invalid.
//
// Boost's cpp_rational has no bound, but it would bring a dependency of 150 MB for the systems of
// at most eight unknowns solved here, and hiding its headers would cost a second type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tarry::compressed {

__extension__ using Wide = __int128;

// Thread: caller-locks.
class Rational {
 public:
  constexpr Rational(std::int64_t value = 0)  // NOLINT(google-explicit-constructor)
      : numerator_(value) {}
  static Rational ratio(Wide numerator, Wide denominator);
  static Rational invalid();

  [[nodiscard]] bool valid() const { return denominator_ != 0; }
  [[nodiscard]] bool is_zero() const { return valid() && numerator_ == 0; }
  [[nodiscard]] bool is_integer() const { return denominator_ == 1; }
  // In lowest terms, the denominator positive; 0 over 0 if invalid.
  [[nodiscard]] Wide numerator() const { return numerator_; }
  [[nodiscard]] Wide denominator() const { return denominator_; }
  // Returns the value if it is an integer of 64 bits.
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  // Returns the nearest number that a double can hold, NaN if invalid.
  [[nodiscard]] double approximate() const;
  // Returns for example "-3/4", "7" or "invalid".
  [[nodiscard]] std::string text() const;

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  // An invalid number equals nothing, not even itself.
  friend bool operator==(const Rational& a, const Rational& b) {
    return a.valid() && b.valid() && a.numerator_ == b.numerator_ &&
           a.denominator_ == b.denominator_;
  }

 private:
  Wide numerator_ = 0;
  Wide denominator_ = 1;  // 0 if the number is invalid
};

}  // namespace tarry::compressed
