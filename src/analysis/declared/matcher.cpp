// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/matcher.h"

#include <algorithm>
#include <utility>

#include "analysis/patterns/catalogue.h"

namespace tarry::analysis::declared {

bool may_wait(model::MpiCall call) {
  return call != model::MpiCall::NotMpi && !model::never_waits(call);
}

std::string_view kind_name(model::CollectiveOp op) {
  switch (model::info(op).shape) {
    case model::CollectiveShape::Barrier:
      return "barrier";
    case model::CollectiveShape::NxN:
      return "n-to-n";
    case model::CollectiveShape::OneToN:
      return "1-to-n";
    case model::CollectiveShape::NToOne:
      return "n-to-1";
    case model::CollectiveShape::Prefix:
      return "prefix";
    default:
      return "other";
  }
}

std::string_view kind_name(RmaKind kind) {
  constexpr std::string_view kNames[] = {"create",   "free",      "fence",     "file", "start",
                                         "complete", "post",      "wait",      "lock", "acquire",
                                         "unlock",   "operation", "completion"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool asks_for(const Pattern& pattern, const ResultFact& result) {
  const auto& [metrics, patterns] = pattern.asked;
  if (!result.metric.valid())
    return std::find(patterns.begin(), patterns.end(), result.pattern) != patterns.end();
  return std::any_of(metrics.begin(), metrics.end(), [&](const model::MetricId metric) {
    return is_at_or_below(result.metric, metric);
  });
}

std::string_view result_name(const PatternSet& set, const ResultFact& result) {
  return result.metric.valid() ? info(result.metric).id
                               : std::string_view(set.patterns[result.pattern].name);
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

Matcher::Value Matcher::get_of_call(Attribute attribute, const CallFact& call) const {
  switch (attribute) {
    case Attribute::CallEnter:
      return ticks(call.enter);
    case Attribute::CallLeave:
      return ticks(call.leave);
    case Attribute::CallOwn:
      return ticks(call.own);
    case Attribute::CallName:
      return text(regions_[call.region.index()].name);
    case Attribute::CallRank:
      return number(call.rank.value);
    case Attribute::CallThread:
      return number(call.location);
    default:
      return number(may_wait(call.call));
  }
}

Matcher::Value Matcher::get_of_message(Attribute attribute, const void* of) {
  const auto* const receive = static_cast<const ReceiveFact*>(of);
  const auto* const send = static_cast<const SendFact*>(of);
  switch (attribute) {
    case Attribute::ReceiveCall:
      return part(&receive->call);
    case Attribute::ReceiveSend:
      return part(receive->send);
    case Attribute::ReceivePrevious:
      return part(previous_(*receive));
    case Attribute::ReceiveBytes:
      return number(static_cast<std::int64_t>(receive->bytes));
    case Attribute::ReceiveTag:
      return number(receive->tag);
    case Attribute::ReceiveSource:
      return number(receive->source.value);
    case Attribute::ReceiveAnySource:
      return number(receive->from_any_source);
    case Attribute::SendCall:
      return part(&send->call);
    case Attribute::SendCompletion:
      return part(send->completion.instance == kNoIndex ? nullptr : &send->completion);
    case Attribute::SendTime:
      return ticks(send->time);
    case Attribute::SendBytes:
      return number(static_cast<std::int64_t>(send->bytes));
    default:
      return number(send->tag);
  }
}

Matcher::Value Matcher::get_of_collective(Attribute attribute, const void* of) {
  const auto* const operation = static_cast<const CollectiveFact*>(of);
  const auto* const member = static_cast<const MemberFact*>(of);
  switch (attribute) {
    case Attribute::CollectiveOperation:
      return text(model::info(operation->op).word);
    case Attribute::CollectiveKind:
      return text(kind_name(operation->op));
    case Attribute::CollectiveMembers:
      return part(operation);
    case Attribute::CollectiveRoot:
      return part(operation->root < operation->members.size() ? &operation->members[operation->root]
                                                              : nullptr);
    case Attribute::CollectiveNumber:
      return number(operation->number);
    case Attribute::MemberCall:
      return part(&member->call);
    case Attribute::MemberBegin:
      return ticks(member->begin);
    case Attribute::MemberWaitsFrom:
      return ticks(member->waits_from);
    case Attribute::MemberEnd:
      return ticks(member->end);
    case Attribute::MemberSent:
      return number(static_cast<std::int64_t>(member->sent));
    case Attribute::MemberReceived:
      return number(static_cast<std::int64_t>(member->received));
    case Attribute::MemberNumber:
      return number(member->number);
    default:
      return number(member->is_nonblocking);
  }
}

Matcher::Value Matcher::get_of_result(Attribute attribute, const ResultFact& result) const {
  switch (attribute) {
    case Attribute::ResultCall:
      return part(&result.call);
    case Attribute::ResultAmount:
      return ticks(result.amount);
    case Attribute::ResultReceive:
      return part(result.receive);
    default:
      return text(result_name(set_, result));
  }
}

Matcher::Value Matcher::get_of_one_sided(Attribute attribute, const OneSidedFact& call) {
  switch (attribute) {
    case Attribute::OneSidedCall:
      return part(&call.call);
    case Attribute::OneSidedTime:
      return ticks(call.time);
    case Attribute::OneSidedKind:
      return text(kind_name(call.kind));
    case Attribute::OneSidedTarget:
      return call.target.valid() ? number(call.target.value) : Value{};
    case Attribute::OneSidedWindow:
      return number(call.window.value);
    default:
      return number(call.is_exclusive);
  }
}

Matcher::Value Matcher::get(Attribute attribute, const void* of) {
  if (attribute <= Attribute::CallMayWait)
    return get_of_call(attribute, *static_cast<const CallFact*>(of));
  if (attribute <= Attribute::PhaseNumber) {
    const auto& phase = *static_cast<const PhaseFact*>(of);
    if (attribute == Attribute::PhaseNumber) return number(phase.number);
    return ticks(attribute == Attribute::PhaseEnter ? phase.enter : phase.leave);
  }
  if (attribute <= Attribute::SendTag) return get_of_message(attribute, of);
  if (attribute <= Attribute::MemberNonblocking) return get_of_collective(attribute, of);
  if (attribute >= Attribute::OneSidedCall)
    return get_of_one_sided(attribute, *static_cast<const OneSidedFact*>(of));
  if (attribute == Attribute::TeamBarrierMembers)
    return part(static_cast<const CollectiveFact*>(static_cast<const TeamBarrierFact*>(of)));
  if (attribute >= Attribute::ResultCall)
    return get_of_result(attribute, *static_cast<const ResultFact*>(of));
  const auto* const acquire = static_cast<const AcquireFact*>(of);
  const auto* const release = static_cast<const ReleaseFact*>(of);
  switch (attribute) {
    case Attribute::AcquireCall:
      return part(&acquire->call);
    case Attribute::AcquireTime:
      return ticks(acquire->time);
    case Attribute::AcquireLock:
      return number(acquire->lock);
    case Attribute::AcquireParadigm:
      return text(model::paradigm_name(acquire->paradigm));
    case Attribute::AcquireReleased:
      return part(acquire->has_release ? &acquire->released : nullptr);
    case Attribute::ReleaseTime:
      return ticks(release->time);
    default:
      return number(release->thread);
  }
}

}  // namespace tarry::analysis::declared
