// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/counter_model.h"

#include <unordered_map>

namespace tarry::trace::otf2 {
namespace {

using model::Anomalies;
using model::Counter;
using model::CounterId;
using model::CounterSet;

constexpr const char* kSecondDefinition = "definitions whose id another one has (ignored)";
constexpr std::uint8_t kCpuThread = 1;

Counter to_counter(const MetricMemberRecord& record, const DefinitionRecords& records) {
  Counter counter;
  counter.name = records.text(record.name);
  counter.description = records.text(record.description);
  counter.unit = records.text(record.unit);
  counter.type = static_cast<model::CounterType>(record.value_type);
  counter.mode = static_cast<model::CounterMode>(record.mode);
  counter.origin = static_cast<model::CounterOrigin>(record.origin);
  counter.has_binary_base = record.base == 0;
  counter.exponent = record.exponent;
  return counter;
}

CounterSet to_set(const MetricClassRecord& record, const IdTable& members, Anomalies& anomalies) {
  CounterSet set;
  set.occurrence = static_cast<model::CounterOccurrence>(record.occurrence);
  for (const std::uint32_t id : record.members) {
    const CounterId member{members[id]};
    if (!member.valid()) anomalies.add("counters in sets that are not defined (left out)");
    set.members.push_back(member);
  }
  return set;
}

// Finds out whose counters an instance defines.
class Recorders {
 public:
  explicit Recorders(const DefinitionRecords& records) : records_(records) {
    if (records.metric_instances.empty()) return;
    for (std::size_t i = 0; i < records.locations.size(); ++i) {
      locations_.set(records.locations[i].id, static_cast<std::uint32_t>(i));
      if (records.locations[i].type == kCpuThread) ++threads_[records.locations[i].group];
    }
  }

  // Returns nullptr if there is no such location.
  [[nodiscard]] const LocationRecord* find(std::uint64_t id) const {
    const std::uint32_t position = locations_[id];
    return position == kUndefined32 ? nullptr : &records_.locations[position];
  }

  // Returns whether the instance counts only what `recorder` does.
  [[nodiscard]] bool is_its_own(const MetricInstanceRecord& instance,
                                const LocationRecord& recorder) const {
    if (instance.scope_kind == kScopeLocation) return instance.scope == recorder.id;
    return instance.scope_kind == kScopeLocationGroup && instance.scope == recorder.group &&
           threads_.at(recorder.group) == 1;
  }

 private:
  const DefinitionRecords& records_;
  IdTable locations_;                                         // location id -> position
  std::unordered_map<std::uint32_t, std::uint32_t> threads_;  // by location group
};

// Returns the set for the id of an instance.
std::uint32_t meaning_of(const MetricInstanceRecord& instance, const IdTable& classes,
                         const Recorders& recorders, Anomalies& anomalies) {
  const std::uint32_t set = classes[instance.metric_class];
  const LocationRecord* const recorder = recorders.find(instance.recorder);
  if (set == kUndefined32 || recorder == nullptr) {
    anomalies.add("sets of counters of a class or location that is not defined (left out)");
    return kLeftOut;
  }
  if (recorder->type != kCpuThread) return kLeftOut;  // a location that is left out itself
  if (recorders.is_its_own(instance, *recorder)) return set;
  anomalies.add("sets of counters of more than the thread that read them (left out)");
  return kLeftOut;
}

}  // namespace

IdTable build_counters(const DefinitionRecords& records, model::Definitions& definitions,
                       Anomalies& anomalies) {
  IdTable members;
  for (const MetricMemberRecord& record : records.metric_members) {
    if (members.contains(record.id)) {
      anomalies.add(kSecondDefinition);
      continue;
    }
    members.set(record.id, static_cast<std::uint32_t>(definitions.counters.size()));
    definitions.counters.push_back(to_counter(record, records));
  }
  IdTable sets;
  for (const MetricClassRecord& record : records.metric_classes) {
    if (sets.contains(record.id)) {
      anomalies.add(kSecondDefinition);
      continue;
    }
    sets.set(record.id, static_cast<std::uint32_t>(definitions.counter_sets.size()));
    definitions.counter_sets.push_back(to_set(record, members, anomalies));
  }
  const IdTable classes = sets;
  const Recorders recorders(records);
  for (const MetricInstanceRecord& instance : records.metric_instances) {
    if (sets.contains(instance.id))
      anomalies.add(kSecondDefinition);
    else
      sets.set(instance.id, meaning_of(instance, classes, recorders, anomalies));
  }
  return sets;
}

}  // namespace tarry::trace::otf2
