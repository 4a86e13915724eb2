// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/unwinder.h"

#include <sys/ucontext.h>

#include <cstddef>
#include <iterator>

namespace tarry::runtime::unwinding {
namespace {

class Stepper {
 public:
  Stepper(const FrameState& state, const Registers* registers, StackMemory& memory)
      : state_(state), registers_(registers), memory_(memory) {}

  Step by_rules(const FrameRules& rules) {
    if (!find_cfa(rules) || step_.cfa <= state_.rsp) return step_ = {}, step_;
    FrameState& caller = step_.caller;
    caller.rsp = step_.cfa;
    caller.rbp = state_.rbp;
    caller.rbx = state_.rbx;
    const bool found = load(rules.return_address, caller.pc, step_.reads.pc) &&
                       load(rules.rbp, caller.rbp, step_.reads.rbp) &&
                       load(rules.rbx, caller.rbx, step_.reads.rbx);
    finish(found);
    return step_;
  }

  // Uses what the kernel has stored there for the return from the handler (rt_sigframe).
  Step over_signal() {
    const auto place_of = [&](std::size_t which) {
      return state_.rsp + offsetof(ucontext_t, uc_mcontext) + offsetof(mcontext_t, gregs) +
             which * sizeof(greg_t);
    };
    step_.reads = {place_of(REG_RIP), place_of(REG_RSP), place_of(REG_RBP), place_of(REG_RBX)};
    FrameState& caller = step_.caller;
    const bool found =
        memory_.read(step_.reads.pc, caller.pc) && memory_.read(step_.reads.rsp, caller.rsp) &&
        memory_.read(step_.reads.rbp, caller.rbp) && memory_.read(step_.reads.rbx, caller.rbx);
    caller.is_interrupted = true;
    step_.cfa = caller.rsp;
    finish(found);
    if (found) memory_.enter(caller.rsp);
    return step_;
  }

  // Assumes push %rbp; mov %rsp,%rbp. The caller decides whether the address is one of code.
  Step by_frame_pointer() {
    FrameState& caller = step_.caller;
    step_.uses_rbp = true;
    step_.reads.rbp = state_.rbp;
    step_.reads.pc = state_.rbp + 8;
    step_.cfa = state_.rbp + 16;
    if (state_.rbp < state_.rsp || step_.cfa < state_.rbp) return step_ = {}, step_;
    caller.rsp = step_.cfa;
    caller.rbx = state_.rbx;
    const bool found =
        memory_.read(step_.reads.rbp, caller.rbp) && memory_.read(step_.reads.pc, caller.pc);
    finish(found && (caller.rbp > state_.rbp || caller.rbp == 0));
    return step_;
  }

 private:
  bool value_of(std::uint8_t base, std::uint64_t& value) {
    switch (base) {
      case Place::kCfa:
        value = step_.cfa;
        return true;
      case kRsp:
        value = state_.rsp;
        return true;
      case kRbp:
        step_.uses_rbp = true;
        value = state_.rbp;
        return true;
      case kRbx:
        step_.uses_rbx = true;
        value = state_.rbx;
        return true;
      default:
        if (registers_ == nullptr || base >= std::size(registers_->values)) return false;
        value = registers_->values[base];
        return true;
    }
  }

  bool address_of(const Place& place, std::uint64_t& address) {
    if (!value_of(place.base, address)) return false;
    address += static_cast<std::uint64_t>(std::int64_t{place.offset});
    return true;
  }

  bool find_cfa(const FrameRules& rules) {
    if (!address_of(rules.cfa, step_.cfa)) return false;
    if (!rules.cfa_in_memory) return true;
    step_.reads.rsp = step_.cfa;
    return memory_.read(step_.reads.rsp, step_.cfa);
  }

  bool load(const Place& place, std::uint64_t& value, std::uint64_t& from) {
    if (place.base == Place::kNowhere) return true;
    return address_of(place, from) && memory_.read(from, value);
  }

  void finish(bool found) {
    if (!found)
      step_ = {};
    else
      step_.end = step_.caller.pc == 0 ? StepEnd::Outermost : StepEnd::Caller;
  }

  const FrameState& state_;
  const Registers* registers_;
  StackMemory& memory_;
  Step step_;
};

bool is_code(std::uint64_t pc, RulesCache& cache) { return cache.find(pc - 1).object != 0; }

}  // namespace

Step step_up(const FrameState& state, const Registers* registers, RulesCache& cache,
             StackMemory& memory) {
  const CodePlace place = cache.find(state.code());
  const FrameRules& rules = place.rules;
  Stepper stepper(state, registers, memory);
  Step step;
  switch (rules.kind) {
    case FrameKind::Outermost:
      step.end = StepEnd::Outermost;
      break;
    case FrameKind::Signal:
      step = stepper.over_signal();
      break;
    case FrameKind::Ordinary:
      step = stepper.by_rules(rules);
      break;
    case FrameKind::Unknown:
      step = stepper.by_frame_pointer();
      if (step.end == StepEnd::Caller && !is_code(step.caller.pc, cache)) step = {};
      break;
  }
  step.function = rules.function;
  step.bias = place.bias;
  step.facts = place.facts;
  return step;
}

}  // namespace tarry::runtime::unwinding
