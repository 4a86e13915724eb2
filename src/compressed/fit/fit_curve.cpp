// SPDX-License-Identifier: BSD-3-Clause
// The search for the simplest curve that gives all observations.
#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <tuple>

#include "compressed/fit/approximate_curve.h"
#include "compressed/fit/curve.h"

namespace tarry::compressed {

namespace {

using Observations = std::vector<Observation>;

// A form of more terms must not have fractions unless it is confirmed: it could be any.
constexpr unsigned kMostTermsOnTrust = 2;
// The wholes that explain all quotients may differ by one part of this number, or the quotients say
// too little.
constexpr std::int64_t kVaguest = 8;

struct Range {
  Wide low = 1;
  Wide high = INT64_MAX;
};

// Returns the number that has the fewest digits without the zeros at its end, decimal or binary:
// sizes of problems are such numbers.
Wide roundest(const Range& range) {
  Wide best = range.low;
  Wide fewest = range.low;
  for (const Wide base : {2, 10}) {
    Wide unit = 1;
    while (range.high / (unit * base) * (unit * base) >= range.low) unit *= base;
    const Wide digits = (range.low + unit - 1) / unit;
    if (digits >= fewest) continue;
    fewest = digits;
    best = digits * unit;
  }
  return best;
}

// Sets the whole of a quotient and how it was rounded, if one explains (value - offset) / scale
// everywhere. A share below 1 says nothing.
bool find_whole(const Observations& observations, Curve& curve) {
  const Wide scale = curve.scale.numerator();
  const Wide offset = curve.offset.numerator();
  const bool up = curve.rounding == Rounding::Up;
  Range rounded;
  Range unrounded;
  for (const Observation& observation : observations) {
    const Wide of = curve.of.at(observation.extents);
    const Wide share = (observation.value - offset) / scale;
    if (share <= 0 || share * scale + offset != observation.value || share > INT64_MAX / of)
      return false;
    const Wide product = share * of;
    rounded.low = std::max(rounded.low, up ? product - of + 1 : product);
    rounded.high = std::min(rounded.high, up ? product : product + of - 1);
    unrounded.low = std::max(unrounded.low, product);
    unrounded.high = std::min(unrounded.high, product);
  }
  if (unrounded.low == unrounded.high) {
    curve.rounding = Rounding::None;
    curve.whole = static_cast<std::int64_t>(unrounded.low);
    return true;
  }
  if (rounded.low > rounded.high || (rounded.high - rounded.low) * kVaguest > rounded.low)
    return false;
  curve.whole = static_cast<std::int64_t>(roundest(rounded));
  return true;
}

struct Affine {
  Rational scale;
  Rational offset;
};

// Returns scale and offset with which scale * f + offset gives all values, or nothing.
// Nothing is found either if all numbers `f` are equal.
std::optional<Affine> affine(const std::vector<Rational>& f, const Observations& observations) {
  const auto other = static_cast<std::size_t>(
      std::find_if(f.begin(), f.end(), [&](const Rational& each) { return !(each == f.front()); }) -
      f.begin());
  if (other == f.size()) return std::nullopt;
  const Rational scale =
      (Rational(observations[other].value) - Rational(observations[0].value)) / (f[other] - f[0]);
  const Rational offset = Rational(observations[0].value) - scale * f[0];
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!(scale * f[i] + offset == Rational(observations[i].value))) return std::nullopt;
  return Affine{scale, offset};
}

// The search collects everything that explains the observations.
class Candidates {
 public:
  explicit Candidates(const Observations& observations) : observations_(observations) {}

  void add_form();
  void add_quotients(ExtentProduct of);
  void add_logarithms(ExtentProduct of);
  void add_square(ExtentProduct of);

  // Among equals it is the first one that was added.
  [[nodiscard]] std::optional<Curve> simplest() const;

 private:
  void add(Curve curve);
  void add_affine(CurveKind kind, ExtentProduct of, Rounding rounding,
                  const std::vector<Rational>& f);
  void add_quotient(ExtentProduct of, std::int64_t scale, std::int64_t offset);

