// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/adaptive_filter.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "runtime/core/definitions_log.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/process.h"
#include "runtime/core/region_filter.h"
#include "runtime/core/thread_log.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {
namespace {

using trace::eventlog::kUnitBytes;
using trace::eventlog::record_units;
using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;
using trace::eventlog::unpack_kind;
using trace::eventlog::unpack_ticks;

constexpr double kCallNs = 30.0;            // time to record one call
constexpr double kLeastShare = 1.0 / 1000;  // least share of recording in the window
constexpr std::uint64_t kFewestVisits = 10;
// The duration of a visit counts up to this multiple of --adaptive: the thread may have lost its
// core.
constexpr std::uint64_t kMostOfVisit = 20;

// The statistics of one function in the window.
struct Tally {
  std::uint64_t address;
  std::uint64_t visits;
  std::uint64_t ticks;
  bool holds_more;  // contains something other than functions, or content that is not known
};
constexpr std::uint64_t kTallies = 4096;  // power of two
constexpr std::uint64_t kMostTallies = kTallies / 2;

struct OpenVisit {
  Tally* tally;  // nullptr: there was no room for a tally
  std::uint64_t since;
  bool holds_more;
};
constexpr std::size_t kDeepest = 1024;

// Guarded by Process::lock.
constinit Tally tallies[kTallies] = {};
constinit std::size_t tally_count = 0;
// The first element stands for the innermost visit that was open when the window began.
constinit OpenVisit open_visits[kDeepest] = {};
constinit std::size_t depth = 0;
constinit std::uint64_t most_ticks = 0;  // the longest duration that a visit counts with
// Windows that show nothing new are examined less and less often.
constexpr std::uint64_t kMostToSkip = 16u << 20;  // bytes

// A visit of more ticks is long. Set when the first function is excluded.
constinit std::atomic<std::uint64_t> long_ticks{~std::uint64_t{0}};
constexpr std::uint64_t kLong = 2;           // times --adaptive
constexpr std::uint32_t kCallsBetween = 61;  // every so many calls a visit is timed
constexpr std::uint32_t kLongVisits = 3;     // so many long visits bring a function back
constexpr std::uint32_t kShortVisits = 2;    // so many short visits clear a suspect

Tally* tally_of(std::uint64_t address) {
  std::uint64_t at = slot_of(address);
  for (;; ++at) {
    Tally& tally = tallies[at % kTallies];
    if (tally.address == address) return &tally;
    if (tally.address != 0) continue;
    if (tally_count == kMostTallies) return nullptr;
    ++tally_count;
    tally.address = address;
    return &tally;
  }
}

// The part of a visit that lies inside the window counts.
void end_visit(Tally* tally, std::uint64_t ticks) {
  OpenVisit& visit = open_visits[depth - 1];
  if (tally != nullptr) {
    ++tally->visits;
    tally->ticks += std::min(ticks - std::min(ticks, visit.since), most_ticks);
    tally->holds_more |= visit.holds_more;
  }
  if (depth == 1) return;  // the visit around it goes on
  --depth;
  open_visits[depth - 1].holds_more |= visit.holds_more;
}

// Marks all open visits as containing unknown things: after a jump, or when visits are nested
// deeper than there is room for, their content is not known.
void give_up_open_visits() {
  for (; depth > 1; --depth)
    if (Tally* const tally = open_visits[depth - 1].tally; tally != nullptr)
      tally->holds_more = true;
  open_visits[0].holds_more = true;
}

void leave(std::uint64_t address, std::uint64_t ticks) {
  Tally* const tally = tally_of(address);
  if (depth > 1 && open_visits[depth - 1].tally != tally) give_up_open_visits();
  end_visit(tally, ticks);
}

void take(RecordKind kind, const RecordHead& head) {
  const std::uint64_t ticks = unpack_ticks(head.time_and_kind);
  if (kind == RecordKind::FunctionEnter) {
    if (depth == kDeepest) give_up_open_visits();
    open_visits[depth++] = {tally_of(head.payload), ticks, false};
  } else if (kind == RecordKind::FunctionLeave) {
    leave(head.payload, ticks);
  } else if (kind != RecordKind::CountersRead && kind != RecordKind::BufferFlush) {
    open_visits[depth - 1].holds_more = true;
  }
}

// Returns the ticks that the window spans.
std::uint64_t survey(const ThreadState& thread) {
  std::memset(tallies, 0, sizeof tallies);
  tally_count = 0;
  const std::uint64_t begin = thread.log.window_begin();
  if (begin == thread.cursor) return 0;
  const std::uint64_t first =
      unpack_ticks(reinterpret_cast<const RecordHead*>(begin)->time_and_kind);
  open_visits[0] = {nullptr, first, false};
  depth = 1;
  std::uint64_t last = first;
  for (std::uint64_t at = begin; at < thread.cursor;) {
    const auto& head = *reinterpret_cast<const RecordHead*>(at);
    const RecordKind kind = unpack_kind(head.time_and_kind);
    take(kind, head);
    last = std::max(last, unpack_ticks(head.time_and_kind));
    at += record_units(kind, head.payload) * kUnitBytes;
  }
  while (depth > 1) end_visit(open_visits[depth - 1].tally, last);
  return last - first;
}

// Returns false if the function had been excluded or kept before.
bool leave_out(const Tally& tally) {
  const Decision known = decision_on(tally.address, [] { return Decision::Recorded; });
  if (known != Decision::Recorded || !keep_decision(tally.address, Decision::Short)) return false;
  DefinitionLine("short-function").hex(tally.address).number(process.settings.adaptive_ns);
  return true;
}

bool is_looked_at(const ThreadState& thread, ShortCalls& calls) {
  if (process.settings.adaptive_ns == 0 || process.settings.compressed || has_region_rules ||
      thread.writing != 0)
    return false;
  if (calls.windows_skipped >= calls.windows_to_skip) return true;
  ++calls.windows_skipped;
  return false;
}

}  // namespace

