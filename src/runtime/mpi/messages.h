// SPDX-License-Identifier: BSD-3-Clause
// Message records as wrappers write them. MPI_PROC_NULL and communicators of unknown origin leave
// none.
#pragma once

#include <cstdint>

#include "runtime/mpi/communicators.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

// Bytes of `count` elements. 0 without asking MPI if there are none, or for what the real call will
// refuse: an error of ours would go to the handler of MPI_COMM_WORLD, whatever the program has set.
inline std::uint64_t bytes_of(int count, MPI_Datatype type) {
  if (count <= 0 || type == MPI_DATATYPE_NULL) return 0;
  MPI_Count size = 0;
  if (own::Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return 0;
  return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size);
}

// What MPI functions return and store in statuses are codes of the implementation's own; only their
// classes can be compared with the standard's constants.
inline int error_class(int code) {
  int found = code;
  if (code != MPI_SUCCESS) own::Error_class(code, &found);
  return found;
}

// Whether a receive that returned `code` took a message: one that is too long for the buffer is
// taken, too.
inline bool has_received(int code) {
  return code == MPI_SUCCESS || error_class(code) == MPI_ERR_TRUNCATE;
}

// Bytes of the message that `status` describes.
std::uint64_t received_bytes(const MPI_Status& status);

// One end of a message as the program describes it.
struct Envelope {
  int peer;
  int tag;
  MPI_Comm comm;
};

// MpiSend at the time of the call's enter.
void record_send(const Entry& entry, EventTime time, int count, MPI_Datatype type,
                 const Envelope& to);

// MpiRecv at the time of the call's leave.
void record_receive(const Entry& entry, EventTime time, MPI_Comm comm, const MPI_Status& status,
                    const core::Arguments& arguments);
void record_receive(const Entry& entry, EventTime time, std::uint32_t comm_number,
                    const MPI_Status& status, const core::Arguments& arguments);

// The status to pass on: the program's, or `own` if it does not want one.
inline MPI_Status* wanted(MPI_Status* status, MPI_Status* own) {
  return status == MPI_STATUS_IGNORE ? own : status;
}

}  // namespace tarry::runtime::mpi
