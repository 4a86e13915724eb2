// SPDX-License-Identifier: BSD-3-Clause
// Brings one call path of a location down to its level. Source:
// docs/decisions/037-interventions.md.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/whatif/changes.h"

namespace tarry::analysis {

class LevelledWork : public Change {
 public:
  // `parts`: by instance of the call path (WorkLog), the part to be removed. `activities`: those of
  // the location, needed only during construction.
  LevelledWork(CallPathId callpath, std::span<const float> parts,
               std::span<const std::byte> activities);
  [[nodiscard]] bool concerns(CallPathId callpath) const override { return callpath == callpath_; }
  [[nodiscard]] double removed(CallPathId callpath, std::uint32_t section,
                               std::uint32_t /*stretch*/) const override {
    return callpath == callpath_ && section < parts_.size() ? double{parts_[section]} : 0.0;
  }

 private:
  CallPathId callpath_;
  std::pmr::vector<float> parts_;  // by section
};

}  // namespace tarry::analysis
