// SPDX-License-Identifier: BSD-3-Clause
// Counts the messages and collective operations that this process takes part in while it does not
// record, so that the analysis, which pairs by order, gets no message with one end
// (docs/decisions/028-consistent-selection.md). A send belongs to the moment of its call, and a
// receive to the moment of its posting: an operation that begins in a pause leaves no record, even
// if it ends after the pause.
#pragma once

#include <cstdint>

#include "runtime/mpi/messages.h"
#include "runtime/mpi/request_table.h"
#include "runtime/mpi/unrecorded_table.h"

namespace tarry::runtime::mpi {

// Says that several threads may call from now on. To be called before they can.
void share_unrecorded();

// Counts from now on; does nothing in recordings without a trace that could be made consistent.
void begin_counting();

// Ends the counting: this process records nothing of its own any more, and others need no counts.
void leave_out_process();

// Returns the time at which a request begins that is not recorded. Thread: any.
EventTime unrecorded_begin();

// Each counts an operation of a call in a pause: its send, the message that it received and
// `status` describes, its collective operation. Thread: any.
void count_send(const Envelope& to);
void count_receive(MPI_Comm comm, const MPI_Status& status);
void count_receive(std::uint32_t comm_number, const MPI_Status& status);
void count_collective(MPI_Comm comm);

// Counts a request whose start was not recorded: a send or a collective operation when it starts, a
// receive when it has got the message that `status` describes.
void count_send(const Request& request);
void count_receive(const Request& request, const MPI_Status& status);
void count_collective(const Request& request);
// Takes back a send that was counted and has been canceled.
void uncount_send(const Request& request);

// To be called after the record of a request's end was written: if the trace had ended before it,
// the operation is not recorded. `status` describes the message of a receive.
void check_receive_recorded(const Request& request, const MPI_Status& status);
void check_collective_recorded(const Request& request);

// The completeness of the records of this process.
enum class Completeness { Complete, Counted, Unknown };
Completeness completeness();

struct UnrecordedOperations {
  bool takes_part = false;  // false: it has no records that others could lack
  const UnrecordedTable* table = nullptr;
};
// Thread: the one that ends MPI.
UnrecordedOperations unrecorded_operations();

}  // namespace tarry::runtime::mpi
