// SPDX-License-Identifier: BSD-3-Clause
// Messages that one call starts and another one completes: what is known of them while they are
// under way, and the record of the start of a send.
#pragma once

#include "runtime/mpi/arguments.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/request_table.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

// Returns what will be known of an operation with this envelope. There are no records for
// MPI_PROC_NULL, unknown communicators and calls that are not selected.
inline Request operation(const Entry& entry, RequestKind kind, const Envelope& envelope) {
  Request request;
  if (envelope.peer == MPI_PROC_NULL || !entry.selected()) return request;
  const Communicator* comm = find_communicator(envelope.comm);
  if (comm == nullptr) return request;
  request.kind = kind;
  request.comm = comm->number;
  request.peer = static_cast<std::uint32_t>(envelope.peer);
  request.tag = static_cast<std::uint32_t>(envelope.tag);
  return request;
}

// Records the start of a send.
inline void record_start_of_send(const Entry& entry, EventTime time, const Request& request) {
  core::arguments_record(entry, time, arguments_of_send(request));
  core::message_record(entry, core::RecordKind::MpiIsend, time,
                       {request.peer, core::CommNumber{request.comm}, request.tag,
                        core::RequestNumber{request.id}, request.bytes_sent});
}

// Returns the begin of an operation that is recorded at `time`, or counted.
inline std::uint64_t begin_of(const Entry& entry, EventTime time) {
  if (entry) return time.ticks;
  return entry.unrecorded() ? unrecorded_begin().ticks : 0;
}

}  // namespace tarry::runtime::mpi
