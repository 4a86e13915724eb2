// SPDX-License-Identifier: BSD-3-Clause
// From the frames of a stack to those that become regions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/stacks/known_stack.h"
#include "runtime/stacks/open_frames.h"

namespace tarry::runtime::stacks {

// What stands for frames that are not shown, where a function's address would be.
enum class Gap : std::uint8_t {
  UnknownCallers = 1,  // it could not be found out who has called
  LeftOut,             // there are too many
  OtherStack,  // not the stack that the thread began with: who has switched to it is not known
};
inline constexpr std::uint64_t kGaps = 4;  // no function has an address below this

// The name of the region, as docs/how-to/see-call-stacks.md has it.
const char* name_of(Gap gap);

struct ShownFrames {
  static constexpr std::size_t kMost = KnownStack::kMostFrames + 2;

  OpenFrame frames[kMost];  // from the outermost one inwards
  std::size_t count;

  [[nodiscard]] std::span<const OpenFrame> all() const { return {frames, count}; }
};

// `limit`: how many functions are shown. `excludes(address)`: functions that the user leaves out.
void choose_frames(const KnownStack& stack, bool is_own_stack, std::size_t limit,
                   bool (*excludes)(std::uint64_t), ShownFrames& shown);

}  // namespace tarry::runtime::stacks
