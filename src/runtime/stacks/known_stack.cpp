// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/known_stack.h"

namespace tarry::runtime::stacks {

using unwinding::FrameState;
using unwinding::Step;

// Returns how many of the known frames, counted from the outermost one, are still there if a frame
// has the state `state`; 0 if the frame is new.
std::size_t KnownStack::joins(const FrameState& state, std::size_t& candidates) const {
  while (candidates > 0 && frames_[candidates - 1].state.rsp < state.rsp) --candidates;
  if (candidates == 0) return 0;
  const KnownFrame& known = frames_[candidates - 1];
  if (known.state.rsp != state.rsp || known.state.pc != state.pc ||
      known.state.is_interrupted != state.is_interrupted)
    return 0;
  if (known.needs_rbp && known.state.rbp != state.rbp) return 0;
  if (known.needs_rbx && known.state.rbx != state.rbx) return 0;
  if (!words_hold(known.words)) return candidates = 0;
  return candidates;
}

void KnownStack::add_word(std::uint64_t address, std::uint64_t value, std::uint16_t& words) {
  if (address == 0) return;
  words_[words++] = {address, value};
}

void KnownStack::take_over(std::size_t joined, std::size_t fresh) {
  count_ = 0;  // so that a jump out of a signal handler leaves nothing half done
  std::size_t at = joined;
  for (; fresh > 0; --fresh, ++at) {
    const FreshFrame& from = fresh_[fresh - 1];
    const Step& step = from.step;
    const bool has_outer = at > 0;
    const bool outer_rbp = has_outer && frames_[at - 1].needs_rbp;
    const bool outer_rbx = has_outer && frames_[at - 1].needs_rbx;
    KnownFrame& frame = frames_[at];
    frame = {.state = from.state,
             .cfa = step.cfa,
             .function = step.function,
             .facts = step.facts,
             .needs_rbp = step.uses_rbp || (outer_rbp && step.reads.rbp == 0),
             .needs_rbx = step.uses_rbx || (outer_rbx && step.reads.rbx == 0),
             .words = has_outer ? frames_[at - 1].words : std::uint16_t{0}};
    add_word(step.reads.pc, step.caller.pc, frame.words);
    add_word(step.reads.rsp, step.caller.rsp, frame.words);
    if (outer_rbp) add_word(step.reads.rbp, step.caller.rbp, frame.words);
    if (outer_rbx) add_word(step.reads.rbx, step.caller.rbx, frame.words);
  }
  count_ = at;
}

}  // namespace tarry::runtime::stacks
