// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/region_stack.h"

namespace tarry::analysis {

using model::MpiCall;

Ticks RegionStack::pop(Ticks time, bool damaged) {
  const Frame& frame = frames_.back();
  const bool holds_record = frame.instance != kNoIndex;
  if (holds_record) {
    Instance& instance = location_.records.instances[frame.instance];
    instance.leave = time;
    instance.damaged = damaged;
    if (frame.nested.count != 0) location_.records.nested.push_back({frame.instance, frame.nested});
  }
  if (frame.cut != kNoIndex) location_.activities.end_call(frame.cut);
  polling_.leave(time, frame.enter, location_.regions.kinds[frame.region.index()], holds_record);
  const Ticks inclusive = time - frame.enter;
  frames_.pop_back();
  if (!frames_.empty()) frames_.back().nested += inclusive;
  return inclusive;
}

void RegionStack::make_instance(Frame& frame) {
  LocationRecords& records = location_.records;
  frame.instance = static_cast<std::uint32_t>(records.instances.size());
  const model::RegionKind& kind = location_.regions.kinds[frame.region.index()];
  Instance made;
  made.enter = frame.enter;
  made.callpath = frame.callpath;
  made.call = frame.region == location_.regions.measurement_off ? MpiCall::Pause : kind.call;
  made.region_class = kind.region_class;
  made.cut = frame.cut;
  if (made.cut != kNoIndex) location_.activities.keep();
  if (const auto poll = polling_.found_by(made, frame.instance)) records.polls.push_back(*poll);
  records.instances.push_back(made);
}

std::uint32_t RegionStack::divide(Ticks time, CallPathId callpath) {
  Instance made;
  made.enter = made.leave = time;
  made.callpath = callpath;
  made.cut = location_.activities.begin_call();
  location_.activities.keep();
  location_.records.instances.push_back(made);
  return static_cast<std::uint32_t>(location_.records.instances.size() - 1);
}

}  // namespace tarry::analysis