  const Observations& observations_;
  std::vector<Curve> curves_;
};

void Candidates::add(Curve curve) {
  if (curve.kind != CurveKind::Form) {
    const bool scaled = curve.kind == CurveKind::Quotient && !(curve.scale == Rational(1));
    curve.parameters = 1 + (scaled ? 1 : 0) + (curve.offset.is_zero() ? 0 : 1);
  }
  curve.confirmed = confirmed(observations_, curve.parameters);
  curves_.push_back(std::move(curve));
}

void Candidates::add_form() {
  std::optional<LinearForm> form = fit_linear_form(observations_);
  if (!form) return;
  const unsigned terms = form->terms();
  if (terms > kMostTermsOnTrust && form->has_fractions() && !confirmed(observations_, terms))
    return;
  Curve curve;
  curve.parameters = terms;
  curve.form = std::move(*form);
  add(std::move(curve));
}

void Candidates::add_affine(CurveKind kind, ExtentProduct of, Rounding rounding,
                            const std::vector<Rational>& f) {
  const std::optional<Affine> found = affine(f, observations_);
  if (!found) return;
  Curve curve;
  curve.kind = kind;
  curve.of = of;
  curve.rounding = rounding;
  curve.scale = found->scale;
  curve.offset = found->offset;
  add(std::move(curve));
}

void Candidates::add_quotient(ExtentProduct of, std::int64_t scale, std::int64_t offset) {
  for (const Rounding rounding : {Rounding::Down, Rounding::Up}) {
    Curve curve;
    curve.kind = CurveKind::Quotient;
    curve.of = of;
    curve.rounding = rounding;
    curve.scale = scale;
    curve.offset = offset;
    if (find_whole(observations_, curve)) add(std::move(curve));
  }
}

// A quotient may count elements of several bytes, or have a border of one or two on each side.
void Candidates::add_quotients(ExtentProduct of) {
  std::int64_t common = 0;
  for (const Observation& observation : observations_) {
    if (observation.value <= 0) return;
    common = std::gcd(common, observation.value);
  }
  add_quotient(of, 1, 0);
  for (const std::int64_t bytes :
       {std::int64_t{8}, std::int64_t{4}, std::int64_t{2}, std::int64_t{16}, common})
    if (bytes > 1 && common % bytes == 0) add_quotient(of, bytes, 0);
  for (const std::int64_t border : {1, -1, 2, -2}) add_quotient(of, 1, border);
  // Any border, if nothing is left over.
  std::vector<Rational> f;
  for (const Observation& observation : observations_)
    f.push_back(Rational::ratio(1, of.at(observation.extents)));
  const std::optional<Affine> found = affine(f, observations_);
  if (found && found->offset.integer()) add_quotient(of, 1, *found->offset.integer());
}

void Candidates::add_logarithms(ExtentProduct of) {
  std::vector<Rational> down;
  std::vector<Rational> up;
  bool only_powers = true;
  for (const Observation& observation : observations_) {
    const Wide value = of.at(observation.extents);
    if (value > INT64_MAX) return;
    const auto number = static_cast<std::uint64_t>(value);
    const bool power = std::has_single_bit(number);
    only_powers = only_powers && power;
    const auto width = static_cast<std::int64_t>(std::bit_width(number));
    down.emplace_back(width - 1);
    up.emplace_back(power ? width - 1 : width);
  }
  if (only_powers) return add_affine(CurveKind::Logarithm, of, Rounding::None, down);
  add_affine(CurveKind::Logarithm, of, Rounding::Down, down);
  add_affine(CurveKind::Logarithm, of, Rounding::Up, up);
}

void Candidates::add_square(ExtentProduct of) {
  std::vector<Rational> f;
  for (const Observation& observation : observations_) {
    const Rational value = Rational::ratio(of.at(observation.extents), 1);
    f.push_back(value * value);
  }
  add_affine(CurveKind::Square, of, Rounding::None, f);
}

std::optional<Curve> Candidates::simplest() const {
  const auto complexity = [](const Curve& curve) {
    const bool fractions =
        curve.form.has_fractions() || !curve.scale.is_integer() || !curve.offset.is_integer();
    return std::tuple(curve.parameters, fractions, curve.kind, curve.rounding);
  };
  const auto least = std::min_element(
      curves_.begin(), curves_.end(),
      [&](const Curve& a, const Curve& b) { return complexity(a) < complexity(b); });
  return least == curves_.end() ? std::nullopt : std::optional(*least);
}

}  // namespace

std::optional<Curve> fit_curve(const Observations& observations) {
  if (observations.empty()) return std::nullopt;
  Candidates candidates(observations);
  candidates.add_form();
  for (const ExtentProduct of : products_that_differ(observations)) {
    candidates.add_quotients(of);
    candidates.add_logarithms(of);
    candidates.add_square(of);
  }
  if (std::optional<Curve> curve = candidates.simplest()) return curve;
  return approximate_curve(observations);
}

}  // namespace tarry::compressed
