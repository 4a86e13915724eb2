// SPDX-License-Identifier: BSD-3-Clause
// Explicit tasks from their creation to their end.
#pragma once

#include <cstdint>

namespace tarry::runtime::openmp {

struct Task {
  std::uint64_t identity = 0;        // trace::eventlog::thread_and_count()
  const void* address = nullptr;     // place of the construct that created it
  Task* outer = nullptr;             // the task that this thread executed before (hooks.cpp)
  std::uint32_t unknown_inside = 0;  // number of tasks in it that are not recorded (hooks.cpp)
  bool is_begun = false;             // its region is open in the thread that executes it
  bool is_untied = false;            // may continue in another thread
};

// Records the creation. Returns nullptr if events are not recorded now. Thread: any.
Task* create_task(const void* address, bool is_untied);
// Records the completion and frees the task. Thread: the one that executed it last.
void complete_task(Task* task);

}  // namespace tarry::runtime::openmp
