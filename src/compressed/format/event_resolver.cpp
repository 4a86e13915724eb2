// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/event_resolver.h"

#include <string>
#include <utility>

#include "compressed/format/format.h"

namespace tarry::compressed {

base::Status EventResolver::resolve(const WrittenEvent& written, TextPlace begin, Event& event) {
  TRY_ASSIGN(Uses uses, entries(written.entries, event));
  for (const WrittenLevel& each : written.levels) {
    Level level;
    TRY_ASSIGN(level.length, elements_.resolve(each.length, uses, event.ranks));
    TRY_ASSIGN(level.trips,
               elements_.resolve(each.trips, uses_of_sizes(level.length), event.ranks));
    uses = uses_inside(level, uses);
    event.levels.push_back(std::move(level));
  }
  TRY_ASSIGN(event.of(Parameter::Actions),
             parameter(written, Parameter::Actions, uses, event.ranks, begin));
  TRY_ASSIGN(event.of(Parameter::Kind),
             parameter(written, Parameter::Kind, uses_of_kind(event.of(Parameter::Actions)),
                       event.ranks, begin));
  for (std::size_t i = 0; i < kParameters; ++i) {
    const auto each = static_cast<Parameter>(i);
    if (each == Parameter::Actions || each == Parameter::Kind) continue;
    TRY_ASSIGN(event.of(each),
               parameter(written, each, uses_of_parameter(event.of(Parameter::Kind), each),
                         event.ranks, begin));
  }
  return base::kOk;
}

// Returns how often the ranks visit the event; without x= this is as often as the previous event.
base::Result<Uses> EventResolver::entries(const std::optional<WrittenElement>& written,
                                          const Event& event) {
  if (!written) return Uses(event.ranks, entries_);
  TRY_ASSIGN(Uses uses, elements_.resolve_uses(*written, event.ranks));
  const auto& classes = uses.classes();
  if (classes.size() == 1 && classes.front().ranks == event.ranks) entries_ = classes.front().count;
  return uses;
}

base::Result<Elastic> EventResolver::parameter(const WrittenEvent& event, Parameter which,
                                               const Uses& uses, const RankSet& all,
                                               TextPlace begin) const {
  const std::optional<WrittenElement>& written = event.parameters[static_cast<std::size_t>(which)];
  if (written) return elements_.resolve(*written, uses, all);
  if (uses.empty() || may_be_unknown(which)) return Elastic();
  const bool has_kinds = event.parameters[static_cast<std::size_t>(Parameter::Kind)].has_value();
  const std::optional<std::int64_t> otherwise = default_of(which, has_kinds);
  if (!otherwise)
    return scanner_.error(begin, "the event has no " + std::string(parameter_name(which)) +
                                     "=, which its actions have");
  WrittenGroup constant{begin, otherwise, {}, {}};
  return elements_.resolve({begin, {std::move(constant)}}, uses, all);
}

}  // namespace tarry::compressed
