// SPDX-License-Identifier: BSD-3-Clause
// The frames of a thread's stack that are entered in its records. It finds what must be left and
// entered for the stack of the next call. Regions that the program or another part of the runtime
// enters lie between frames: frames below such a region stay until the region is left. A region of
// a function's name stands for its frame (own_region.h).
//
// Two stacks share an activation if they share all frames further out, at the same calls, and if
// the frame lies at the same place of the stack, belongs to the same function and is called at the
// same place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tarry::runtime::stacks {

struct OpenFrame {
  std::uint64_t function = 0;  // its address, or a Gap that stands for frames that are not shown
  std::uint64_t cfa = 0;
  std::uint64_t pc = 0;         // continues there
  std::uint64_t call_site = 0;  // return address in the shown function that calls it; 0: none

  friend bool operator==(const OpenFrame&, const OpenFrame&) = default;
};

// A zero-initialized object has no frames. Thread: owner. Signal: safe, unless the handler
// interrupts one of its functions.
class OpenFrames {
 public:
  static constexpr std::size_t kMost = 512;  // frames and regions; frames leave room for regions
  static constexpr std::size_t kMostFrames = 384;

  // `now` begins with the outermost frame. `leave(frame, payload)` and `enter(frame)`, which
  // returns the payload for its leave, are called in the order of leaving and entering.
  template <class Leave, class Enter>
  void update(std::span<const OpenFrame> now, Leave leave, Enter enter) {
    if (unknown_regions_ != 0) return;
    const std::size_t base = first_above_region();
    std::size_t shared = 0;  // number of shared frames of `now`
    std::size_t kept = 0;    // number of entries that stay
    bool same_calls = true;
    for (std::size_t at = 0; at < count_; ++at) {
      Entry& entry = entries_[at];
      const bool is_shared =
          same_calls && shared < now.size() && is_same_activation(entry.frame, now[shared]);
      if (!entry.is_region && !is_shared) {
        if (at >= base) break;
        while (at + 1 < base && !entries_[at].is_region) ++at;  // frames between them stay
        kept = at + 1;
        same_calls = true;
        continue;
      }
      if (is_shared) {
        same_calls = entry.frame.pc == now[shared].pc;
        entry.frame.pc = now[shared].pc;
        ++shared;
      }
      kept = at + 1;
    }
    leave_down_to(std::max(kept, base), leave);
    for (; shared < now.size() && count_ < kMostFrames; ++shared) {
      entries_[count_] = {now[shared], 0, false};
      ++count_;
      entries_[count_ - 1].payload = enter(now[shared]);
    }
  }

  // Leaves the frames above the innermost region.
  template <class Leave>
  void leave_all_above_region(Leave leave) {
    leave_down_to(first_above_region(), leave);
  }

  // `itself`: the frame that the region stands for; OpenFrame{}: none.
  void enter_region(const OpenFrame& itself = {}) {
    if (unknown_regions_ != 0 || count_ == kMost) {
      ++unknown_regions_;
      return;
    }
    entries_[count_++] = {itself, 0, true};
  }

  // Called before the region itself is left.
  template <class Leave>
  void leave_region(Leave leave) {
    if (unknown_regions_ != 0) {
      --unknown_regions_;
      return;
    }
    const std::size_t base = first_above_region();
    leave_down_to(base, leave);
    if (base != 0) --count_;
  }

 private:
  struct Entry {
    OpenFrame frame;  // of a region: the one that it stands for
    std::uint64_t payload = 0;
    bool is_region = false;
  };

  static bool is_same_activation(const OpenFrame& a, const OpenFrame& b) {
    return a.function == b.function && a.cfa == b.cfa && a.call_site == b.call_site;
  }

  [[nodiscard]] std::size_t first_above_region() const {
    std::size_t at = count_;
    while (at > 0 && !entries_[at - 1].is_region) --at;
    return at;
  }

  template <class Leave>
  void leave_down_to(std::size_t count, Leave leave) {
    while (count_ > count) {
      const Entry entry = entries_[--count_];
      if (!entry.is_region) leave(entry.frame, entry.payload);
    }
  }

  Entry entries_[kMost];
  std::size_t count_;
  std::uint32_t unknown_regions_;  // number of regions for which there is no room
};

}  // namespace tarry::runtime::stacks
