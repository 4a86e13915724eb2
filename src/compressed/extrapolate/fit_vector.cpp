// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/fit_vector.h"

#include <algorithm>
#include <span>
#include <utility>

namespace tarry::compressed {
namespace {

using Kind = TermFormula::Kind;
using Numbers = std::vector<std::optional<std::int64_t>>;  // by trace; nothing where any will do

// A term whose numbers are known for some traces.
struct Pattern {
  Kind kind = Kind::Run;
  std::uint64_t repeat = 1;
  Rational factor = 1;
  Numbers first;
  Numbers step;
  Numbers count;
  std::vector<Pattern> body;

  void forget(std::size_t trace) {
    first[trace].reset();
    step[trace].reset();
    count[trace].reset();
    for (Pattern& each : body) each.forget(trace);
  }
};

enum class Matching : std::uint8_t { Strict, MayLack };

Pattern empty_pattern(Kind kind, std::size_t traces) {
  Pattern out;
  out.kind = kind;
  out.first.resize(traces);
  out.step.resize(traces);
  out.count.resize(traces);
  return out;
}

std::vector<Pattern> pattern_of(const std::vector<Term>& terms, std::size_t traces) {
  std::vector<Pattern> out;
  for (const Term& term : terms) {
    out.push_back(empty_pattern(term.is_group() ? Kind::Group : Kind::Run, traces));
    if (term.is_group()) out.back().body = pattern_of(term.body, traces);
  }
  return out;
}

bool is_single(const Term& term) { return !term.is_group() && term.run.count == 1; }

// Returns the factor from one value to the next if it is an integer or one over an integer, and not
// 1 or -1.
std::optional<Rational> factor_between(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0 || a == b || a == -b) return std::nullopt;
  if (b % a != 0 && a % b != 0) return std::nullopt;
  return Rational::ratio(b, a);
}

// Returns how many terms from `at` on are one value each, as often as the first, in geometric
// progression.
std::size_t geometric_length(std::span<const Term> terms, std::size_t at,
                             std::optional<Rational>& factor) {
  const auto is_value = [&](const Term& term) {
    return !term.is_group() && term.run.stride == 0 && term.run.count == terms[at].run.count;
  };
  if (!is_value(terms[at])) return 0;
  std::size_t end = at + 1;
  for (; end < terms.size() && is_value(terms[end]); ++end) {
    const auto next = factor_between(terms[end - 1].run.first, terms[end].run.first);
    if (!next || (factor && !(*factor == *next))) break;
    factor = next;
  }
  return end - at;
}

// As pattern_of(), but three or more values in geometric progression are one term.
std::vector<Pattern> geometric_pattern_of(const std::vector<Term>& terms, std::size_t traces) {
  std::vector<Pattern> out;
  for (std::size_t i = 0; i < terms.size();) {
    std::optional<Rational> factor;
    const std::size_t length = geometric_length(terms, i, factor);
    if (length >= 3) {
      out.push_back(empty_pattern(Kind::Geometric, traces));
      out.back().factor = *factor;
      out.back().repeat = terms[i].run.count;
      i += length;
      continue;
    }
    out.push_back(empty_pattern(terms[i].is_group() ? Kind::Group : Kind::Run, traces));
    if (terms[i].is_group()) out.back().body = geometric_pattern_of(terms[i].body, traces);
    ++i;
  }
  return out;
}

// Matches the terms of one trace with a pattern and enters the numbers.
class Matcher {
 public:
  Matcher(std::size_t trace, Matching matching) : trace_(trace), matching_(matching) {}

  // All of the terms must be used. Gives up after very many attempts.
  bool match(std::span<const Term> terms, std::span<Pattern> pattern) {
    if (++attempts_ > kMostAttempts) return false;
    if (pattern.empty()) return terms.empty();
    Pattern& first = pattern.front();
    const std::span<Pattern> rest = pattern.subspan(1);
    switch (first.kind) {
      case Kind::Run:
        if (run(terms, first, rest)) return true;
        break;
      case Kind::Geometric:
        if (geometric(terms, first, rest)) return true;
        break;
      case Kind::Group:
        if (group(terms, first, rest)) return true;
        break;
    }
    if (matching_ == Matching::Strict || !match(terms, rest)) return false;
    first.forget(trace_);
    first.count[trace_] = 0;
    return true;
  }

 private:
  static constexpr std::size_t kMostAttempts = 100'000;

  bool run(std::span<const Term> terms, Pattern& first, std::span<Pattern> rest) {
    if (terms.empty() || terms[0].is_group()) return false;
    const Run& own = terms[0].run;
    if (match(terms.subspan(1), rest)) {
      set(first, own.first, own.count == 1 ? std::nullopt : std::optional(own.stride), own.count);
      return true;
    }
    // Two different values are a progression that is no run yet.
    if (terms.size() < 2 || !is_single(terms[0]) || !is_single(terms[1]) ||
        !match(terms.subspan(2), rest))
      return false;
    set(first, own.first, terms[1].run.first - own.first, 2);
    return true;
  }

