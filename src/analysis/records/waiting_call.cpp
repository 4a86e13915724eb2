// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/waiting_call.h"

#include <algorithm>

namespace tarry::analysis {

const Instance& waiting_call(const LocationRecords& records, const WaitState& wait) {
  const Instance& point = records.instances[wait.instance];
  if (wait.kind != WaitKind::OmpTaskwait || point.enter != point.leave) return point;
  const auto& all = records.taskwaits;  // ascending by leave
  const auto leave = [&](const TaskwaitRecord& record) {
    return records.instances[record.instance].leave;
  };
  auto found = std::lower_bound(
      all.begin(), all.end(), point.leave,
      [&](const TaskwaitRecord& record, Ticks time) { return leave(record) < time; });
  const auto is_it = [&](const TaskwaitRecord& record) {
    const Instance& instance = records.instances[record.instance];
    return instance.callpath == point.callpath && instance.enter <= point.enter;
  };
  found = std::find_if(found, all.end(), is_it);
  return found != all.end() ? records.instances[found->instance] : point;
}

model::CommId communicator_of(const ProcessRecords& process, const WaitState& wait) {
  const auto record = [&](const auto& list) {
    return (process.locations[wait.record.location].*list)[wait.record.index].comm;
  };
  switch (wait.kind) {
    case WaitKind::LateSender:
      return record(&LocationRecords::receives);
    case WaitKind::LateReceiver:
      return record(&LocationRecords::sends);
    case WaitKind::Barrier:
    case WaitKind::NxN:
    case WaitKind::OneToN:
    case WaitKind::NToOne:
    case WaitKind::Prefix:
    case WaitKind::Neighborhood:
      return record(&LocationRecords::collectives);
    default:
      return {};
  }
}

}  // namespace tarry::analysis
