// SPDX-License-Identifier: BSD-3-Clause
// Blocking collective communication, generated from calls/collectives.def: the operation begins
// with the enter and ends with the leave.
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/clock_comparisons.h"
#include "runtime/mpi/collective_shapes.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

// Every process counts alike, so calls inside of other calls count as well: after a jump out of a
// call, a call of the program may look like one.
template <class ShapeOn>
[[gnu::cold, gnu::noinline]] void after_unrecorded(const Entry& entry, MPI_Comm comm,
                                                   ShapeOn shape_on) {
  const Communicator* known = known_communicator(comm, entry.outermost());
  if (known != nullptr) {
    const Shape shape = shape_on(*known);
    after_operation(entry, *known, shape.op, shape.bytes.sent);
  }
}

// `run` makes the real call; `shape_on` returns the shape of the operation on a communicator.
template <class Run, class ShapeOn>
[[gnu::always_inline]] inline int collective(Call call, MPI_Comm comm, Run run, ShapeOn shape_on) {
  const Entry entry(is_selected(call));
  if (!entry) [[unlikely]] {
    if (entry.unrecorded()) count_collective(comm);
    const int error = run();
    if (compares_clocks.load(std::memory_order_relaxed) && error == MPI_SUCCESS) [[unlikely]]
      after_unrecorded(entry, comm, shape_on);
    return error;
  }
  CallRecord record(entry, call);
  const Communicator* known = find_communicator(comm);
  if (known == nullptr) return run();
  core::collective_begin(entry, record.begin());
  const int error = run();
  const EventTime end = record.end();
  // All members have a record of an operation that fails, but nothing was moved.
  Shape shape = shape_on(*known);
  if (!has_received(error)) shape.bytes = {};
  core::arguments_record(entry, end, arguments_of(shape.elements.count, shape.elements.type));
  core::collective_record(
      entry, core::RecordKind::CollectiveEnd, end,
      {shape.root, core::CommNumber{known->number}, static_cast<std::uint32_t>(shape.op),
       core::kBlocking, shape.bytes.sent, shape.bytes.received});
  // In an operation that fails, nobody need have met anybody.
  if (compares_clocks.load(std::memory_order_relaxed) && error == MPI_SUCCESS) [[unlikely]] {
    record.leave();
    after_operation(entry, *known, shape.op, shape.bytes.sent);
  }
  return error;
}

}  // namespace

#define TARRY_WRAP(name, parameters, arguments, ...)                                       \
  TARRY_WRAPPER(int, name, parameters) {                                                   \
    return collective(                                                                     \
        call_of::name, comm, [&] { return real::name arguments; },                         \
        [&]([[maybe_unused]] const Communicator& known) -> Shape { return __VA_ARGS__; }); \
  }

namespace counts {
using Count = int;
using Place = int;
#define TARRY_COLLECTIVE(name, nonblocking_name, ...) TARRY_WRAP(name, __VA_ARGS__)
#include "runtime/mpi/calls/collectives.def"
}  // namespace counts

namespace large_counts {
using Count = MPI_Count;
using Place = MPI_Aint;
#define TARRY_COLLECTIVE(name, nonblocking_name, ...) \
  TARRY_IF_HAS(name##_c, TARRY_WRAP(name##_c, __VA_ARGS__))
#include "runtime/mpi/calls/collectives.def"
}  // namespace large_counts

#undef TARRY_WRAP

}  // namespace tarry::runtime::mpi
