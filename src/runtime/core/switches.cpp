// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/switches.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "base/experiment_files.h"
#include "runtime/core/counter_choice.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/file_window.h"
#include "runtime/core/process.h"
#include "runtime/core/switch_ring.h"
#include "runtime/core/thread_log.h"
#include "runtime/core/unused_objects.h"
#include "trace/eventlog/switch_log.h"

namespace tarry::runtime::core {

using trace::eventlog::LostCore;
using trace::eventlog::number_entry;
using trace::eventlog::SwitchEntry;

struct ThreadSwitches {
  SwitchRing ring;
  pid_t thread = 0;
  std::uint64_t run_delay_ns = 0;  // at the last look
  ThreadSwitches* next = nullptr;  // among unused ones
};

namespace {

// All rings of a process together take at most this much of the kernel's memory.
constexpr std::uint64_t kMostOfProcess = 8u << 20;
constexpr std::uint64_t kLargestRing = 256u << 10;
// Size of the ring of a thread that the program creates. There may be thousands of them one after
// the other, and making a ring takes longer the larger it is.
constexpr std::uint64_t kRingOfCreated = 32u << 10;

// Guarded by Process::lock.
constinit UnusedObjects<ThreadSwitches> unused_switches;
constinit std::uint64_t ring_bytes = 0;
constinit std::uint64_t threads_without = 0;
constinit bool is_given_up = false;
constinit bool are_lost_cores_defined = false;

// Buffers entries for the file of one thread.
class SwitchFile {
 public:
  explicit SwitchFile(const ThreadState& thread) : number_(thread.log.header()->thread) {}
  ~SwitchFile() { flush(); }
  SwitchFile(const SwitchFile&) = delete;
  SwitchFile& operator=(const SwitchFile&) = delete;

  void add(const LostCore& entry) {
    if (count_ == kMost) flush();
    entries_[count_++] = entry;
  }

 private:
  void flush() {
    const std::size_t bytes = count_ * sizeof entries_[0];
    count_ = 0;
    if (bytes == 0 || process.trace_bytes + bytes > process.settings.max_trace_bytes) return;
    // The file is open only for a moment, because the program may close descriptors that it does
    // not know.
    static constinit char path[sizeof process.directory + 32] = {};
    std::snprintf(path, sizeof path, "%s/%s%u%s", process.directory, base::kThreadPrefix, number_,
                  base::kSwitchesEnding);
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kFileMode);
    if (file < 0) return;
    append(file, bytes);
    close(file);
  }

  // The kernel answers a write beyond the limit of a file's size with a signal that kills, and
  // readers expect whole entries.
  void append(int file, std::size_t bytes) const {
    const off_t end = lseek(file, 0, SEEK_END);
    rlimit most{};
    if (end < 0 || getrlimit(RLIMIT_FSIZE, &most) != 0 ||
        static_cast<std::uint64_t>(end) + bytes > most.rlim_cur)
      return;
    const ssize_t written = write(file, entries_, bytes);
    if (written == static_cast<ssize_t>(bytes))
      process.trace_bytes += bytes;
    else if (written > 0 && ftruncate(file, end) != 0)
      is_given_up = true;
  }

  static constexpr std::size_t kMost = 128;
  std::uint32_t number_;
  std::size_t count_ = 0;
  static constinit inline LostCore entries_[kMost] = {};  // guarded by Process::lock
};

__extension__ using Wide = unsigned __int128;

// Converts nanoseconds of CLOCK_MONOTONIC_RAW to the ticks of the log, by what both clocks showed
// when the measurement began and what they show now. Neither clock is ever set.
class TickScale {
 public:
  explicit TickScale(const ClockReading& now) : from_(process.begin), now_(now) {}
  [[nodiscard]] std::uint64_t ticks(std::uint64_t ns) const {
    if (process_clock.source == ClockSource::MonotonicRaw)
      return ns - std::min(ns, process_clock.base);
    if (ns <= from_.monotonic_ns || now_.monotonic_ns <= from_.monotonic_ns) return 0;
    ns = std::min(ns, now_.monotonic_ns);
    const auto part = static_cast<Wide>(ns - from_.monotonic_ns) * (now_.ticks - from_.ticks) /
                      (now_.monotonic_ns - from_.monotonic_ns);
    return static_cast<std::uint64_t>(part) + from_.ticks - process_clock.base;
  }

