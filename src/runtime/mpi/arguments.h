// SPDX-License-Identifier: BSD-3-Clause
// What calls ask for: elements, their datatype, and of a receive whose messages it takes. Recorded
// in front of what the call does, for a compressed trace only: event traces have no room for it.
#pragma once

#include <cstdint>

#include "runtime/mpi/messages.h"
#include "runtime/mpi/request_table.h"

namespace tarry::runtime::mpi {

using core::Arguments;

// All of these look at nothing and know nothing unless they are recorded.

// Of what is sent, or given to a collective operation. A call for no elements, or with what the
// real one will refuse, has no datatype: MPI is not asked about it.
Arguments arguments_of(std::int64_t count, MPI_Datatype type);

// Of a receive, with the peer and tag that it is called with.
Arguments arguments_of_receive(std::int64_t count, MPI_Datatype type, int from, int tag);

// Keeps them in what is known of a request, and takes them out of it.
void keep_arguments(Request& request, int count, MPI_Datatype type);
Arguments arguments_of_receive(const Request& request);
Arguments arguments_of_send(const Request& request);

}  // namespace tarry::runtime::mpi
