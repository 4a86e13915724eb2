// SPDX-License-Identifier: BSD-3-Clause
// The members that each member of a collective operation needs, for evaluating the trace again.
// Source: docs/decisions/017-what-if.md.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/patterns/collective.h"
#include "analysis/records/location_records.h"

namespace tarry::analysis {

// The dependencies in one instance whose pattern is evaluated. Prefix operations have none, and
// those of neighborhood operations are in neighbor_needs.h.
class CollectiveDependencies {
 public:
  // `all_meet` is true if all members synchronise; `sequence` is the number of the instance on the
  // communicator. The instance must outlive this.
  CollectiveDependencies(CollectiveShape shape, bool all_meet, std::uint32_t sequence,
                         const CollectiveInstance& instance);

  // Returns those of a member, by its index in the instance.
  [[nodiscard]] CollectiveDependency of(std::size_t member) const;

 private:
  // Returns the role of a member; counts of members are missing.
  [[nodiscard]] CollectiveDependency roles(std::size_t member) const;

  CollectiveShape shape_;
  bool all_meet_;
  std::uint32_t sequence_;
  const CollectiveInstance& instance_;
  std::array<std::uint32_t, 2> arrivals_{}, needs_{};  // by group
};

}  // namespace tarry::analysis
