// SPDX-License-Identifier: BSD-3-Clause
// The order of the calls in one pass through the body of a loop or a procedure. It comes from
// control flow where that is known, else from the lines of the calls. Lines are right for straight
// bodies and wrong for branches that jump back and for calls that only some passes make; by_line()
// tells that they were used.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "samples/samples.h"

namespace tarry::diagnosis {

using samples::FrameId;

class BodyOrder {
 public:
  // `children`: the frames that are called in the body. `assumed_frames`: by frame, whether a pass
  // without control flow is taken to make the call whenever it passes its line.
  BodyOrder(const samples::CallingContextTree& paths, const samples::BodyFlow* flow, FrameId body,
            const std::vector<FrameId>& children, const std::vector<bool>& assumed_frames);

  [[nodiscard]] bool by_line() const { return by_line_; }

  // Returns whether `next` can come after `before` in the same pass.
  [[nodiscard]] bool can_follow(FrameId before, FrameId next) const;

  // Returns the calls that every pass makes after `before` and before `next`. A `before` that is
  // not valid stands for the beginning of the pass, a `next` that is not valid for its end.
  [[nodiscard]] const std::vector<FrameId>& between(FrameId before, FrameId next) const;

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  void take_flow(const samples::CallingContextTree& paths, const samples::BodyFlow& flow,
                 FrameId body);
  void take_lines(const samples::CallingContextTree& paths, std::vector<FrameId> children,
                  const std::vector<bool>& assumed_frames);
  [[nodiscard]] std::uint32_t place_of(FrameId frame, std::uint32_t otherwise) const;
  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to, std::uint32_t avoiding) const;

  bool by_line_ = false;
  bool unknown_ = false;  // without control flow and lines, the order says nothing
  // The calls of the body are followed by its beginning and its end.
  std::vector<FrameId> frames_;  // not valid: a call that was never sampled
  std::vector<std::vector<std::uint32_t>> followers_;
  std::vector<std::vector<bool>> reached_;  // only with control flow: between calls
  std::vector<bool> assumed_;               // only with lines
  std::vector<std::uint32_t> line_groups_;  // only with lines: equal for calls of one line
  std::unordered_map<FrameId, std::uint32_t> places_;
  mutable std::map<std::pair<FrameId, FrameId>, std::vector<FrameId>> between_;
};

// The orders of all bodies of a set of samples, each made on demand. Thread: one.
class BodyOrders {
 public:
  // Both arguments must outlive it. `assumed`: by frame, see BodyOrder.
  BodyOrders(const samples::SampleSet& samples, const std::vector<bool>& assumed)
      : samples_(samples), children_(samples.tree.children()), assumed_(assumed) {}

  [[nodiscard]] const BodyOrder& of(FrameId body);
  // Returns whether the control flow of the body is known.
  [[nodiscard]] bool has_flow(FrameId body) const {
    return samples_.flows.contains(samples_.tree.site_of(body));
  }
  [[nodiscard]] const samples::CallingContextTree& paths() const { return samples_.tree; }

 private:
  const samples::SampleSet& samples_;
  std::vector<std::vector<FrameId>> children_;
  const std::vector<bool>& assumed_;
  std::unordered_map<FrameId, std::unique_ptr<BodyOrder>> orders_;
};

}  // namespace tarry::diagnosis
