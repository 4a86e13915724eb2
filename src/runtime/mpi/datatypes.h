// SPDX-License-Identifier: BSD-3-Clause
// Datatypes of MPI by numbers of this process, defined when they are first met. Predefined ones
// have one each; of derived ones only the size tells them apart: they come and go, and so do their
// handles.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace tarry::runtime::mpi {

// model::MpiArguments::kUnknown beyond the first few hundred. Not of MPI_DATATYPE_NULL. Takes no
// lock but for one that is new. Thread: any.
std::int32_t number_of_datatype(MPI_Datatype type);

}  // namespace tarry::runtime::mpi
