// SPDX-License-Identifier: BSD-3-Clause
// Which counters this process reads: what --metrics asks for, less what this machine does not have.
// Their definitions, and the sets of them that records refer to.
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

// Sets of a thread are numbered by their sources, a bit each; then comes that of the process, then
// those that a program counts itself.
inline constexpr std::uint32_t kProcessSet = 1u << counters::kSources;
inline constexpr std::uint32_t kFirstUserSet = 2 * kProcessSet;

// Counters of one source, or those of the process, in the order of their values.
struct CounterList {
  const counters::ChosenCounter* counters[kMostCounters] = {};
  std::uint32_t numbers[kMostCounters] = {};  // of this process, as the definitions log lists them
  std::size_t count = 0;
};

// Reads the setting; with counters of PAPI, starts it and counts for the calling thread. Once, by
// the library constructor: PAPI uses the heap. Signal: no.
void choose_counters();

// Tries which of the others there are, defines all and notes those that are not there; once.
// Thread: in a QuietSection. False if there is nothing to read.
bool define_counters();

// After define_counters(); constant from then on.
const CounterList& counters_of(counters::Source source);
const CounterList& counters_of_process();

// Gives the set its line in the definitions log, if it has none yet. Thread: in a QuietSection.
void define_counter_set(std::uint32_t set);

// A counter that is defined somewhere else, and a set of it alone. Thread: in a QuietSection.
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
// Returns its number.
std::uint32_t define_counter(const CounterLine& counter);
void define_user_set(std::uint32_t set, std::uint32_t counter);
// The set trace::eventlog::kLostCoresSet; once.
void define_lost_cores();

// All that are defined so far, for call trees.
const trace::summary::CounterTable& counter_table();

// The calling thread's set of PAPI, if one is wanted and there is none. It uses the heap: not
// where an event is recorded, but where a thread begins. Thread: any, not in a QuietSection.
// Signal: no.
void begin_papi_set();
void end_papi_set(ThreadState& thread);
// Thread: the one whose set it is.
bool read_papi_set(int set, std::uint64_t* values);

}  // namespace tarry::runtime::core
