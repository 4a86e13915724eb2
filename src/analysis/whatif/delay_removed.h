// SPDX-License-Identifier: BSD-3-Clause
// One call path of a location without the delays that others wait for. Source:
// docs/decisions/018-findings.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/whatif/changes.h"

namespace tarry::analysis {

// In the sections [begin, end) of its activities a location did `amount` ticks too much.
struct Delay {
  std::uint32_t begin;
  std::uint32_t end;
  double amount;
};

// Of every section, the part of the call path's time that has to go so that every delay is gone:
// delays are spread evenly over the time that the call path took, and the same time counts for all
// delays that it lies in.
class DelayRemoved : public Change {
 public:
  // `activities`: of the location (SyncTimeline::activities), needed only now.
  DelayRemoved(CallPathId callpath, const std::pmr::vector<Delay>& delays,
               std::span<const std::byte> activities);
  [[nodiscard]] bool concerns(CallPathId callpath) const override { return callpath == callpath_; }
  [[nodiscard]] double removed(CallPathId callpath, std::uint32_t section,
                               std::uint32_t /*stretch*/) const override {
    return callpath == callpath_ && section < parts_.size() ? parts_[section] : 0.0;
  }
  // Ticks, in all.
  [[nodiscard]] double total() const { return total_; }

 private:
  CallPathId callpath_;
  std::pmr::vector<double> parts_;  // by section
  double total_ = 0.0;
};

}  // namespace tarry::analysis
