// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/openmp/tasks.h"

#include "runtime/core/arena.h"
#include "runtime/core/process.h"
#include "runtime/core/record.h"

namespace tarry::runtime::openmp {
namespace {

using core::RecordKind;

struct Tasks {
  Task* unused = nullptr;  // completed tasks, linked by `address`
};
constinit thread_local Tasks tasks;

Task* new_task() {
  if (Task* task = tasks.unused; task != nullptr) {
    tasks.unused = static_cast<Task*>(const_cast<void*>(task->address));
    return task;
  }
  const core::QuietSection quiet;
  return static_cast<Task*>(core::allocate_for_good(sizeof(Task)));
}

void forget(Task* task) {
  task->address = tasks.unused;
  tasks.unused = task;
}

}  // namespace

Task* create_task(const void* address, bool is_untied) {
  const trace::eventlog::LogHeader* header = core::this_thread.log.header();
  Task* task = header != nullptr && core::recording() ? new_task() : nullptr;
  if (task == nullptr) return nullptr;
  *task = {trace::eventlog::thread_and_count(header->thread, ++core::this_thread.tasks),
           address,
           nullptr,
           0,
           false,
           is_untied};
  core::record_now(RecordKind::TaskCreate, task->identity);
  return task;
}

void complete_task(Task* task) {
  core::record_now(RecordKind::TaskComplete, task->identity);
  forget(task);
}

}  // namespace tarry::runtime::openmp
