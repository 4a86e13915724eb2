// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/counter_choice.h"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "counters/perf_event.h"
#include "model/lost_cores.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/drain.h"
#include "runtime/core/process.h"
#include "trace/eventlog/switch_log.h"

namespace tarry::runtime::core {
namespace {

using counters::ChosenCounter;
using counters::KnownCounter;
using counters::kSources;
using counters::Source;

// Written by the library constructor, then guarded by Process::lock.
constinit counters::Selection selection;
constinit counters::Papi papi;
constinit bool is_defined = false;
constinit CounterList lists[kSources];
constinit CounterList list_of_process;
constinit std::uint32_t counter_count = 0;
constinit trace::summary::CounterTable table;
constinit bool is_set_defined[kFirstUserSet] = {};

// A counter that was refused before there is a definitions log.
struct Refused {
  std::string_view name;
  const char* reason = nullptr;
};
constinit Refused refused[kMostCounters];
constinit std::size_t refused_count = 0;

struct PapiText {
  char unit[32] = {};
  char description[256] = {};
};
constinit PapiText papi_texts[kMostCounters];

void note_refused(std::string_view name, const char* reason) {
  char text[512];
  std::snprintf(text, sizeof text, "counter %.*s is not read: %s", static_cast<int>(name.size()),
                name.data(), reason);
  note(text);
}

// The names of PAPI counters, with their positions in the selection.
struct PapiNames {
  std::string_view names[kMostCounters];
  const ChosenCounter* chosen[kMostCounters] = {};
  std::size_t count = 0;
};

PapiNames papi_names() {
  PapiNames out;
  for (const ChosenCounter& each : selection) {
    if (each.source() != Source::Papi) continue;
    out.chosen[out.count] = &each;
    out.names[out.count++] = each.name;
  }
  return out;
}

void refuse(const ChosenCounter* counter, const char* reason) {
  refused[refused_count++] = {counter->name, reason};
  selection.remove(counter);
}

// Refuses each counter that cannot be counted together with those before it.
void try_papi() {
  const char* reason = papi.load();
  for (PapiNames names = papi_names(); names.count > 0; names = papi_names()) {
    std::size_t rejected = 0;
    if (reason == nullptr) {
      this_thread.papi_set = papi.begin_set(names.names, names.count, rejected, reason);
      if (this_thread.papi_set != counters::Papi::kNoSet) return;
      if (rejected < names.count) {
        refuse(names.chosen[rejected], reason);
        reason = nullptr;
        continue;
      }
    }
    refuse(names.chosen[0], reason);
  }
}

void keep_papi_texts() {
  std::size_t at = 0;
  for (const ChosenCounter& each : selection) {
    if (each.source() != Source::Papi) continue;
    PapiText& text = papi_texts[at++];
    papi.describe(each.name, [&text](const counters::PapiCounter& found) {
      std::snprintf(text.unit, sizeof text.unit, "%s", found.unit);
      std::snprintf(text.description, sizeof text.description, "%s", found.description);
    });
  }
}

// Tries a counter by itself: if that is refused here, it is refused in every thread.
bool is_there(const KnownCounter& known) {
  if (known.source == Source::ResourceUsage) return true;
  const int descriptor = counters::open_perf_event(known, -1);
  if (descriptor >= 0) {
    counters::close_perf_event(descriptor);
    return true;
  }
  char reason[256];
  counters::explain_perf_error(known, -descriptor, reason, sizeof reason);
  note_refused(known.name, reason);
  return false;
}

void leave_out_missing() {
  for (const ChosenCounter* each = selection.begin(); each != selection.end();)
    if (each->known != nullptr && !is_there(*each->known))
      selection.remove(each);
    else
      ++each;
}

std::uint32_t define_chosen(const ChosenCounter& counter, const PapiText*& papi_text) {
  if (const KnownCounter* known = counter.known; known != nullptr) {
    char name[64];
    std::snprintf(name, sizeof name, "%s%s", counter.of_process ? counters::kOfProcess.data() : "",
                  known->name);
    return define_counter({.name = name,
                           .unit = known->unit,
                           .description = known->description,
                           .origin = known->source == Source::ResourceUsage
                                         ? model::CounterOrigin::ResourceUsage
                                         : model::CounterOrigin::Other,
                           .has_binary_base = known->has_binary_base,
                           .exponent = known->exponent});
  }
  const PapiText& text = *papi_text++;
  return define_counter({.name = counter.name,
                         .unit = text.unit[0] != '\0' ? text.unit : "#",
                         .description = text.description,
                         .origin = model::CounterOrigin::Papi});
}

void define_set_of(std::uint32_t set, const std::uint32_t* numbers, std::size_t count) {
  char members[kMostCounters * 12];
  std::size_t length = 0;
  for (std::size_t i = 0; i < count; ++i)
    length += static_cast<std::size_t>(std::snprintf(members + length, sizeof members - length,
                                                     "%s%u", i == 0 ? "" : ",", numbers[i]));
  table.add_set(set, {numbers, count});
  const auto occurrence = set <= kProcessSet ? model::CounterOccurrence::EveryEnterAndLeave
                                             : model::CounterOccurrence::Anywhere;
  DefinitionLine("counter-set")
      .number(set)
      .number(static_cast<unsigned>(occurrence))
      .text(members, length);
}

// The text lists the cores that the thread may use ("0-3,8"), as many as there is room for.
void describe_lost_cores(char* text, std::size_t size) {
  auto length = static_cast<std::size_t>(std::snprintf(
      text, size, "Time in which the thread was ready and had no core; %s", model::kCoresAllowed));
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  const char* comma = "";
  for (int first = 0; first < CPU_SETSIZE; ++first) {
    if (!CPU_ISSET(first, &allowed)) continue;
    int last = first;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &allowed)) ++last;
    constexpr std::size_t kRange = 12;
    if (length + kRange > size) return;
    length += static_cast<std::size_t>(
        last == first ? std::snprintf(text + length, size - length, "%s%d", comma, first)
                      : std::snprintf(text + length, size - length, "%s%d-%d", comma, first, last));
    comma = ",";
    first = last;
  }
}

}  // namespace

