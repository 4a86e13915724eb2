// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking and persistent collective communication, generated from calls/collectives.def: a
// request at the time of the enter, that of MPI_Start if it is persistent
// (nonblocking_wrappers.cpp), and the operation's record where it completes
// (completion_wrappers.cpp).
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/collective_shapes.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

Request operation(const Communicator& comm, const Shape& shape) {
  Request request;
  request.kind = RequestKind::Collective;
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
    request = operation(*known, shape);
    request.recorded = true;
    request.id = requests().next_id();
    request.begin = record.begin().ticks;
    core::arguments_record(entry, record.begin(),
                           arguments_of(shape.elements.count, shape.elements.type));
    core::request_record(entry, core::RecordKind::NonBlockingCollectiveRequest, record.begin(),
                         core::RequestNumber{request.id});
  }
  const int error = run();
  if (error == MPI_SUCCESS && *variable != MPI_REQUEST_NULL)
    follow(request, variable);
  else {
    if (error != MPI_SUCCESS) request.bytes_sent = request.bytes_received = 0;
    ended_at_once(entry, core::now(), request);
  }
  return error;
}

// Nothing is recorded before MPI_Start.
template <class Run, class ShapeOn>
[[gnu::always_inline]] inline int init_collective(Call call, MPI_Comm comm,
                                                  const MPI_Request* variable, Run run,
                                                  ShapeOn shape_on) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  const int error = run();
  if (error != MPI_SUCCESS) return error;
  Request request;
  if (const Communicator* known = entry.selected() ? find_communicator(comm) : nullptr) {
    const Shape shape = shape_on(*known);
    request = operation(*known, shape);
    keep_arguments(request, shape.elements.count, shape.elements.type);
  }
  follow_persistent(request, variable);
  return error;
}

}  // namespace

#define TARRY_LIST(...) __VA_ARGS__
#define TARRY_WRAP(how, name, parameters, arguments, ...)                                  \
  TARRY_WRAPPER(int, name, parameters) {                                                   \
    return how(                                                                            \
        call_of::name, comm, request, [&] { return real::name arguments; },                \
        [&]([[maybe_unused]] const Communicator& known) -> Shape { return __VA_ARGS__; }); \
  }
#define TARRY_WRAP_START(name, parameters, arguments, ...)                           \
  TARRY_WRAP(start_collective, name, (TARRY_LIST parameters, MPI_Request * request), \
             (TARRY_LIST arguments, request), __VA_ARGS__)
#define TARRY_WRAP_INIT(name, parameters, arguments, ...)                    \
  TARRY_WRAP(init_collective, name,                                          \
             (TARRY_LIST parameters, MPI_Info hints, MPI_Request * request), \
             (TARRY_LIST arguments, hints, request), __VA_ARGS__)

namespace counts {
using Count = int;
using Place = int;
#define TARRY_COLLECTIVE(blocking_name, name, ...) \
  TARRY_WRAP_START(name, __VA_ARGS__)              \
  TARRY_IF_HAS(blocking_name##_init, TARRY_WRAP_INIT(blocking_name##_init, __VA_ARGS__))
#include "runtime/mpi/calls/collectives.def"
}  // namespace counts

namespace large_counts {
using Count = MPI_Count;
using Place = MPI_Aint;
#define TARRY_COLLECTIVE(blocking_name, name, ...)                \
  TARRY_IF_HAS(name##_c, TARRY_WRAP_START(name##_c, __VA_ARGS__)) \
  TARRY_IF_HAS(blocking_name##_init_c, TARRY_WRAP_INIT(blocking_name##_init_c, __VA_ARGS__))
#include "runtime/mpi/calls/collectives.def"
}  // namespace large_counts

#undef TARRY_WRAP_START
#undef TARRY_WRAP_INIT
#undef TARRY_WRAP
#undef TARRY_LIST

}  // namespace tarry::runtime::mpi
