// SPDX-License-Identifier: BSD-3-Clause
// The regions that a thread enters while recording is off and has not left when it is switched on:
// later events belong to call paths through these regions. The innermost ones are known, of the
// outer ones only the number. Part of ThreadState: no constructor that runs, no destructor.
//
// A signal handler may enter and leave regions in the midst of any function here. As it leaves
// every region that it enters, each step below tolerates such an interruption.
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

  // Returns false if the region was entered before recording was switched off: leaving it also
  // leaves everything that was entered since then.
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

  // Returns the number of outer regions of which nothing else is known.
  [[nodiscard]] std::uint32_t unknown() const {
    return std::max(forgotten_, depth_ > kKnown ? depth_ - kKnown : 0);
  }

  // Visits the others, the outermost first.
  template <class Visit>
  void for_each_known(Visit visit) const {
    for (std::uint32_t at = unknown(); at < depth_; ++at) visit(ring_[at % kKnown]);
  }

  void clear() { depth_ = forgotten_ = 0; }

 private:
  // Elements that lie deeper than the ring reaches have been overwritten for good.
  void pop_to(std::uint32_t depth) {
    forgotten_ = std::min(unknown(), depth);
    depth_ = depth;
  }

  std::uint32_t depth_ = 0;
  std::uint32_t forgotten_ = 0;
  Region ring_[kKnown] = {};
};

}  // namespace tarry::runtime::core
