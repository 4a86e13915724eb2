// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/counters.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "counters/perf_event.h"
#include "counters/resource_usage.h"
#include "runtime/core/counter_choice.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/record.h"
#include "runtime/core/thread_log.h"
#include "runtime/core/unused_objects.h"

namespace tarry::runtime::core {

using counters::kSources;
using counters::Source;
using trace::eventlog::counter_units;
using trace::eventlog::set_and_count;

constexpr unsigned kPerfSources = 2;
static_assert(static_cast<unsigned>(Source::PerfHardware) + 1 == kPerfSources);

struct ThreadCounters {
  std::uint32_t sources = 0;  // one bit for each source that is read
  bool reads_process = false;
  bool is_in_papi = false;
  bool in_own_work = false;
  int descriptors[kPerfSources][kMostCounters] = {};  // the first of each source leads its group
  std::size_t opened[kPerfSources] = {};
  std::uint64_t before[kMostCounters] = {};  // values when our own work began, as in Reading
  std::uint64_t ours[kMostCounters] = {};    // counts of our own work so far
  ThreadCounters* next = nullptr;            // among unused ones
};

namespace {

// Guarded by Process::lock.
constinit UnusedObjects<ThreadCounters> unused_counters;
constinit bool is_loss_noted[kSources] = {};

// A record with room for the largest reading.
struct CountersRecord {
  std::uint64_t time_and_kind;
  std::uint64_t payload;
  std::uint64_t values[kMostCounters];
};
static_assert(sizeof(CountersRecord) == counter_units(kMostCounters) * kUnitBytes);

// A reading has a place for every counter, whether or not it can still be read: first the counters
// of the thread, source by source, then those of the process.
struct Reading {
  std::uint64_t values[kMostCounters] = {};
};

std::size_t count_of(unsigned source) { return counters_of(static_cast<Source>(source)).count; }

bool is_perf(unsigned source) { return source < kPerfSources; }

void read_usage(const CounterList& list, int whose, std::uint64_t* values) {
  rusage usage{};
  getrusage(whose, &usage);
  for (std::size_t i = 0; i < list.count; ++i)
    values[i] = counters::usage_value(
        usage, static_cast<counters::ResourceField>(list.counters[i]->known->code));
}

bool read_source(ThreadCounters& counters, unsigned source, std::uint64_t* values) {
  const CounterList& list = counters_of(static_cast<Source>(source));
  if (is_perf(source))
    return counters::read_perf_group(counters.descriptors[source][0], values, list.count);
  if (static_cast<Source>(source) == Source::Papi)
    return read_papi_set(this_thread.papi_set, values);
  read_usage(list, RUSAGE_THREAD, values);
  return true;
}

void close_source(ThreadCounters& counters, unsigned source) {
  for (std::size_t i = 0; i < counters.opened[source]; ++i)
    counters::close_perf_event(counters.descriptors[source][i]);
  counters.opened[source] = 0;
}

// This thread gives up the counters of a source that can no longer be read.
void lose(ThreadCounters& counters, unsigned source) {
  const QuietSection quiet;
  counters.sources &= ~(1u << source);
  if (is_perf(source)) close_source(counters, source);
  if (counters.sources != 0) define_counter_set(counters.sources);
  if (is_loss_noted[source]) return;
  is_loss_noted[source] = true;
  char text[200];
  const auto kind = counters::kind_name(static_cast<Source>(source));
  std::snprintf(
      text, sizeof text,
      "counters of %.*s were given up: some thread could not begin or continue to read them",
      static_cast<int>(kind.size()), kind.data());
  note(text);
}

void read_all(ThreadCounters& counters, Reading& reading) {
  std::uint64_t* values = reading.values;
  for (unsigned source = 0; source < kSources; ++source) {
    const bool is_read = (counters.sources >> source & 1) != 0;
    if (is_read && !read_source(counters, source, values)) lose(counters, source);
    values += count_of(source);
  }
  if (counters.reads_process) read_usage(counters_of_process(), RUSAGE_SELF, values);
}

// Reads the totals of all counters. PAPI must not be called while it runs: a signal handler that
// interrupts a PAPI reading gets none.
bool read_total(ThreadCounters& counters, Reading& reading) {
  if (counters.is_in_papi) return false;
  counters.is_in_papi = (counters.sources >> static_cast<unsigned>(Source::Papi) & 1) != 0;
  read_all(counters, reading);
  counters.is_in_papi = false;
  return counters.sources != 0 || counters.reads_process;
}

void take_off(Reading& from, const std::uint64_t* amounts) {
  for (std::size_t i = 0; i < kMostCounters; ++i) from.values[i] -= amounts[i];
}

// Fills in the values of one set, without gaps. Returns their number.
std::size_t fill_record(CountersRecord& record, std::uint32_t set, const Reading& reading) {
  std::size_t count = 0;
  const auto add = [&](const std::uint64_t* first, std::size_t values) {
    std::copy_n(first, values, record.values + count);
    count += values;
  };
  const std::uint64_t* values = reading.values;
  for (unsigned source = 0; source < kSources; ++source) {
    if (set != kProcessSet && (set >> source & 1) != 0) add(values, count_of(source));
    values += count_of(source);
  }
  if (set == kProcessSet) add(values, counters_of_process().count);
  record.payload = set_and_count(set, count);
  if (count % 2 != 0) record.values[count] = 0;
  return count;
}

void write_set(EventTime time, std::uint32_t set, const Reading& reading) {
  CountersRecord filled;
  const std::size_t bytes = counter_units(fill_record(filled, set, reading)) * kUnitBytes;
  constexpr std::size_t kHead = sizeof filled.time_and_kind;
  write_record<CountersRecord, false>(
      this_thread, RecordKind::CountersRead, time,
      [&](CountersRecord& record) { std::memcpy(&record.payload, &filled.payload, bytes - kHead); },
      bytes);
}

bool is_read_at(RecordKind kind) {
  return kind == RecordKind::FunctionEnter || kind == RecordKind::FunctionLeave ||
         kind == RecordKind::RegionEnter || kind == RecordKind::RegionLeave;
}

// Returns false where the hot path is closed: the slow path will make a reading if it opens it.
bool read_for_event(RecordKind kind, Reading& reading) {
  if (!is_read_at(kind) || this_thread.limit.load(std::memory_order_relaxed) == 0) return false;
  const OnOwnAccount on_own_account;
  if (!read_total(*this_thread.counters, reading)) return false;
  take_off(reading, this_thread.counters->ours);
  return true;
}

bool open_one(ThreadCounters& counters, unsigned source, const counters::KnownCounter& known) {
  std::size_t& opened = counters.opened[source];
  const int leader = opened == 0 ? -1 : counters.descriptors[source][0];
  const int descriptor = counters::open_perf_event(known, leader);
  if (descriptor >= 0) counters.descriptors[source][opened++] = descriptor;
  return descriptor >= 0;
}

bool open_source(ThreadCounters& counters, unsigned source) {
  const CounterList& list = counters_of(static_cast<Source>(source));
  if (static_cast<Source>(source) == Source::Papi)
    return this_thread.papi_set != counters::Papi::kNoSet;
  if (!is_perf(source)) return true;
  for (std::size_t i = 0; i < list.count; ++i)
    if (!open_one(counters, source, *list.counters[i]->known)) return false;
  return counters::start_perf_group(counters.descriptors[source][0]);
}

}  // namespace

// The time that the reading takes lies outside of the region. If a signal handler has recorded
// something meanwhile, time and values are older than its records and are taken again.
bool read_counters_now(RecordKind kind, EventTime& time) {
  const bool leaves = kind == RecordKind::FunctionLeave || kind == RecordKind::RegionLeave;
  constexpr int kMostTimes = 8;
  Reading reading;
  for (int times = 1;; ++times) {
    const std::uint64_t place = this_thread.cursor;
    if (leaves) time = now();
    if (!read_for_event(kind, reading)) return false;
    if (!leaves) time = now();
    base::compiler_barrier();
    if (this_thread.cursor == place || times == kMostTimes) break;
  }
  const ThreadCounters& counters = *this_thread.counters;
  if (counters.sources != 0) write_set(time, counters.sources, reading);
  if (counters.reads_process) write_set(time, kProcessSet, reading);
  return true;
}

void read_counters_at(RecordKind kind, EventTime time) {
  Reading reading;
  if (!read_for_event(kind, reading)) return;
  const ThreadCounters& counters = *this_thread.counters;
  if (counters.sources != 0) write_set(time, counters.sources, reading);
  if (counters.reads_process) write_set(time, kProcessSet, reading);
}

void append_reading(ThreadState& thread, EventTime time) {
  if (thread.counters == nullptr) return;
  ThreadCounters& counters = *thread.counters;
  Reading reading;
  if (!read_total(counters, reading)) return;
  // Everything that was counted since our own work began is ours.
  if (counters.in_own_work) std::copy_n(counters.before, kMostCounters, reading.values);
  take_off(reading, counters.ours);
  const auto append_set = [&](std::uint32_t set) {
    CountersRecord record{};
    const std::size_t count = fill_record(record, set, reading);
    store(thread, RecordKind::CountersRead, time, &record, counter_units(count) * kUnitBytes);
  };
  if (counters.sources != 0) append_set(counters.sources);
  if (counters.reads_process) append_set(kProcessSet);
}

void begin_counters(ThreadState& thread) {
  if (process.settings.metrics[0] == '\0' || !define_counters()) return;
  ThreadCounters* const counters = unused_counters.take();
  if (counters == nullptr) return;
  thread.log.touch_ahead(thread.cursor);
  counters->reads_process = thread.log.header()->thread == 0 && counters_of_process().count != 0;
  for (unsigned source = 0; source < kSources; ++source) {
    if (counters_of(static_cast<Source>(source)).count == 0) continue;
    counters->sources |= 1u << source;
    if (!open_source(*counters, source)) lose(*counters, source);
  }
  if (counters->sources != 0) define_counter_set(counters->sources);
  if (counters->reads_process) define_counter_set(kProcessSet);
  thread.counters = counters;
  append_reading(thread, now());
}

void end_counters(ThreadState& thread) {
  ThreadCounters* const counters = thread.counters;
  if (counters == nullptr) return;
  thread.counters = nullptr;
  for (unsigned source = 0; source < kPerfSources; ++source) close_source(*counters, source);
  unused_counters.give_back(*counters);
}

void OwnWork::begin() {
  ThreadCounters& counters = *thread_.counters;
  if (counters.in_own_work || thread_.limit.load(std::memory_order_relaxed) == 0) return;
  Reading reading;
  if (!read_total(counters, reading)) return;
  std::copy_n(reading.values, kMostCounters, counters.before);
  counters.in_own_work = is_outermost_ = true;
}

void OwnWork::end() {
  if (thread_.counters == nullptr) return;
  ThreadCounters& counters = *thread_.counters;
  counters.in_own_work = false;
  Reading reading;
  if (!read_total(counters, reading)) return;
  take_off(reading, counters.before);
  for (std::size_t i = 0; i < kMostCounters; ++i) counters.ours[i] += reading.values[i];
}

}  // namespace tarry::runtime::core
