// SPDX-License-Identifier: BSD-3-Clause
// What a diagnosis says of every location, for a severity cube: the sampled time of every call
// path, and the losses, dealt out to those that have them.
//
// A loss of severity s (what the run could be shorter at most) costs s on each of n ranks. Its n *
// s are dealt out in proportion to an amount that each rank has, so that the mean over ranks is s:
//
//   symptom of an imbalance    time in the closing call above the minimum of all ranks
//   cause of an imbalance      time in it above the average of all ranks
//   communication              time in it
//
// With uneven work in one phase, a symptom is thus the time that the rank waited longer than the
// last one, and a cause what its excess costs all of them. docs/patterns/diagnosis.md.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diagnosis/finding.h"
#include "diagnosis/message_parts.h"
#include "diagnosis/phases.h"
#include "diagnosis/worker.h"

namespace tarry::diagnosis {

struct Diagnosis;

// A loss, or one cause of it, and how it is dealt out.
struct Share {
  enum class Measure : std::uint8_t { Whole, AboveLeast, AboveAverage };

  Issue issue = Issue::LoadImbalance;
  bool is_cause = false;
  FrameId at;          // the call path that is charged
  double seconds = 0;  // mean over all ranks

  std::uint32_t phase_kind = 0;
  std::uint32_t group = 0;  // of ranks; 0: all
  Measure measure = Measure::Whole;
  FrameId measured;        // not valid: the call that closes the phase
  bool is_own = false;     // its own time alone
  bool has_label = false;  // what is at and below it and has this label
  Label label = Label::Computation;
};

// Imbalances are shared out by their symptom and all causes; of loops around frequent calls the
// innermost is charged, which the ones around it contain. Thread: any.
std::vector<Share> shares_of(const Finding& finding, const sampling::CallingContextTree& paths,
                             const std::vector<bool>& is_entry);

struct LocationTimes {
  model::Rank rank;
  std::uint32_t thread = 0;
  std::string host;
  struct PathTime {
    FrameId frame;
    Time self{0};  // in no frame below
  };
  std::vector<PathTime> times;  // by call path
};

struct DealtShare {
  Share share;
  struct Part {
    std::uint32_t number = 0;  // of the rank; of the thread, if there is one rank
    double seconds = 0;
  };
  std::vector<Part> parts;  // by number
};

struct Severities {
  std::vector<LocationTimes> locations;  // by rank and thread
  std::vector<DealtShare> shares;        // by finding
};

// By kind of phase: the groups of the threads that are looked at here, in their order, from 1 on.
using OwnGroups = std::map<std::uint32_t, std::vector<std::uint32_t>>;

// Collective: of a finished diagnosis, whose findings worker 0 alone has to know. It gets the
// severities, the others nothing.
Severities gather_severities(const Worker& worker, const OwnGroups& groups,
                             const Diagnosis& diagnosis, analysis::Transport& transport);

}  // namespace tarry::diagnosis
