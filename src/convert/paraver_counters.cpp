// SPDX-License-Identifier: BSD-3-Clause
#include "convert/paraver_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <iterator>
#include <string_view>

#include "base/hash.h"

namespace tarry::convert {
namespace {

using model::Counter;
using model::CounterMode;
using model::CounterType;

// Types of events; Extrae numbers counters that are no presets by a hash of their names, too.
constexpr std::uint32_t kPresets = 42000000;
constexpr std::uint32_t kOthers = 44000000;
constexpr std::uint32_t kMostOthers = 1000000;

constexpr std::string_view kPresetNames[] = {
#define TARRY_PAPI_PRESET(name) "PAPI_" #name,
#include "convert/papi_presets.def"
};

// Returns whether values tell what was counted from some time on, not since the value before.
bool goes_on(CounterMode mode) {
  return mode == CounterMode::AccumulatedStart || mode == CounterMode::AccumulatedPoint;
}
bool is_counted(CounterMode mode) { return goes_on(mode) || mode == CounterMode::AccumulatedLast; }

// Returns the value of an event, which is a whole number; -1 for one that cannot be.
std::int64_t whole(double value) {
  constexpr double kMost = 9e18;
  return value >= 0.0 && value < kMost ? std::llround(value) : -1;
}

std::int64_t counted(std::uint64_t before, const model::CounterValue& value) {
  if (value.type == CounterType::Double)
    return whole(std::bit_cast<double>(value.bits) - std::bit_cast<double>(before));
  return static_cast<std::int64_t>(value.bits - before);
}

std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }, ' ');
  return text;
}

}  // namespace

ParaverCounters::ParaverCounters(const model::Definitions& definitions)
    : definitions_(definitions),
      types_(definitions.counters.size()),
      last_(definitions.counters.size()) {
  std::vector<bool> is_read(types_.size());
  for (const model::CounterSet& set : definitions.counter_sets)
    for (const model::CounterId member : set.members)
      if (member.index() < is_read.size()) is_read[member.index()] = true;
  for (std::size_t c = 0; c < types_.size(); ++c)
    if (is_read[c]) types_[c] = free_type(definitions.counters[c]);
}

std::uint32_t ParaverCounters::free_type(const Counter& counter) const {
  const auto is_taken = [&](std::uint32_t type) {
    return std::find(types_.begin(), types_.end(), type) != types_.end();
  };
  const auto preset = std::find(std::begin(kPresetNames), std::end(kPresetNames), counter.name);
  if (preset != std::end(kPresetNames)) {
    const auto type = kPresets + static_cast<std::uint32_t>(preset - std::begin(kPresetNames));
    if (!is_taken(type)) return type;
  }
  auto number = static_cast<std::uint32_t>(base::fnv1a(counter.name) % kMostOthers);
  while (is_taken(kOthers + number)) number = (number + 1) % kMostOthers;
  return kOthers + number;
}

void ParaverCounters::begin() { std::fill(last_.begin(), last_.end(), Last{}); }

void ParaverCounters::read(std::int64_t time, model::CounterSetId set,
                           std::span<const model::CounterValue> values, ParaverRecords& records) {
  if (!set.valid() || set.index() >= definitions_.counter_sets.size()) return;
  const std::vector<model::CounterId>& members = definitions_.counter_sets[set.index()].members;
  for (std::size_t i = 0; i < std::min(values.size(), members.size()); ++i) {
    if (!members[i].valid() || members[i].index() >= types_.size()) continue;
    const model::CounterValue& value = values[i];
    const CounterMode mode = definitions_.counters[members[i].index()].mode;
    Last& last = last_[members[i].index()];
    std::int64_t amount = goes_on(mode) ? counted(last.bits, value) : counted(0, value);
    if (is_counted(mode) && !last.is_known) amount = 0;  // nobody knows since when
    last = {value.bits, true};
    if (amount >= 0)
      records.add_event(time, types_[members[i].index()], static_cast<std::uint64_t>(amount));
  }
}

std::string ParaverCounters::labels() const {
  std::string text;
  for (std::size_t c = 0; c < types_.size(); ++c) {
    if (types_[c] == 0) continue;
    const Counter& counter = definitions_.counters[c];
    const std::string name = counter.name.empty() ? "unnamed" : on_one_line(counter.name);
    const std::string meaning = on_one_line(counter.description);
    fmt::format_to(std::back_inserter(text), "EVENT_TYPE\n7    {}    {}{}\n\n", types_[c], name,
                   meaning.empty() ? "" : " [" + meaning + "]");
  }
  return text;
}

}  // namespace tarry::convert
