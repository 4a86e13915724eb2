// SPDX-License-Identifier: BSD-3-Clause
// The scenarios that users may request: work that is shortened, or balanced. Source:
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

// Returns by node of the tree whether a change of `place` (model::Supposition) changes it. This is
// true for every call path that ends with `place`, and for the computation below it, but not for
// waiting and communication below it. Returns an error if there is no such call path.
base::Result<std::vector<bool>> changed_callpaths(const model::CallTree& tree,
                                                  const RegionTable& regions,
                                                  const std::string& place);

// Returns an error if none of the locations belongs to one of these ranks.
base::Status check_ranks(const std::vector<std::uint32_t>& ranks,
                         const std::vector<model::Location>& locations);

// Makes the time of call paths `factor` times as long.
class Scaled : public Change {
 public:
  // `callpaths`: by call path of this worker, whether it is changed; must outlive it.
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

// Times of some call paths, by stretch between two operations of all processes.
struct StretchTimes {
  std::vector<Ticks> times;
  [[nodiscard]] bool has_any() const;
};
StretchTimes stretch_times(const StepLog& log, std::span<const std::byte> activities,
                           const std::vector<bool>& callpaths);

// Returns the mean over all locations that have such times at all, by stretch; a single mean for
// the whole run if the locations differ in their number of stretches. Collective over the
// transport.
std::vector<double> mean_times(const std::vector<StretchTimes>& places,
                               workers::Transport& transport);

// Makes all locations do the work equally long. A location with almost none of it in a stretch does
// the missing time at the end of the stretch; the times of the others become longer or shorter
// where they are.
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
  std::vector<Ticks> added_;     // by stretch, for locations with almost none
};

}  // namespace tarry::analysis
