// SPDX-License-Identifier: BSD-3-Clause
// MPI_Mrecv does not say on which communicator it receives: that is remembered from the probe that
// matched the message.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace tarry::runtime::mpi {

// Several threads may use the table from now on. Call before they can.
void share_matched_messages();

// After a probe that found `message`. Thread: any.
void keep_message(MPI_Message message, MPI_Comm comm);

// Before it is received: the number of its communicator. False for MPI_MESSAGE_NO_PROC and for
// messages on communicators that are not known. Thread: any.
bool take_message(MPI_Message message, std::uint32_t& comm_number);

}  // namespace tarry::runtime::mpi
