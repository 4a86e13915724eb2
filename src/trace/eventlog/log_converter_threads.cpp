// SPDX-License-Identifier: BSD-3-Clause
// The part of the converter for threads, their teams, tasks and locks.
#include <algorithm>

#include "trace/eventlog/log_converter.h"

namespace tarry::trace::eventlog {

using model::Ticks;

void LogConverter::team_begin(std::uint64_t fork, Ticks time) {
  OpenTeam team{fork, 0, {}, open_.size()};
  if (const auto forks = teams_.find(thread_of(fork)); forks != teams_.end())
    if (const std::uint64_t n = count_of(fork); n >= 1 && n <= forks->second.size())
      team.number = forks->second[n - 1];
  team.id = ids_.team(team.number);
  open_teams_.push_back(team);
  if (team.id.valid())
    out_.team_begin(time, team.id);
  else
    anomalies_.add("teams of threads that are not known (left out)");
}

void LogConverter::team_end(std::uint64_t fork, Ticks time) {
  while (!open_teams_.empty()) {
    const OpenTeam team = open_teams_.back();
    open_teams_.pop_back();
    if (team.id.valid()) out_.team_end(time, team.id);
    if (team.fork == fork) return;
  }
}

void LogConverter::lock(const LogRecord& record, Ticks time) {
  model::LockRecord lock;
  const bool is_mutex =
      record.kind == RecordKind::MutexAcquired || record.kind == RecordKind::MutexReleased;
  lock.paradigm = is_mutex ? model::Paradigm::Pthread : model::Paradigm::OpenMp;
  lock.lock = static_cast<std::uint32_t>(record.payload() >> 32);
  lock.order = static_cast<std::uint32_t>(record.payload());
  if (record.kind == RecordKind::LockAcquired || record.kind == RecordKind::MutexAcquired)
    out_.lock_acquired(time, lock);
  else
    out_.lock_released(time, lock);
}

// Several threads may live here one after the other: an earlier one without an end has ended by
// now.
void LogConverter::thread_begin(std::uint64_t payload, Ticks time) {
  if (in_thread_) thread_end(time);
  in_thread_ = !is_openmp_thread(payload);  // teams suffice for threads of OpenMP
  thread_ = created_thread(payload);
  if (in_thread_) out_.thread_begin(time, thread_);
}

// A pause does not continue in the next thread's life.
void LogConverter::thread_end(Ticks time) {
  if (paused_ && in_thread_) measurement_on(0, time);
  close_all(time);
  if (in_thread_) out_.thread_end(time, thread_);
  in_thread_ = false;
}

// Tasks are created and executed within one team: the innermost one here.
void LogConverter::task(const LogRecord& record, Ticks time) {
  if (open_teams_.empty() || !open_teams_.back().id.valid()) return;
  model::TaskId task;
  task.team = open_teams_.back().id;
  const std::vector<std::uint32_t>& threads = ids_.threads(open_teams_.back().number);
  const auto creator = std::find(threads.begin(), threads.end(), thread_of(record.payload()));
  task.creator = static_cast<std::uint32_t>(creator - threads.begin());
  task.generation = static_cast<std::uint32_t>(count_of(record.payload()));
  if (record.kind == RecordKind::TaskCreate)
    out_.task_created(time, task);
  else if (record.kind == RecordKind::TaskSwitch)
    out_.task_switched(time, task);
  else
    out_.task_completed(time, task);
}

}  // namespace tarry::trace::eventlog
