// SPDX-License-Identifier: BSD-3-Clause
// What users may ask: some work shortened, some work balanced. Source:
// docs/decisions/017-what-if.md.
#pragma once

#include <string>
#include <vector>

#include "analysis/regions/region_table.h"
#include "analysis/whatif/changes.h"
#include "analysis/whatif/dependencies.h"
#include "base/result.h"
#include "model/call_tree.h"
#include "model/definitions.h"
#include "model/insights.h"
#include "workers/transport.h"

namespace tarry::analysis {

// By node of the tree: whether a change of `place` (model::Supposition) changes it. That is every
// call path whose end is `place`, and the computation below it; waiting and communication below it
// are not. The error says that there is none.
base::Result<std::vector<bool>> changed_callpaths(const model::CallTree& tree,
                                                  const RegionTable& regions,
                                                  const std::string& place);

// The error says that none of the locations is of one of these ranks.
base::Status check_ranks(const std::vector<std::uint32_t>& ranks,
                         const std::vector<model::Location>& locations);

// A call path is `factor` times as long.
class Scaled : public Change {
 public:
  // `callpaths`: those that are, by call path of this worker; must outlive it.
  Scaled(const std::vector<bool>& callpaths, double factor)
      : callpaths_(callpaths), factor_(factor) {}
  [[nodiscard]] bool concerns(CallPathId callpath) const override {
    return callpaths_[callpath.index()];
  }
  [[nodiscard]] double removed(CallPathId callpath, std::uint32_t /*section*/,
                               std::uint32_t /*stretch*/) const override {
    return callpaths_[callpath.index()] ? 1.0 - factor_ : 0.0;
  }

 private:
  const std::vector<bool>& callpaths_;
  double factor_;
};

// Time of some call paths, by stretch between two operations of all processes.
struct StretchTimes {
  std::vector<Ticks> times;
  [[nodiscard]] bool has_any() const;
};
StretchTimes stretch_times(const StepLog& log, std::span<const std::byte> activities,
                           const std::vector<bool>& callpaths);

// The mean over all locations that do it at all, by stretch; one for the whole run if not all of
// them are in the same operations. Collective over the transport.
std::vector<double> mean_times(const std::vector<StretchTimes>& places,
                               workers::Transport& transport);

// All do it equally long. Who did next to nothing in a stretch does the rest at its end, the others
// do more or less of it wherever they did it.
class Balanced : public Change {
 public:
  // `callpaths` must outlive it.
  Balanced(const std::vector<bool>& callpaths, const StretchTimes& own,
           const std::vector<double>& means);
  [[nodiscard]] bool concerns(CallPathId callpath) const override {
    return callpaths_[callpath.index()];
  }
  [[nodiscard]] double removed(CallPathId callpath, std::uint32_t /*section*/,
                               std::uint32_t stretch) const override {
    return callpaths_[callpath.index()] ? removed_[stretch] : 0.0;
  }
  [[nodiscard]] Ticks added(std::uint32_t stretch) const override { return added_[stretch]; }

 private:
  const std::vector<bool>& callpaths_;
  std::vector<double> removed_;  // by stretch
  std::vector<Ticks> added_;     // likewise, where there is nothing to be longer
};

}  // namespace tarry::analysis
