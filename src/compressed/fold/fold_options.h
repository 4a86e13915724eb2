// SPDX-License-Identifier: BSD-3-Clause
// The methods that the compressor may use. Each can be switched off alone, to see what it achieves.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compressed/model/sequence.h"

namespace tarry::compressed {

struct FoldOptions {
  // Iterations of a loop may differ between their first and their last event. If false, only equal
  // iterations are folded.
  bool partial_iterations = true;
  // Then also: all iterations of a loop have the same length, as those of a program's loop.
  bool one_length = false;
  // Smallest part of the longer iteration that the two must have in common.
  double least_common_share = 0.5;
  // Calls are folded with equal iterations only as well, from the first iteration on that differs,
  // and what has fewer events and loops is kept. If false, least_common_share alone decides.
  bool also_equal_only = true;
  // A loop is not found if its body has more events than this or lies further back.
  std::size_t window = 8192;
  // Stacks that differ in at most this many frames count as one place.
  std::uint32_t stack_threshold = 0;
  // Form of the values of an event and of the trips of a loop.
  VectorForm vectors = VectorForm::Folded;
  // Peers, bytes and counts with at least this many terms become histograms, which makes the trace
  // probabilistic; 0 means never, 1 always.
  std::size_t histogram_threshold = 0;
  // Bound for the memory of one rank: Folder::terms().
  std::size_t most_terms = 1u << 20;
  // Ranks whose loops differ are merged event by event. If false, only equal lists of events are
  // merged, as a whole.
  bool loop_agnostic_merge = true;

  friend bool operator==(const FoldOptions&, const FoldOptions&) = default;
};

}  // namespace tarry::compressed
