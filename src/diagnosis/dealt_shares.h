// SPDX-License-Identifier: BSD-3-Clause
// Losses, dealt out to the ranks that have them.
//
// A loss of severity s (what the run could be shorter at most) costs s on each of n ranks. Its n *
// s are dealt out in proportion to an amount that each rank has, so that the mean over ranks is s:
//
//   symptom of an imbalance    time in the closing call above the minimum of all ranks
//   cause of an imbalance      time in it above the average of all ranks
//   communication              time in it; alike, of what all have beside an imbalance
//
// With uneven work in one phase, a symptom is thus the time that the rank waited longer than the
// last one, and a cause what its excess costs all of them. docs/patterns/diagnosis.md.
#pragma once

#include <map>
#include <vector>

#include "diagnosis/share.h"
#include "diagnosis/worker.h"

namespace tarry::diagnosis {

struct Diagnosis;

struct DealtShare {
  Share share;
  struct Part {
    std::uint32_t number = 0;  // of the rank; of the thread, if there is one rank
    double seconds = 0;
  };
  std::vector<Part> parts;  // by number
};

// By kind of phase: the groups of the threads that are looked at here, in their order, from 1 on.
using OwnGroups = std::map<std::uint32_t, std::vector<std::uint32_t>>;

// Of all findings of a run, in their order, as plain records to be sent; their numbers are in
// `finding`. For worker 0, which knows the findings.
std::vector<Share> all_shares(const Worker& worker, const Diagnosis& run);

// Collective: of a finished diagnosis, whose findings worker 0 alone has to know; it gets the
// shares, by finding, the others none.
std::vector<DealtShare> gather_shares(const Worker& worker, const OwnGroups& groups,
                                      const Diagnosis& run, workers::Transport& transport);

}  // namespace tarry::diagnosis
