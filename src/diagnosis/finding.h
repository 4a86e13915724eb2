// SPDX-License-Identifier: BSD-3-Clause
// What a diagnosis finds: a loss, where it shows, why it is there, and what it costs at most.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnosis/label.h"
#include "diagnosis/taxonomy.h"
#include "sampling/calling_context_tree.h"

namespace tarry::diagnosis {

struct Cause {
  sampling::FrameId frame;
  double seconds = 0;   // what the run could be shorter at most if this one were gone
  bool is_own = false;  // its own time, without that of frames below
  // A call in which another group of ranks has the loss; of its time what has the label, if any.
  bool is_symptom = false;
  std::optional<Label> part = std::nullopt;
};

struct Finding {
  Issue issue = Issue::LoadImbalance;
  std::uint32_t phase_kind = 0;
  double seconds = 0;          // what the run could be shorter at most
  sampling::FrameId symptom;   // where the loss shows
  std::vector<Cause> causes;   // by falling seconds, then by call path
  bool evened_out = false;     // the causes are more than the loss: they partly cancel
  bool across_groups = false;  // between ranks that do different things
  bool in_one_group = false;   // only ranks of one such group have it
  std::uint32_t group = 0;     // which one, from 1 on; 0: all ranks
  // That have most of the first cause, or of the symptom; none if they change from phase to phase.
  std::vector<std::uint32_t> ranks;
  ByLabel<double> breakdown{};  // of communication: seconds by what it did
  std::optional<Label> part;    // of communication: only what has this label
  double seconds_per_call = 0;  // of communication, or of `part` of it: at most
  bool is_even_part = false;    // of the closing call: what no rank has less of
  std::uint64_t samples = 0;    // of all ranks, in the symptom; if few, all this is uncertain
};

// Time in calls of which samples do not tell what they did.
struct Unresolved {
  std::uint32_t phase_kind = 0;
  double seconds = 0;
  sampling::FrameId call;
};

struct PhaseFindings {
  std::vector<Finding> findings;
  std::vector<Unresolved> unresolved;
};

}  // namespace tarry::diagnosis
