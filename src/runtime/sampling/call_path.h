// SPDX-License-Identifier: BSD-3-Clause
// The position of a thread: the frames of its stack at the last sample, and the part of it whose
// frames are the same activations at the next sample.
//
// Two samples share an activation if they share all frames further out, at the same calls, and if
// the frame lies at the same place of the stack (canonical frame address) and belongs to the same
// function. A function that returned and was called again from the same place in between cannot be
// distinguished from one that did not return. Source: L. Wei, J. Mellor-Crummey, PPoPP 2020,
// section 3 (least common ancestor); there, returns are intercepted instead.
//
// Most samples change few frames. Unwinding stops at the first frame whose registers are those of a
// frame of the last sample, if all values that would be read from there outwards are unchanged: the
// result is the same as that of unwinding to the end.
//
// Frames of our own libraries are not part of what the program does. Wrappers through which the
// program or MPI has called something stay as places to join at, and do not count for the depth.
// Where we are at work ourselves, the path ends at the frame that has called us.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/unwinding/unwinder.h"

namespace tarry::runtime::sampling {

using unwinding::CodePlace;
using unwinding::FrameState;
using unwinding::ObjectFacts;
using unwinding::Reads;
using unwinding::Registers;
using unwinding::RulesCache;
using unwinding::StackMemory;
using unwinding::StackRange;
using unwinding::Step;
using unwinding::StepEnd;

struct PathFrame {
  FrameState state;
  Reads reads;
  std::uint64_t cfa = 0;
  std::uint64_t function = 0;
  std::uint64_t bias = 0;
  std::uint32_t node = 0;  // for use by the caller
  ObjectFacts facts;
  std::uint32_t depth = 0;  // frames from the outermost one to this one, without ours
};

// A call in which the thread waits in the kernel with the signal blocked: frames further in than
// this one are ours, not the program's.
struct WaitingCall {
  std::uint64_t cfa = 0;       // the called function's; 0: none
  std::uint64_t function = 0;  // its address
};

// The thread's place in work that is not the program's.
struct OtherWork {
  WaitingCall waiting;
  // An address in the frame of a library of ours: from there inwards it works for the recording of
  // events; 0: there is none.
  std::uint64_t own_account = 0;
};

// A zero-initialized path is empty. Thread: owner. Signal: safe, unless the handler interrupts one
// of its functions.
class CallPath {
 public:
  static constexpr std::size_t kMostFrames = 1024;

  // Moves on to the stack whose innermost state is `leaf`. `fast`: unwind no further than needed.
  void update(const FrameState& leaf, const Registers& registers, const OtherWork& other,
              RulesCache& cache, StackMemory memory, bool fast = true);
  // Makes the next path share nothing with this one.
  void forget() { count_ = 0; }

  // The frames from the outermost one inwards.
  [[nodiscard]] PathFrame& operator[](std::size_t at) { return frames_[at]; }
  [[nodiscard]] std::size_t size() const { return count_; }
  // Returns true if the caller of the outermost frame is unknown.
  [[nodiscard]] bool is_partial() const { return partial_; }
  // Returns true if the thread was at work of ours, called by the innermost frame.
  [[nodiscard]] bool is_in_ours() const { return in_ours_; }
  // Returns how many of the `count` outermost frames are not ours.
  [[nodiscard]] std::size_t depth(std::size_t count) const {
    return count == 0 ? 0 : frames_[count - 1].depth;
  }
  // Returns how many of the outermost frames are activations of the previous path, too.
  [[nodiscard]] std::size_t shared() const { return shared_; }
  // Returns how many are unchanged and at the same call: their `node` is still what it was set to.
  [[nodiscard]] std::size_t unchanged() const { return unchanged_; }

 private:
  void unwind(const FrameState& leaf, const Registers& registers, RulesCache& cache,
              StackMemory& memory, bool fast);
  bool joins(const FrameState& state, const StackMemory& memory);
  [[nodiscard]] bool still_holds(std::size_t from, StackMemory memory) const;
  void leave_out(const WaitingCall& waiting, RulesCache& cache);
  void leave_out_ours(std::uint64_t own_account);
  [[nodiscard]] std::size_t frames_in_ours(std::uint64_t own_account) const;
  void compare();
  void take_over();
  [[nodiscard]] const PathFrame& fresh_at(std::size_t at) const {
    return fresh_[joined_ + fresh_count_ - 1 - at];
  }
  // Frames of the new path, from the innermost one outwards.
  [[nodiscard]] const PathFrame& inner(std::size_t at) const {
    return at < fresh_count_ ? fresh_[at] : frames_[joined_ + fresh_count_ - 1 - at];
  }

  PathFrame frames_[kMostFrames];
  PathFrame fresh_[kMostFrames];  // from the innermost frame outwards
  std::size_t count_ = 0;
  std::size_t fresh_count_ = 0;
  std::size_t joined_ = 0;     // outer frames that were not unwound again
  std::size_t candidate_ = 0;  // number of the next old frame that may be joined, plus 1
  std::size_t shared_ = 0;
  std::size_t unchanged_ = 0;
  bool partial_ = false;
  bool fresh_partial_ = false;
  bool in_ours_ = false;
};

}  // namespace tarry::runtime::sampling
