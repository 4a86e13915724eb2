// SPDX-License-Identifier: BSD-3-Clause
// What a diagnosis finds: a loss, where it shows, why it is there, and what it costs at most.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "diagnosis/label.h"
#include "diagnosis/taxonomy.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

struct Cause {
  samples::FrameId frame;
  double seconds = 0;   // what the run could be shorter at most if this one were gone
  bool is_own = false;  // its own time, without that of frames below
  // A call in which another group of ranks has the loss; of its time what has the label, if any.
  bool is_symptom = false;
  std::optional<Label> part = std::nullopt;
  // That have most of it; none if they change. `knows_ranks`: they are those of late work.
  std::vector<std::uint32_t> ranks{};
  bool knows_ranks = false;
};

struct Finding {
  // Whether its causes are work of some ranks that others wait for.
  [[nodiscard]] bool has_late_ranks() const {
    if (is_imbalance(issue)) return true;
    return issue == Issue::WaitForPartner &&
           std::any_of(causes.begin(), causes.end(),
                       [](const Cause& cause) { return !cause.is_symptom; });
  }

  Issue issue = Issue::LoadImbalance;
  std::uint32_t phase_kind = 0;
  double seconds = 0;          // what the run could be shorter at most
  samples::FrameId symptom;    // where the loss shows
  std::vector<Cause> causes;   // by falling seconds, then by call path
  bool evened_out = false;     // the causes are more than the loss: they partly cancel
  bool across_groups = false;  // between ranks that do different things
  bool in_one_group = false;   // only ranks of one such group have it
  std::uint32_t group = 0;     // which one, from 1 on; 0: all ranks
  // Those of the first cause; without causes on ranks, that have most of the symptom.
  std::vector<std::uint32_t> ranks;
  std::vector<std::uint32_t> waiting_ranks;  // that wait for them
  ByLabel<double> breakdown{};               // of communication: seconds by what it did
  std::optional<Label> part;                 // of communication: only what has this label
  double seconds_per_call = 0;               // of communication, or of `part` of it: at most
  bool is_even_part = false;                 // of the call: what no rank has less of
  std::uint64_t samples = 0;  // of all ranks, in the symptom; if few, all this is uncertain
};

// Time in calls of which samples do not tell what they did.
struct Unresolved {
  std::uint32_t phase_kind = 0;
  double seconds = 0;
  samples::FrameId call;
};

struct PhaseFindings {
  std::vector<Finding> findings;
  std::vector<Unresolved> unresolved;
};

}  // namespace tarry::diagnosis
