// SPDX-License-Identifier: BSD-3-Clause
// Which members of a collective operation need which others, for evaluating the trace again.
// Source: docs/decisions/017-what-if.md.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/patterns/collective.h"
#include "analysis/records/location_records.h"

namespace tarry::analysis {

// Of one instance, once its pattern is evaluated. Of prefix operations, nobody depends on anybody.
class CollectiveDependencies {
 public:
  // `all_meet`: it is one in which all members synchronise; `sequence`: its number on the
  // communicator. The instance must outlive it.
  CollectiveDependencies(CollectiveShape shape, bool all_meet, std::uint32_t sequence,
                         const CollectiveInstance& instance);

  // Of a member, by its index in the instance.
  [[nodiscard]] CollectiveDependency of(std::size_t member) const;

 private:
  // Without what the others do.
  [[nodiscard]] CollectiveDependency roles(std::size_t member) const;

  CollectiveShape shape_;
  bool all_meet_;
  std::uint32_t sequence_;
  const CollectiveInstance& instance_;
  std::array<std::uint32_t, 2> arrivals_{}, needs_{};  // by group
};

}  // namespace tarry::analysis
