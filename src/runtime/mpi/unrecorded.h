// SPDX-License-Identifier: BSD-3-Clause
// Counts the messages and collective operations that this process takes part in while it does not
// record, so that the analysis, which pairs by order, gets no message with one end
// (docs/decisions/028-consistent-selection.md). A send belongs to the moment of its call, a receive
// to that of its posting: what was begun in a pause leaves no record, even if it ends after it.
#pragma once

#include <cstdint>

#include "runtime/mpi/messages.h"
#include "runtime/mpi/request_table.h"
#include "runtime/mpi/unrecorded_table.h"

namespace tarry::runtime::mpi {

// Several threads may call from now on. Call before they can.
void share_unrecorded();

// From now on. Not in recordings without a trace that could be made consistent.
void begin_counting();

// This process records nothing of its own any more, and others need not know what.
void leave_out_process();

// Where in time a request begins that is not recorded. Thread: any.
EventTime unrecorded_begin();

// Of a call in a pause: its send, the message it received that `status` describes, its collective
// operation. Thread: any.
void count_send(const Envelope& to);
void count_receive(MPI_Comm comm, const MPI_Status& status);
void count_receive(std::uint32_t comm_number, const MPI_Status& status);
void count_collective(MPI_Comm comm);

// A request whose start was not recorded: of a send when it starts, of a receive when it has got
// the message that `status` describes.
void count_send(const Request& request);
void count_receive(const Request& request, const MPI_Status& status);
// The send that was counted has been cancelled.
void uncount_send(const Request& request);

// After the record of a request's end was written: if the trace had ended before it, the operation
// is not recorded. Of a receive `status` describes the message.
void check_receive_recorded(const Request& request, const MPI_Status& status);
void check_collective_recorded(const Request& request);

// How complete the records of this process are.
enum class Completeness { Complete, Counted, Unknown };
Completeness completeness();

struct UnrecordedOperations {
  bool takes_part = false;  // else it has no records that others could lack
  const UnrecordedTable* table = nullptr;
};
// Thread: one, the one that ends MPI.
UnrecordedOperations unrecorded_operations();

}  // namespace tarry::runtime::mpi
