// SPDX-License-Identifier: BSD-3-Clause
// The input of the diagnosis of one kind of phase: the times of all call paths, summed over the
// phases of that kind, and the activities of the paths.
//
// The difference between ranks is measured twice: on the sum of all phases, and phase by phase. The
// work of a rank in one phase does not make up for what it leaves to others in the next, so the
// second value says more. However, it is known to a sampling period only in each phase
// (beyond_noise.h).
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "diagnosis/evidence/label_table.h"
#include "diagnosis/evidence/late_work.h"
#include "diagnosis/evidence/time_range.h"

namespace tarry::diagnosis {

using samples::FrameId;

// Seconds over the threads of a group; a thread without the frame counts as 0.
struct Spent {
  double average = 0;
  double least = 0;  // on the sum of all phases
  double most = 0;
  // Phase by phase, then summed. Differences are without noise.
  double least_of_each = 0;
  double above_least_of_each = 0;  // average - minimum
  double below_most_of_each = 0;   // maximum - average
};

struct FrameSpent {
  Spent total;
  Spent self;                 // in no frame below
  double calls = 0;           // sum over all threads
  std::uint32_t threads = 0;  // number of threads that have it
};

struct PhaseView {
  // Everything that pointers refer to must outlive the view.
  const samples::CallingContextTree* paths = nullptr;
  const std::vector<std::vector<FrameId>>* children = nullptr;
  const InitialLabels* initial = nullptr;
  const std::vector<Label>* derived = nullptr;
  const LateWork* late = nullptr;  // not set: late work was not searched
  std::uint32_t kind = 0;          // kind of phase, in `late`

  std::unordered_map<FrameId, FrameSpent> spent;
  Spent closing;                       // time in the call that ends the phases
  FrameId closing_call;                // on the first rank; not valid: the phases end with the run
  std::vector<FrameId> closing_paths;  // paths on which ranks make it, including its own; ascending
  double duration = 0;                 // all phases of the kind, in seconds
  double run = 0;                      // the whole run, in seconds
  double period = 0;                   // sampling period, in seconds
  std::uint32_t threads = 0;

  [[nodiscard]] const FrameSpent* find(FrameId frame) const {
    const auto at = spent.find(frame);
    return at == spent.end() ? nullptr : &at->second;
  }
  [[nodiscard]] Label initial_of(FrameId frame) const { return initial->labels[frame.index()]; }
  [[nodiscard]] Label derived_of(FrameId frame) const { return (*derived)[frame.index()]; }
  [[nodiscard]] bool is_entry(FrameId frame) const { return initial->is_entry[frame.index()]; }
  [[nodiscard]] bool is_significant(double seconds) const;

  // Returns whether `frame` or a call below it communicates in these phases.
  [[nodiscard]] bool communicates(FrameId frame) const;
  // Returns the average seconds in calls that communicate: those that synchronize, or the others.
  [[nodiscard]] double seconds_in_calls(bool synchronize) const;
  // Returns the average seconds of the threads at and below `frame`, by label of the innermost
  // frame.
  [[nodiscard]] ByLabel<double> breakdown(FrameId frame) const;
  // Returns the part of that time that is no wait: computing and moving data.
  [[nodiscard]] double work_below(FrameId frame) const;
};

}  // namespace tarry::diagnosis
