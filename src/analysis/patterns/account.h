// SPDX-License-Identifier: BSD-3-Clause
// One location's region instances while waiting time is charged to them: never more in all than an
// instance took by itself. Definition: docs/definitions.md, "Limits of a wait".
#pragma once

#include <algorithm>

#include "analysis/records/cells.h"
#include "analysis/records/location_records.h"

namespace tarry::analysis {

// Whether a wait state is part of the time that regions of this class spend: going up from its
// metric, that of the class is the first that is the time of any class.
bool belongs(model::MetricId wait, model::RegionClass region_class);

inline constexpr const char* kWrongKind =
    "wait states not looked for because their records lie in regions of another kind";

// `records` and `cells` must outlive it.
class Account {
 public:
  Account(const LocationRecords& records, Cells& cells)
      : records_(records), cells_(cells), charged_(records.instances.size()) {}

  // Adds `amount`, or what is left of the instance's exclusive duration, to `metric` where the
  // instance is; returns what was added.
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
