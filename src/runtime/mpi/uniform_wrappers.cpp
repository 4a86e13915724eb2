// SPDX-License-Identifier: BSD-3-Clause
// The wrappers of all functions that need only an enter and a leave are generated from the table.
#include "runtime/mpi/requests.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

#define TARRY_UNIFORM(name, result, parameters, arguments) \
  TARRY_WRAPPER(result, name, parameters) {                \
    const Entry entry(is_selected(Call::name));            \
    if (!entry) return real::name arguments;               \
    const CallRecord record(entry, Call::name);            \
    return real::name arguments;                           \
  }

#define TARRY_REQUEST(name, result, parameters, arguments) \
  TARRY_WRAPPER(result, name, parameters) {                \
    const Entry entry(is_selected(Call::name));            \
    if (!entry.tracking()) return real::name arguments;    \
    const CallRecord record(entry, Call::name);            \
    const result error = real::name arguments;             \
    if (error == MPI_SUCCESS) follow({}, request);         \
    return error;                                          \
  }

#define TARRY_MANUAL(...)
#define TARRY_TRANSFER(...)
#define TARRY_START_TRANSFER(...)
#define TARRY_BEGIN_TRANSFER(...)
#define TARRY_END_TRANSFER(...)
#define TARRY_SET_FILE(...)

#include "runtime/mpi/calls/all.def"

}  // namespace tarry::runtime::mpi
