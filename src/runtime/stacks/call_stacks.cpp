// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/call_stacks.h"

#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/platform.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/modules.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/poll_streak.h"
#include "runtime/core/record.h"
#include "runtime/core/region_filter.h"
#include "runtime/core/stack_order.h"
#include "runtime/stacks/called_functions.h"
#include "runtime/stacks/code_kind.h"
#include "runtime/stacks/known_stack.h"
#include "runtime/stacks/open_frames.h"
#include "runtime/stacks/shown_frames.h"

namespace tarry::runtime::stacks {

using core::EventTime;
using core::RecordKind;
using core::ThreadState;
using unwinding::StackMemory;

constinit std::atomic<bool> are_taken{false};

// It has memory of its own; a zero-initialized one is empty.
struct ThreadStack {
  KnownStack known;
  OpenFrames open;
  ShownFrames shown;
  unwinding::RulesCache cache;
  unwinding::StackRange range;
  std::uintptr_t working;  // address on the stack of the work in progress; 0: none
  // The time at which the last recorded call ended, and the end of the log at that time.
  EventTime last_end;
  std::uint64_t last_cursor;
  std::uint32_t unloadings;  // count of unloaded objects when the stack was last looked at
  bool is_stale;             // the open frames may differ from the known ones
  bool is_chosen;            // `shown` has the known frames: a jump has not interrupted the choice
};

namespace {

constinit std::atomic<bool> is_closed{false};  // no function is entered any more
// Stack of the thread that runs the library constructor. Read-only after it.
constinit unwinding::StackRange initial_stack;

// Indexed by Gap: number of the region plus one, and number of MPI calls whose stack has it.
constinit std::atomic<std::uint32_t> gap_regions[kGaps] = {};
constinit std::atomic<std::uint64_t> gap_counts[kGaps] = {};

unwinding::ObjectFacts describe(std::uint64_t /*identity*/, const dl_find_object& object) {
  unwinding::ObjectFacts facts;
  const auto begin = reinterpret_cast<std::uint64_t>(object.dlfo_map_start);
  facts.module = static_cast<std::uint16_t>(core::tenant_of(begin) >> core::kTenantShift);
  const char* path = object.dlfo_link_map->l_name;
  facts.kind = static_cast<std::uint8_t>(code_kind(path != nullptr ? path : ""));
  return facts;
}

[[gnu::cold, gnu::noinline]] core::RegionNumber define_gap(Gap gap) {
  core::RegionInfo info;
  info.name = name_of(gap);
  info.role = model::RegionRole::Function;
  info.paradigm = model::Paradigm::Compiler;
  const core::RegionNumber number = core::register_region(info);
  if (!number.valid()) return number;
  // Two threads may get here at once: both use the number of the first.
  std::uint32_t known = 0;
  auto& all = gap_regions[static_cast<std::size_t>(gap)];
  return all.compare_exchange_strong(known, number.value + 1) ? number
                                                              : core::RegionNumber{known - 1};
}

core::RegionNumber region_of(Gap gap) {
  const std::uint32_t known =
      gap_regions[static_cast<std::size_t>(gap)].load(std::memory_order_relaxed);
  return known != 0 ? core::RegionNumber{known - 1} : define_gap(gap);
}

// Returns the payload of both records.
std::uint64_t enter(const OpenFrame& frame, EventTime time) {
  if (frame.function >= kGaps) {
    const std::uint64_t payload = payload_of(frame);
    core::record_at(RecordKind::FunctionEnter, time, payload);
    return payload;
  }
  const core::RegionNumber region = region_of(static_cast<Gap>(frame.function));
  if (region.valid()) core::record_at(RecordKind::RegionEnter, time, region.value);
  return region.value;
}

// Counters are not read: what they have counted since the previous call belongs to the callers.
void leave(const OpenFrame& frame, std::uint64_t payload, EventTime time) {
  if (frame.function >= kGaps)
    core::record_head<false>(RecordKind::FunctionLeave, time, payload);
  else if (payload != core::RegionNumber::kNone)
    core::record_head<false>(RecordKind::RegionLeave, time, payload);
}

// Returns when frames have ended, at most `now`: at the end of the previous call if nothing was
// recorded since.
EventTime end_of_frames(const ThreadStack& stack, EventTime now) {
  const bool is_last = core::this_thread.cursor == stack.last_cursor && stack.last_cursor != 0;
  // Further calls may have been added to the last one.
  if (is_last && core::is_streak_last(core::this_thread)) {
    const std::uint64_t last = core::this_thread.polls.last;
    return {std::clamp(last, core::end_streak(core::this_thread, now), now.ticks)};
  }
  return is_last && stack.last_end.ticks < now.ticks ? stack.last_end : now;
}

// Marks work on a stack. It is false in a signal handler that has interrupted work on the same
// stack.
class Work {
 public:
  explicit Work(ThreadStack& stack) : stack_(stack), outer_(stack.working) {
    const auto here = reinterpret_cast<std::uintptr_t>(this);
    // Work that was left by a jump is over; addresses show that only within one stack.
    const bool is_jump = stack.range.holds(here) && stack.range.holds(outer_);
    may_ = outer_ == 0 || (is_jump && core::is_over(outer_, here));
    if (may_) stack_.working = here;
    base::compiler_barrier();
  }
  ~Work() {
    base::compiler_barrier();
    if (may_) stack_.working = 0;
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  explicit operator bool() const { return may_; }

 private:
  ThreadStack& stack_;
  std::uintptr_t outer_;
  bool may_;
};

[[gnu::always_inline]] inline bool is_unchanged(const ThreadStack& stack, const Caller& caller) {
  return stack.unloadings == core::unloadings.load(std::memory_order_relaxed) &&
         stack.known.is_unchanged(caller);
}

// The same addresses may now belong to other functions.
[[gnu::cold, gnu::noinline]] void forget_objects(ThreadStack& stack, std::uint32_t unloadings) {
  stack.unloadings = unloadings;
  stack.known.forget();
  stack.cache.forget_objects(unloadings);
}

void find_frames(ThreadStack& stack, const Caller& caller) {
  core::look_closely_at_next_poll();
  stack.is_stale = true;
  const bool goes_on = std::exchange(stack.is_chosen, false);
  base::compiler_barrier();
  if (const auto now = core::unloadings.load(std::memory_order_relaxed); now != stack.unloadings)
    forget_objects(stack, now);
  if (!stack.range.holds(caller.cfa)) stack.known.forget();
  StackMemory memory(stack.range, {});
  memory.enter(caller.cfa);
  stack.known.walk(caller, [&](const unwinding::FrameState& state) {
    return unwinding::step_up(state, nullptr, stack.cache, memory);
  });
  // A signal handler may run on another stack than the code that it has interrupted: either may be
  // the thread's own one.
  const bool ends_in_own = stack.range.holds(stack.known[0].state.rsp);
  choose_frames(stack.known, ends_in_own, core::process.settings.call_stacks,
                core::excludes_function, goes_on, stack.shown);
  base::compiler_barrier();
  stack.is_chosen = true;
  // Without asking the system we cannot know how far such a stack may be read.
  if (memory.has_left_thread()) stack.known.forget();
}

// To be called at each call of MPI.
void count_gaps(const ThreadStack& stack) {
  if (stack.shown.gaps == 0) return;
  for (std::size_t gap = 1; gap < kGaps; ++gap)
    if ((stack.shown.gaps >> gap & 1) != 0) gap_counts[gap].fetch_add(1, std::memory_order_relaxed);
}

void refresh(ThreadStack& stack, const Caller& caller) {
  if (is_closed.load(std::memory_order_relaxed))
    stack.shown.clear();
  else if (!stack.is_chosen || !is_unchanged(stack, caller))
    find_frames(stack, caller);
}

// A streak of polls ends only if frames are left.
void record_changes(ThreadStack& stack, std::span<const OpenFrame> frames, EventTime now) {
  EventTime ended;
  bool has_ended = false;
  stack.open.update(
      frames,
      [&](const OpenFrame& frame, std::uint64_t payload) {
        if (!has_ended) ended = end_of_frames(stack, now);
        has_ended = true;
        leave(frame, payload, ended);
      },
      [now](const OpenFrame& frame) { return enter(frame, now); });
  stack.is_stale = is_closed.load(std::memory_order_relaxed);
  if (stack.is_stale) core::look_closely_at_next_poll();
}

// `in_call`: in an MPI call, which cannot be in a signal handler or an allocator. Elsewhere only
// the initial thread begins, because finding another thread's stack takes memory and locks.
[[gnu::cold, gnu::noinline]] ThreadStack* begin_thread(std::uint32_t regions, bool in_call) {
  ThreadState& thread = core::this_thread;
  const bool is_initial = initial_stack.holds(reinterpret_cast<std::uint64_t>(&regions));
  if (!is_initial && !in_call) return nullptr;
  if (thread.finished || !core::start_measurement()) return nullptr;
  const core::OnOwnAccount on_own_account;
  void* memory = mmap(nullptr, sizeof(ThreadStack), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* stack = static_cast<ThreadStack*>(memory);
  stack->range = is_initial ? initial_stack : unwinding::stack_of_this_thread();
  stack->cache.describe_with(describe);
  for (; regions > 0; --regions) stack->open.enter_region();
  thread.stack = stack;
  // The time for making the log is not the time of the program's functions.
  if (thread.limit.load(std::memory_order_relaxed) == 0)
    core::make_room(thread, sizeof(trace::eventlog::RecordHead));
  return stack;
}

// Returns true in functions that MPI calls back: they would lie in the call's region and still be
// open when that is left.
bool is_in_mpi(const ThreadState& thread, const Caller& caller) {
  return thread.mpi_call != 0 && caller.cfa < thread.mpi_call;
}

// Records the present frames in front of something other than an MPI call, except for the one that
// `region` stands for, which is returned. `region`: nullptr: none. Needs a Work.
OpenFrame take_at(ThreadStack& stack, const Caller& caller, EventTime now,
                  const NamedRegion* region) {
  if (!core::measured() || is_in_mpi(core::this_thread, caller)) return {};
  refresh(stack, caller);
  const auto all = stack.shown.all();
  const bool is_itself = region != nullptr && !all.empty() && all.back().function >= kGaps &&
                         is_function_itself(*region, all.back().function);
  record_changes(stack, is_itself ? all.first(all.size() - 1) : all, now);
  return is_itself ? all.back() : OpenFrame{};
}

void leave_frames(ThreadStack& stack, EventTime now) {
  const EventTime ended = end_of_frames(stack, now);
  stack.open.leave_all_above_region(
      [ended](const OpenFrame& frame, std::uint64_t payload) { leave(frame, payload, ended); });
}

}  // namespace

void begin() {
  const bool are_wanted = core::process.settings.call_stacks != 0;
  // The program's hooks already report its functions.
  if (!are_wanted || !core::library_has_mpi() || has_function_hooks()) return;
  initial_stack = unwinding::stack_of_this_thread();
  are_taken.store(true, std::memory_order_relaxed);
}

void define_no_more() { is_closed.store(true, std::memory_order_relaxed); }

void note_incomplete() {
  for (std::size_t gap = 1; gap < kGaps; ++gap) {
    const std::uint64_t count = gap_counts[gap].load(std::memory_order_relaxed);
    if (count == 0) continue;
    char text[160];
    std::snprintf(text, sizeof text, "MPI calls with incomplete call stacks, %s: %llu",
                  name_of(static_cast<Gap>(gap)), static_cast<unsigned long long>(count));
    core::note(text);
  }
}

void take(const Caller& caller) {
  ThreadStack* stack = core::this_thread.stack;
  if (stack == nullptr) {
    stack = begin_thread(core::this_thread.regions_open, true);
    if (stack == nullptr) return;
  }
  if (!stack->is_stale && is_unchanged(*stack, caller)) return count_gaps(*stack);
  if (const Work work(*stack); work) {
    refresh(*stack, caller);
    record_changes(*stack, stack->shown.all(), core::now());
    count_gaps(*stack);
  }
}

bool is_as_before(std::uint64_t pc, std::uint64_t cfa, std::uint64_t rbp) {
  const ThreadStack* const stack = core::this_thread.stack;
  if (stack == nullptr || stack->is_stale || !is_unchanged(*stack, {pc, cfa, rbp})) return false;
  count_gaps(*stack);
  return true;
}

bool may_repeat_stack(core::PollStreak& polls) {
  const ThreadStack* const stack = core::this_thread.stack;
  if (stack == nullptr || stack->is_stale || stack->known.size() == 0 || stack->shown.gaps != 0)
    return false;
  stack->known.describe(polls);
  polls.unloadings = stack->unloadings;
  return true;
}

void remember_end(ThreadState& thread, EventTime time) {
  thread.stack->last_end = time;
  thread.stack->last_cursor = thread.cursor;
}

void take_here(EventTime time, bool begins) {
  const ThreadState& thread = core::this_thread;
  if (thread.stack == nullptr && (!begins || begin_thread(thread.regions_open, false) == nullptr))
    return;
  if (const Work work(*thread.stack); work) take_at(*thread.stack, TARRY_CALLER(), time, nullptr);
}

void enter_region(EventTime time, bool takes, const NamedRegion* region) {
  ThreadState& thread = core::this_thread;
  const std::uint32_t outer = thread.regions_open++;
  if (!are_taken.load(std::memory_order_relaxed)) return;
  // Worker threads of a team have frames only inside it.
  if (thread.stack == nullptr && (thread.is_openmp || begin_thread(outer, false) == nullptr))
    return;
  // A signal handler that has interrupted such work leaves its regions before the work goes on.
  const Work work(*thread.stack);
  if (!work) return;
  const Caller caller = TARRY_CALLER();
  OpenFrame itself;
  if (takes)
    itself = take_at(*thread.stack, caller, time, region);
  else if (!is_in_mpi(thread, caller))
    leave_frames(*thread.stack, time);
  thread.stack->open.enter_region(itself);
  thread.stack->is_stale = true;
  core::look_closely_at_next_poll();
}

void leave_region(EventTime time) {
  ThreadState& thread = core::this_thread;
  if (thread.regions_open > 0) --thread.regions_open;
  if (thread.stack == nullptr) return;
  const Work work(*thread.stack);
  if (!work) return;
  const EventTime ended = end_of_frames(*thread.stack, time);
  thread.stack->open.leave_region(
      [ended](const OpenFrame& frame, std::uint64_t payload) { leave(frame, payload, ended); });
  thread.stack->is_stale = true;
  core::look_closely_at_next_poll();
}

void end_thread(ThreadState& thread) {
  if (thread.stack == nullptr) return;
  thread.polls.repeated = nullptr;
  munmap(thread.stack, sizeof(ThreadStack));
  thread.stack = nullptr;
}

}  // namespace tarry::runtime::stacks
