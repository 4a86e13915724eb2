// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/location_records.h"

#include <algorithm>

namespace tarry::analysis {

std::uint64_t LocationRecords::memory() const {
  const auto bytes = [](const auto& records) {
    return std::uint64_t{records.capacity()} * sizeof(records[0]);
  };
  return bytes(instances) + bytes(nested) + bytes(sends) + bytes(receives) + bytes(posted) +
         bytes(collectives) + bytes(foreign) + bytes(foreign_collectives) + bytes(open) +
         bytes(forks) + bytes(members) + bytes(barriers) + bytes(task_intervals) + bytes(locks) +
         bytes(task_ends) + bytes(taskwaits) + bytes(awaited) + bytes(away) + bytes(thread_starts) +
         bytes(thread_endings) + bytes(rma.records) + bytes(rma.collectives) + bytes(rma.bytes) +
         bytes(rma.file_bytes) + bytes(activities) + bytes(late_senders) + bytes(late_receivers) +
         bytes(polls);
}

Ticks LocationRecords::exclusive_duration(std::uint32_t instance) const {
  const Instance& it = instances[instance];
  Ticks duration = it.leave - it.enter;
  const auto found = std::lower_bound(
      nested.begin(), nested.end(), instance,
      [](const NestedTime& n, std::uint32_t wanted) { return n.instance < wanted; });
  if (found != nested.end() && found->instance == instance) duration -= found->time;
  return duration;
}

const PollRecord* LocationRecords::poll_before(std::uint32_t instance) const {
  const auto found = std::lower_bound(
      polls.begin(), polls.end(), instance,
      [](const PollRecord& poll, std::uint32_t wanted) { return poll.instance < wanted; });
  return found != polls.end() && found->instance == instance ? &*found : nullptr;
}

}  // namespace tarry::analysis
