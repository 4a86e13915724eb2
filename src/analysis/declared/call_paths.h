// SPDX-License-Identifier: BSD-3-Clause
// Numbers for the call paths of all workers, which facts of other workers carry, so that plug-ins
// can ask for the regions around any call.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "model/call_tree.h"
#include "workers/transport.h"

namespace tarry::analysis::declared {

class CallPaths {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // `own` is the tree of this worker. Collective.
  base::Status unite(const model::CallTree& own, workers::Transport& transport);

  // Returns the number of a call path of this worker; kNone before unite().
  [[nodiscard]] std::uint32_t number_of(model::CallPathId own) const {
    return own.index() < numbers_.size() ? numbers_[own.index()].value : kNone;
  }
  // Returns the regions from the outermost to that of the call path; none if there is no such
  // number.
  [[nodiscard]] std::vector<model::RegionId> regions(std::uint32_t number) const;

 private:
  std::vector<model::CallPathNode> nodes_;  // of all workers; parents come first
  std::vector<model::CallPathId> numbers_;  // in `nodes_`, by call path of this worker
};

}  // namespace tarry::analysis::declared
