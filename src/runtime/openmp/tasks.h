// SPDX-License-Identifier: BSD-3-Clause
// Explicit tasks from their creation to their end.
#pragma once

#include <cstdint>

namespace tarry::runtime::openmp {

struct Task {
  std::uint64_t identity = 0;        // trace::eventlog::thread_and_count()
  const void* address = nullptr;     // of the construct that made it
  Task* outer = nullptr;             // the one that this thread executed before (runtime/openmp)
  std::uint32_t unknown_inside = 0;  // tasks in it that are not recorded (runtime/openmp)
  bool is_begun = false;             // its region is open in the thread that executes it
  bool is_untied = false;            // may go on in another thread
};

// Records the creation. nullptr if events are not recorded at present. Thread: any.
Task* create_task(const void* address, bool is_untied);
// Records the completion; the task is no more. Thread: the one that executed it last.
void complete_task(Task* task);

}  // namespace tarry::runtime::openmp
