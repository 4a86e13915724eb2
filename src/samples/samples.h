// SPDX-License-Identifier: BSD-3-Clause
// What sampling a run gives: for every thread at which times it was on which call path, and which
// of its activations had not returned since the sample before. No messages, no communicators.
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

using Time = std::chrono::nanoseconds;  // points: since any moment that all threads of a host share

struct Sample {
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  Time time{0};
  FrameId leaf;
  // Depth of the deepest procedure that had not returned since the sample before: the least common
  // ancestor of both. Two samples with equal paths and a lesser depth are of two calls. Loops are
  // frames, too, but no sampler sees whether one was left: those right below count as not left.
  std::uint32_t stayed = kUnknown;
  // Calls into MPI that the thread began since the sample before, since the begin for the first
  // one, and those of them that synchronise by their name (label_table.h); kUnknown: not counted,
  // or too many if only one of them is. What the table takes for computation (asking for the time
  // or the rank) is no call. `stayed` knows nothing of them: a frame that calls MPI, and all above,
  // may have stayed.
  std::uint32_t calls = kUnknown;
  std::uint32_t synchronisations = kUnknown;

  [[nodiscard]] bool is_counted() const {
    return calls != kUnknown || synchronisations != kUnknown;
  }
};

struct ThreadSamples {
  model::Rank rank;
  std::uint32_t thread = 0;
  std::string host;             // threads of one host have one clock
  Time period{0};               // between two samples
  Time begin{0};                // of the sampling: at or before the first sample
  Time begin_realtime{0};       // the same by the calendar, since 1970; 0: not known
  Time end{0};                  // at or after the last one
  std::vector<Sample> samples;  // by time
};

// Which calls of a body, of a loop or procedure, can follow each other in one pass through it: its
// control-flow graph without back edges, reduced to calls and inner loops.
struct BodyFlow {
  // In `followers`: the pass can end here.
  static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();

  std::vector<SiteId> calls;  // procedures called and loops contained; not valid: never sampled
  std::vector<std::uint32_t> first;                   // what a pass can begin with
  std::vector<std::vector<std::uint32_t>> followers;  // by call: what can come next, acyclic
};

struct SampleSet {
  CallingContextTree tree;
  std::vector<ThreadSamples> threads;
  std::vector<std::string> warnings;  // what was left out, as sentences
  std::vector<std::string> limits;    // of diagnoses of the whole run, likewise
  // By site of the loop or procedure whose body it is. One that is missing is not known.
  std::unordered_map<SiteId, BodyFlow> flows;
};

}  // namespace tarry::samples
