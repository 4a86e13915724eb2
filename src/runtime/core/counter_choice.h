// SPDX-License-Identifier: BSD-3-Clause
// The counters that this process reads: those that --metrics asks for and this machine has; their
// definitions, and the sets of them that records refer to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "counters/catalogue.h"
#include "counters/papi.h"
#include "counters/selection.h"
#include "runtime/core/thread_state.h"
#include "trace/summary/tree/counter_table.h"

namespace tarry::runtime::core {

inline constexpr std::size_t kMostCounters = counters::Selection::kMostCounters;

// Numbers of counter sets. The set of a thread has one bit for each of its sources; then follows
// the set of the process, then the sets of counters that the program counts itself.
inline constexpr std::uint32_t kProcessSet = 1u << counters::kSources;
inline constexpr std::uint32_t kFirstUserSet = 2 * kProcessSet;

// The counters of one source, or those of the process, in the order of their values.
struct CounterList {
  const counters::ChosenCounter* counters[kMostCounters] = {};
  std::uint32_t numbers[kMostCounters] = {};  // as the definitions log lists them
  std::size_t count = 0;
};

// Reads the setting. With counters of PAPI, starts PAPI and counts for the calling thread. Called
// once, by the library constructor, because PAPI uses the heap. Signal: no.
void choose_counters();

// Tries which of the other counters exist, defines all of them and notes the missing ones; does so
// once. Returns false if there is nothing to read. Caller: in a QuietSection.
bool define_counters();

// Valid after define_counters(); constant from then on.
const CounterList& counters_of(counters::Source source);
const CounterList& counters_of_process();

// Gives the set its line in the definitions log, if it has none yet. Caller: in a QuietSection.
void define_counter_set(std::uint32_t set);

// A counter that is chosen elsewhere, with a set of its own. Caller: in a QuietSection.
struct CounterLine {
  std::string_view name;
  std::string_view unit;
  std::string_view description;
  model::CounterType type = model::CounterType::UInt64;
  model::CounterMode mode = model::CounterMode::AccumulatedStart;
  model::CounterOrigin origin = model::CounterOrigin::Other;
  bool has_binary_base = false;
  int exponent = 0;
};
// Returns the counter's number.
std::uint32_t define_counter(const CounterLine& counter);
void define_user_set(std::uint32_t set, std::uint32_t counter);
// Defines the set trace::eventlog::kLostCoresSet. Call it once.
void define_lost_cores();

// Returns all counters that are defined so far, for call trees.
const trace::summary::CounterTable& counter_table();

// Creates the calling thread's PAPI set if one is wanted and the thread has none. This uses the
// heap, so it happens where a thread begins instead of where an event is recorded. Thread: any, not
// in a QuietSection. Signal: no.
void begin_papi_set();
void end_papi_set(ThreadState& thread);
// Thread: the owner of the set.
bool read_papi_set(int set, std::uint64_t* values);

}  // namespace tarry::runtime::core
