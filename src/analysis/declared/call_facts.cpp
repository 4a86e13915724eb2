// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/call_facts.h"

namespace tarry::analysis::declared {

namespace {

// Sees the readings of counters before the enters and leaves that they belong to.
class Survey final : public model::EventHandler {
 public:
  Survey(CounterReadings& readings, Phases& phases) : readings_(readings), phases_(phases) {}

  void enter(Ticks time, model::RegionId region) override { phases_.enter(time, region); }
  void leave(Ticks time, model::RegionId region) override { phases_.leave(time, region); }
  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    readings_.read(time, set, values);
  }

 private:
  CounterReadings& readings_;
  Phases& phases_;
};

std::vector<Ticks> times_of_calls(const LocationRecords& location) {
  std::vector<Ticks> times;
  for (const Instance& call : location.instances) {
    times.push_back(call.enter);
    times.push_back(call.leave);
  }
  return times;
}

}  // namespace

base::Status CallFacts::survey(model::TraceSource& source) {
  if ((set_.phases.empty() && set_.counters.empty()) || !set_.has_records()) return base::kOk;
  for (const ProcessRecords& process : processes_)
    for (std::uint32_t l = 0; l < process.locations.size(); ++l) {
      CounterReadings& readings = readings_.emplace_back(
          source.definitions(), set_.counters,
          set_.counters.empty() ? std::vector<Ticks>() : times_of_calls(process.locations[l]));
      Phases& phases = phases_.emplace_back(regions_.regions, set_.phases,
                                            set_.counters.empty() ? nullptr : &readings);
      Survey survey(readings, phases);
      model::Anomalies counted_when_extracted;
      TRY(source.read(model::LocationIndex{process.first_location.value + l}, survey,
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
  fact.path = paths_.number_of(call.callpath);
  fact.region = tree_[call.callpath].region;
  fact.region_class = call.region_class;
  fact.call = call.call;
  fact.is_damaged = call.damaged;
  if (phases_.empty()) return fact;
  const std::uint32_t place =
      process.first_location.value - processes_.front().first_location.value + location;
  if (!set_.counters.empty()) fact.counters = readings_[place].between(call.enter, call.leave);
  const Phases& phases = phases_[place];
  for (std::size_t wish = 0; wish < set_.phases.size(); ++wish)
    fact.phases[wish] = phases.find(wish, call.enter, call.leave);
  return fact;
}

}  // namespace tarry::analysis::declared
