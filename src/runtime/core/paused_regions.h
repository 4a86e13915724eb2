// SPDX-License-Identifier: BSD-3-Clause
// What a thread enters while recording is off and has not left when it goes on again: events that
// come then belong to call paths through these regions. Knows the innermost ones and how many lie
// outside of them. Part of ThreadState: no constructor that runs, no destructor.
//
// A signal handler may enter and leave regions in the midst of any function here; as it leaves what
// it enters, every step below is one that such a detour does not disturb.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/platform.h"
#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {

class PausedRegions {
 public:
  using RecordKind = trace::eventlog::RecordKind;
  static constexpr std::uint32_t kKnown = 64;  // power of two

  struct Region {
    RecordKind kind;  // FunctionEnter or RegionEnter
    std::uint64_t payload;
  };

  void enter(const Region& region) {
    const std::uint32_t place = depth_;
    depth_ = place + 1;
    base::compiler_barrier();
    ring_[place % kKnown] = region;
  }

  // False if the region was entered before recording went off: everything entered since then is
  // left by that.
  bool leave(const Region& region) {
    const std::uint32_t unknown = this->unknown();
    for (std::uint32_t at = depth_; at > unknown; --at) {
      const Region& entered = ring_[(at - 1) % kKnown];
      if (entered.kind != region.kind || entered.payload != region.payload) continue;
      pop_to(at - 1);
      return true;
    }
    pop_to(unknown == 0 ? 0 : unknown - 1);
    return unknown != 0;
  }

  // Outermost regions of which nothing is known but that they are there.
  [[nodiscard]] std::uint32_t unknown() const {
    return std::max(forgotten_, depth_ > kKnown ? depth_ - kKnown : 0);
  }

  // The others, from the outermost on.
  template <class Visit>
  void for_each_known(Visit visit) const {
    for (std::uint32_t at = unknown(); at < depth_; ++at) visit(ring_[at % kKnown]);
  }

  void clear() { depth_ = forgotten_ = 0; }

 private:
  // What lies deeper than the ring reaches back has been overwritten for good.
  void pop_to(std::uint32_t depth) {
    forgotten_ = std::min(unknown(), depth);
    depth_ = depth;
  }

  std::uint32_t depth_ = 0;
  std::uint32_t forgotten_ = 0;
  Region ring_[kKnown] = {};
};

}  // namespace tarry::runtime::core