 private:
  const ClockReading& from_;
  const ClockReading& now_;
};

// Joins times without a core that follow each other closely.
class Joiner {
 public:
  Joiner(SwitchFile& file, const TickScale& scale) : file_(file), scale_(scale) {}
  ~Joiner() { flush(); }
  Joiner(const Joiner&) = delete;
  Joiner& operator=(const Joiner&) = delete;

  // Adds a time in nanoseconds, of which the thread had no core for `lost`.
  void add(std::uint64_t begin, std::uint64_t end, std::uint64_t lost) {
    constexpr std::uint64_t kClose = 20'000;
    constexpr std::uint64_t kLongest = 1'000'000;
    if (is_open_ && (begin - end_ > kClose || end - begin_ > kLongest)) flush();
    if (!is_open_) begin_ = begin;
    is_open_ = true;
    end_ = end;
    lost_ += lost;
  }

 private:
  void flush() {
    if (!is_open_) return;
    // The time is divided into pieces of at most a second, whose numbers fit into an entry.
    for (constexpr std::uint64_t kMost = 1'000'000'000; begin_ < end_;) {
      const std::uint64_t piece_end = std::min(end_, begin_ + kMost);
      const std::uint64_t part = piece_end - begin_;
      const auto evenly =
          static_cast<std::uint64_t>(static_cast<Wide>(lost_) * part / (end_ - begin_));
      const std::uint64_t lost = std::min(evenly, part);
      const std::uint64_t at = scale_.ticks(begin_);
      const std::uint64_t span = std::min(scale_.ticks(piece_end) - at, kLongestSpan);
      file_.add({at, static_cast<std::uint32_t>(span), static_cast<std::uint32_t>(lost)});
      lost_ -= lost;
      begin_ = piece_end;
    }
    is_open_ = false;
    lost_ = 0;
  }

  static constexpr std::uint64_t kLongestSpan = std::numeric_limits<std::uint32_t>::max();

  SwitchFile& file_;
  const TickScale& scale_;
  bool is_open_ = false;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t lost_ = 0;
};

// Returns how long the thread was ready without a core, as the system counts it; 0 if it does not
// count it.
std::uint64_t read_run_delay(pid_t thread) {
  char text[96];
  std::snprintf(text, sizeof text, "/proc/self/task/%d/schedstat", static_cast<int>(thread));
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = '\0';
  char* rest = text;
  std::strtoull(text, &rest, 10);
  return std::strtoull(rest, nullptr, 10);
}

int paranoia() {
  char text[16] = {};
  const int file = open("/proc/sys/kernel/perf_event_paranoid", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  return length > 0 ? std::atoi(text) : 0;
}

void give_up(int error) {
  is_given_up = true;
  char text[240];
  if (error == EACCES || error == EPERM)
    std::snprintf(text, sizeof text,
                  "times without a core are not recorded: perf_event_open() is not allowed "
                  "(kernel.perf_event_paranoid is %d, or this container forbids it)",
                  paranoia());
  else
    std::snprintf(text, sizeof text,
                  "times without a core are not recorded: the kernel does not tell the switches of "
                  "threads (%s)",
                  strerrordesc_np(error));
  note(text);
}

// Later threads get smaller rings, so that the memory suffices for many threads.
int open_ring(SwitchRing& ring, bool is_created) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t wanted = std::max(page, is_created ? kRingOfCreated : kLargestRing);
  while (wanted > page && wanted > (kMostOfProcess - ring_bytes) / 16) wanted /= 2;
  int error = ENOMEM;
  for (; wanted >= page && ring_bytes + wanted <= kMostOfProcess; wanted /= 2) {
    error = ring.open(wanted);
    if (error == 0) {
      ring_bytes += wanted;
      return 0;
    }
    if (error != EPERM && error != ENOMEM) return error;
    if (!ring.was_mapping_refused()) return error;
  }
  return ENOMEM;
}

void set_due(ThreadState& thread) {
  thread.switches_due.store(thread.switches->ring.half_full_at(), std::memory_order_relaxed);
}

void write_ring(ThreadState& thread, SwitchFile& file) {
  ThreadSwitches& switches = *thread.switches;
  const ClockReading now = read_clocks();
  const TickScale scale(now);
  const std::uint64_t run_delay = read_run_delay(switches.thread);
  const bool is_counted = run_delay >= switches.run_delay_ns && run_delay != 0;
  const std::uint64_t counted = is_counted ? run_delay - switches.run_delay_ns : 0;
  const RingContent content = switches.ring.look();
  // A switch takes some time itself, which the system does not count for any thread.
  const std::uint64_t cost = is_counted && content.lost_ns > counted && content.times > 0
                                 ? (content.lost_ns - counted) / content.times
                                 : 0;
  std::uint64_t told = 0;
  std::uint64_t last = 0;
  {
    Joiner joiner(file, scale);
    switches.ring.take(content, [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t lost = end - begin - std::min(end - begin, cost);
      joiner.add(begin, end, lost);
      told += lost;
    });
    last = content.last_ns;
    // Records that did not fit came after all that did.
    if (content.is_full && is_counted && counted > told && now.monotonic_ns > last)
      joiner.add(last, now.monotonic_ns, std::min(counted - told, now.monotonic_ns - last));
  }
  const std::uint64_t time = scale.ticks(now.monotonic_ns);
  if (is_counted) file.add(number_entry(SwitchEntry::RunDelay, time, counted));
  if (content.unplaced > 0) file.add(number_entry(SwitchEntry::Unplaced, time, content.unplaced));
  if (is_counted) switches.run_delay_ns = run_delay;
  switches.ring.give_back();
}

}  // namespace

