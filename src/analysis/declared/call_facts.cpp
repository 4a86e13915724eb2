// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/call_facts.h"

namespace tarry::analysis::declared {

base::Status CallFacts::survey(model::TraceSource& source) {
  if (set_.phases.empty()) return base::kOk;
  for (const ProcessRecords& process : processes_)
    for (std::uint32_t l = 0; l < process.locations.size(); ++l) {
      Phases& phases = phases_.emplace_back(regions_.regions, set_.phases);
      model::Anomalies counted_when_extracted;
      TRY(source.read(model::LocationIndex{process.first_location.value + l}, phases,
                      counted_when_extracted));
    }
  return base::kOk;
}

CallFact CallFacts::of(const ProcessRecords& process, Sibling location,
                       std::uint32_t instance) const {
  CallFact fact;
  fact.rank = process.rank;
  fact.location = location;
  fact.instance = instance;
  if (instance == kNoIndex) return fact;
  const LocationRecords& records = process.locations[location];
  const Instance& call = records.instances[instance];
  fact.enter = call.enter;
  fact.leave = call.leave;
  fact.own = base::positive_part(records.exclusive_duration(instance));
  fact.region = tree_[call.callpath].region;
  fact.region_class = call.region_class;
  fact.call = call.call;
  fact.is_damaged = call.damaged;
  if (phases_.empty()) return fact;
  const Phases& phases =
      phases_[process.first_location.value - processes_.front().first_location.value + location];
  for (std::size_t wish = 0; wish < set_.phases.size(); ++wish)
    fact.phases[wish] = phases.find(wish, call.enter, call.leave);
  return fact;
}

}  // namespace tarry::analysis::declared
