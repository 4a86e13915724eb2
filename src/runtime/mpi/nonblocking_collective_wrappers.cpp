// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking collective communication, generated from calls/collectives.def: a request at the
// time of the enter, and the operation's record where it completes (completion_wrappers.cpp).
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/collective_shapes.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

Request operation(const Communicator& comm, const Shape& shape, std::uint32_t id) {
  Request request;
  request.kind = RequestKind::Collective;
  request.recorded = true;
  request.id = id;
  request.comm = comm.number;
  request.peer = shape.root;
  request.tag = static_cast<std::uint32_t>(shape.op);
  request.bytes_sent = shape.bytes.sent;
  request.bytes_received = shape.bytes.received;
  return request;
}

template <class Run, class ShapeOn>
[[gnu::always_inline]] inline int start_collective(Call call, MPI_Comm comm,
                                                   const MPI_Request* variable, Run run,
                                                   ShapeOn shape_on) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  if (entry.unrecorded()) count_collective(comm);
  const Communicator* known = entry ? find_communicator(comm) : nullptr;
  Request request;
  if (known != nullptr) {
    const Shape shape = shape_on(*known);
    request = operation(*known, shape, requests().next_id());
    request.begin = record.begin().ticks;
    core::arguments_record(entry, record.begin(),
                           arguments_of(shape.elements.count, shape.elements.type));
    core::request_record(entry, core::RecordKind::NonBlockingCollectiveRequest, record.begin(),
                         core::RequestNumber{request.id});
  }
  const int error = run();
  if (error == MPI_SUCCESS && *variable != MPI_REQUEST_NULL)
    follow(request, variable);
  else
    ended_at_once(entry, core::now(), request);
  return error;
}

}  // namespace

#define TARRY_LIST(...) __VA_ARGS__
#define TARRY_COLLECTIVE(blocking_name, name, parameters, arguments, ...)                     \
  TARRY_WRAPPER(int, name, (TARRY_LIST parameters, MPI_Request * request)) {                  \
    return start_collective(                                                                  \
        Call::name, comm, request, [&] { return real::name(TARRY_LIST arguments, request); }, \
        [&]([[maybe_unused]] const Communicator& known) -> Shape { return __VA_ARGS__; });    \
  }
#include "runtime/mpi/calls/collectives.def"
#undef TARRY_LIST

}  // namespace tarry::runtime::mpi
