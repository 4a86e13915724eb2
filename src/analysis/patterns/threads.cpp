// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/threads.h"

#include <algorithm>

namespace tarry::analysis {

using model::Ticks;

Ticks thread_barrier_wait(Ticks last_enter, Ticks enter, Ticks leave, Ticks in_tasks) {
  return base::positive_part(std::min(last_enter, leave) - enter - in_tasks);
}

Ticks task_wait(Ticks last_end, Ticks enter, Ticks leave, Ticks in_tasks) {
  return base::positive_part(std::min(last_end, leave) - enter - in_tasks);
}

Ticks lock_wait(Ticks released, Ticks acquired, Ticks enter) {
  return base::positive_part(std::min(released, acquired) - enter);
}

}  // namespace tarry::analysis
