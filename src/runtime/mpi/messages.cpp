// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/messages.h"

#include "runtime/mpi/arguments.h"

namespace tarry::runtime::mpi {

using core::RecordKind;

std::uint64_t received_bytes(const MPI_Status& status) {
  int count = 0;
  if (own::Get_count(&status, MPI_BYTE, &count) == MPI_SUCCESS && count != MPI_UNDEFINED)
    return static_cast<std::uint64_t>(count);
  MPI_Count elements = 0;  // more than an int can hold
  if (own::Get_elements_x(&status, MPI_BYTE, &elements) != MPI_SUCCESS || elements < 0) return 0;
  return static_cast<std::uint64_t>(elements);
}

void record_send(const Entry& entry, EventTime time, std::int64_t count, MPI_Datatype type,
                 const Envelope& to) {
  if (to.peer == MPI_PROC_NULL) return;
  const Communicator* comm = find_communicator(to.comm);
  if (comm == nullptr) return;
  core::arguments_record(entry, time, arguments_of(count, type));
  core::message_record(
      entry, RecordKind::MpiSend, time,
      {static_cast<std::uint32_t>(to.peer), core::CommNumber{comm->number},
       static_cast<std::uint32_t>(to.tag), core::kBlocking, bytes_of(count, type)});
}

void record_receive(const Entry& entry, EventTime time, MPI_Comm comm, const MPI_Status& status,
                    const Arguments& arguments) {
  if (status.MPI_SOURCE == MPI_PROC_NULL) return;
  const Communicator* known = find_communicator(comm);
  if (known != nullptr) record_receive(entry, time, known->number, status, arguments);
}

void record_receive(const Entry& entry, EventTime time, std::uint32_t comm_number,
                    const MPI_Status& status, const Arguments& arguments) {
  if (status.MPI_SOURCE == MPI_PROC_NULL) return;
  if (arguments.posted_peer == model::MpiArguments::kAny) core::from_any_source_record(entry, time);
  core::arguments_record(entry, time, arguments);
  core::message_record(
      entry, RecordKind::MpiRecv, time,
      {static_cast<std::uint32_t>(status.MPI_SOURCE), core::CommNumber{comm_number},
       static_cast<std::uint32_t>(status.MPI_TAG), core::kBlocking, received_bytes(status)});
}

}  // namespace tarry::runtime::mpi
