// SPDX-License-Identifier: BSD-3-Clause
// The stack of a thread at its last call, and the values that must be unchanged for the stack to be
// the same now.
//
// A frame's caller follows from the instruction that the frame is at, from its stack pointer, and
// from words of the stack: the return address, and registers that a function has saved there, as
// far as frames further out are found by them. So a stack is unchanged if the innermost frame is at
// the same instruction with the same stack pointer (and register, if it matters) and all these
// words hold the same values. For the same reason a walk may end at the first frame that was there
// before. By induction the result is that of a walk to the end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/core/thread_state.h"
#include "runtime/stacks/caller.h"
#include "runtime/unwinding/unwinder.h"

namespace tarry::runtime::stacks {

enum class WalkEnd : std::uint8_t {
  Outermost,  // the whole stack is known
  Lost,       // the caller of the outermost known frame could not be found
  TooDeep,    // there are more frames
};

struct KnownFrame {
  unwinding::FrameState state;
  std::uint64_t cfa = 0;
  std::uint64_t function = 0;  // its first address; 0: not known
  unwinding::ObjectFacts facts;
  bool needs_rbp = false;  // rbp of `state` matters, here or further out
  bool needs_rbx = false;
  std::uint16_t words = 0;  // words of the stack that this and the outer frames depend on
};

// A zero-initialized object knows nothing. Thread: owner. Signal: safe, unless the handler
// interrupts one of its functions.
class KnownStack {
 public:
  static constexpr std::size_t kMostFrames = 256;

  // Returns whether nothing has changed since the last walk. The memory of the stack must be the
  // same, up to its end.
  [[nodiscard]] bool is_unchanged(const Caller& caller) const {
    if (count_ == 0) return false;
    const KnownFrame& innermost = frames_[count_ - 1];
    if (innermost.state.pc != caller.pc || innermost.state.rsp != caller.cfa) return false;
    if (innermost.needs_rbp && innermost.state.rbp != caller.rbp) return false;
    return words_hold(innermost.words);
  }

  // Lets a streak of polls check the same by itself until the next walk. Needs a frame.
  void describe(core::PollStreak& polls) const {
    const KnownFrame& innermost = frames_[count_ - 1];
    polls.needs_rbp = innermost.needs_rbp;
    polls.rbp = innermost.state.rbp;
    polls.words = words_;
    polls.words_end = words_ + innermost.words;
  }

  // Walks from the caller outwards. `step` is called as Step(const FrameState&), beginning with the
  // innermost frame.
  template <class StepUp>
  void walk(const Caller& caller, StepUp step) {
    if (walk_once(caller, step, count_)) return;
    walk_once(caller, step, 0);
  }

  // Returns how many frames, from the outermost one inwards, the last walk has found as they were.
  [[nodiscard]] std::size_t kept() const { return kept_; }

  // Makes the next walk go to the end, and is_unchanged() false until then.
  void forget() { count_ = 0; }

  // The frames from the outermost one inwards, as far as the last walk came.
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const KnownFrame& operator[](std::size_t at) const { return frames_[at]; }
  [[nodiscard]] WalkEnd end() const { return end_; }

 private:
  struct FreshFrame {
    unwinding::FrameState state;
    unwinding::Step step;
  };
  using Word = core::StackWord;
  static constexpr std::size_t kMostWords = kMostFrames * 4;

  // `candidates`: how many of the known frames may still be there. Returns false if there are more
  // frames than there is room for.
  template <class StepUp>
  bool walk_once(const Caller& caller, StepUp step, std::size_t candidates) {
    std::size_t fresh = 0;
    std::size_t joined = 0;
    WalkEnd end = WalkEnd::TooDeep;
    // The caller's rbx is not known, but no compiler locates frames by it.
    unwinding::FrameState state{caller.pc, caller.cfa, caller.rbp, 0, false};
    while (fresh < kMostFrames) {
      if (joined = joins(state, candidates); joined != 0) break;
      FreshFrame& frame = fresh_[fresh++];
      frame = {state, step(state)};
      if (frame.step.end != unwinding::StepEnd::Caller) {
        end = frame.step.end == unwinding::StepEnd::Outermost ? WalkEnd::Outermost : WalkEnd::Lost;
        break;
      }
      state = frame.step.caller;
    }
    if (joined + fresh > kMostFrames) return false;
    if (joined == 0) end_ = end;
    kept_ = joined;
    take_over(joined, fresh);
    return true;
  }

  std::size_t joins(const unwinding::FrameState& state, std::size_t& candidates) const;
  void take_over(std::size_t joined, std::size_t fresh);
  void add_word(std::uint64_t address, std::uint64_t value, std::uint16_t& words);

  [[nodiscard]] bool words_hold(std::size_t words) const {
    for (std::size_t at = 0; at < words; ++at)
      if (*reinterpret_cast<const std::uint64_t*>(words_[at].address) != words_[at].value)
        return false;
    return true;
  }

  KnownFrame frames_[kMostFrames];
  Word words_[kMostWords];         // words of outer frames come first
  FreshFrame fresh_[kMostFrames];  // from the innermost frame outwards
  std::size_t count_;
  std::size_t kept_;
  WalkEnd end_;
};

}  // namespace tarry::runtime::stacks
