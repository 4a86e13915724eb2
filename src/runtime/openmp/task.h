// SPDX-License-Identifier: BSD-3-Clause
// The data that OMPT keeps for us with each task: the team of an implicit task, the identity of an
// explicit task. The initial task of a thread has none.
#pragma once

#include <omp-tools.h>

#include <cstdint>

#include "runtime/openmp/tasks.h"
#include "runtime/openmp/teams.h"

namespace tarry::runtime::openmp {

// The lowest bit distinguishes the two.
inline void set_team(ompt_data_t& data, Team* team) {
  data.value = reinterpret_cast<std::uint64_t>(team) | 1u;
}
inline Team* team_of(const ompt_data_t* data) {
  if (data == nullptr || (data->value & 1u) == 0) return nullptr;
  return reinterpret_cast<Team*>(data->value & ~std::uint64_t{1});
}
inline void set_task(ompt_data_t& data, Task* task) {
  data.value = reinterpret_cast<std::uint64_t>(task);
}
inline Task* task_of(const ompt_data_t* data) {
  if (data == nullptr || (data->value & 1u) != 0) return nullptr;
  return reinterpret_cast<Task*>(data->value);
}

}  // namespace tarry::runtime::openmp
