// SPDX-License-Identifier: BSD-3-Clause
// The region instances of a location while waiting time is charged to them. An instance is never
// charged more than the time that it took by itself. Definition: docs/definitions.md, "Limits of a
// wait".
#pragma once

#include <algorithm>

#include "analysis/records/cells.h"
#include "analysis/records/location_records.h"

namespace tarry::analysis {

// Returns whether a wait state is part of the time that regions of this class spend: above its
// metric, the nearest metric that is the time of a class is that of this class.
bool belongs(model::MetricId wait, model::RegionClass region_class);

inline constexpr const char* kWrongKind =
    "wait states not looked for because their records lie in regions of another kind";

// `records` and `cells` must outlive it.
class Account {
 public:
  Account(const LocationRecords& records, Cells& cells)
      : records_(records), cells_(cells), charged_(records.instances.size()) {}

  // Adds `amount`, or the rest of the instance's exclusive duration if that is less, to a metric at
  // the call path of the instance. Returns the added amount.
  Ticks charge(std::uint32_t instance, model::MetricId to, Ticks amount) {
    const Ticks left = records_.exclusive_duration(instance) - charged_[instance];
    const Ticks added = std::min(amount, base::positive_part(left));
    charged_[instance] += added;
    if (added.count != 0) cells_.at(callpath(instance), to) += added.count;
    return added;
  }

  void count(CallPathId callpath, model::MetricId to, std::uint64_t number) {
    if (number != 0) cells_.at(callpath, to) += static_cast<std::int64_t>(number);
  }
  void count(std::uint32_t instance, model::MetricId to, std::uint64_t number) {
    count(callpath(instance), to, number);
  }

  [[nodiscard]] const LocationRecords& records() const { return records_; }
  [[nodiscard]] const Instance& instance(std::uint32_t i) const { return records_.instances[i]; }
  [[nodiscard]] CallPathId callpath(std::uint32_t i) const { return instance(i).callpath; }
  [[nodiscard]] Cells& cells() { return cells_; }

 private:
  const LocationRecords& records_;
  Cells& cells_;
  std::pmr::vector<Ticks> charged_;  // by instance
};

}  // namespace tarry::analysis
