// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/vector_values.h"

#include <utility>
#include <vector>

namespace tarry::compressed {
namespace {

using Kind = TermFormula::Kind;

// Returns the number by which a term grows: the count of a run or the times of a group.
std::uint64_t& extent_of(Term& term) { return term.is_group() ? term.times : term.run.count; }

bool differ_in_extent_only(Term a, Term b) {
  if (a.is_group() != b.is_group()) return false;
  extent_of(a) = extent_of(b) = 1;
  return a == b;
}

Sequence appended(const Sequence& once, std::uint64_t times) {
  Sequence out;
  for (std::uint64_t i = 0; i < times; ++i) out.append(once);
  out.seal();
  return out;
}

// Returns the sequence `times` times. The terms of few repetitions show how those of many look.
Sequence repeated(const Sequence& once, std::uint64_t times) {
  constexpr std::uint64_t kFew = 8;
  if (times <= kFew + 2 || once.empty()) return appended(once, times);
  std::vector<Term> terms = appended(once, kFew).terms();
  std::vector<Term> next = appended(once, kFew + 1).terms();
  std::vector<Term> last = appended(once, kFew + 2).terms();
  if (terms.size() != next.size() || terms.size() != last.size()) return appended(once, times);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::uint64_t step = extent_of(next[i]) - extent_of(terms[i]);
    if (!differ_in_extent_only(terms[i], next[i]) || !differ_in_extent_only(terms[i], last[i]) ||
        extent_of(last[i]) - extent_of(next[i]) != step)
      return appended(once, times);
    extent_of(terms[i]) += step * (times - kFew);
  }
  return Sequence::of(std::move(terms));
}

bool append_terms(const std::vector<TermFormula>& terms, const Extents& extents, Sequence& out) {
  for (const TermFormula& term : terms) {
    const auto count = term.count.at(extents);
    if (!count || *count < 0) return false;
    if (*count == 0) continue;
    if (term.kind == Kind::Group) {
      Sequence once;
      if (!append_terms(term.body, extents, once)) return false;
      once.seal();
      Sequence all = repeated(once, static_cast<std::uint64_t>(*count));
      if (terms.size() == 1)
        out = std::move(all);
      else
        out.append(all);
      continue;
    }
    const auto first = term.first.at(extents);
    const auto step = *count == 1 ? std::optional<std::int64_t>(0) : term.step.at(extents);
    if (!first || !step) return false;
    if (term.kind == Kind::Run) {
      out.append(Run{*first, *step, static_cast<std::uint64_t>(*count)});
      continue;
    }
    Rational value = *first;
    for (std::int64_t i = 0; i < *count; ++i, value = value * term.factor) {
      const auto whole = value.integer();
      if (!whole) return false;
      out.append(Run{*whole, 0, term.repeat});
    }
  }
  return true;
}

}  // namespace

Sequence mapped_by_structure(const Sequence& values,
                             const std::function<std::int64_t(std::int64_t)>& map) {
  const std::vector<Term>& terms = values.terms();
  if (terms.size() == 1 && terms[0].is_group())
    return repeated(mapped(Sequence::of(terms[0].body), VectorForm::Folded, map), terms[0].times);
  return mapped(values, VectorForm::Folded, map);
}

std::optional<Sequence> values_at(const VectorFormula& formula, const Extents& extents,
                                  std::uint64_t uses) {
  Sequence out;
  if (formula.is_constant) {
    if (uses > 0) {
      const auto value = formula.constant.at(extents);
      if (!value) return std::nullopt;
      out.append(Run{*value, 0, uses});
    }
  } else if (!append_terms(formula.terms, extents, out)) {
    return std::nullopt;
  }
  out.seal();
  if (formula.scale.bits == 0) return out;
  const auto scale = static_cast<std::int64_t>(formula.scale.at(extents));
  return mapped_by_structure(out, [scale](std::int64_t value) { return value * scale; });
}

}  // namespace tarry::compressed
