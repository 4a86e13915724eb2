// SPDX-License-Identifier: BSD-3-Clause
// Selects from the frames of a stack those that become regions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/stacks/known_stack.h"
#include "runtime/stacks/open_frames.h"

namespace tarry::runtime::stacks {

// Stands for frames that are not shown, in place of a function's address.
enum class Gap : std::uint8_t {
  UnknownCallers = 1,  // the callers could not be found out
  LeftOut,             // there are too many frames
  OtherStack,          // not the stack that the thread began with: its caller is unknown
};
inline constexpr std::uint64_t kGaps = 4;  // no function has an address below this

// Returns the name of the region, as in docs/how-to/see-call-stacks.md.
const char* name_of(Gap gap);

struct ShownFrames {
  static constexpr std::size_t kMost = KnownStack::kMostFrames + 2;

  OpenFrame frames[kMost];  // from the outermost frame inwards
  std::size_t count;
  std::uint8_t gaps;  // has the bit of each Gap among the frames
  // By frame of the stack: how many shown frames lie further out.
  std::uint16_t further_out[KnownStack::kMostFrames + 1];

  void clear() { count = gaps = 0; }
  [[nodiscard]] std::span<const OpenFrame> all() const { return {frames, count}; }
};

// `limit`: the largest number of shown functions. `excludes(address)`: true for functions that the
// user excludes; always the same. `goes_on`: `shown` was chosen before the last walk of the stack,
// so that the frames that it has kept need not be looked at.
void choose_frames(const KnownStack& stack, bool is_own_stack, std::size_t limit,
                   bool (*excludes)(std::uint64_t), bool goes_on, ShownFrames& shown);

}  // namespace tarry::runtime::stacks
