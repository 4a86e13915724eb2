// SPDX-License-Identifier: BSD-3-Clause
// The wrappers of all functions that need only an enter and a leave are generated from the table.
#include "runtime/mpi/requests.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {

#define TARRY_UNIFORM_ROW(name, result, parameters, arguments) \
  TARRY_WRAPPER(result, name, parameters) {                    \
    const Entry entry(is_selected(call_of::name));             \
    if (!entry) return real::name arguments;                   \
    const CallRecord record(entry, call_of::name);             \
    return real::name arguments;                               \
  }

#define TARRY_REQUEST_ROW(name, result, parameters, arguments) \
  TARRY_WRAPPER(result, name, parameters) {                    \
    const Entry entry(is_selected(call_of::name));             \
    if (!entry.tracking()) return real::name arguments;        \
    const CallRecord record(entry, call_of::name);             \
    const result error = real::name arguments;                 \
    if (error == MPI_SUCCESS) follow({}, request);             \
    return error;                                              \
  }

#define TARRY_MANUAL_ROW(...)
#define TARRY_TRANSFER_ROW(...)
#define TARRY_START_TRANSFER_ROW(...)
#define TARRY_BEGIN_TRANSFER_ROW(...)
#define TARRY_END_TRANSFER_ROW(...)
#define TARRY_SET_FILE_ROW(...)

#include "runtime/mpi/calls/all.def"

}  // namespace tarry::runtime::mpi
