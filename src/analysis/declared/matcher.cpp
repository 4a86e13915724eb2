// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/matcher.h"

#include <algorithm>
#include <utility>

#include "analysis/patterns/catalogue.h"

namespace tarry::analysis::declared {

namespace {

bool asks_for_metric(const Pattern& pattern, model::MetricId result) {
  const std::vector<model::MetricId>& asked = pattern.asked.metrics;
  return result.valid() &&
         std::any_of(asked.begin(), asked.end(),
                     [&](const model::MetricId metric) { return is_at_or_below(result, metric); });
}

}  // namespace

bool asks_for(const Pattern& pattern, const ResultFact& result) {
  const std::vector<std::uint32_t>& patterns = pattern.asked.patterns;
  if (!result.metric.valid())
    return std::find(patterns.begin(), patterns.end(), result.pattern) != patterns.end();
  return asks_for_metric(pattern, result.metric) || asks_for_metric(pattern, result.part);
}

std::string_view result_name(const PatternSet& set, const Pattern& asking,
                             const ResultFact& result) {
  if (!result.metric.valid()) return set.patterns[result.pattern].name;
  return info(asks_for_metric(asking, result.metric) ? result.metric : result.part).id;
}

void name_receive(const ReceiveFact* receive, Charge& charge) {
  if (receive != nullptr && receive->call.rank == charge.rank) charge.receive = receive->record;
}

Matcher::Matcher(const PatternSet& set, const std::vector<model::Region>& regions,
                 std::uint64_t ticks_per_second, Previous previous, Take take)
    : set_(set),
      regions_(regions),
      ticks_per_second_(ticks_per_second),
      previous_(std::move(previous)),
      take_(std::move(take)) {}

void Matcher::match(Type root, const void* fact) {
  for (std::uint32_t p = 0; p < set_.patterns.size(); ++p) {
    const Pattern& pattern = set_.patterns[p];
    if (pattern.root != root || pattern.plugin || pattern.level != level_) continue;
    if (root == Type::Result && !asks_for(pattern, *static_cast<const ResultFact*>(fact))) continue;
    variables_.assign(set_.patterns[p].variables, {});
    variables_[0] = part(fact);
    match(p);
  }
}

void Matcher::match(std::uint32_t p) {
  pattern_ = p;
  const Pattern& pattern = set_.patterns[p];
  for (const Step& step : pattern.steps) {
    const Value found = value(step.value);
    if (!found.exists || (step.is_condition && found.number == 0)) return;
    if (!step.is_condition) variables_[step.variable] = found;
  }
  if (!pattern.is_each) return charge(p);
  const Value elements = value(pattern.elements);
  if (!elements.exists) return;
  for (const MemberFact& member : static_cast<const CollectiveFact*>(elements.fact)->members) {
    variables_[pattern.element] = part(&member);
    if (pattern.condition.empty() || is_true(pattern.condition.front())) charge(p);
  }
}

void Matcher::charge(std::uint32_t p) {
  const Pattern& pattern = set_.patterns[p];
  const Value target = value(pattern.target);
  if (!target.exists) return;
  const auto& call = *static_cast<const CallFact*>(target.fact);
  const Value severity = value(pattern.severity);
  if (call.is_damaged || !severity.exists || severity.number <= 0) return;
  Charge found;
  found.pattern = p;
  found.rank = call.rank;
  found.call = {call.location, call.instance};
  found.amount = severity.number;
  for (std::size_t e = 0; e < pattern.exports.size(); ++e) {
    const Value exported = value(pattern.exports[e].value);
    found.exports[e] = exported.exists ? exported.number : 0;
  }
  name_receive(receive_, found);
  take_(found);
}

bool Matcher::is_true(const Expression& condition) {
  const Value found = value(condition);
  return found.exists && found.number != 0;
}

Matcher::Value Matcher::value(const Expression& expression) {
  switch (expression.op) {
    case Op::Number:
      return number(expression.number);
    case Op::Time:
      return in_ticks(expression.number);
    case Op::Text:
      return text(expression.text);
    case Op::Variable:
      return variables_[expression.variable];
    case Op::Get: {
      const Value of = value(expression.parts[0]);
      return of.exists ? get(expression.attribute, of.fact) : Value{};
    }
    case Op::Phase: {
      const Value of = value(expression.parts[0]);
      if (!of.exists) return {};
      const PhaseFact& phase = static_cast<const CallFact*>(of.fact)->phases[expression.phase];
      return part(phase.number == 0 ? nullptr : &phase);
    }
    case Op::Counter: {
      const Value of = value(expression.parts[0]);
      if (!of.exists) return {};
      const CounterGrowth& counters = expression.parts[0].type == Type::Call
                                          ? static_cast<const CallFact*>(of.fact)->counters
                                          : static_cast<const PhaseFact*>(of.fact)->counters;
      const std::int64_t count = counters.of[static_cast<std::size_t>(expression.number)];
      return count == kNoCount ? Value{} : number(count);
    }
    case Op::Is: {
      const Value of = value(expression.parts[0]);
      if (!of.exists) return {};
      const auto& call = *static_cast<const CallFact*>(of.fact);
      return number(is_at_or_below(model::class_metric(call.region_class), expression.metric));
    }
    case Op::Exported: {
      const Value of = value(expression.parts[0]);
      const auto index = static_cast<std::size_t>(expression.number);
      return of.exists ? number(static_cast<const ResultFact*>(of.fact)->exports[index]) : Value{};
    }
    case Op::Exists:
      return number(value(expression.parts[0]).exists);
    case Op::Not: {
      const Value of = value(expression.parts[0]);
      return of.exists ? number(of.number == 0) : Value{};
    }
    case Op::And:
      return is_true(expression.parts[0]) ? value(expression.parts[1]) : number(0);
    case Op::Or:
      return is_true(expression.parts[0]) ? number(1) : value(expression.parts[1]);
    case Op::Least:
    case Op::Most:
      return extreme(expression);
    case Op::LeastOf:
    case Op::MostOf:
    case Op::SumOf:
    case Op::CountOf:
      return over_elements(expression);
    default:
      return joined(expression);
  }
}

Matcher::Value Matcher::in_ticks(std::int64_t nanoseconds) const {
  constexpr std::int64_t kSecond = 1000000000;
  const auto rate = static_cast<std::int64_t>(ticks_per_second_);
  const std::int64_t rest = nanoseconds % kSecond;
  std::int64_t ticks = 0;
  if (__builtin_mul_overflow(nanoseconds / kSecond, rate, &ticks)) return {};
  const std::int64_t part = rest * (rate / kSecond) + rest * (rate % kSecond) / kSecond;
  return __builtin_add_overflow(ticks, part, &ticks) ? Value{} : number(ticks);
}

Matcher::Value Matcher::joined(const Expression& expression) {
  const Value left = value(expression.parts[0]);
  if (!left.exists) return {};
  const Value right = value(expression.parts[1]);
  if (!right.exists) return {};
  const bool is_text = expression.parts[0].type == Type::Text;
  std::int64_t result = 0;
  switch (expression.op) {
    case Op::Equal:
      return number(is_text ? left.text == right.text : left.number == right.number);
    case Op::Unequal:
      return number(is_text ? left.text != right.text : left.number != right.number);
    case Op::Less:
      return number(left.number < right.number);
    case Op::LessOrEqual:
      return number(left.number <= right.number);
    case Op::Add:
      return __builtin_add_overflow(left.number, right.number, &result) ? Value{} : number(result);
    case Op::Subtract:
      return __builtin_sub_overflow(left.number, right.number, &result) ? Value{} : number(result);
    case Op::Multiply:
      return __builtin_mul_overflow(left.number, right.number, &result) ? Value{} : number(result);
    default:
      if (right.number == 0 || (left.number == INT64_MIN && right.number == -1)) return {};
      return number(left.number / right.number);
  }
}

Matcher::Value Matcher::extreme(const Expression& expression) {
  Value found;
  for (const Expression& each : expression.parts) {
    const Value next = value(each);
    if (!next.exists) return {};
    const bool is_better =
        expression.op == Op::Least ? next.number < found.number : next.number > found.number;
    if (!found.exists || is_better) found = next;
  }
  return found;
}

Matcher::Value Matcher::over_elements(const Expression& expression) {
  const Value set = value(expression.parts[0]);
  if (!set.exists) return {};
  const bool is_count = expression.op == Op::CountOf;
  const std::size_t condition = is_count ? 1 : 2;
  Value found = is_count || expression.op == Op::SumOf ? number(0) : Value{};
  for (const MemberFact& member : static_cast<const CollectiveFact*>(set.fact)->members) {
    variables_[expression.variable] = part(&member);
    if (expression.parts.size() > condition && !is_true(expression.parts[condition])) continue;
    if (is_count) {
      ++found.number;
      continue;
    }
    const Value next = value(expression.parts[1]);
    if (!next.exists) return {};
    if (expression.op == Op::SumOf) {
      if (__builtin_add_overflow(found.number, next.number, &found.number)) return {};
      continue;
    }
    const bool is_better =
        expression.op == Op::LeastOf ? next.number < found.number : next.number > found.number;
    if (!found.exists || is_better) found = next;
  }
  return found;
}

}  // namespace tarry::analysis::declared
