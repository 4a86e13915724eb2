// SPDX-License-Identifier: BSD-3-Clause
// Waiting of threads for each other. Definition: docs/definitions.md, "Thread waits". Source of
// barriers and locks: F. Wolf, "Automatic Performance Analysis on Parallel Computers with SMP
// Nodes", NIC Series 17, 2003, section 3.8.2.
//
//   thread 0  ──█Barrier···█──        Wait at Barrier: from a thread's own enter until the last
//   thread 1  ───────█Barr·█──        one enters, less the explicit tasks it executes meanwhile.
//
//   owner     ──█Lock·····█────       Lock contention: from the enter of the acquiring region until
//   other     ─────█Lock··|··█──      the owner before has released the lock.
//
//   creator   ──█Taskwait···██──      Wait at Taskwait: until the last task that it created ends on
//   another   ─────task─────|──       another thread, less the tasks that it executes meanwhile.
#pragma once

#include "model/ids.h"

namespace tarry::analysis {

// Returns [min(E*, L) - E - k]+ of a thread. `last_enter` is E*, `in_tasks` is k.
model::Ticks thread_barrier_wait(model::Ticks last_enter, model::Ticks enter, model::Ticks leave,
                                 model::Ticks in_tasks);

// Returns the same for a task that waits for the tasks that it created. `last_end` is the time when
// the last of them ended on another thread.
model::Ticks task_wait(model::Ticks last_end, model::Ticks enter, model::Ticks leave,
                       model::Ticks in_tasks);

// Returns [min(t(V), t(A)) - E(A)]+, where V is the release of the lock by another thread before A.
model::Ticks lock_wait(model::Ticks released, model::Ticks acquired, model::Ticks enter);

}  // namespace tarry::analysis
