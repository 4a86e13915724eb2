// SPDX-License-Identifier: BSD-3-Clause
// The roots of the call paths of workers, which the locations of a process learn from each other:
// the forks of their teams, below the program of the process. Definition: docs/definitions.md,
// "Call paths".
#pragma once

#include <map>
#include <optional>

#include "analysis/records/location_records.h"

namespace tarry::analysis {

class TeamRoots {
 public:
  void add(const TeamInstance& instance, model::CallPathId forked_at) {
    roots_.insert_or_assign(instance, forked_at);
  }
  [[nodiscard]] std::optional<model::CallPathId> find(const TeamInstance& instance) const {
    const auto found = roots_.find(instance);
    return found == roots_.end() ? std::nullopt : std::optional(found->second);
  }

  // The program of this process; !valid() until its initial thread has been read, or if no record
  // tells.
  model::RegionId program;

  // True for the last reading of a location: teams with an unknown fork get a root of their own.
  bool complete = false;

 private:
  std::map<TeamInstance, model::CallPathId> roots_;
};

}  // namespace tarry::analysis
