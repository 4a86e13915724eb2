// SPDX-License-Identifier: BSD-3-Clause
// The temporal context tree of one thread: its call paths in the order of time. A node is one
// activation of a procedure or one visit of a loop, with its begin and end. Samples that follow
// each other share the nodes that stayed on the stack between them.
//
//   loop@4 ─┬─ A@5  T1      made from six samples: A returned between T4 and T5
//           ├─ B@6  T2
//           ├─ A@5  T3-T4
//           └─ A@5  T5-T6
//
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 3, figure 2.
#pragma once

#include <cstdint>
#include <vector>

#include "diagnosis/evidence/activations.h"
#include "diagnosis/evidence/time_range.h"
#include "samples/samples.h"

namespace tarry::diagnosis {

using samples::FrameId;
using TemporalId = base::StrongId<struct TemporalTag>;

struct TemporalNode {
  enum class Kind : std::uint8_t {
    Activation,  // a procedure or a visit of a loop
    Iteration,   // an iteration of the parent, with the frame of the parent
    Inferred,    // a call that must have happened although it has no sample
  };

  Kind kind = Kind::Activation;
  FrameId frame;
  TimeRange begin;  // between the last time outside and the first time inside
  TimeRange end;    // between the last time inside and the first time outside
  std::uint32_t samples = 0;
  bool is_profile = false;  // the order of the children is unknown
  bool by_line = false;     // iterations were found by lines because control flow is unknown
  std::vector<TemporalId> children;  // by time

  [[nodiscard]] TimeRange duration() const { return duration_between(begin, end); }
  [[nodiscard]] Time estimate() const { return end.middle() - begin.middle(); }
};

struct TemporalTree {
  static constexpr TemporalId kRoot{0};

  std::vector<TemporalNode> nodes;  // the first is the root, the thread itself
  Time period{0};

  [[nodiscard]] const TemporalNode& operator[](TemporalId id) const { return nodes[id.index()]; }
  [[nodiscard]] TemporalNode& operator[](TemporalId id) { return nodes[id.index()]; }
  TemporalId add(TemporalNode node) {
    nodes.push_back(std::move(node));
    return TemporalId{static_cast<std::uint32_t>(nodes.size() - 1)};
  }
};

// Returns the tree of these samples, without iterations. `ends`: by frame, whether the tree ends
// there; it leaves out what a communication library calls. Time and memory are at most proportional
// to samples x depth. Thread: any.
TemporalTree build_temporal_tree(const samples::CallingContextTree& paths,
                                 const Activations& activations,
                                 const samples::ThreadSamples& thread,
                                 const std::vector<bool>& ends);

}  // namespace tarry::diagnosis
