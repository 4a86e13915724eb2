// SPDX-License-Identifier: BSD-3-Clause
// Divides losses among the ranks that have them.
//
// A loss of severity s (the most by which the run could be shorter) costs s on each of n ranks. The
// total n * s is divided in proportion to an amount that each rank has, so that the mean over ranks
// is s:
//
//   symptom of an imbalance    time in the closing call above the minimum of all ranks
//   cause of an imbalance      time in it above the average of all ranks
// communication              time in it; if alike, the time there beside an imbalance
//
// With uneven work in one phase, the symptom of a rank is thus the time that it waited longer than
// the last rank, and the cause of a rank is what its excess costs all ranks.
// docs/patterns/diagnosis.md.
#pragma once

#include <map>
#include <vector>

#include "diagnosis/evidence/worker.h"
#include "diagnosis/losses/share.h"

namespace tarry::diagnosis {

struct Diagnosis;

struct DealtShare {
  Share share;
  struct Part {
    std::uint32_t number = 0;  // number of the rank, or of the thread if there is one rank
    double seconds = 0;
  };
  std::vector<Part> parts;  // by number
};

// By kind of phase: the groups of this worker's threads in their order, from 1 on.
using OwnGroups = std::map<std::uint32_t, std::vector<std::uint32_t>>;

// Returns the shares of all findings of a run, in their order, as plain records for messages;
// `finding` holds the number of the finding. Only for worker 0, which knows the findings.
std::vector<Share> all_shares(const Worker& worker, const Diagnosis& run);

// Collective, for a finished diagnosis, whose findings only worker 0 has to know. Worker 0 gets the
// shares by finding, the others get none.
std::vector<DealtShare> gather_shares(const Worker& worker, const OwnGroups& groups,
                                      const Diagnosis& run, workers::Transport& transport);

}  // namespace tarry::diagnosis
