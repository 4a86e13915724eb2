// SPDX-License-Identifier: BSD-3-Clause
// The parts of a finding that are charged to call paths: the place where it shows, and each of its
// causes. Each part names the amount by which it is divided among ranks.
// docs/patterns/diagnosis.md.
#pragma once

#include <vector>

#include "diagnosis/losses/finding.h"

namespace tarry::diagnosis {

using samples::FrameId;

// A loss, or one cause of it, and how it is divided.
struct Share {
  enum class Measure : std::uint8_t { Whole, AboveLeast, AboveAverage, Alike };

  Issue issue = Issue::LoadImbalance;
  bool is_cause = false;
  FrameId at;          // the call path that is charged
  double seconds = 0;  // mean over all ranks

  std::uint32_t finding = 0;  // by number, if it is one of several
  std::uint32_t phase_kind = 0;
  std::uint32_t group = 0;  // group of ranks; 0: all ranks
  Measure measure = Measure::Whole;
  FrameId measured;        // not valid: the call that closes the phase
  bool is_own = false;     // only its own time counts
  bool has_label = false;  // only time at and below it with `label` counts
  Label label = Label::Computation;
};

// Imbalances have a share for their symptom and one for each cause. Of nested loops around frequent
// calls only the innermost one is charged. `closing`: the call that ends the phases of the finding.
// Thread: any.
std::vector<Share> shares_of(const Finding& finding, FrameId closing,
                             const samples::CallingContextTree& paths);

}  // namespace tarry::diagnosis
