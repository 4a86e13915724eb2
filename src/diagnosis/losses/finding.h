// SPDX-License-Identifier: BSD-3-Clause
// A loss that a diagnosis finds: where it shows, its causes, and what it costs at most.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "diagnosis/evidence/label.h"
#include "diagnosis/losses/taxonomy.h"
#include "samples/calling_context_tree.h"

namespace tarry::diagnosis {

struct Cause {
  samples::FrameId frame;
  double seconds = 0;   // the most by which the run would be shorter without this cause
  bool is_own = false;  // its own time, without that of frames below
  // A call in which another group of ranks has the loss; `part`: only its time with this label.
  bool is_symptom = false;
  std::optional<Label> part = std::nullopt;
  // Ranks that have most of it; empty if they change. `knows_ranks`: they are those of late work.
  std::vector<std::uint32_t> ranks{};
  bool knows_ranks = false;
};

struct Finding {
  // Returns whether its causes are work of some ranks that others wait for.
  [[nodiscard]] bool has_late_ranks() const {
    if (is_imbalance(issue)) return true;
    return issue == Issue::WaitForPartner &&
           std::any_of(causes.begin(), causes.end(),
                       [](const Cause& cause) { return !cause.is_symptom; });
  }

  Issue issue = Issue::LoadImbalance;
  std::uint32_t phase_kind = 0;
  double seconds = 0;          // the most by which the run could be shorter
  samples::FrameId symptom;    // where the loss shows
  std::vector<Cause> causes;   // by falling seconds, then by call path
  bool evened_out = false;     // the causes are larger than the loss, because they partly cancel
  bool across_groups = false;  // between ranks that do different things
  bool in_one_group = false;   // only ranks of one such group have it
  std::uint32_t group = 0;     // number of that group, from 1 on; 0: all ranks
  // Ranks of the first cause; if no cause has ranks, those with most of the symptom.
  std::vector<std::uint32_t> ranks;
  std::vector<std::uint32_t> waiting_ranks;  // ranks that wait for `ranks`
  // Only for communication: seconds by activity.
  ByLabel<double> breakdown{};
  // Only for communication: the finding covers only time with this label.
  std::optional<Label> part;
  // Only for communication: upper bound of the average, of `part` if it is set.
  double seconds_per_call = 0;
  // Only the time in the call that all ranks have is counted.
  bool is_even_part = false;
  // Samples of all ranks in the symptom; few make the finding uncertain.
  std::uint64_t samples = 0;
};

// Time in calls whose samples do not tell what they did.
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
