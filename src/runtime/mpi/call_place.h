// SPDX-License-Identifier: BSD-3-Clause
// The place where the program makes a call of MPI. A call through a binding for Fortran returns
// into the MPI library: the place in the program is further up the stack, behind one function of
// the binding or more (in Open MPI the function for mpi_f08 calls the one for mpif.h). The stack is
// unwound once for each place in a binding that a call returns to; afterwards the size of the frame
// there is known, because all frames of a compiled function have one size.
#pragma once

#include "runtime/core/entry.h"

namespace tarry::runtime::mpi {

// Returns the address at which the program goes on; nullptr if it cannot be found. Thread: any, not
// in a QuietSection (the dynamic loader has a lock of its own). Signal: no.
const void* place_of_call(const core::Entry& entry);

}  // namespace tarry::runtime::mpi