void choose_counters() {
  if (selection.parse(process.settings.metrics.data()) != counters::ListError::None) {
    refused[refused_count++] = {"(--metrics)", "the list has an error"};
    selection = {};
  }
  if (!selection.needs_papi()) return;
  try_papi();
  if (papi.is_loaded()) keep_papi_texts();
}

bool define_counters() {
  if (!is_defined) {
    is_defined = true;
    for (std::size_t i = 0; i < refused_count; ++i)
      note_refused(refused[i].name, refused[i].reason);
    leave_out_missing();
    const PapiText* papi_text = papi_texts;
    for (const ChosenCounter& each : selection) {
      CounterList& list =
          each.of_process ? list_of_process : lists[static_cast<std::size_t>(each.source())];
      list.numbers[list.count] = define_chosen(each, papi_text);
      list.counters[list.count++] = &each;
    }
  }
  return selection.size() > 0;
}

const trace::summary::CounterTable& counter_table() { return table; }

const CounterList& counters_of(Source source) { return lists[static_cast<std::size_t>(source)]; }

const CounterList& counters_of_process() { return list_of_process; }

void define_counter_set(std::uint32_t set) {
  if (is_set_defined[set]) return;
  is_set_defined[set] = true;
  if (set == kProcessSet) return define_set_of(set, list_of_process.numbers, list_of_process.count);
  std::uint32_t numbers[kMostCounters];
  std::size_t count = 0;
  for (unsigned source = 0; source < kSources; ++source) {
    if ((set >> source & 1) == 0) continue;
    std::copy_n(lists[source].numbers, lists[source].count, numbers + count);
    count += lists[source].count;
  }
  define_set_of(set, numbers, count);
}

std::uint32_t define_counter(const CounterLine& counter) {
  table.add_counter(counter_count, trace::summary::counting_of(counter.type, counter.mode));
  DefinitionLine("counter")
      .number(counter_count)
      .text(counter.name.data(), counter.name.size())
      .text(counter.unit.data(), counter.unit.size())
      .number(static_cast<unsigned>(counter.type))
      .number(static_cast<unsigned>(counter.mode))
      .number(static_cast<unsigned>(counter.origin))
      .number(counter.has_binary_base ? 2 : 10)
      .signed_number(counter.exponent)
      .text(counter.description.data(), counter.description.size());
  return counter_count++;
}

void define_user_set(std::uint32_t set, std::uint32_t counter) { define_set_of(set, &counter, 1); }

void define_lost_cores() {
  char description[400];
  describe_lost_cores(description, sizeof description);
  const CounterLine lost{.name = model::kLostCoresCounters[0],
                         .unit = "s",
                         .description = description,
                         .exponent = -9};
  const CounterLine counted{.name = model::kLostCoresCounters[1],
                            .unit = "s",
                            .description =
                                "Time without a core as the system counts it, with the times "
                                "between waking up and running; read now and then",
                            .exponent = -9};
  const std::uint32_t numbers[] = {define_counter(lost), define_counter(counted)};
  define_set_of(trace::eventlog::kLostCoresSet, numbers, 2);
}

void begin_papi_set() {
  ThreadState& thread = this_thread;
  if (!papi.is_loaded() || thread.papi_set != counters::Papi::kNoSet) return;
  const PapiNames names = papi_names();
  if (names.count == 0) return;
  const DrainPause unobserved;
  std::size_t rejected = 0;
  const char* reason = "";
  thread.papi_set = papi.begin_set(names.names, names.count, rejected, reason);
}

void end_papi_set(ThreadState& thread) {
  if (thread.papi_set == counters::Papi::kNoSet) return;
  const DrainPause unobserved;
  papi.end_set(thread.papi_set);
  thread.papi_set = counters::Papi::kNoSet;
}

bool read_papi_set(int set, std::uint64_t* values) { return papi.read(set, values); }

}  // namespace tarry::runtime::core
