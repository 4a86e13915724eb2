// SPDX-License-Identifier: BSD-3-Clause
// The part of the decoder for threads: teams, tasks, locks, and threads that a process creates.
#include "trace/otf2/event_decoder.h"

namespace tarry::trace::otf2 {

using model::CommId;
using model::Paradigm;

bool EventDecoder::deliver_fork_or_join(EventType type, RecordCursor record) {
  const auto paradigm = static_cast<Paradigm>(record.u8());
  const bool is_fork = type == EventType::ThreadFork;
  const std::uint32_t requested = is_fork ? record.u32() : 0;
  if (!record.ok()) return false;
  if (paradigm != Paradigm::OpenMp) return true;
  if (is_fork)
    handler_.thread_fork(time_.now(), requested);
  else
    handler_.thread_join(time_.now());
  return true;
}

// The contingent, a communicator of all threads that a process creates, adds nothing to what the
// locations say.
bool EventDecoder::deliver_thread(EventType type, RecordCursor record) {
  record.u32();
  const std::uint64_t thread = record.u64();
  if (!record.ok()) return false;
  switch (type) {
    case EventType::ThreadCreate:
      handler_.thread_created(time_.now(), thread);
      break;
    case EventType::ThreadBegin:
      handler_.thread_begin(time_.now(), thread);
      break;
    case EventType::ThreadWait:
      handler_.thread_waited(time_.now(), thread);
      break;
    default:
      handler_.thread_end(time_.now(), thread);
      break;
  }
  return true;
}

bool EventDecoder::deliver_team(EventType type, RecordCursor record) {
  const CommId team{context_.comms[record.u32()]};
  if (!record.ok()) return false;
  if (!team.valid())
    ++undefined_teams_;
  else if (type == EventType::ThreadTeamBegin)
    handler_.team_begin(time_.now(), team);
  else
    handler_.team_end(time_.now(), team);
  return true;
}

bool EventDecoder::deliver_lock(EventType type, RecordCursor record) {
  model::LockRecord lock;
  lock.paradigm = static_cast<Paradigm>(record.u8());
  lock.lock = record.u32();
  lock.order = record.u32();
  if (!record.ok()) return false;
  if (type == EventType::ThreadAcquireLock)
    handler_.lock_acquired(time_.now(), lock);
  else
    handler_.lock_released(time_.now(), lock);
  return true;
}

bool EventDecoder::deliver_task(EventType type, RecordCursor record) {
  model::TaskId task;
  task.team = CommId{context_.comms[record.u32()]};
  task.creator = record.u32();
  task.generation = record.u32();
  if (!record.ok()) return false;
  if (!task.team.valid()) {
    ++undefined_teams_;
    return true;
  }
  switch (type) {
    case EventType::ThreadTaskCreate:
      handler_.task_created(time_.now(), task);
      break;
    case EventType::ThreadTaskSwitch:
      handler_.task_switched(time_.now(), task);
      break;
    default:
      handler_.task_completed(time_.now(), task);
      break;
  }
  return true;
}

}  // namespace tarry::trace::otf2
