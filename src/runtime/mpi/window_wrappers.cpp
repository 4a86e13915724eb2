// SPDX-License-Identifier: BSD-3-Clause
// Collective calls on windows make and free them, or are fences. Their operations begin with the
// enter and end with the leave, as collective communication does.
#include "runtime/mpi/operands.h"
#include "runtime/mpi/windows.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

using core::RecordKind;
using model::CollectiveOp;
using trace::eventlog::kAllTargets;
using trace::eventlog::window_and;

void record_end(const Entry& entry, EventTime time, std::uint32_t window, CollectiveOp op) {
  core::rma_record(entry, RecordKind::RmaCollectiveEnd, time,
                   window_and(window, static_cast<std::uint32_t>(op)));
}

// The part of a new window that belongs to this process.
struct Part {
  MPI_Aint size = 0;
  MPI_Aint unit = 1;
  bool is_allocated = false;
  bool is_dynamic = false;
};

template <class Run>
[[gnu::always_inline]] inline int create(Call call, MPI_Comm comm, const MPI_Win* fresh,
                                         const Part& part, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  CallRecord record(entry, call);
  const Ancestry ancestry = begin_creation(comm, Creation::Window);
  if (!ancestry.known) return run();
  const Communicator* known = find_communicator(comm);
  if (entry) core::rma_record(entry, RecordKind::RmaCollectiveBegin, record.begin(), 0);
  const int error = run();
  const EventTime end = record.end();
  if (error != MPI_SUCCESS || known == nullptr) return error;
  Window* window = define_window(ancestry, *known, *fresh, part.is_allocated);
  if (window == nullptr) return error;
  window->is_dynamic = part.is_dynamic;
  if (!entry) return error;
  record_window_made(entry, end, *window, *known, part.size, part.unit);
  core::rma_record(entry, RecordKind::RmaWindowCreated, end, window->number);
  record_end(
      entry, end, window->number,
      part.is_allocated ? CollectiveOp::CreateHandleAndAllocate : CollectiveOp::CreateHandle);
  return error;
}

}  // namespace

TARRY_WRAPPER(int, Win_create_dynamic, (MPI_Info hints, MPI_Comm comm, MPI_Win* fresh)) {
  return create(Call::Win_create_dynamic, comm, fresh, {0, 1, false, true},
                [&] { return real::Win_create_dynamic(hints, comm, fresh); });
}

#define TARRY_WRAP_CREATE(name, Unit)                                                          \
  TARRY_WRAPPER(                                                                               \
      int, name,                                                                               \
      (void* base, MPI_Aint size, Unit unit, MPI_Info hints, MPI_Comm comm, MPI_Win* fresh)) { \
    return create(call_of::name, comm, fresh, {size, unit},                                    \
                  [&] { return real::name(base, size, unit, hints, comm, fresh); });           \
  }
#define TARRY_WRAP_ALLOCATE(name, Unit)                                                        \
  TARRY_WRAPPER(                                                                               \
      int, name,                                                                               \
      (MPI_Aint size, Unit unit, MPI_Info hints, MPI_Comm comm, void* base, MPI_Win* fresh)) { \
    return create(call_of::name, comm, fresh, {size, unit, true},                              \
                  [&] { return real::name(size, unit, hints, comm, base, fresh); });           \
  }
// The wrapper of a function, and of its form for large counts.
#define TARRY_WRAP(how, name) how(name, int) TARRY_IF_HAS(name##_c, how(name##_c, MPI_Aint))
TARRY_WRAP(TARRY_WRAP_CREATE, Win_create)
TARRY_WRAP(TARRY_WRAP_ALLOCATE, Win_allocate)
TARRY_WRAP(TARRY_WRAP_ALLOCATE, Win_allocate_shared)
#undef TARRY_WRAP
#undef TARRY_WRAP_CREATE
#undef TARRY_WRAP_ALLOCATE

TARRY_WRAPPER(int, Win_free, (MPI_Win * variable)) {
  const Entry entry(is_selected(Call::Win_free));
  if (!entry.tracking()) return real::Win_free(variable);
  CallRecord record(entry, Call::Win_free);
  const Window* window = find_window(*variable);
  if (window == nullptr) return real::Win_free(variable);
  const std::uint32_t number = window->number;
  const CollectiveOp op =
      window->is_allocated ? CollectiveOp::DestroyHandleAndDeallocate : CollectiveOp::DestroyHandle;
  if (entry) record_window_freed(entry, record.begin(), *window);
  forget_window(*variable);
  if (entry) core::rma_record(entry, RecordKind::RmaCollectiveBegin, record.begin(), 0);
  const int error = real::Win_free(variable);
  const EventTime end = record.end();
  if (!entry) return error;
  core::rma_record(entry, RecordKind::RmaWindowDestroyed, end, number);
  record_end(entry, end, number, op);
  return error;
}

TARRY_WRAPPER(int, Win_fence, (int assert, MPI_Win win)) {
  const Entry entry(is_selected(Call::Win_fence));
  if (!entry) return real::Win_fence(assert, win);
  CallRecord record(entry, Call::Win_fence);
  Window* window = find_window(win);
  if (window == nullptr) return real::Win_fence(assert, win);
  record_synchronization(entry, record.begin(), *window, MpiOperands::kAll, assert);
  core::rma_record(entry, RecordKind::RmaCollectiveBegin, record.begin(), 0);
  const int error = real::Win_fence(assert, win);
  const EventTime end = record.end();
  operations_completed(entry, end, *window, kAllTargets);
  record_end(entry, end, window->number, CollectiveOp::Barrier);
  return error;
}

TARRY_WRAPPER(int, Win_set_name, (MPI_Win win, const char* name)) {
  const Entry entry(is_selected(Call::Win_set_name));
  if (!entry.tracking()) return real::Win_set_name(win, name);
  CallRecord record(entry, Call::Win_set_name);
  const int error = real::Win_set_name(win, name);
  record.end();
  if (error == MPI_SUCCESS) name_window(win, name);
  return error;
}

}  // namespace tarry::runtime::mpi
