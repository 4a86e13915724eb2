// SPDX-License-Identifier: BSD-3-Clause
// Finds in call-path samples where a run loses time, how much, and why.
//
//   samples ─► temporal trees ─► exits of synchronizations ─► clocks ─► phases ─► times ─► findings
//
// Each worker has the threads of some processes. Its results are merged with those of the others
// along a tree. Call paths, clocks and phases are the same for all workers, and so is the result
// for any number of workers.
// Method: L. Wei, J. Mellor-Crummey, PPoPP 2020; docs/patterns/diagnosis.md.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "diagnosis/evidence/clock_offsets.h"
#include "diagnosis/evidence/closing_paths.h"
#include "diagnosis/evidence/clusters.h"
#include "diagnosis/evidence/difference.h"
#include "diagnosis/evidence/phases.h"
#include "diagnosis/losses/finding.h"
#include "diagnosis/path_times.h"
#include "diagnosis/picture.h"
#include "diagnosis/severities.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

struct RankClock {
  std::uint32_t rank = 0;
  ClockOffset offset;  // against the first rank
};

// Phases between the same two calls. Seconds are the sum over them for an average rank.
struct PhaseKind {
  bool is_mpmd = false;
  double imbalance = 0;        // imb_symptom of the call that closes them
  double communication = 0;    // in calls that communicate without synchronizing
  double synchronization = 0;  // in calls that synchronize
};

struct Diagnosis {
  samples::CallingContextTree paths;
  InitialLabels initial;       // by call path
  std::vector<Label> derived;  // by call path
  Time period{0};              // the longest period of all threads
  double seconds = 0;          // duration of the whole run
  Time begin{0};               // begin of the run by the clock of the first rank
  std::uint32_t ranks = 0;
  std::uint32_t threads = 0;
  std::uint64_t samples = 0;  // number over all threads
  bool by_line = false;       // iterations of some loops were told by the lines of their calls
  bool is_counted = false;    // all samples tell how many MPI calls were made since the one before
  std::vector<RankClock> clocks;       // by rank
  std::vector<Phase> phases;           // by time
  std::vector<PhaseKind> kinds;        // kinds of phases, by number
  ClosingPaths closing;                // the paths on which ranks make the calls that close phases
  std::vector<Finding> findings;       // by falling severity, then by call path
  std::vector<Unresolved> unresolved;  // in the same order
  std::vector<Cluster> clusters;       // ranks, or threads of the only rank; by first member
  std::vector<FrameDifference> differing;  // between the two largest clusters, by falling time
  std::vector<std::string> limits;         // limits of this diagnosis, as sentences
  Picture picture;                         // empty unless wanted
  Severities severities;                   // empty unless wanted
  PathTimes path_times;                    // empty unless wanted
};

// Results that take a pass of their own through all samples.
struct Wanted {
  bool picture = false;
  bool severities = false;
  bool path_times = false;
};

// Collective. `own`: the samples of this worker's processes, with all their threads. Only worker 0
// gets the result; the others get one without content. If there are no samples, all workers return
// an error. If a worker of several runs out of memory, all end (Transport::abandon).
base::Result<Diagnosis> diagnose(samples::SampleSet own, const LabelTable& table,
                                 workers::Transport& transport, const Wanted& wanted = {});

}  // namespace tarry::diagnosis
