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
                                {Parameter::Reduction, kUnknown, "?"}};

bool is_one_sided_kind(std::int64_t kind) {
  return kind >= static_cast<std::int64_t>(ActionKind::MakeWindow);
}

bool has_one_sided(const std::vector<Term>& terms) {
  return std::any_of(terms.begin(), terms.end(), [](const Term& term) {
    if (term.is_group()) return has_one_sided(term.body);
    return term.run.count > 0 && (is_one_sided_kind(term.run.first) ||
                                  is_one_sided_kind(term.run.at(term.run.count - 1)));
  });
}

bool has_one_sided(const Values& kinds) {
  if (const auto* sequence = std::get_if<Sequence>(&kinds)) return has_one_sided(sequence->terms());
  const auto& counts = std::get<ValueHistogram>(kinds).counts;
  return !counts.empty() && is_one_sided_kind(counts.rbegin()->first);
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
    case Parameter::Mode:
      return 0;
    case Parameter::Target:
      return kAllTargets;
    default:
      return std::nullopt;
  }
}

std::uint64_t version_of(const Trace& trace) {
  const bool has_windows =
      std::any_of(trace.events.begin(), trace.events.end(), [](const Event& event) {
        const auto& pairs = event.of(Parameter::Kind).pairs();
        return std::any_of(pairs.begin(), pairs.end(),
                           [](const ElasticPair& pair) { return has_one_sided(pair.values); });
      });
  return has_windows ? kOneSidedVersion : kFirstVersion;
}

std::uint32_t level_of(const TimeHistogram& before) {
  return before.count() == 0 ? 0 : TimeHistogram::bin_of(before.sum() / before.count());
}

}  // namespace tarry::compressed