  bool geometric(std::span<const Term> terms, Pattern& first, std::span<Pattern> rest) {
    std::size_t length = 0;
    if (!terms.empty() && !terms[0].is_group() && terms[0].run.count == first.repeat) {
      std::optional<Rational> factor = first.factor;
      length = geometric_length(terms, 0, factor);
    }
    for (; length > 0; --length)
      if (match(terms.subspan(length), rest)) {
        set(first, terms[0].run.first, std::nullopt, length);
        return true;
      }
    return false;
  }

  bool group(std::span<const Term> terms, Pattern& first, std::span<Pattern> rest) {
    if (!terms.empty() && terms[0].is_group() && match(terms.subspan(1), rest) &&
        match(terms[0].body, first.body))
      return set_times(first, terms[0].times);
    if (!terms.empty() && !terms[0].is_group() && terms[0].run.stride == 0 &&
        terms[0].run.count > 1 && match(terms.subspan(1), rest)) {
      const std::uint64_t repeat = first.body.front().repeat;
      const Term once{{terms[0].run.first, 0, repeat}, {}, 1};
      if (terms[0].run.count % repeat == 0 && match({&once, 1}, first.body))
        return set_times(first, terms[0].run.count / repeat);
    }
    for (std::size_t used = terms.size(); used > 0; --used)
      if (match(terms.subspan(used), rest) && match(terms.first(used), first.body))
        return set_times(first, 1);
    return false;
  }

  void set(Pattern& pattern, std::int64_t first, std::optional<std::int64_t> step,
           std::uint64_t count) {
    pattern.first[trace_] = first;
    pattern.step[trace_] = step;
    pattern.count[trace_] = static_cast<std::int64_t>(count);
  }
  bool set_times(Pattern& pattern, std::uint64_t times) {
    pattern.count[trace_] = static_cast<std::int64_t>(times);
    return true;
  }

  std::size_t trace_;
  Matching matching_;
  std::size_t attempts_ = 0;
};

std::optional<NumberFormula> fit_numbers(const std::vector<ObservedVector>& observed,
                                         const Numbers& numbers, NumberKind kind) {
  std::vector<Observation> known;
  for (std::size_t i = 0; i < observed.size(); ++i)
    if (numbers[i]) known.push_back({observed[i].extents, *numbers[i]});
  return fit_number(known, kind);
}

std::optional<std::vector<TermFormula>> fit_pattern(const std::vector<ObservedVector>& observed,
                                                    const std::vector<Pattern>& pattern,
                                                    NumberKind kind) {
  std::vector<TermFormula> out;
  for (const Pattern& term : pattern) {
    const auto first = fit_numbers(observed, term.first, kind);
    const auto step = fit_numbers(observed, term.step, NumberKind::Amount);
    const auto count = fit_numbers(observed, term.count, NumberKind::Amount);
    auto body = fit_pattern(observed, term.body, kind);
    if (!first || !step || !count || !body) return std::nullopt;
    out.push_back({term.kind, *first, *step, term.repeat, term.factor, std::move(*body), *count});
  }
  return out;
}

std::optional<VectorFormula> fit_like(const std::vector<ObservedVector>& observed,
                                      std::vector<Pattern> pattern, Matching matching,
                                      NumberKind kind) {
  for (std::size_t i = 0; i < observed.size(); ++i)
    if (!Matcher(i, matching).match(observed[i].values->terms(), pattern)) return std::nullopt;
  auto terms = fit_pattern(observed, pattern, kind);
  if (!terms) return std::nullopt;
  return VectorFormula{false, {}, {}, std::move(*terms)};
}

std::optional<VectorFormula> fit_constant(const std::vector<ObservedVector>& observed,
                                          NumberKind kind) {
  std::vector<Observation> values;
  for (const ObservedVector& each : observed) {
    std::int64_t value = 0;
    if (!each.values->is_constant(value)) return std::nullopt;
    values.push_back({each.extents, value});
  }
  const auto constant = fit_number(values, kind);
  if (!constant) return std::nullopt;
  return VectorFormula{true, *constant, {}, {}};
}

// A repetition, value by value.
struct Flat {
  std::vector<std::int64_t> values;
  std::uint64_t times = 1;
};

std::optional<Flat> flat(const Sequence& values) {
  constexpr std::uint64_t kMost = 4096;
  const std::vector<Term>& terms = values.terms();
  Flat out;
  Sequence once = values;
  if (terms.size() == 1 && terms[0].is_group()) {
    once = Sequence::of(terms[0].body);
    out.times = terms[0].times;
  } else if (terms.size() == 1 && terms[0].run.stride == 0) {
    return Flat{{terms[0].run.first}, terms[0].run.count};
  }
  if (once.size() > kMost) return std::nullopt;
  for (SequenceCursor cursor(once); !cursor.done();) out.values.push_back(cursor.next());
  return out;
}

// Makes one repetition as long as `length` by taking several together.
bool lengthen(Flat& flat, std::size_t length) {
  if (length % flat.values.size() != 0) return false;
  const std::size_t together = length / flat.values.size();
  if (flat.times % together != 0) return false;
  const std::vector<std::int64_t> once = flat.values;
  for (std::size_t i = 1; i < together; ++i)
    flat.values.insert(flat.values.end(), once.begin(), once.end());
  flat.times /= together;
  return true;
}

bool are_equal(const NumberFormula& a, const NumberFormula& b) {
  return a.kind == CurveKind::Form && b.kind == CurveKind::Form && a.form == b.form;
}

std::optional<VectorFormula> fit_flat(const std::vector<ObservedVector>& observed,
                                      NumberKind kind) {
  std::vector<Flat> all;
  std::size_t longest = 0;
  for (const ObservedVector& each : observed) {
    auto next = flat(*each.values);
    if (!next) return std::nullopt;
    longest = std::max(longest, next->values.size());
    all.push_back(std::move(*next));
  }
  std::vector<Observation> times;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!lengthen(all[i], longest)) return std::nullopt;
    times.push_back({observed[i].extents, static_cast<std::int64_t>(all[i].times)});
  }
  const auto repetitions = fit_number(times, NumberKind::Amount);
  if (!repetitions) return std::nullopt;
  TermFormula group;
  group.kind = Kind::Group;
  group.count = *repetitions;
  std::int64_t alike = 0;  // values of the last term
  for (std::size_t at = 0; at < longest; ++at) {
    std::vector<Observation> values;
    for (std::size_t i = 0; i < all.size(); ++i)
      values.push_back({observed[i].extents, all[i].values[at]});
    const auto value = fit_number(values, kind);
    if (!value) return std::nullopt;
    if (!group.body.empty() && are_equal(group.body.back().first, *value)) {
      ++alike;
    } else {
      alike = 1;
      group.body.emplace_back();
      group.body.back().first = *value;
    }
    group.body.back().count.form = LinearForm::constant(alike);
  }
  return VectorFormula{false, {}, {}, {std::move(group)}};
}

