// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/call_path.h"

#include <algorithm>

namespace tarry::runtime::sampling {
namespace {

// Returns the address that distinguishes activations of one function.
std::uint64_t position_of(const PathFrame& frame) {
  return frame.cfa != 0 ? frame.cfa : frame.state.rsp;
}

bool is_same_activation(const PathFrame& a, const PathFrame& b) {
  return position_of(a) == position_of(b) && a.function == b.function;
}

bool is_at_same_call(const PathFrame& a, const PathFrame& b) {
  return a.state.pc == b.state.pc && a.state.is_interrupted == b.state.is_interrupted;
}

bool still_there(std::uint64_t address, std::uint64_t expected, StackMemory& memory) {
  std::uint64_t value = 0;
  return address == 0 || (memory.read(address, value) && value == expected);
}

}  // namespace

void CallPath::update(const FrameState& leaf, const Registers& registers, const OtherWork& other,
                      RulesCache& cache, StackMemory memory, bool fast) {
  memory.enter(leaf.rsp);
  const StackMemory begin = memory;
  unwind(leaf, registers, cache, memory, fast);
  if (joined_ + fresh_count_ > kMostFrames) {
    memory = begin;
    unwind(leaf, registers, cache, memory, false);
  }
  leave_out(other.waiting, cache);
  leave_out_ours(other.own_account);
  compare();
  take_over();
}

void CallPath::unwind(const FrameState& leaf, const Registers& registers, RulesCache& cache,
                      StackMemory& memory, bool fast) {
  fresh_count_ = 0;
  joined_ = 0;
  fresh_partial_ = false;
  // The frames beyond a partial path may have changed.
  candidate_ = fast && !partial_ ? count_ : 0;
  FrameState state = leaf;
  for (;;) {
    if (joins(state, memory)) return;
    PathFrame& frame = fresh_[fresh_count_];
    const Step step = step_up(state, fresh_count_ == 0 ? &registers : nullptr, cache, memory);
    frame = {.state = state,
             .reads = step.reads,
             .cfa = step.cfa,
             .function = step.function,
             .bias = step.bias,
             .node = 0,
             .facts = step.facts,
             .depth = 0};
    ++fresh_count_;
    fresh_partial_ = step.end == StepEnd::Lost || fresh_count_ == kMostFrames;
    if (step.end != StepEnd::Caller || fresh_count_ == kMostFrames) return;
    state = step.caller;
  }
}

// Returns whether the rest of the path is unchanged.
bool CallPath::joins(const FrameState& state, const StackMemory& memory) {
  while (candidate_ > 0 && frames_[candidate_ - 1].state.rsp < state.rsp) --candidate_;
  if (candidate_ == 0 || !(frames_[candidate_ - 1].state == state)) return false;
  if (!still_holds(candidate_ - 1, memory)) {
    candidate_ = 0;
    return false;
  }
  joined_ = candidate_;
  return true;
}

// Frames are unchanged if all values that were read for them are unchanged: by induction from
// `from` outwards.
bool CallPath::still_holds(std::size_t from, StackMemory memory) const {
  for (std::size_t at = from + 1; at-- > 0;) {
    const PathFrame& frame = frames_[at];
    const FrameState caller = at > 0 ? frames_[at - 1].state : FrameState{};
    const Reads& reads = frame.reads;
    if (!still_there(reads.pc, caller.pc, memory) || !still_there(reads.rsp, frame.cfa, memory))
      return false;
    if (at == 0) return true;
    if (!still_there(reads.rbp, caller.rbp, memory) || !still_there(reads.rbx, caller.rbx, memory))
      return false;
    if (caller.is_interrupted) memory.enter(caller.rsp);
  }
  return true;
}

void CallPath::leave_out(const WaitingCall& waiting, RulesCache& cache) {
  if (waiting.cfa == 0) return;
  std::size_t at = 0;
  while (at < fresh_count_ && fresh_[at].cfa != waiting.cfa) ++at;
  if (at == fresh_count_) return;
  std::copy(fresh_ + at, fresh_ + fresh_count_, fresh_);
  fresh_count_ -= at;
  // The waiting function counts as one place, wherever its code is.
  PathFrame& frame = fresh_[0];
  const CodePlace place = cache.find(waiting.function);
  frame.state.pc = waiting.function;
  frame.state.is_interrupted = true;
  frame.function = place.rules.function;
  frame.bias = place.bias;
  frame.facts = place.facts;
  frame.facts.is_ours = false;  // our wrapper stands for the function of that name
}

// Returns how many of the innermost frames belong to our own work, with the wrapper that led to it.
std::size_t CallPath::frames_in_ours(std::uint64_t own_account) const {
  const std::size_t size = joined_ + fresh_count_;
  std::size_t in = size > 0 && inner(0).facts.is_ours ? 1 : 0;
  for (std::size_t at = 0; own_account != 0 && at < size; ++at) {
    const PathFrame& frame = inner(at);
    const bool holds_it = frame.state.rsp <= own_account && own_account < frame.cfa;
    if (!holds_it) continue;
    if (frame.facts.is_ours) in = at + 1;  // otherwise it remains from work that was left by a jump
    break;
  }
  while (in > 0 && in < size && inner(in).facts.is_ours) ++in;
  return in;
}

void CallPath::leave_out_ours(std::uint64_t own_account) {
  const std::size_t in = frames_in_ours(own_account);
  in_ours_ = in > 0;
  const std::size_t fresh = std::min(in, fresh_count_);
  std::copy(fresh_ + fresh, fresh_ + fresh_count_, fresh_);
  fresh_count_ -= fresh;
  joined_ -= in - fresh;
}

void CallPath::compare() {
  const std::size_t most = std::min(count_, joined_ + fresh_count_);
  std::size_t shared = joined_;
  bool same_call = true;
  if (partial_ != fresh_partial_) same_call = false;
  while (same_call && shared < most && is_same_activation(frames_[shared], fresh_at(shared))) {
    same_call = is_at_same_call(frames_[shared], fresh_at(shared));
    ++shared;
  }
  shared_ = shared;
  unchanged_ = same_call ? shared : std::max<std::size_t>(shared, 1) - 1;
  unchanged_ = std::max(unchanged_, joined_);
}

void CallPath::take_over() {
  count_ = joined_ + fresh_count_;
  partial_ = fresh_partial_;
  for (std::size_t at = joined_; at < count_; ++at) {
    const std::uint32_t node = frames_[at].node;
    frames_[at] = fresh_at(at);
    if (at < unchanged_) frames_[at].node = node;
    frames_[at].depth = (at > 0 ? frames_[at - 1].depth : 0) + (frames_[at].facts.is_ours ? 0 : 1);
  }
}

}  // namespace tarry::runtime::sampling
