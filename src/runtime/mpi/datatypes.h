// SPDX-License-Identifier: BSD-3-Clause
// The datatypes of MPI have numbers in this process, which are defined at their first use. Each
// predefined datatype has its own number. Derived ones have a number for each size, because they
// come and go, and so do their handles.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace tarry::runtime::mpi {

// Returns the number of a datatype other than MPI_DATATYPE_NULL; model::MpiArguments::kUnknown
// after the first few hundred. Takes a lock only for a new datatype. Thread: any.
std::int32_t number_of_datatype(MPI_Datatype type);

}  // namespace tarry::runtime::mpi
