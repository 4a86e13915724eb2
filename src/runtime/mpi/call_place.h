// SPDX-License-Identifier: BSD-3-Clause
// Where the program makes a call of MPI. A call through a binding for Fortran returns into the MPI
// library: the program's place is further up the stack, behind one function of the binding or more
// (that of Open MPI for mpi_f08 calls the one for mpif.h). The stack is unwound once for each place
// in a binding that a call returns to; afterwards is known how large the frame there is, because
// frames of a compiled function are of one size.
#pragma once

#include "runtime/core/entry.h"

namespace tarry::runtime::mpi {

// The address that the program goes on at; nullptr if it cannot be found. Thread: any, not in a
// QuietSection (the dynamic loader has a lock of its own). Signal: no.
const void* place_of_call(const core::Entry& entry);

}  // namespace tarry::runtime::mpi
