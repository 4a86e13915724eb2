// SPDX-License-Identifier: BSD-3-Clause
// Where the program makes a call of MPI. A call through a binding for Fortran returns into the MPI
// library: the program's place is further up the stack. The stack is unwound once for each place in
// a binding; afterwards is known how far up the return address into the program lies, because
// frames of a compiled function are of one size.
#pragma once

#include "runtime/core/entry.h"

namespace tarry::runtime::mpi {

// The address that the program goes on at; if it cannot be found, that of the binding. Thread: any,
// not in a QuietSection (the dynamic loader has a lock of its own). Signal: no.
const void* place_of_call(const core::Entry& entry);

}  // namespace tarry::runtime::mpi
