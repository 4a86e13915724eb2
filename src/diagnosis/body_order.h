// SPDX-License-Identifier: BSD-3-Clause
// What can follow what in one pass through a body, of a loop or a procedure: from control flow
// where it is known, else from the lines of the calls. Lines are right for straight bodies and
// wrong for branches that jump back and for calls that only some passes make; what was found by
// them says so.
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
  // `children`: frames that are called in the body. `assumed`: those that a pass makes whenever
  // their line is passed, if there is no control flow.
  BodyOrder(const samples::CallingContextTree& paths, const samples::BodyFlow* flow, FrameId body,
            const std::vector<FrameId>& children, const std::vector<bool>& assumed_frames);

  [[nodiscard]] bool by_line() const { return by_line_; }

  // Whether `next` can come after `before` in the same pass.
  [[nodiscard]] bool can_follow(FrameId before, FrameId next) const;

  // What every pass calls after `before` and before `next`; not valid: from its beginning, to its
  // end.
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
  bool unknown_ = false;  // no control flow, and no lines: the order says nothing
  // Places are calls of the body, then its beginning, then its end.
  std::vector<FrameId> frames_;  // not valid: never sampled
  std::vector<std::vector<std::uint32_t>> followers_;
  std::vector<std::vector<bool>> reached_;  // by flow only, of calls from calls
  std::vector<bool> assumed_;               // by line only
  std::vector<std::uint32_t> line_groups_;  // by line only: equal for calls of one line
  std::unordered_map<FrameId, std::uint32_t> places_;
  mutable std::map<std::pair<FrameId, FrameId>, std::vector<FrameId>> between_;
};

// The orders of all bodies of a set of samples, made when they are asked for. Thread: one.
class BodyOrders {
 public:
  // All three must outlive it. `assumed`: by frame, see BodyOrder.
  BodyOrders(const samples::SampleSet& samples, const std::vector<bool>& assumed)
      : samples_(samples), children_(samples.tree.children()), assumed_(assumed) {}

  [[nodiscard]] const BodyOrder& of(FrameId body);
  // Whether the body has control flow.
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