std::optional<VectorFormula> fit_unscaled(const std::vector<ObservedVector>& observed,
                                          NumberKind kind) {
  if (auto found = fit_constant(observed, kind)) return found;
  if (auto found = fit_flat(observed, kind)) return found;
  // The trace with the most terms tells the structure best.
  const ObservedVector& richest = *std::max_element(
      observed.begin(), observed.end(), [](const ObservedVector& a, const ObservedVector& b) {
        return std::pair(a.values->terms().size(), a.values->size()) <
               std::pair(b.values->terms().size(), b.values->size());
      });
  const std::size_t traces = observed.size();
  for (const ObservedVector* like : {&observed.back(), &richest})
    if (auto found =
            fit_like(observed, pattern_of(like->values->terms(), traces), Matching::Strict, kind))
      return found;
  const std::vector<Term>& terms = observed.back().values->terms();
  if (auto found = fit_like(observed, geometric_pattern_of(terms, traces), Matching::Strict, kind))
    return found;
  if (auto found = fit_like(observed, pattern_of(terms, traces), Matching::MayLack, kind))
    return found;
  return fit_like(observed, geometric_pattern_of(terms, traces), Matching::MayLack, kind);
}

// Returns the vectors divided by a product of extents; nothing if a value leaves a rest.
std::optional<std::vector<Sequence>> divided(const std::vector<ObservedVector>& observed,
                                             ExtentProduct by) {
  std::vector<Sequence> out;
  for (const ObservedVector& each : observed) {
    const auto divisor = static_cast<std::int64_t>(by.at(each.extents));
    bool is_exact = true;
    out.push_back(mapped(*each.values, VectorForm::Folded, [&](std::int64_t value) {
      is_exact = is_exact && value % divisor == 0;
      return value / divisor;
    }));
    if (!is_exact) return std::nullopt;
  }
  return out;
}

}  // namespace

std::optional<VectorFormula> fit_vector(const std::vector<ObservedVector>& observed,
                                        NumberKind kind) {
  if (observed.empty()) return VectorFormula{};
  if (auto found = fit_unscaled(observed, kind)) return found;
  if (kind == NumberKind::Position) return std::nullopt;
  for (auto bits = static_cast<std::uint8_t>((1u << observed[0].extents.dimensions) - 1); bits > 0;
       --bits) {
    const auto quotients = divided(observed, {bits});
    if (!quotients) continue;
    std::vector<ObservedVector> scaled = observed;
    for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i].values = &(*quotients)[i];
    auto found = fit_unscaled(scaled, kind);
    if (!found) continue;
    found->scale = {bits};
    return found;
  }
  return std::nullopt;
}

}  // namespace tarry::compressed
