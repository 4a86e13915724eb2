// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/levelled_work.h"

namespace tarry::analysis {

LevelledWork::LevelledWork(CallPathId callpath, std::span<const float> parts,
                           std::span<const std::byte> activities)
    : callpath_(callpath) {
  std::size_t instance = 0;
  TimeReader reader(activities);
  while (reader.position() < activities.size()) {
    bool is_done = false;
    for (CallPathTime each; reader.next(each);)
      is_done |= each.callpath == callpath && each.time.count > 0;
    parts_.push_back(is_done && instance < parts.size() ? parts[instance++] : 0.0F);
  }
}

}  // namespace tarry::analysis
