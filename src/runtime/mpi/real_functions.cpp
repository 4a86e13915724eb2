// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/calls.h"

// The name of the function that `function` stands for in the headers of this MPI.
#define TARRY_TEXT(text) #text
#define TARRY_NAME(function) TARRY_TEXT(function)

namespace tarry::runtime::mpi {

#define TARRY_REQUEST_ROW TARRY_UNIFORM_ROW
#define TARRY_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_START_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_BEGIN_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_END_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_SET_FILE_ROW TARRY_UNIFORM_ROW

namespace behind_mpi {
#define TARRY_MANUAL_ROW(name, ...) \
  constinit Real<decltype(MPI_##name)> name{TARRY_NAME(MPI_##name)};
#define TARRY_UNIFORM_ROW(name, result, parameters, ...) \
  constinit Real<result parameters> name{TARRY_NAME(MPI_##name)};
#include "runtime/mpi/calls/all.def"
}  // namespace behind_mpi

#define TARRY_REQUEST_ROW TARRY_UNIFORM_ROW
#define TARRY_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_START_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_BEGIN_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_END_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_SET_FILE_ROW TARRY_UNIFORM_ROW

namespace behind_pmpi {
#define TARRY_MANUAL_ROW(name, ...) \
  constinit Real<decltype(MPI_##name)> name{TARRY_NAME(PMPI_##name)};
#define TARRY_UNIFORM_ROW(name, result, parameters, ...) \
  constinit Real<result parameters> name{TARRY_NAME(PMPI_##name)};
#include "runtime/mpi/calls/all.def"
}  // namespace behind_pmpi

}  // namespace tarry::runtime::mpi
