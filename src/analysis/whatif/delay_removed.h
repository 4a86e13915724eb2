// SPDX-License-Identifier: BSD-3-Clause
// Removes from one call path of a location the delays that others wait for. Source:
// docs/decisions/018-findings.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/whatif/changes.h"

namespace tarry::analysis {

// A location had an excess of `amount` ticks in the sections [begin, end) of its activities.
struct Delay {
  std::uint32_t begin;
  std::uint32_t end;
  double amount;
};

// Computes for every section the part of the call path's time that must be removed so that every
// delay disappears. A delay is spread evenly over the time of the call path in its sections, and
// removed time counts for all delays that contain it.
class DelayRemoved : public Change {
 public:
  // `activities`: those of the location (SyncTimeline::activities), needed only during
  // construction.
  DelayRemoved(CallPathId callpath, const std::pmr::vector<Delay>& delays,
               std::span<const std::byte> activities);
  [[nodiscard]] bool concerns(CallPathId callpath) const override { return callpath == callpath_; }
  [[nodiscard]] double removed(CallPathId callpath, std::uint32_t section,
                               std::uint32_t /*stretch*/) const override {
    return callpath == callpath_ && section < parts_.size() ? parts_[section] : 0.0;
  }
  // Returns the removed time in all, in ticks.
  [[nodiscard]] double total() const { return total_; }

 private:
  CallPathId callpath_;
  std::pmr::vector<double> parts_;  // by section
  double total_ = 0.0;
};

}  // namespace tarry::analysis
