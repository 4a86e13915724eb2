// SPDX-License-Identifier: BSD-3-Clause
// Programs that OPARI2 has rewritten call these functions (runtime/api/pomp2_hooks.h). They turn
// teams, constructs, tasks and locks into the same records as OMPT's callbacks do.
#include "runtime/core/definitions_log.h"
#include "runtime/core/process.h"
#include "runtime/core/record.h"
#include "runtime/openmp/constructs.h"
#include "runtime/openmp/locks.h"
#include "runtime/openmp/regions.h"
#include "runtime/openmp/tasks.h"
#include "runtime/openmp/teams.h"
#include "runtime/stacks/call_stacks.h"

namespace core = tarry::runtime::core;
namespace openmp = tarry::runtime::openmp;
namespace pomp2 = tarry::runtime::pomp2;
namespace stacks = tarry::runtime::stacks;

namespace {

using core::EventTime;
using core::RecordKind;
using openmp::Construct;
using openmp::Task;
using openmp::Team;
using pomp2::Region;

constexpr Construct kFunctions[] = {Construct::SetLock,      Construct::TestLock,
                                    Construct::UnsetLock,    Construct::SetNestLock,
                                    Construct::TestNestLock, Construct::UnsetNestLock};

// The state of a thread when it became a member of a team.
struct Membership {
  Team* team;
  Task* outer_task;
  std::uint32_t outer_unknown;
};
// Nested teams; deeper ones are left out. The memory is part of every thread's stack.
constexpr std::uint32_t kDeepest = 16;

// A thread executes a task to its end before it returns to its previous work: OPARI2 makes untied
// tasks tied, or GCC's runtime executes them, which supports only tied ones.
struct Present {
  Membership memberships[kDeepest];
  std::uint32_t depth = 0;
  Team* forked[kDeepest];
  std::uint32_t forks = 0;
  Task* task = nullptr;
  std::uint32_t unknown_tasks = 0;  // number of unrecorded tasks, while `task` is nullptr
};
constinit thread_local Present present = {};

bool is_active() {
  return core::process.settings.openmp == tarry::trace::eventlog::OpenMpChoice::Pomp2 &&
         core::measured();
}

void enter_at(EventTime time, Region& region, int construct) {
  openmp::enter_region_at(time, pomp2::construct_of(construct),
                          pomp2::number_of(region, construct));
}

std::uint64_t lock_of(const Region& region) { return reinterpret_cast<std::uint64_t>(region.lock); }

std::uint32_t& unknown_tasks() {
  return present.task != nullptr ? present.task->unknown_inside : present.unknown_tasks;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void tarry_pomp2_enter(void** handle, const char* ctc, int construct) {
  if (!is_active()) return;
  Region* region = pomp2::region_of(handle, ctc);
  if (region == nullptr) return;
  pomp2::number_of(*region, construct);  // defines the region: the first time takes long
  const EventTime time = core::now();
  if (construct == TARRY_POMP2_CRITICAL_BLOCK) openmp::record_acquired(time, lock_of(*region));
  enter_at(time, *region, construct);
}

void tarry_pomp2_leave(void** handle, int construct) {
  if (!is_active()) return;
  const Region* region = pomp2::region_of(handle, nullptr);
  if (region == nullptr) return;
  const EventTime time = core::now();
  openmp::leave_at(time, pomp2::construct_of(construct));
  if (construct == TARRY_POMP2_CRITICAL_BLOCK) openmp::record_released(time, lock_of(*region));
}

std::int64_t tarry_pomp2_fork(void** handle, const char* ctc, int requested_threads) {
  if (!is_active()) return 0;
  Region* region = pomp2::region_of(handle, ctc);
  if (region == nullptr) return 0;
  pomp2::number_of(*region, TARRY_POMP2_PARALLEL);
  if (present.forks++ >= kDeepest) return 0;
  const unsigned requested = requested_threads > 0 ? static_cast<unsigned>(requested_threads) : 1;
  Team* team = openmp::fork_team(region, requested);
  present.forked[present.forks - 1] = team;
  return reinterpret_cast<std::int64_t>(team);
}

void tarry_pomp2_join(void** handle) {
  if (!is_active() || pomp2::region_of(handle, nullptr) == nullptr || present.forks == 0) return;
  if (--present.forks >= kDeepest) return;
  if (Team* team = present.forked[present.forks]; team != nullptr) openmp::join_team(*team);
}

void tarry_pomp2_team_begin(void** handle, std::int64_t team, int thread, int threads) {
  if (!is_active()) return;
  Region* region = pomp2::region_of(handle, nullptr);
  if (region == nullptr || present.depth++ >= kDeepest) return;
  if (thread != 0) core::this_thread.is_openmp = true;
  auto* own = reinterpret_cast<Team*>(team);
  present.memberships[present.depth - 1] = {own, present.task, present.unknown_tasks};
  present.task = nullptr;
  present.unknown_tasks = 0;
  if (own == nullptr) return;
  openmp::begin_member(*own, static_cast<std::uint32_t>(thread),
                       static_cast<std::uint32_t>(threads));
  enter_at(core::now(), *region, TARRY_POMP2_PARALLEL);
}

void tarry_pomp2_team_end(void** handle) {
  if (!is_active() || pomp2::region_of(handle, nullptr) == nullptr || present.depth == 0) return;
  if (--present.depth >= kDeepest) return;
  const Membership& membership = present.memberships[present.depth];
  present.task = membership.outer_task;
  present.unknown_tasks = membership.outer_unknown;
  if (membership.team == nullptr) return;
  openmp::leave(Construct::Parallel);
  openmp::end_member(*membership.team);
}

std::int64_t tarry_pomp2_task_create(void** handle, const char* ctc, int is_untied) {
  if (!is_active()) return 0;
  Region* region = pomp2::region_of(handle, ctc);
  if (region == nullptr) return 0;
  pomp2::number_of(*region, TARRY_POMP2_TASK_CREATE);
  enter_at(core::now(), *region, TARRY_POMP2_TASK_CREATE);
  return reinterpret_cast<std::int64_t>(openmp::create_task(region, is_untied != 0));
}

void tarry_pomp2_task_begin(void** handle, std::int64_t task) {
  if (!is_active()) return;
  Region* region = pomp2::region_of(handle, nullptr);
  auto* begun = reinterpret_cast<Task*>(task);
  if (region == nullptr || begun == nullptr) {
    ++unknown_tasks();
    return;
  }
  pomp2::number_of(*region, TARRY_POMP2_TASK);
  begun->outer = present.task;
  present.task = begun;
  core::record_now(RecordKind::TaskSwitch, begun->identity);
  enter_at(core::now(), *region, TARRY_POMP2_TASK);
}

void tarry_pomp2_task_end(void** /*handle*/) {
  if (!is_active()) return;
  if (std::uint32_t& unknown = unknown_tasks(); unknown != 0) {
    --unknown;
    return;
  }
  Task* ended = present.task;
  if (ended == nullptr) return;
  present.task = ended->outer;
  openmp::leave(Construct::Task);
  openmp::complete_task(ended);
  if (present.task != nullptr) core::record_now(RecordKind::TaskSwitch, present.task->identity);
}

void tarry_pomp2_function_enter(int function) {
  if (is_active()) openmp::enter(kFunctions[function], nullptr);
}

void tarry_pomp2_function_leave(int function) {
  if (is_active()) openmp::leave(kFunctions[function]);
}

void tarry_pomp2_lock_acquired(const void* lock) {
  if (is_active()) openmp::record_acquired(core::now(), reinterpret_cast<std::uint64_t>(lock));
}

void tarry_pomp2_lock_released(const void* lock) {
  if (is_active()) openmp::record_released(core::now(), reinterpret_cast<std::uint64_t>(lock));
}

void tarry_pomp2_user_begin(void** handle, const char* ctc) {
  if (!is_active()) return;
  Region* region = pomp2::region_of(handle, ctc);
  if (region == nullptr) return;
  if (const core::RegionNumber number = pomp2::number_of(*region, pomp2::kUserRegion);
      number.valid()) {
    stacks::enter_region(core::now(), true);
    core::record_now(RecordKind::RegionEnter, number.value);
  }
}

void tarry_pomp2_user_end(void** handle) {
  if (!is_active()) return;
  Region* region = pomp2::region_of(handle, nullptr);
  if (region == nullptr) return;
  if (const core::RegionNumber number = pomp2::number_of(*region, pomp2::kUserRegion);
      number.valid()) {
    stacks::leave_region(core::now());
    stacks::after_call(core::record_now(RecordKind::RegionLeave, number.value));
  }
}

}  // extern "C"
#pragma GCC visibility pop
