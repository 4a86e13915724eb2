// SPDX-License-Identifier: BSD-3-Clause
// The events that an interposed function can record. Each takes the Entry as proof that the call is
// the outermost one; none allocates, locks or calls the system. Records that share a time stamp
// share one reading of the clock: an MpiSend has the time of the enter before it, an MpiRecv or
// CollectiveEnd the time of the leave after it.
#pragma once

#include <cstdint>

#include "base/strong_id.h"
#include "model/event_handler.h"
#include "runtime/core/entry.h"
#include "runtime/core/record.h"

namespace tarry::runtime::core {

// Numbers of this process, dense from 0, as the definitions log lists them.
using RegionNumber = base::StrongId<struct RegionNumberTag>;
using CommNumber = base::StrongId<struct CommNumberTag>;
// Never 0.
using RequestNumber = base::StrongId<struct RequestNumberTag>;

struct Message {
  std::uint32_t peer = 0;  // communicator rank
  CommNumber comm;
  std::uint32_t tag = 0;
  RequestNumber request;  // kBlocking if there is none
  std::uint64_t bytes = 0;
};

struct Collective {
  std::uint32_t root = 0;  // communicator rank or one of model::kRoot*
  CommNumber comm;
  std::uint32_t op = 0;   // model::CollectiveOp
  RequestNumber request;  // kBlocking if there is none
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
};

inline constexpr RequestNumber kBlocking{0};

// Arguments of a call. Unknown ones keep their default. See model::MpiArguments.
struct Arguments {
  static constexpr std::int32_t kUnknown{model::MpiArguments::kUnknown};

  std::int32_t posted_peer = kUnknown;
  std::int32_t posted_tag = kUnknown;
  std::int64_t count = kUnknown;
  std::int32_t datatype = kUnknown;
  CommNumber comm;
};

// Returns the time of the enter, for records that belong to it.
inline EventTime enter_region(const Entry&, RegionNumber region) {
  return record_now(RecordKind::RegionEnter, region.value);
}

// The same at a time that was read before, or is estimated.
inline void enter_region_at(const Entry&, EventTime time, RegionNumber region) {
  record_at(RecordKind::RegionEnter, time, region.value);
}

inline EventTime leave_region(const Entry&, RegionNumber region) {
  return record_now(RecordKind::RegionLeave, region.value);
}

// For callers that read the clock (now()) to share it with the records before the leave.
inline void leave_region_at(const Entry&, EventTime time, RegionNumber region) {
  record_at(RecordKind::RegionLeave, time, region.value);
}

// Records arguments in front of the record that they belong to, with its time. Only compressed
// traces have room for them.
inline void arguments_record(const Entry&, EventTime time, const Arguments& arguments) {
  if (!process.settings.compressed) return;
  write_record<ArgumentsRecord, false>(this_thread, RecordKind::MpiArguments, time,
                                       [&](ArgumentsRecord& record) {
                                         record.posted_peer = arguments.posted_peer;
                                         record.posted_tag = arguments.posted_tag;
                                         record.count = arguments.count;
                                         record.datatype = arguments.datatype;
                                         record.comm = arguments.comm.value;
                                       });
}

// Records MpiSend, MpiIsend, MpiRecv or MpiIrecv.
inline void message_record(const Entry&, RecordKind kind, EventTime time, const Message& message) {
  write_record<MessageRecord, false>(this_thread, kind, time, [&](MessageRecord& record) {
    record.peer = message.peer;
    record.comm = message.comm.value;
    record.tag = message.tag;
    record.request = message.request.value;
    record.bytes = message.bytes;
  });
}

// Goes in front of the MpiRecv or MpiIrecv of a receive that was posted with MPI_ANY_SOURCE.
inline void from_any_source_record(const Entry&, EventTime time) {
  record_at(RecordKind::FromAnySource, time, 0);
}

// Records MpiIsendComplete, MpiIrecvRequest, MpiRequestCancelled or NonBlockingCollectiveRequest.
inline void request_record(const Entry&, RecordKind kind, EventTime time, RequestNumber request) {
  record_at(kind, time, request.value);
}

inline void collective_begin(const Entry&, EventTime time) {
  record_at(RecordKind::CollectiveBegin, time, 0);
}

// Records CollectiveEnd or NonBlockingCollectiveComplete.
inline void collective_record(const Entry&, RecordKind kind, EventTime time,
                              const Collective& collective) {
  write_record<CollectiveRecord, false>(this_thread, kind, time, [&](CollectiveRecord& record) {
    record.root = collective.root;
    record.comm = collective.comm.value;
    record.op = collective.op;
    record.request = collective.request.value;
    record.bytes_sent = collective.bytes_sent;
    record.bytes_received = collective.bytes_received;
    record.reserved = 0;
  });
}

// Records a one-sided event other than an operation; log_format.h defines the payload.
inline void rma_record(const Entry&, RecordKind kind, EventTime time, std::uint64_t payload) {
  record_at(kind, time, payload);
}

struct OneSided {
  std::uint32_t window = 0;
  std::uint32_t target = 0;
  std::uint64_t bytes_sent = 0;  // from here to the target
  std::uint64_t bytes_received = 0;
  std::uint32_t matching = 0;
  std::uint32_t atomic_type = 0;
};

// Records RmaPut, RmaGet, FileOperation or FileCompleted.
inline void one_sided_record(const Entry&, RecordKind kind, EventTime time,
                             const OneSided& operation) {
  write_record<OneSidedRecord, false>(this_thread, kind, time, [&](OneSidedRecord& record) {
    record.window = operation.window;
    record.target = operation.target;
    record.bytes = operation.bytes_sent + operation.bytes_received;
    record.matching = operation.matching;
    record.reserved = 0;
  });
}

inline void atomic_record(const Entry&, EventTime time, const OneSided& operation) {
  write_record<AtomicRecord, false>(this_thread, RecordKind::RmaAtomic, time,
                                    [&](AtomicRecord& record) {
                                      record.window = operation.window;
                                      record.target = operation.target;
                                      record.bytes_sent = operation.bytes_sent;
                                      record.bytes_received = operation.bytes_received;
                                      record.matching = operation.matching;
                                      record.type = operation.atomic_type;
                                      record.reserved = 0;
                                    });
}

}  // namespace tarry::runtime::core
