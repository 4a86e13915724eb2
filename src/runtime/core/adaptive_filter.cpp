// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/adaptive_filter.h"

#include <algorithm>
#include <cstring>

#include "runtime/core/definitions_log.h"
#include "runtime/core/function_decisions.h"
#include "runtime/core/process.h"
#include "trace/recording/log_format.h"

namespace tarry::runtime::core {
namespace {

using trace::recording::kUnitBytes;
using trace::recording::record_units;
using trace::recording::RecordHead;
using trace::recording::RecordKind;
using trace::recording::unpack_kind;
using trace::recording::unpack_ticks;

constexpr double kCallNs = 30.0;            // of recording a call: its two records
constexpr double kLeastShare = 1.0 / 1000;  // of the time, for recording the calls of a function
// A visit counts for at most so many times --adaptive: it may have lost its core.
constexpr std::uint64_t kMostOfVisit = 20;

// What the window says about a function.
struct Tally {
  std::uint64_t address;
  std::uint64_t visits;
  std::uint64_t ticks;
  bool holds_more;  // something other than functions, or more than can be told
};
constexpr std::uint64_t kTallies = 4096;  // power of two
constexpr std::uint64_t kMostTallies = kTallies / 2;

struct OpenVisit {
  Tally* tally;  // nullptr: there was no room for one
  std::uint64_t since;
  bool holds_more;
};
constexpr std::size_t kDeepest = 1024;

// Guarded by Process::lock.
constinit Tally tallies[kTallies];
constinit std::size_t tally_count = 0;
// Of those that are open when the window begins, one at a time is at the bottom.
constinit OpenVisit open_visits[kDeepest];
constinit std::size_t depth = 0;
constinit std::uint64_t most_ticks = 0;  // that a visit counts for
// Windows that tell nothing new are looked at less and less often.
constexpr std::uint32_t kMostToSkip = 64;
constinit std::uint32_t windows_to_skip = 0;
constinit std::uint32_t windows_skipped = 0;

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

// Of a visit that lasts beyond the window, the part within counts.
void end_visit(Tally* tally, std::uint64_t ticks) {
  OpenVisit& visit = open_visits[depth - 1];
  if (tally != nullptr) {
    ++tally->visits;
    tally->ticks += std::min(ticks - std::min(ticks, visit.since), most_ticks);
    tally->holds_more |= visit.holds_more;
  }
  if (depth == 1) return;  // the one around it goes on
  --depth;
  open_visits[depth - 1].holds_more |= visit.holds_more;
}

// After a jump, or deeper than there is room for, nobody knows what the open visits hold.
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

double ns_per_tick() {
  const ClockReading end = read_clocks();
  const std::uint64_t ticks = end.ticks - process.begin.ticks;
  const std::uint64_t ns = end.monotonic_ns - process.begin.monotonic_ns;
  return ticks == 0 ? 0.0 : static_cast<double>(ns) / static_cast<double>(ticks);
}

bool leave_out(const Tally& tally) {
  if (!keep_decision(tally.address, Decision::LeftOut)) return false;
  DefinitionLine("left-out").hex(tally.address).number(process.settings.adaptive_ns);
  return true;
}

}  // namespace

void leave_out_short_functions(const ThreadState& thread) {
  if (process.settings.adaptive_ns == 0 || process.settings.compressed || thread.writing != 0)
    return;
  if (windows_skipped < windows_to_skip) {
    ++windows_skipped;
    return;
  }
  windows_skipped = 0;
  const double ns = ns_per_tick();
  if (ns == 0.0) return;
  const std::uint64_t longest_ns = kMostOfVisit * process.settings.adaptive_ns;
  most_ticks = static_cast<std::uint64_t>(static_cast<double>(longest_ns) / ns);
  const double span = static_cast<double>(survey(thread)) * ns;
  bool is_news = false;
  for (const Tally& tally : tallies) {
    if (tally.visits == 0 || tally.holds_more) continue;
    const auto visits = static_cast<double>(tally.visits);
    const bool is_short =
        static_cast<double>(tally.ticks) * ns < visits * process.settings.adaptive_ns;
    if (is_short && visits * kCallNs >= kLeastShare * span) is_news |= leave_out(tally);
  }
  windows_to_skip = is_news ? 0 : std::min(2 * windows_to_skip + 1, kMostToSkip);
}

void define_calls_left_out() {
  std::uint64_t calls = process.calls_left_out;
  for (const ThreadState* thread = process.threads; thread != nullptr; thread = thread->next)
    calls += thread->calls_left_out;
  if (calls != 0) DefinitionLine("calls-left-out").number(calls);
}

}  // namespace tarry::runtime::core
