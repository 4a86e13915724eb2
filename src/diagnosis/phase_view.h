// SPDX-License-Identifier: BSD-3-Clause
// What the diagnosis of one kind of phase reads: the times of all call paths there, summed over the
// phases of that kind, and what the paths do.
//
// How ranks differ is taken twice: of what they have in all phases together, and in each phase,
// then summed. What one rank does in one phase does not make up for what it leaves to others in the
// next, so the second says more; but in each phase it is known to a sampling period only
// (beyond_noise.h).
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "diagnosis/label_table.h"
#include "diagnosis/late_work.h"
#include "diagnosis/time_range.h"

namespace tarry::diagnosis {

using samples::FrameId;

// In seconds, over the threads of a group; one without the frame counts as 0.
struct Spent {
  double average = 0;
  double least = 0;  // in all phases together
  double most = 0;
  // In each phase, summed; of differences without noise.
  double least_of_each = 0;
  double above_least_of_each = 0;  // average - minimum
  double below_most_of_each = 0;   // maximum - average
};

struct FrameSpent {
  Spent total;
  Spent self;                 // in no frame below
  double calls = 0;           // of all threads together
  std::uint32_t threads = 0;  // that have it
};

struct PhaseView {
  // All but `spent` must outlive the view.
  const samples::CallingContextTree* paths = nullptr;
  const std::vector<std::vector<FrameId>>* children = nullptr;
  const InitialLabels* initial = nullptr;
  const std::vector<Label>* derived = nullptr;
  const LateWork* late = nullptr;  // not set: not looked for
  std::uint32_t kind = 0;          // of phase, in `late`

  std::unordered_map<FrameId, FrameSpent> spent;
  Spent closing;                       // the call that ends the phases
  FrameId closing_call;                // of the first rank; not valid: they end with the run
  std::vector<FrameId> closing_paths;  // on which ranks make it, itself among them; ascending
  double duration = 0;                 // of all of them, in seconds
  double run = 0;                      // of the whole run, in seconds
  double period = 0;                   // of the samples, in seconds
  std::uint32_t threads = 0;

  [[nodiscard]] const FrameSpent* find(FrameId frame) const {
    const auto at = spent.find(frame);
    return at == spent.end() ? nullptr : &at->second;
  }
  [[nodiscard]] Label initial_of(FrameId frame) const { return initial->labels[frame.index()]; }
  [[nodiscard]] Label derived_of(FrameId frame) const { return (*derived)[frame.index()]; }
  [[nodiscard]] bool is_entry(FrameId frame) const { return initial->is_entry[frame.index()]; }
  [[nodiscard]] bool is_significant(double seconds) const;

  // Whether a call below `frame`, or itself, communicates in these phases.
  [[nodiscard]] bool communicates(FrameId frame) const;
  // Average seconds in calls that communicate: those that synchronise, or the others.
  [[nodiscard]] double seconds_in_calls(bool synchronize) const;
  // Seconds by label of what is at and below `frame`: where it was, averaged over threads.
  [[nodiscard]] ByLabel<double> breakdown(FrameId frame) const;
  // Of that, what is no wait: computing and moving data.
  [[nodiscard]] double work_below(FrameId frame) const;
};

}  // namespace tarry::diagnosis
