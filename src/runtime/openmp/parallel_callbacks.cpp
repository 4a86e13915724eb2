// SPDX-License-Identifier: BSD-3-Clause
// Parallel regions, their members, worksharing and barriers.
#include "runtime/core/counter_choice.h"
#include "runtime/core/switches.h"
#include "runtime/core/thread_state.h"
#include "runtime/openmp/callbacks.h"
#include "runtime/openmp/constructs.h"
#include "runtime/openmp/task.h"

namespace tarry::runtime::openmp {
namespace {

// Returns the team of an implicit task, or of an explicit one in the parallel region.
const Team* own_team(const ompt_data_t* parallel, const ompt_data_t* task) {
  if (const Team* team = team_of(task); team != nullptr) return team;
  return parallel != nullptr ? static_cast<const Team*>(parallel->ptr) : nullptr;
}

bool begins(ompt_scope_endpoint_t endpoint) { return endpoint != ompt_scope_end; }
bool ends(ompt_scope_endpoint_t endpoint) { return endpoint != ompt_scope_begin; }

Construct construct_of(ompt_work_t kind) {
  switch (kind) {
    case ompt_work_sections:
      return Construct::Sections;
    case ompt_work_single_executor:
      return Construct::Single;
    case ompt_work_workshare:
      return Construct::Workshare;
    case ompt_work_distribute:
      return Construct::Distribute;
    case ompt_work_taskloop:
      return Construct::Taskloop;
    case ompt_work_scope:
      return Construct::Scope;
    default:
      return Construct::Loop;
  }
}

Construct construct_of(ompt_sync_region_t kind) {
  switch (kind) {
    case ompt_sync_region_barrier_explicit:
      return Construct::Barrier;
    case ompt_sync_region_taskwait:
      return Construct::Taskwait;
    case ompt_sync_region_taskgroup:
      return Construct::Taskgroup;
    case ompt_sync_region_reduction:
      return Construct::Reduction;
    default:
      return Construct::ImplicitBarrier;
  }
}

}  // namespace

void on_thread_begin(ompt_thread_t kind, ompt_data_t* /*thread*/) {
  if (kind != ompt_thread_worker) return;
  core::this_thread.is_openmp = true;
  core::begin_papi_set();
}

void on_parallel_begin(ompt_data_t* /*task*/, const ompt_frame_t* /*frame*/, ompt_data_t* parallel,
                       unsigned requested, int flags, const void* address) {
  // The teams of a league are reported each by itself.
  parallel->ptr = (flags & ompt_parallel_league) != 0 ? nullptr : fork_team(address, requested);
}

void on_parallel_end(ompt_data_t* parallel, ompt_data_t* /*task*/, int /*flags*/,
                     const void* /*address*/) {
  if (parallel == nullptr || parallel->ptr == nullptr) return;
  join_team(*static_cast<Team*>(parallel->ptr));
  parallel->ptr = nullptr;
  core::drain_switches_if_due();
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned size, unsigned index, int flags) {
  if ((flags & ompt_task_initial) != 0) return;
  if (endpoint == ompt_scope_begin) {
    auto* team = parallel != nullptr ? static_cast<Team*>(parallel->ptr) : nullptr;
    task->value = 0;
    if (team == nullptr) return;
    set_team(*task, team);
    begin_member(*team, index, size);
    enter(Construct::Parallel, team->address);
  } else if (Team* team = team_of(task); team != nullptr) {
    leave_at(time_in(*team), Construct::Parallel);
    end_member(*team);
    task->value = 0;
    core::drain_switches_if_due();
  }
}

void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* /*parallel*/,
             ompt_data_t* /*task*/, std::uint64_t /*count*/, const void* address) {
  if (kind == ompt_work_single_other) return;  // the thread is not in it
  if (endpoint == ompt_scope_begin)
    enter(construct_of(kind), address);
  else
    leave(construct_of(kind));
}

void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* /*parallel*/, ompt_data_t* /*task*/,
               const void* address) {
  if (endpoint == ompt_scope_begin)
    enter(Construct::Masked, address);
  else
    leave(Construct::Masked);
}

void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t* task, const void* address) {
  const Team* team = own_team(parallel, task);
  const Construct construct = construct_of(kind);
  // The runtime does not tell the place of a worker's barrier at the end of a parallel region, so
  // we use that of the parallel region: all threads must be in the same region.
  const bool at_the_end = kind == ompt_sync_region_barrier_implicit_parallel || address == nullptr;
  if (construct == Construct::ImplicitBarrier && at_the_end) {
    if (team == nullptr) return;  // its parallel region is not recorded either
    address = team->address;
  }
  if (begins(endpoint)) enter(construct, address);
  if (!ends(endpoint)) return;
  leave_at(team != nullptr ? time_in(*team) : core::now(), construct);
  // Records at the end of a parallel region have the time of its join, which may be over.
  if (construct != Construct::ImplicitBarrier || !at_the_end) core::drain_switches_if_due();
}

void on_flush(ompt_data_t* /*thread*/, const void* address) {
  enter(Construct::Flush, address);
  leave(Construct::Flush);
}

}  // namespace tarry::runtime::openmp
