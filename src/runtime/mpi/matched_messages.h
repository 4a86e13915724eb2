// SPDX-License-Identifier: BSD-3-Clause
// MPI_Mrecv does not say on which communicator it receives: that is remembered from the probe that
// matched the message.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace tarry::runtime::mpi {

// Says that several threads may use the table from now on. To be called before they can.
void share_matched_messages();

// To be called after a probe that found `message`. Thread: any.
void keep_message(MPI_Message message, MPI_Comm comm);

// To be called before the message is received: finds the number of its communicator. Returns false
// for MPI_MESSAGE_NO_PROC and for messages on unknown communicators. Thread: any.
bool take_message(MPI_Message message, std::uint32_t& comm_number);

}  // namespace tarry::runtime::mpi
