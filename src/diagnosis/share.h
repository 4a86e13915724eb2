// SPDX-License-Identifier: BSD-3-Clause
// The parts of a finding that are charged to call paths: where it shows, and each of its causes;
// and what of each rank says how much of it is its own. docs/patterns/diagnosis.md.
#pragma once

#include <vector>

#include "diagnosis/finding.h"

namespace tarry::diagnosis {

using samples::FrameId;

// A loss, or one cause of it, and how it is dealt out.
struct Share {
  enum class Measure : std::uint8_t { Whole, AboveLeast, AboveAverage, Alike };

  Issue issue = Issue::LoadImbalance;
  bool is_cause = false;
  FrameId at;          // the call path that is charged
  double seconds = 0;  // mean over all ranks

  std::uint32_t finding = 0;  // by number, if it is one of several
  std::uint32_t phase_kind = 0;
  std::uint32_t group = 0;  // of ranks; 0: all
  Measure measure = Measure::Whole;
  FrameId measured;        // not valid: the call that closes the phase
  bool is_own = false;     // its own time alone
  bool has_label = false;  // what is at and below it and has this label
  Label label = Label::Computation;
};

// Imbalances are shared out by their symptom and all causes; of loops around frequent calls the
// innermost is charged, which the ones around it contain. `closing`: the call that ends the phases
// of the finding. Thread: any.
std::vector<Share> shares_of(const Finding& finding, FrameId closing,
                             const samples::CallingContextTree& paths);

}  // namespace tarry::diagnosis
