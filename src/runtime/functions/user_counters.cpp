// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/functions/user_counters.h"

#include <atomic>
#include <bit>
#include <cstring>

#include "runtime/core/counter_choice.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/process.h"
#include "runtime/core/record.h"

namespace tarry::runtime::functions {
namespace {

using core::EventTime;
using trace::eventlog::RecordKind;

constexpr std::size_t kLongestName = 128;

struct UserCounter {
  UserCounterKind kind{};
  std::uint8_t length = 0;
  char name[kLongestName] = {};
};

// An entry is complete before `count` includes it, and never changes again.
constexpr std::uint32_t kMostCounters = 256;
static_assert(core::kFirstUserSet + kMostCounters <= trace::summary::CounterTable::kMostSets &&
              core::kMostCounters + kMostCounters <= trace::summary::CounterTable::kMostCounters);
constinit UserCounter all[kMostCounters];
constinit std::atomic<std::uint32_t> count{0};
constinit bool is_overflow_noted = false;  // guarded by core::Process::lock

std::string_view known_part(std::string_view name) { return name.substr(0, kLongestName); }

// Returns 0 if it is not there.
std::uint32_t find(UserCounterKind kind, std::string_view name) {
  const std::uint32_t known = count.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < known; ++i)
    if (all[i].kind == kind && std::string_view(all[i].name, all[i].length) == name)
      return core::kFirstUserSet + i;
  return 0;
}

// Caller: in a QuietSection.
std::uint32_t define(UserCounterKind kind, std::string_view name, std::string_view unit) {
  const std::uint32_t position = count.load(std::memory_order_relaxed);
  if (position == kMostCounters) {
    if (!is_overflow_noted)
      core::note("the program has too many counters of its own: only the first 256 are recorded");
    is_overflow_noted = true;
    return 0;
  }
  const bool adds_up = kind == UserCounterKind::Amount;
  const std::uint32_t number = core::define_counter(
      {.name = name,
       .unit = unit,
       .description = "Counted by the program",
       .type = adds_up ? model::CounterType::UInt64 : model::CounterType::Double,
       .mode = adds_up ? model::CounterMode::AccumulatedLast : model::CounterMode::AbsolutePoint,
       .origin = model::CounterOrigin::User});
  core::define_user_set(core::kFirstUserSet + position, number);
  UserCounter& counter = all[position];
  counter.kind = kind;
  counter.length = static_cast<std::uint8_t>(name.copy(counter.name, kLongestName));
  count.store(position + 1, std::memory_order_release);
  return core::kFirstUserSet + position;
}

struct Reading {
  std::uint64_t time_and_kind;
  std::uint64_t payload;
  std::uint64_t value;
  std::uint64_t unused;
};
static_assert(sizeof(Reading) == trace::eventlog::counter_units(1) * core::kUnitBytes);

// Returns false in compressed traces, which have no room for it.
template <bool kReadClock>
bool record(EventTime& time, std::uint32_t set, std::uint64_t value) {
  return core::write_record<Reading, kReadClock>(
      core::this_thread, RecordKind::CountersRead, time, [&](Reading& reading) {
        reading.payload = trace::eventlog::set_and_count(set, 1);
        reading.value = value;
        reading.unused = 0;
      });
}

}  // namespace

std::uint32_t find_or_define_counter(UserCounterKind kind, std::string_view name,
                                     std::string_view unit) {
  name = known_part(name);
  if (const std::uint32_t set = find(kind, name); set != 0) return set;
  if (core::process.settings.compressed || !core::start_measurement()) return 0;
  const core::QuietSection quiet;
  const std::uint32_t set = find(kind, name);
  return set != 0 ? set : define(kind, name, unit);
}

// A reading says what was counted since the previous reading. We make a previous reading at the
// same moment: so the amount belongs to this place, and the first amount of a location counts, too.
void record_amount(std::uint32_t set, std::uint64_t amount) {
  EventTime time;
  if (record<true>(time, set, 0)) record<false>(time, set, amount);
}

void record_level(std::uint32_t set, double level) {
  EventTime time;
  record<true>(time, set, std::bit_cast<std::uint64_t>(level));
}

}  // namespace tarry::runtime::functions
