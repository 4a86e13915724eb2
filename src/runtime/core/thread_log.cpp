// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/thread_log.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/bytes_text.h"
#include "model/thread_names.h"
#include "runtime/core/adaptive_filter.h"
#include "runtime/core/call_stack_life.h"
#include "runtime/core/call_tree.h"
#include "runtime/core/compaction.h"
#include "runtime/core/counter_choice.h"
#include "runtime/core/counters.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/disk_room.h"
#include "runtime/core/drain.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/modules.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/pause.h"
#include "runtime/core/poll_streak.h"
#include "runtime/core/process.h"
#include "runtime/core/recording_windows.h"
#include "runtime/core/switches.h"

namespace tarry::runtime::core {
namespace {

using trace::eventlog::kHeaderBytes;
using trace::eventlog::pack_time;
using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;

void stop_because(int error) {
  char reason[160];
  std::snprintf(reason, sizeof reason,
                error == ENOSPC || error == EDQUOT
                    ? "recording stopped: no space left for the event log and its trace (%s)"
                    : "recording stopped: cannot write the event log (%s)",
                strerrordesc_np(error));
  stop_recording(reason);
}

// Returns whether records that are written now become part of a trace.
bool traces() { return !process.trace_ended && !is_only_summarised(process.settings); }

// Notes that the trace of this log ends here, if the trace has ended.
void note_trace_end(const ThreadState& thread) {
  if (!process.trace_ended || thread.log.header()->trace_end != 0) return;
  thread.log.header()->trace_end = thread.log.file_offset(thread.cursor);
  thread.log.header()->truncated = 1;
}

// Called when the limit of --max-trace is reached. With a summary, all threads continue for the
// summary alone, each from its next event on.
void end_trace() {
  const base::ShownBytes limit =
      base::shown_bytes(static_cast<double>(process.settings.max_trace_bytes));
  char reason[200];
  std::snprintf(reason, sizeof reason,
                "%s stopped: the limit of %s per process is reached (--max-trace)%s",
                process.settings.profile ? "tracing" : "recording", limit.data(),
                process.settings.profile ? "; the summary goes on" : "");
  if (!process.settings.profile) return stop_recording(reason);
  process.trace_ended = true;
  process.truncated = true;
  for (ThreadState* thread = process.threads; thread != nullptr; thread = thread->next)
    thread->limit.store(0, std::memory_order_relaxed);
  note(reason);
}

// Takes bytes from the process' budget. Returns false if nothing more is to be recorded.
bool take_from_budget(std::uint64_t bytes) {
  if (!traces()) return true;
  if (process.trace_bytes + bytes > process.settings.max_trace_bytes) {
    end_trace();
    return process.trace_ended;
  }
  process.trace_bytes += bytes;
  return true;
}

// The window of a log that is only summarized: it stays in the processor's cache until it is
// folded.
constexpr std::uint64_t kSummaryWindow = 256u << 10;

// Threads share the remaining room, so that many threads with few events do not use up the limit of
// --max-trace by their windows alone. The initial thread gets more, with the usual limits the whole
// buffer. The program may create thousands of threads, so each of these gets a small share.
std::uint64_t choose_window_bytes(const ThreadState& thread, bool initial) {
  const std::uint64_t share_of_left = initial ? 4 : thread.created != 0 ? 512 : 16;
  const std::uint64_t page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (!traces()) return std::min(process.settings.buffer_bytes, kSummaryWindow) / page * page;
  const std::uint64_t taken = process.trace_bytes + kHeaderBytes;
  const std::uint64_t limit = process.settings.max_trace_bytes;
  const std::uint64_t left = taken < limit ? limit - taken : 0;
  const std::uint64_t least =
      initial ? std::min(left, trace::eventlog::kMinBufferBytes) : trace::eventlog::kMinBufferBytes;
  const std::uint64_t share = std::max(left / share_of_left, least);
  return std::max(std::min(process.settings.buffer_bytes, share) / page * page, page);
}

// A log whose thread has ended. The next thread that the program creates continues it, so there are
// only as many logs as threads alive at a time.
struct IdleLog {
  LogWriter log;
  CallTree* call_tree = nullptr;
  std::uint64_t cursor = 0;
  std::uint64_t not_before = 0;
  std::uint64_t forks = 0;
  std::uint64_t tasks = 0;
};
constexpr std::size_t kMostIdle = 4096;
// Guarded by Process::lock.
constinit IdleLog idle_logs[kMostIdle];
constinit std::size_t idle_count = 0;

bool keep_for_next(const ThreadState& thread) {
  if (thread.created == 0 || thread.is_openmp || idle_count == kMostIdle) return false;
  if (phase() != Phase::Recording && phase() != Phase::Paused) return false;
  idle_logs[idle_count++] = {thread.log,        thread.call_tree, thread.cursor,
                             thread.not_before, thread.forks,     thread.tasks};
  return true;
}

bool take_idle_log(ThreadState& thread) {
  if (thread.created == 0 || idle_count == 0) return false;
  const IdleLog& idle = idle_logs[--idle_count];
  thread.log = idle.log;
  thread.call_tree = idle.call_tree;
  thread.cursor = idle.cursor;
  thread.not_before = idle.not_before;
  thread.forks = idle.forks;
  thread.tasks = idle.tasks;
  thread.log.header()->complete = 0;
  return true;
}

bool is_initial_thread() { return gettid() == process.pid; }

// Returns true if only the summary of the window's content is needed and no record is still being
// written to the window.
bool may_reuse_window(const ThreadState& thread) {
  if (thread.call_tree == nullptr || traces() || thread.writing != 0) return false;
  const std::uint64_t trace_end = thread.log.header()->trace_end;
  return trace_end == 0 || trace_end <= thread.log.file_offset(thread.log.window_begin());
}

bool change_window(ThreadState& thread) {
  if (!take_from_budget(thread.log.window_bytes())) return false;
  note_trace_end(thread);
  if (thread.call_tree == nullptr && !traces()) return false;  // it would never be read
  if (may_reuse_window(thread)) {
    thread.log.reuse_window(thread.cursor);
    return true;
  }
  int error = check_disk_room(thread.log.window_bytes());
  if (error == 0) error = thread.log.next_window(process.directory, thread.writing != 0);
  if (error != 0) stop_because(error);
  return error == 0;
}

// Flushes the log: moves on to the next window. The program's waiting time for it becomes an event
// of its own. `may_unlock`: the caller accepts that everything may have changed if the result is
// false.
bool advance_window(ThreadState& thread, bool may_unlock = false) {
  const EventTime begin = now();
  end_streak(thread, begin);
  if (may_unlock) fold_window_unlocked(thread);
  if (may_unlock && phase() != Phase::Recording) return false;
  fold_window(thread);
  leave_out_short_functions(thread);
  if (process.settings.compressed && compact(thread)) {
    skip_folding(thread);
    return true;
  }
  drain_switches(thread);
  if (!change_window(thread)) return false;
  begin_folding(thread);
  thread.cursor = thread.log.window_begin();
  set_drain_mark(thread);
  thread.log.header()->latest = read_clocks();
  const EventTime end = now();
  const bool stored = append(thread, RecordKind::BufferFlush, begin, end.ticks);
  thread.not_before = end.ticks;
  return stored;
}

bool has_room(const ThreadState& thread, std::size_t bytes) {
  return thread.cursor + bytes <= thread.log.window_end();
}

void count_dropped(ThreadState& thread) {
  if (thread.log.header() != nullptr) ++thread.log.header()->dropped;
}

bool make_room_quietly(ThreadState& thread, std::size_t bytes) {
  if (phase() != Phase::Recording && phase() != Phase::Paused) return false;
  if (thread.finished) return false;
  if (!thread.began && !begin_thread_log(thread)) return false;
  if (thread.log.header() == nullptr) return false;
  note_pauses(thread);
  note_trace_end(thread);
  if (phase() != Phase::Recording) return false;
  if (!has_room(thread, bytes) && !advance_window(thread, true)) return false;
  if (thread.counters != nullptr) thread.log.touch_ahead(thread.cursor);
  return true;
}

}  // namespace

bool make_room(ThreadState& thread, std::size_t bytes) {
  if (phase() == Phase::Paused && may_be_at_border() && is_at_border(now())) pass_border();
  switch (phase()) {
    case Phase::Inert:
    case Phase::Failed:
    case Phase::Ended:
    case Phase::Forked:
      return false;
    case Phase::Stopped:
      count_dropped(thread);
      return false;
    case Phase::Paused:
      if (thread.off_noted) return false;
      break;
    case Phase::Armed:
    case Phase::Recording:
      break;
  }
  if (thread.quiet_depth != 0) return false;  // a function that we call ourselves
  const OnOwnAccount on_own_account;
  const OwnWork own_work(thread);
  bool room = false;
  if (getpid() == process.pid && start_measurement()) {
    // Objects loaded since the last flush get a name even if the program does not reach its exit.
    if (thread.limit.load(std::memory_order_relaxed) != 0) define_new_modules();
    const QuietSection quiet;
    room = make_room_quietly(thread, bytes);
    if (!room && phase() == Phase::Stopped) count_dropped(thread);
  }
  return room;
}

namespace {

bool create_log(ThreadState& thread, bool initial) {
  trace::eventlog::LogHeader header{};
  header.thread = initial ? 0 : process.next_thread++;
  header.window_bytes = choose_window_bytes(thread, initial);
  header.tick_base = process_clock.base;
  header.clock = process_clock.source;
  header.begin = process.begin;
  header.latest = process.begin;
  if (!take_from_budget(kHeaderBytes + header.window_bytes)) return false;
  const int error = thread.log.create(process.directory, header);
  if (error != 0) {
    stop_because(error);
    return false;
  }
  thread.cursor = thread.log.window_begin();
  note_trace_end(thread);
  thread.call_tree = create_call_tree(header.thread);
  char name[32];
  if (initial)
    std::snprintf(name, sizeof name, "%s", model::kMainThread);
  else
    std::snprintf(name, sizeof name, "thread %u", header.thread);
  DefinitionLine("thread").number(header.thread).text(name);
  return true;
}

}  // namespace

bool begin_thread_log(ThreadState& thread) {
  thread.began = true;
  const bool initial = is_initial_thread();
  if (!take_idle_log(thread) && !create_log(thread, initial)) return false;
  set_drain_mark(thread);
  thread.next = process.threads;
  process.threads = &thread;
  pthread_setspecific(process.thread_key, &thread);

  const EventTime begin = initial ? EventTime{0} : now();
  append(thread, initial ? RecordKind::ProgramBegin : RecordKind::ThreadBegin, begin,
         initial ? 0 : trace::eventlog::begin_of_thread(thread.created, thread.is_openmp));
  begin_counters(thread);
  begin_switches(thread);
  if (phase() == Phase::Recording) thread.pauses_seen = process.pauses;  // all are over
  return true;
}

bool store(ThreadState& thread, RecordKind kind, EventTime time, const void* record,
           std::size_t bytes) {
  if (!has_room(thread, bytes) && !advance_window(thread)) return false;
  time.ticks = std::max(time.ticks, thread.not_before);
  auto* place = reinterpret_cast<unsigned char*>(thread.cursor);
  thread.cursor += bytes;
  constexpr std::size_t kHead = sizeof(RecordHead::time_and_kind);
  std::memcpy(place + kHead, static_cast<const unsigned char*>(record) + kHead, bytes - kHead);
  base::compiler_barrier();
  reinterpret_cast<RecordHead*>(place)->time_and_kind = pack_time(time.ticks, kind);
  thread.not_before = time.ticks;
  return true;
}

bool append(ThreadState& thread, RecordKind kind, EventTime time, std::uint64_t payload) {
  const RecordHead head{0, payload};
  return store(thread, kind, time, &head, sizeof head);
}

void forget_thread(ThreadState& thread) {
  for (ThreadState** at = &process.threads; *at != nullptr; at = &(*at)->next) {
    if (*at != &thread) continue;
    *at = thread.next;
    return;
  }
}

void begin_created_thread(ThreadState& thread, std::uint32_t created) {
  if (!measured() || thread.began || getpid() != process.pid) return;
  thread.created = created;
  begin_papi_set();
  const QuietSection quiet;
  if (phase() != Phase::Recording && phase() != Phase::Paused) return;
  if (begin_thread_log(thread)) note_pauses(thread);
}

void close_idle_logs() {
  while (idle_count > 0) {
    IdleLog& idle = idle_logs[--idle_count];
    idle.log.close(process.directory, idle.cursor);
  }
}

void end_thread_log(ThreadState& thread) {
  stacks::end_thread(thread);
  process.short_calls += thread.short_calls.count.exchange(0, std::memory_order_relaxed);
  trace::eventlog::LogHeader* header = thread.log.header();
  if (header == nullptr) return;
  end_switches(thread);
  if (phase() == Phase::Recording || phase() == Phase::Paused) {
    note_pauses(thread);
    append(thread, RecordKind::ThreadEnd, now(), 0);
  }
  end_counters(thread);
  header->latest = read_clocks();
  header->complete = 1;
  complete_call_tree(thread);
  forget_thread(thread);
  thread.finished = true;
  thread.drain_from.store(ThreadState::kNever, std::memory_order_relaxed);
  if (keep_for_next(thread)) {
    thread.log = {};
    return;
  }
  if (traces()) process.trace_bytes -= thread.log.window_end() - thread.cursor;
  if (thread.call_tree != nullptr) unmap_call_tree(*thread.call_tree);
  thread.call_tree = nullptr;
  thread.log.close(process.directory, thread.cursor);
}

void stop_recording(const char* reason) {
  if (phase() == Phase::Stopped) return;
  process.phase.store(Phase::Stopped, std::memory_order_relaxed);
  process.truncated = true;
  for (ThreadState* thread = process.threads; thread != nullptr; thread = thread->next) {
    thread->limit.store(0, std::memory_order_relaxed);
    thread->log.header()->truncated = 1;
  }
  note(reason);
}

}  // namespace tarry::runtime::core
