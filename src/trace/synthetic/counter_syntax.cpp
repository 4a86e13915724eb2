// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/counter_syntax.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::trace::synthetic {
namespace {

using model::Counter;
using model::CounterMode;
using model::CounterType;
using model::CounterValue;

constexpr std::pair<std::string_view, CounterType> kTypes[] = {
    {"uint64", CounterType::UInt64},
    {"int64", CounterType::Int64},
    {"double", CounterType::Double},
};
constexpr std::pair<std::string_view, CounterMode> kModes[] = {
    {"accumulated-start", CounterMode::AccumulatedStart},
    {"accumulated-point", CounterMode::AccumulatedPoint},
    {"accumulated-last", CounterMode::AccumulatedLast},
    {"accumulated-next", CounterMode::AccumulatedNext},
    {"absolute-point", CounterMode::AbsolutePoint},
    {"absolute-last", CounterMode::AbsoluteLast},
    {"absolute-next", CounterMode::AbsoluteNext},
    {"relative-point", CounterMode::RelativePoint},
    {"relative-last", CounterMode::RelativeLast},
    {"relative-next", CounterMode::RelativeNext},
};

// Returns the value for which `word` stands; `otherwise` for "". Notes an attribute error if there
// is none.
template <class Value, std::size_t Count>
Value named(const std::pair<std::string_view, Value> (&names)[Count], const std::string& word,
            Value otherwise, Attributes& attributes) {
  if (word.empty()) return otherwise;
  for (const auto& [name, value] : names)
    if (name == word) return value;
  attributes.fail("'" + word + "' is no type or mode of a counter");
  return otherwise;
}

std::optional<std::uint64_t> bits_of(std::string_view text, CounterType type) {
  if (type == CounterType::Double) {
    const auto value = base::number_in<double>(text);
    return value ? std::optional(std::bit_cast<std::uint64_t>(*value)) : std::nullopt;
  }
  if (type == CounterType::Int64) {
    const auto value = base::number_in<std::int64_t>(text);
    return value ? std::optional(std::bit_cast<std::uint64_t>(*value)) : std::nullopt;
  }
  return base::number_in<std::uint64_t>(text);
}

// Parses "1,2": as many values as the set has members, unless the case is about another number.
Event reading(std::string_view text, model::CounterSetId set, const CaseBuilder& builder, Ticks at,
              Attributes& attributes) {
  const model::Definitions& definitions = builder.result.definitions;
  const auto& members = definitions.counter_sets[set.index()].members;
  Event event;
  event.kind = Event::Kind::CountersRead;
  event.time = at;
  event.counter_set = set;
  for (const std::string_view part : base::split(text, ',')) {
    const std::size_t position = event.counters.size();
    const CounterType type = position < members.size()
                                 ? definitions.counters[members[position].index()].type
                                 : CounterType::UInt64;
    const auto bits = bits_of(part, type);
    if (!bits) attributes.fail("'" + std::string(part) + "' is no value of the counter");
    event.counters.push_back({bits.value_or(0), type});
  }
  if (event.counters.size() > 255) attributes.fail("a record has up to 255 values");
  return event;
}

}  // namespace

base::Status define_counter(TokenReader& tokens, CaseBuilder& builder) {
  const Token name = tokens.next();
  TRY_ASSIGN(Attributes attributes, Attributes::read(tokens, builder));
  Counter counter;
  counter.name = name.text;
  counter.unit = attributes.word("unit", "#");
  counter.type = named(kTypes, attributes.word("type", ""), counter.type, attributes);
  counter.mode = named(kModes, attributes.word("mode", ""), counter.mode, attributes);
  const auto exponent = base::number_in<std::int64_t>(attributes.word("exponent", "0"));
  if (!exponent) attributes.fail("'exponent' needs a whole number");
  counter.exponent = exponent.value_or(0);
  counter.has_binary_base = attributes.number("base", 10) == 2;
  TRY(attributes.finish(tokens));
  auto& all = builder.result.definitions.counters;
  if (name.kind != Token::Kind::Word ||
      !builder.counters.emplace(name.text, static_cast<std::uint32_t>(all.size())).second)
    return tokens.error(name, "expected the name of another counter");
  all.push_back(std::move(counter));
  return base::kOk;
}

base::Status define_counter_set(TokenReader& tokens, CaseBuilder& builder) {
  const Token name = tokens.next();
  const Token members = tokens.next();
  model::CounterSet set;
  for (const std::string_view part : base::split(members.text, ',')) {
    const auto found = builder.counters.find(part);
    if (found == builder.counters.end())
      return tokens.error(members, "there is no counter '" + std::string(part) + "'");
    set.members.push_back(found->second);
  }
  if (set.members.size() > 255) return tokens.error(members, "a set has up to 255 counters");
  auto& all = builder.result.definitions.counter_sets;
  if (name.kind != Token::Kind::Word ||
      !builder.counter_sets.emplace(name.text, static_cast<std::uint32_t>(all.size())).second)
    return tokens.error(name, "expected the name of another set");
  all.push_back(std::move(set));
  return base::kOk;
}

RegionReadings region_readings(Attributes& attributes, const CaseBuilder& builder, Ticks begin,
                               std::optional<Ticks> end) {
  RegionReadings made;
  for (const auto& [name, set] : builder.counter_sets) {
    if (!attributes.has(name)) continue;
    const std::string text = attributes.word(name, "");
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos) {
      attributes.fail("the values of '" + name + "' are written ENTER..LEAVE");
      continue;
    }
    const std::string_view enter = std::string_view(text).substr(0, dots);
    const std::string_view leave = std::string_view(text).substr(dots + 2);
    if (!enter.empty()) made.at_enter.push_back(reading(enter, set, builder, begin, attributes));
    if (leave.empty()) continue;
    if (!end) attributes.fail("'" + name + "' cannot be read at a leave that is missing");
    made.at_leave.push_back(reading(leave, set, builder, end.value_or(begin), attributes));
  }
  return made;
}

std::vector<Event> readings(Attributes& attributes, const CaseBuilder& builder, Ticks at) {
  std::vector<Event> made;
  for (const auto& [name, set] : builder.counter_sets)
    if (attributes.has(name))
      made.push_back(reading(attributes.word(name, ""), set, builder, at, attributes));
  if (made.empty()) attributes.fail("which counters are read? SET=VALUE,VALUE");
  return made;
}

}  // namespace tarry::trace::synthetic
