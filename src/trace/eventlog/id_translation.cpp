// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/id_translation.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tarry::trace::eventlog {

using model::RegionId;

namespace {

// Returns the position of a key; !valid() if it is not there.
template <class Id, class Definition>
auto id_in_order(const std::map<CommKey, Definition>& all) {
  std::vector<CommKey> keys;
  keys.reserve(all.size());
  for (const auto& entry : all) keys.push_back(entry.first);
  return [keys = std::move(keys)](const CommKey& key) {
    const auto found = std::lower_bound(keys.begin(), keys.end(), key);
    return found != keys.end() && *found == key
               ? Id{static_cast<std::uint32_t>(found - keys.begin())}
               : Id{};
  };
}

}  // namespace

IdTranslation::IdTranslation(const ProcessDefinitions& definitions, const DefinitionSet& unified)
    : definitions_(definitions), unified_(unified), members_(definitions.teams) {
  regions_.reserve(definitions.regions.size());
  for (const NamedRegionKey& key : definitions.regions) {
    const auto found = unified.regions.find(key);
    if (found != unified.regions.end())
      regions_.push_back(found->second);
    else
      regions_.push_back(key.name.empty() ? RegionId{} : unified.late_region());
  }
  const auto comm_of = id_in_order<model::CommId>(unified.communicators);
  const auto window_of = id_in_order<model::WindowId>(unified.windows);
  const auto file_of = id_in_order<model::FileId>(unified.files);
  const auto group_of = id_in_order<model::GroupId>(unified.groups);
  for (const LocalComm& comm : definitions.communicators)
    communicators_.push_back(comm.known ? comm_of(comm.key) : model::CommId{});
  for (std::uint32_t number = 1; number <= definitions.teams.size(); ++number)
    teams_.push_back(comm_of(team_key(definitions.process.rank, number)));
  for (const CommKey& key : definitions.windows) windows_.push_back(window_of(key));
  for (const CommKey& key : definitions.files) files_.push_back(file_of(key));
  for (const CommKey& key : definitions.groups) groups_.push_back(group_of(key));
  add_counters(definitions.counter_sets);
}

// A set that others do not know was defined too late.
void IdTranslation::add_counters(const std::vector<LocalCounterSet>& sets) {
  for (const LocalCounterSet& set : sets) {
    counters_.emplace_back();
    const auto& all = unified_.counter_sets;
    const auto found = set ? all.find(*set) : all.end();
    if (found == all.end()) continue;
    CounterReading& reading = counters_.back().emplace();
    reading.set =
        model::CounterSetId{static_cast<std::uint32_t>(std::distance(all.begin(), found))};
    for (const model::Counter& member : set->members) reading.types.push_back(member.type);
  }
}

RegionId IdTranslation::look_up(std::uint64_t payload) const {
  const FunctionKey key = function_key(definitions_, payload);
  if (const auto found = unified_.functions.find(key); found != unified_.functions.end())
    return found->second;
  // When a process is salvaged on another machine, it may be unknown whether its program tells what
  // is inlined, so the key may differ in the call site.
  const auto other = unified_.functions.lower_bound({key.module, key.offset});
  const bool is_same = other != unified_.functions.end() && other->first.module == key.module &&
                       other->first.offset == key.offset;
  return is_same ? other->second : unified_.late_region();
}

}  // namespace tarry::trace::eventlog
