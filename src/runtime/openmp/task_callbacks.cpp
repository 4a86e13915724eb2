// SPDX-License-Identifier: BSD-3-Clause
// Explicit tasks: one thread of a team creates them, any thread executes them.
#include "runtime/core/record.h"
#include "runtime/openmp/callbacks.h"
#include "runtime/openmp/constructs.h"
#include "runtime/openmp/task.h"

namespace tarry::runtime::openmp {

using core::RecordKind;

void on_task_create(ompt_data_t* /*task*/, const ompt_frame_t* /*frame*/, ompt_data_t* created,
                    int flags, int /*has_dependences*/, const void* address) {
  if (created == nullptr) return;
  created->value = 0;
  if ((flags & ompt_task_explicit) == 0) return;
  enter(Construct::TaskCreate, address);
  if (Task* task = create_task(address, (flags & ompt_task_untied) != 0); task != nullptr)
    set_task(*created, task);
  leave(Construct::TaskCreate);
}

void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  if (status == ompt_task_early_fulfill || status == ompt_task_late_fulfill ||
      status == ompt_taskwait_complete)
    return;  // about a task that does not run here
  Task* left = task_of(prior);
  // A detached task may be fulfilled later by any thread; its execution ends here.
  const bool is_complete =
      status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_detach;
  if (left != nullptr && is_complete) {
    leave(Construct::Task);
    complete_task(left);
    prior->value = 0;
  } else if (left != nullptr && left->is_untied) {
    // Each part of the task is a visit of its own: no region may be open in two threads.
    leave(Construct::Task);
    left->is_begun = false;
  }
  if (Task* task = task_of(next); task != nullptr) {
    core::record_now(RecordKind::TaskSwitch, task->identity);
    if (!task->is_begun) enter(Construct::Task, task->address);
    task->is_begun = true;
  } else if (left != nullptr && !is_complete) {
    core::record_now(RecordKind::TaskSwitch, 0);
  }
}

}  // namespace tarry::runtime::openmp
