// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/arguments.h"

#include "runtime/mpi/datatypes.h"

namespace tarry::runtime::mpi {
namespace {

using model::MpiArguments;

bool are_recorded() { return core::process.settings.compressed; }

// The constants that stand for "any" differ between MPI libraries.
std::int32_t posted(std::int32_t value, std::int32_t any) {
  return value == any ? static_cast<std::int32_t>(MpiArguments::kAny) : value;
}

}  // namespace

Arguments arguments_of(std::int64_t count, MPI_Datatype type) {
  Arguments made;
  if (!are_recorded() || count < 0) return made;
  made.count = count;
  if (count > 0 && type != MPI_DATATYPE_NULL) made.datatype = number_of_datatype(type);
  return made;
}

Arguments arguments_of_receive(std::int64_t count, MPI_Datatype type, int from, int tag) {
  Arguments made = arguments_of(count, type);
  made.posted_peer = posted(from, MPI_ANY_SOURCE);
  made.posted_tag = posted(tag, MPI_ANY_TAG);
  return made;
}

void keep_arguments(Request& request, std::int64_t count, MPI_Datatype type) {
  const Arguments made = arguments_of(count, type);
  request.count = made.count;
  request.datatype = made.datatype;
}

Arguments arguments_of_send(const Request& request) {
  Arguments made;
  made.count = request.count;
  made.datatype = request.datatype;
  made.comm = core::CommNumber{request.comm};
  return made;
}

Arguments arguments_of_receive(const Request& request) {
  Arguments made = arguments_of_send(request);
  made.posted_peer = posted(static_cast<std::int32_t>(request.peer), MPI_ANY_SOURCE);
  made.posted_tag = posted(static_cast<std::int32_t>(request.tag), MPI_ANY_TAG);
  return made;
}

}  // namespace tarry::runtime::mpi
