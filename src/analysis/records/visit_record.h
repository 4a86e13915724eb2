// SPDX-License-Identifier: BSD-3-Clause
// The visits of regions, which the analysis does not keep: there may be as many as events. Those
// who want them have a location extracted once more and are told of each visit when it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "analysis/records/location_records.h"
#include "base/result.h"
#include "model/event_handler.h"

namespace tarry::analysis {

inline constexpr std::uint64_t kNoVisit = ~std::uint64_t{0};

// A visit of a region. The sum of `own` of all visits of a call path at a location is its exclusive
// time there, and the sum of `times` is its number of visits.
struct VisitRecord {
  Ticks enter;
  Ticks leave;
  Ticks own;
  std::uint64_t number = 0;           // counts the visits of the location by enter, from 0
  std::uint64_t around = kNoVisit;    // the number of the visit around it
  std::uint64_t times = 1;            // more: others share its records; 0: another thread began it
  std::uint32_t instance = kNoIndex;  // if it holds a record
  CallPathId callpath;
  model::RegionId region;
  bool damaged = false;  // its leave is missing
};

// Hears of the visits of one location after the other. An open visit has a slot, whose number
// another one gets afterwards.
class VisitSink {
 public:
  virtual ~VisitSink() = default;
  virtual void counters_read(Ticks time, model::CounterSetId set,
                             std::span<const model::CounterValue> values) = 0;
  virtual void entered(std::uint32_t slot, Ticks time) = 0;
  virtual void left(std::uint32_t slot, const VisitRecord& visit) = 0;
};

// Tells `sink` of the visits of a location; `process` is the place of its process among those of
// the worker.
using ReadVisits =
    std::function<base::Status(std::size_t process, std::uint32_t location, VisitSink& sink)>;

}  // namespace tarry::analysis
