// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/visit_events.h"

#include <algorithm>
#include <vector>

#include "analysis/records/waiting_call.h"
#include "model/metric.h"

namespace tarry::analysis {
namespace {

using model::CallWait;
using model::SendOfReceive;

std::vector<CallWait> waits_of(const ProcessRecords& process, const LocationRecords& records) {
  std::vector<CallWait> waits;
  waits.reserve(records.waits.size());
  for (const WaitState& wait : records.waits) {
    const Instance& call = waiting_call(records, wait);
    waits.push_back({call.enter, call.leave, wait.amount, wait.metric});
    if (wait.kind == WaitKind::LateReceiver)
      waits.back().receiver =
          process.locations[wait.record.location].sends[wait.record.index].destination;
  }
  return waits;
}

// Returns the receives of every location, by their number.
std::vector<std::vector<SendOfReceive>> receives_of(const ProcessRecords& process,
                                                    const Partition& partition) {
  std::vector<std::vector<SendOfReceive>> all(process.locations.size());
  for (std::size_t l = 0; l < all.size(); ++l) {
    all[l].resize(process.locations[l].receives.size());
    for (std::size_t r = 0; r < all[l].size(); ++r) {
      const ReceiveRecord& receive = process.locations[l].receives[r];
      if (receive.send.index == kNoIndex) continue;
      all[l][r].location = partition.location_of(receive.source, receive.send.location);
      all[l][r].send = receive.send.index;
      all[l][r].sent = receive.send_time;
    }
  }
  for (const LocationRecords& poster : process.locations)
    for (const PostedReceive& posted : poster.posted)
      if (posted.receive != kNoIndex)
        all[posted.receive_location][posted.receive].posted =
            poster.instances[posted.instance].enter;
  return all;
}

}  // namespace

base::Status visit_events(const ProcessRecords& process, Ticks finalize_wait,
                          const Partition& partition, const model::VisitEvents& visit) {
  const std::vector<std::vector<SendOfReceive>> receives = receives_of(process, partition);
  const RecordRef finalize = first_instance(process, &LocationRecords::finalize);
  for (std::size_t l = 0; l < process.locations.size(); ++l) {
    const LocationRecords& records = process.locations[l];
    std::vector<CallWait> waits = waits_of(process, records);
    if (finalize.index != kNoIndex && finalize.location == l && finalize_wait.count > 0) {
      const Instance& call = records.instances[finalize.index];
      waits.push_back({call.enter, call.leave,
                       std::min(finalize_wait, records.exclusive_duration(finalize.index)),
                       model::metric::mpi_finalize_wait});
    }
    std::stable_sort(waits.begin(), waits.end(),
                     [](const CallWait& a, const CallWait& b) { return a.enter < b.enter; });
    const model::LocationIndex location{process.first_location.value +
                                        static_cast<std::uint32_t>(l)};
    TRY(visit(location, {waits, receives[l]}));
  }
  return base::kOk;
}

}  // namespace tarry::analysis
