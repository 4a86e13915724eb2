// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/shown_frames.h"

#include "model/artificial_regions.h"
#include "runtime/core/modules.h"
#include "runtime/stacks/code_kind.h"

namespace tarry::runtime::stacks {
namespace {

CodeKind kind_of(const KnownFrame& frame) { return static_cast<CodeKind>(frame.facts.kind); }

void add_gap(Gap gap, ShownFrames& shown) {
  shown.frames[shown.count++] = {static_cast<std::uint64_t>(gap), 0, 0, 0};
  shown.gaps |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(gap));
}

std::uint64_t function_of(const KnownFrame& frame) {
  return frame.function != 0 ? frame.function : frame.state.code();
}

// Returns the number of the object among the successive objects at its place, as it stands in
// addresses.
std::uint64_t tenant_of(const KnownFrame& frame) {
  const bool has_object = frame.facts.module != unwinding::ObjectFacts::kNoModule;
  return (has_object ? frame.facts.module : core::kNoTenant) << core::kTenantShift;
}

// Returns 0 where nothing can be inlined: at a call from another library, and where a signal has
// interrupted.
std::uint64_t call_site_of(const KnownStack& stack, std::size_t at) {
  if (at == 0) return 0;
  const KnownFrame& caller = stack[at - 1];
  const bool is_call = kind_of(caller) == CodeKind::Shown && !caller.state.is_interrupted;
  return is_call ? caller.state.pc | tenant_of(caller) : 0;
}

OpenFrame open_frame(const KnownStack& stack, std::size_t at) {
  const KnownFrame& frame = stack[at];
  return {function_of(frame) | tenant_of(frame), frame.cfa != 0 ? frame.cfa : frame.state.rsp,
          frame.state.pc, call_site_of(stack, at)};
}

// Skips _start, which has called the C library, which calls main.
std::size_t first_of_program(const KnownStack& stack) {
  const bool begins_program = stack.end() == WalkEnd::Outermost && stack.size() > 1 &&
                              kind_of(stack[0]) == CodeKind::Shown &&
                              kind_of(stack[1]) == CodeKind::CLibrary;
  return begins_program ? 1 : 0;
}

}  // namespace

const char* name_of(Gap gap) {
  switch (gap) {
    case Gap::UnknownCallers:
      return model::kUnknownCallers;
    case Gap::LeftOut:
      return model::kFramesLeftOut;
    case Gap::OtherStack:
      return model::kOtherStack;
  }
  return "";
}

void choose_frames(const KnownStack& stack, bool is_own_stack, std::size_t limit,
                   bool (*excludes)(std::uint64_t), bool goes_on, ShownFrames& shown) {
  std::size_t at = first_of_program(stack);
  if (goes_on && is_own_stack && shown.gaps == 0 && stack.kept() > at) {
    at = stack.kept();
    shown.count = shown.further_out[at];
  } else {
    shown.clear();
  }
  if (!is_own_stack)
    add_gap(Gap::OtherStack, shown);
  else if (stack.end() == WalkEnd::Lost)
    add_gap(Gap::UnknownCallers, shown);
  const bool is_too_deep = stack.end() == WalkEnd::TooDeep;
  if (is_too_deep) {
    // Only the innermost frames are known, different ones at each depth, so we show only the last.
    add_gap(Gap::LeftOut, shown);
    limit = 1;
  }
  std::size_t functions = shown.gaps == 0 ? shown.count : 0;
  OpenFrame last{};
  for (; at < stack.size(); ++at) {
    shown.further_out[at] = static_cast<std::uint16_t>(shown.count);
    if (kind_of(stack[at]) != CodeKind::Shown) continue;
    last = open_frame(stack, at);
    if (excludes(function_of(stack[at]))) continue;
    if (functions++ < limit && !is_too_deep) shown.frames[shown.count++] = last;
  }
  shown.further_out[at] = static_cast<std::uint16_t>(shown.count);
  if (is_too_deep && last.function != 0)
    shown.frames[shown.count++] = last;
  else if (functions > limit)
    add_gap(Gap::LeftOut, shown);
}

}  // namespace tarry::runtime::stacks
