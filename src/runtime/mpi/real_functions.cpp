// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {

#define TARRY_REQUEST TARRY_UNIFORM
#define TARRY_TRANSFER TARRY_UNIFORM
#define TARRY_START_TRANSFER TARRY_UNIFORM
#define TARRY_BEGIN_TRANSFER TARRY_UNIFORM
#define TARRY_END_TRANSFER TARRY_UNIFORM
#define TARRY_SET_FILE TARRY_UNIFORM

namespace behind_mpi {
#define TARRY_MANUAL(name, ...) constinit Real<decltype(MPI_##name)> name{"MPI_" #name};
#define TARRY_UNIFORM(name, result, parameters, ...) \
  constinit Real<result parameters> name{"MPI_" #name};
#include "runtime/mpi/calls/all.def"
}  // namespace behind_mpi

#define TARRY_REQUEST TARRY_UNIFORM
#define TARRY_TRANSFER TARRY_UNIFORM
#define TARRY_START_TRANSFER TARRY_UNIFORM
#define TARRY_BEGIN_TRANSFER TARRY_UNIFORM
#define TARRY_END_TRANSFER TARRY_UNIFORM
#define TARRY_SET_FILE TARRY_UNIFORM

namespace behind_pmpi {
#define TARRY_MANUAL(name, ...) constinit Real<decltype(MPI_##name)> name{"PMPI_" #name};
#define TARRY_UNIFORM(name, result, parameters, ...) \
  constinit Real<result parameters> name{"PMPI_" #name};
#include "runtime/mpi/calls/all.def"
}  // namespace behind_pmpi

}  // namespace tarry::runtime::mpi
