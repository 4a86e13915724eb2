// SPDX-License-Identifier: BSD-3-Clause
// The arguments of calls: the number of elements, their datatype, and the peer and tag that a
// receive asks for. They are recorded in front of the records of the call, for a compressed trace
// only: event traces have no room for them.
#pragma once

#include <cstdint>

#include "runtime/mpi/messages.h"
#include "runtime/mpi/request_table.h"

namespace tarry::runtime::mpi {

using core::Arguments;

// All these functions return unknown arguments, without a look at the call, unless arguments are
// recorded.

// Returns the arguments of data that is sent or given to a collective operation. A call for no
// elements, or with values that the real one refuses, has no datatype: MPI is not asked about it.
Arguments arguments_of(std::int64_t count, MPI_Datatype type);

// Returns the arguments of a receive that is called with this peer and tag.
Arguments arguments_of_receive(std::int64_t count, MPI_Datatype type, int from, int tag);

// The first of these stores arguments with a request; the others return them.
void keep_arguments(Request& request, std::int64_t count, MPI_Datatype type);
Arguments arguments_of_receive(const Request& request);
Arguments arguments_of_send(const Request& request);

}  // namespace tarry::runtime::mpi