void leave_out_short_functions(ThreadState& thread) {
  ShortCalls& calls = thread.short_calls;
  if (!is_looked_at(thread, calls)) return;
  calls.windows_skipped = 0;
  const double ns = trace::eventlog::ns_per_tick(process.begin, read_clocks());
  if (ns == 0.0) return;
  const double limit = process.settings.adaptive_ns / ns;  // ticks
  most_ticks = static_cast<std::uint64_t>(kMostOfVisit * limit);
  long_ticks.store(static_cast<std::uint64_t>(kLong * limit), std::memory_order_relaxed);
  const double span = static_cast<double>(survey(thread)) * ns;
  bool is_news = false;
  for (const Tally& tally : tallies) {
    if (tally.visits < kFewestVisits || tally.holds_more) continue;
    const auto visits = static_cast<double>(tally.visits);
    const bool is_short = static_cast<double>(tally.ticks) < visits * limit;
    if (is_short && visits * kCallNs >= kLeastShare * span) is_news |= leave_out(tally);
  }
  const auto most = static_cast<std::uint32_t>(kMostToSkip / thread.log.window_bytes());
  calls.windows_to_skip = is_news ? 0 : std::min(2 * calls.windows_to_skip + 1, most);
}

void define_short_calls() {
  std::uint64_t calls = process.short_calls;
  for (const ThreadState* thread = process.threads; thread != nullptr; thread = thread->next)
    calls += thread->short_calls.count.load(std::memory_order_relaxed);
  if (calls != 0) DefinitionLine("short-calls").number(calls);
}

// This also gives a log to a thread that calls nothing but excluded functions.
void look_at_visit(std::uint64_t address) {
  ThreadState& thread = this_thread;
  ShortCalls& calls = thread.short_calls;
  calls.until_look = kCallsBetween;
  if (!thread.began) make_room(thread, sizeof(RecordHead));
  calls.watched_since = now().ticks;
  calls.watched = address;
}

void end_look(std::uint64_t address) {
  ShortCalls& calls = this_thread.short_calls;
  const bool is_long =
      now().ticks - calls.watched_since > long_ticks.load(std::memory_order_relaxed);
  calls.watched = 0;
  if (calls.suspect != address) {
    if (!is_long) return;
    calls.suspect = address;
    calls.long_visits = calls.short_visits = 0;
  }
  ++(is_long ? calls.long_visits : calls.short_visits);
  if (calls.short_visits == kShortVisits) calls.suspect = 0;
  if (calls.long_visits < kLongVisits) return;
  calls.suspect = 0;
  if (!measured() || this_thread.quiet_depth != 0 || getpid() != process.pid) return;
  const OnOwnAccount on_own_account;
  const QuietSection quiet;
  if (keep_decision(address, Decision::Kept)) DefinitionLine("long-function").hex(address);
}

}  // namespace tarry::runtime::core