void begin_switches(ThreadState& thread) {
  if (process.settings.switches == trace::eventlog::SwitchChoice::Off || is_given_up ||
      !trace::eventlog::keeps_trace(process.settings))
    return;
  // A filter of system calls may kill a thread that makes a call which the filter does not know.
  constexpr int kFilters = 2;
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == kFilters) {
    ++threads_without;
    return give_up(EPERM);
  }
  ThreadSwitches* const switches = unused_switches.take();
  const int error = switches == nullptr ? ENOMEM : open_ring(switches->ring, thread.created != 0);
  if (error != 0) {
    if (switches != nullptr) unused_switches.give_back(*switches);
    ++threads_without;
    if (error != ENOMEM && error != EMFILE && error != ENFILE) give_up(error);
    return;
  }
  if (!are_lost_cores_defined) define_lost_cores();
  are_lost_cores_defined = true;
  switches->thread = gettid();
  switches->run_delay_ns = read_run_delay(switches->thread);
  thread.switches = switches;
  thread.switches_head = switches->ring.head();
  set_due(thread);
}

void drain_switches(ThreadState& thread) {
  if (thread.switches == nullptr || thread.log.header() == nullptr) return;
  if (process.trace_ended || phase() == Phase::Stopped) {
    thread.switches->ring.skip();
  } else {
    SwitchFile file(thread);
    write_ring(thread, file);
  }
  set_due(thread);
}

void end_switches(ThreadState& thread) {
  ThreadSwitches* const switches = thread.switches;
  if (switches == nullptr) return;
  drain_switches(thread);
  thread.switches = nullptr;
  thread.switches_head = &kNoSwitches;
  thread.switches_due.store(ThreadState::kNever, std::memory_order_relaxed);
  ring_bytes -= switches->ring.bytes();
  switches->ring.close();
  unused_switches.give_back(*switches);
}

void note_missing_switches() {
  if (is_given_up || threads_without == 0) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "times without a core are not recorded for %llu thread%s: no room for rings "
                "(8M a process, kernel.perf_event_mlock_kb, ulimit -l, ulimit -n)",
                static_cast<unsigned long long>(threads_without), threads_without == 1 ? "" : "s");
  note(text);
}

void forget_switches() {
  this_thread.switches = nullptr;
  this_thread.switches_head = &kNoSwitches;
  this_thread.switches_due.store(ThreadState::kNever, std::memory_order_relaxed);
}

void drain_own_switches() {
  ThreadState& thread = this_thread;
  if (thread.quiet_depth != 0 || thread.finished || getpid() != process.pid) return;
  const QuietSection quiet;
  if (phase() != Phase::Recording && phase() != Phase::Paused) {
    thread.switches_due.store(ThreadState::kNever, std::memory_order_relaxed);
    return;
  }
  const EventTime begin = now();
  drain_switches(thread);
  if (phase() != Phase::Recording || thread.writing != 0 || thread.pauses_seen != process.pauses)
    return;
  const EventTime end = now();
  append(thread, trace::eventlog::RecordKind::BufferFlush, begin, end.ticks);
  thread.not_before = end.ticks;
}

}  // namespace tarry::runtime::core
