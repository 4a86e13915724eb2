// SPDX-License-Identifier: BSD-3-Clause
// What the compressor may do. Each method can be switched off alone, to see what it brings.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compressed/model/sequence.h"

namespace tarry::compressed {

struct FoldOptions {
  // Iterations of a loop may differ between their first and their last event. Without,
  // only equal ones are folded.
  bool partial_iterations = true;
  // Smallest part of the longer iteration that both must have in common.
  double least_common_share = 0.5;
  // A loop whose body has more events than this, or lies further back, is not found.
  std::size_t window = 8192;
  // Stacks that differ in at most this many frames are one place.
  std::uint32_t stack_threshold = 0;
  // Of the values of an event and of the trips of a loop.
  VectorForm vectors = VectorForm::Folded;
  // Peers, bytes and counts with this many terms or more become histograms; 0: never, 1:
  // always. The trace is probabilistic then.
  std::size_t histogram_threshold = 0;
  // Bound of the memory of one rank: Folder::terms().
  std::size_t most_terms = 1u << 20;
  // Ranks whose loops differ are merged event by event. Without, only whole lists of events
  // that are equal are.
  bool loop_agnostic_merge = true;

  friend bool operator==(const FoldOptions&, const FoldOptions&) = default;
};

}  // namespace tarry::compressed
