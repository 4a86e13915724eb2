// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/format.h"

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
                                {Parameter::Datatype, kUnknown, "?"}};

}  // namespace

std::string_view word_of(Parameter parameter, std::int64_t value) {
  if (parameter == Parameter::Kind && value >= 0 && value < std::int64_t{kActionKinds})
    return action_name(static_cast<ActionKind>(value));
  if (parameter == Parameter::Op && model::is_collective_op(value))
    return info(static_cast<model::CollectiveOp>(value)).word;
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
      return 0;
    default:
      return std::nullopt;
  }
}

bool may_be_unknown(Parameter parameter) {
  return parameter == Parameter::Count || parameter == Parameter::Datatype;
}

std::uint32_t level_of(const TimeHistogram& before) {
  return before.count() == 0 ? 0 : TimeHistogram::bin_of(before.sum() / before.count());
}

}  // namespace tarry::compressed
