// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/lock_tracker.h"

namespace tarry::analysis {

using model::RegionRole;

bool LockTracker::accepts() {
  if (stack_.empty()) location_.anomalies.add("locks recorded outside of any region");
  return !stack_.empty();
}

Frame& LockTracker::waiting_frame() {
  const auto role = [this](const Frame& frame) {
    return location_.regions.regions[frame.region.index()].role;
  };
  Frame& top = stack_.top();
  if (stack_.size() < 2 || role(top) != RegionRole::CriticalBlock) return top;
  Frame& below = stack_.from_top(1);
  return role(below) == RegionRole::Critical ? below : top;
}

void LockTracker::acquire(Ticks time, const model::LockRecord& lock) {
  if (!accepts()) return;
  LockEvent event;
  event.time = time;
  event.lock = lock;
  event.acquired = true;
  event.instance = stack_.instance_of(waiting_frame());
  location_.records.locks.push_back(event);
}

void LockTracker::release(Ticks time, const model::LockRecord& lock) {
  if (!accepts()) return;
  LockEvent event;
  event.time = time;
  event.lock = lock;
  event.instance = stack_.divide(time, stack_.callpath());
  location_.records.locks.push_back(event);
}

}  // namespace tarry::analysis
