// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/format.h"

#include <algorithm>
#include <iterator>

#include "model/collective_op.h"

namespace tarry::compressed {
namespace {

struct Special {
  Parameter parameter;
  std::int64_t value;
  std::string_view word;
};
constexpr Special kSpecial[] = {{Parameter::PostedPeer, kAnyPeer, "any"},
                                {Parameter::PostedPeer, kUnknown, "?"},
                                {Parameter::PostedTag, kAnyTag, "any"},
                                {Parameter::PostedTag, kUnknown, "?"},
                                {Parameter::Root, kRootNone, "none"},
                                {Parameter::Root, kRootSelf, "self"},
                                {Parameter::Root, kRootThisGroup, "this-group"},
                                {Parameter::Count, kUnknown, "?"},
                                {Parameter::Datatype, kUnknown, "?"},
                                {Parameter::Target, kAllTargets, "all"},
                                {Parameter::Target, kNoTarget, "none"},
                                {Parameter::At, kUnknown, "?"},
                                {Parameter::Size, kUnknown, "?"},
                                {Parameter::Unit, kUnknown, "?"},
                                {Parameter::Mode, kModeExclusive, "exclusive"},
                                {Parameter::Reduction, kUnknown, "?"},
                                {Parameter::Extent, kUnknown, "?"}};

std::int64_t last_kind(const std::vector<Term>& terms) {
  std::int64_t last = 0;
  for (const Term& term : terms) {
    if (term.is_group())
      last = std::max(last, last_kind(term.body));
    else if (term.run.count > 0)
      last = std::max({last, term.run.first, term.run.at(term.run.count - 1)});
  }
  return last;
}

std::int64_t last_kind(const Values& kinds) {
  if (const auto* sequence = std::get_if<Sequence>(&kinds)) return last_kind(sequence->terms());
  const auto& counts = std::get<ValueHistogram>(kinds).counts;
  return counts.empty() ? 0 : counts.rbegin()->first;
}

}  // namespace

std::string_view word_of(Parameter parameter, std::int64_t value) {
  if (parameter == Parameter::Kind && value >= 0 && value < std::int64_t{kActionKinds})
    return action_name(static_cast<ActionKind>(value));
  if (parameter == Parameter::Op && model::is_collective_op(value))
    return info(static_cast<model::CollectiveOp>(value)).word;
  if (parameter == Parameter::Reduction && value >= 0 && value < std::ssize(kReductions))
    return kReductions[static_cast<std::size_t>(value)];
  for (const Special& special : kSpecial)
    if (special.parameter == parameter && special.value == value) return special.word;
  return {};
}

std::optional<std::int64_t> value_of_word(Parameter parameter, std::string_view word) {
  const auto most = std::int64_t{std::size(model::kCollectiveOps) + kActionKinds};
  for (std::int64_t value = kUnknown; !word.empty() && value < most; ++value)
    if (word_of(parameter, value) == word) return value;
  return std::nullopt;
}

std::optional<Parameter> parameter_by_name(std::string_view name) {
  for (std::size_t i = 0; i < kParameters; ++i)
    if (parameter_name(static_cast<Parameter>(i)) == name) return static_cast<Parameter>(i);
  return std::nullopt;
}

std::optional<std::int64_t> default_of(Parameter parameter, bool has_kinds) {
  switch (parameter) {
    case Parameter::Actions:
      return has_kinds ? 1 : 0;
    case Parameter::Comm:
    case Parameter::Window:
    case Parameter::File:
    case Parameter::Mode:
      return 0;
    case Parameter::Target:
      return kAllTargets;
    default:
      return std::nullopt;
  }
}

std::uint64_t version_of(const Trace& trace) {
  std::int64_t last = 0;
  for (const Event& event : trace.events)
    for (const ElasticPair& pair : event.of(Parameter::Kind).pairs())
      last = std::max(last, last_kind(pair.values));
  if (last >= static_cast<std::int64_t>(ActionKind::OpenFile)) return kFileVersion;
  return last >= static_cast<std::int64_t>(ActionKind::MakeWindow) ? kOneSidedVersion
                                                                   : kFirstVersion;
}

std::uint32_t level_of(const TimeHistogram& before) {
  return before.count() == 0 ? 0 : TimeHistogram::bin_of(before.sum() / before.count());
}

}  // namespace tarry::compressed
