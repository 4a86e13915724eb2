// SPDX-License-Identifier: BSD-3-Clause
// The result of sampling a run: for every thread the call path at each sample, and which of its
// activations had not returned since the previous sample. There are no messages and no
// communicators.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 3.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/ids.h"
#include "samples/calling_context_tree.h"

namespace tarry::samples {

// Points in time since any moment common to all threads of a host.
using Time = std::chrono::nanoseconds;

struct Sample {
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  Time time{0};
  FrameId leaf;
  // Depth of the deepest procedure that had not returned since the previous sample: the least
  // common ancestor of both. Two samples with equal paths and a smaller depth are in two calls.
  // Loops are frames as well, but no sampler sees whether a loop was left: those right below count
  // as not left.
  std::uint32_t stayed = kUnknown;
  // The calls into MPI that the thread began since the previous sample (for the first sample since
  // the begin), and those of them that synchronize by their name (label_table.h). If both are
  // kUnknown, calls were not counted; if one is, it was too large. Functions that the table takes
  // for computation (asking for the time or the rank) are no calls. `stayed` ignores these counts:
  // a frame that calls MPI, and all frames above it, may have stayed.
  std::uint32_t calls = kUnknown;
  std::uint32_t synchronisations = kUnknown;

  [[nodiscard]] bool is_counted() const {
    return calls != kUnknown || synchronisations != kUnknown;
  }
};

struct ThreadSamples {
  model::Rank rank;
  std::uint32_t thread = 0;
  std::string host;             // threads of one host share a clock
  Time period{0};               // between two samples
  Time begin{0};                // begin of sampling: at or before the first sample
  Time begin_realtime{0};       // the same by the calendar, since 1970; 0: unknown
  Time end{0};                  // at or after the last sample
  std::vector<Sample> samples;  // by time
};

// The calls of the body of a loop or procedure that can follow each other in one pass through it:
// the control-flow graph without back edges, reduced to calls and inner loops.
struct BodyFlow {
  // Value in `followers`: the pass can end here.
  static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();

  std::vector<SiteId> calls;  // called procedures and contained loops; not valid: never sampled
  std::vector<std::uint32_t> first;                   // calls with which a pass can begin
  std::vector<std::vector<std::uint32_t>> followers;  // by call: possible next calls, acyclic
};

struct SampleSet {
  CallingContextTree tree;
  std::vector<ThreadSamples> threads;
  std::vector<std::string> warnings;  // omitted data, as sentences
  std::vector<std::string> limits;    // limits of diagnoses of the whole run, as sentences
  // By the site of the loop or procedure that has the body. If it is missing, it is unknown.
  std::unordered_map<SiteId, BodyFlow> flows;
};

}  // namespace tarry::samples
