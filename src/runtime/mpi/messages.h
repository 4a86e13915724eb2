// SPDX-License-Identifier: BSD-3-Clause
// The message records that wrappers write. There are none for MPI_PROC_NULL and for communicators
// of unknown origin.
#pragma once

#include <cstdint>

#include "runtime/mpi/communicators.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

// Returns the bytes of `count` elements. It is 0, without a question to MPI, for no elements and
// for arguments that the real call refuses: an error of ours would go to the handler of
// MPI_COMM_WORLD, whatever the program has set.
inline std::uint64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  if (count <= 0 || type == MPI_DATATYPE_NULL) return 0;
  MPI_Count size = 0;
  if (own::Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return 0;
  return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size);
}

// MPI functions return and store in statuses codes that differ between implementations; only the
// classes of these codes can be compared with the constants of the standard.
inline int error_class(int code) {
  int found = code;
  if (code != MPI_SUCCESS) own::Error_class(code, &found);
  return found;
}

// Returns whether a receive that returned `code` took a message; a message that is too long for the
// buffer is taken, too.
inline bool has_received(int code) {
  return code == MPI_SUCCESS || error_class(code) == MPI_ERR_TRUNCATE;
}

// Returns the bytes of the message that `status` describes.
std::uint64_t received_bytes(const MPI_Status& status);

// One end of a message as the program describes it.
struct Envelope {
  int peer;
  int tag;
  MPI_Comm comm;
};

// Records MpiSend at the time of the enter of the call.
void record_send(const Entry& entry, EventTime time, std::int64_t count, MPI_Datatype type,
                 const Envelope& to);

// Records MpiRecv at the time of the leave of the call.
void record_receive(const Entry& entry, EventTime time, MPI_Comm comm, const MPI_Status& status,
                    const core::Arguments& arguments);
void record_receive(const Entry& entry, EventTime time, std::uint32_t comm_number,
                    const MPI_Status& status, const core::Arguments& arguments);

// Returns the status to pass on: that of the program, or `own` if the program wants none.
inline MPI_Status* wanted(MPI_Status* status, MPI_Status* own) {
  return status == MPI_STATUS_IGNORE ? own : status;
}

}  // namespace tarry::runtime::mpi
