// SPDX-License-Identifier: BSD-3-Clause
// The attributes that expressions name (language.def).
#include "analysis/declared/matcher.h"

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
    case model::CollectiveShape::Neighborhood:
      return "neighborhood";
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
      return text(result_name(set_, set_.patterns[pattern_], result));
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
