// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/awaited_call.h"

namespace tarry::analysis {

AwaitedRecord awaited_record(const ProcessRecords& process, const LocationRecords& location,
                             const WaitState& wait) {
  AwaitedRecord awaited{process.rank, wait.record, wait.kind};
  const LocationRecords& recorded = process.locations[wait.record.location];
  const auto set = [&](Rank rank, RecordRef record) {
    awaited.rank = rank;
    awaited.record = record;
  };
  switch (wait.kind) {
    case WaitKind::LateSender: {
      const ReceiveRecord& receive = recorded.receives[wait.record.index];
      set(receive.source, recorded.late_senders[receive.late_sender].send);
      break;
    }
    case WaitKind::LateReceiver: {
      const SendRecord& send = recorded.sends[wait.record.index];
      set(send.destination, recorded.late_receivers[send.late_receiver].post);
      break;
    }
    case WaitKind::Barrier:
    case WaitKind::NxN:
    case WaitKind::OneToN:
    case WaitKind::NToOne:
    case WaitKind::Prefix:
    case WaitKind::Neighborhood: {
      const CollectiveRecord& part = recorded.collectives[wait.record.index];
      set(part.cause_rank, part.cause);
      break;
    }
    case WaitKind::LateProgress:
    case WaitKind::InnerCollective: {
      const AwaitedEvent& event = recorded.awaited_events[wait.record.index];
      set(event.rank, event.record);
      awaited.of = event.of;
      break;
    }
    case WaitKind::OmpBarrier:
      awaited.record = location.barriers[wait.record.index].latest;
      break;
    case WaitKind::RmaCollective:
    case WaitKind::RmaLatePost:
    case WaitKind::RmaEarlyWait:
    case WaitKind::RmaLock:
    case WaitKind::File: {
      const RmaWait& found = location.rma.waits[wait.record.index];
      set(found.cause_rank, found.cause);
      break;
    }
    case WaitKind::OmpLock:
    case WaitKind::PthreadLock:
    case WaitKind::OmpTaskwait:
      break;
    case WaitKind::OmpIdle:
    case WaitKind::Other:
      awaited.rank = Rank{};
      break;
  }
  return awaited;
}

RecordRef awaited_call(const ProcessRecords& process, const AwaitedRecord& awaited) {
  const RecordRef record = awaited.record;
  const LocationRecords& location = process.locations[record.location];
  const auto here = [&](std::uint32_t instance) { return RecordRef{record.location, instance}; };
  switch (awaited.kind) {
    case WaitKind::LateSender:
      return here(location.sends[record.index].instance);
    case WaitKind::LateReceiver:
      return here(location.posted[record.index].instance);
    case WaitKind::Barrier:
    case WaitKind::NxN:
    case WaitKind::OneToN:
    case WaitKind::NToOne:
    case WaitKind::Prefix:
    case WaitKind::Neighborhood:
      return call_of(process, record, AwaitedEvent::Of::Collective);
    case WaitKind::LateProgress:
    case WaitKind::InnerCollective:
      return call_of(process, record, awaited.of);
    case WaitKind::OmpBarrier:
      return here(location.barriers[record.index].instance);
    case WaitKind::OmpLock:
    case WaitKind::PthreadLock:
      return here(location.locks[record.index].instance);
    case WaitKind::OmpTaskwait:
      return here(location.task_ends[record.index].instance);
    case WaitKind::RmaCollective:
    case WaitKind::RmaLatePost:
    case WaitKind::RmaEarlyWait:
    case WaitKind::File:
      return here(location.rma.records[record.index].instance);
    case WaitKind::RmaLock:
      return here(location.rma.records[record.index].detail);
    case WaitKind::OmpIdle:
    case WaitKind::Other:
      break;
  }
  return {0, kNoIndex};
}

}  // namespace tarry::analysis
