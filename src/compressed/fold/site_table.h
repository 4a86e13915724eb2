// SPDX-License-Identifier: BSD-3-Clause
// The places of one process' calls, numbered as they come. With a threshold, a stack that differs
// from a known one in few frames counts as that one. Stacks are compared frame by frame from the
// outermost; the frames by which one is longer count as different.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.3.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Thread: caller-locks.
class SiteTable {
 public:
  explicit SiteTable(std::uint32_t stack_threshold = 0) : threshold_(stack_threshold) {}

  FrameId frame(const Frame& frame);
  SiteId site(const Site& site);

  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
  [[nodiscard]] const std::vector<Site>& sites() const { return sites_; }

 private:
  [[nodiscard]] bool alike(const Site& a, const Site& b) const;

  std::uint32_t threshold_;
  std::vector<Frame> frames_;
  std::vector<Site> sites_;
  std::map<Frame, FrameId> frame_ids_;
  std::map<Site, SiteId> site_ids_;
};

}  // namespace tarry::compressed
