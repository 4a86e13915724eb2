// SPDX-License-Identifier: BSD-3-Clause
// From call-path samples to where a run loses time, how much, and why.
//
//   samples ─► temporal trees ─► exits of synchronisations ─► clocks ─► phases ─► times ─► findings
//
// Workers have the threads of different processes each. What one of them finds out is summed up
// over all along a tree; call paths, clocks and phases are the same for all of them, and so is the
// result for any number of workers.
// Method: L. Wei, J. Mellor-Crummey, PPoPP 2020; docs/patterns/diagnosis.md.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "diagnosis/clock_offsets.h"
#include "diagnosis/closing_paths.h"
#include "diagnosis/clusters.h"
#include "diagnosis/difference.h"
#include "diagnosis/finding.h"
#include "diagnosis/phases.h"
#include "diagnosis/picture.h"
#include "diagnosis/severities.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

struct RankClock {
  std::uint32_t rank = 0;
  ClockOffset offset;  // against the first rank
};

// Phases between the same two calls. Seconds are those of an average rank, over all of them.
struct PhaseKind {
  bool is_mpmd = false;
  double imbalance = 0;        // imb_symptom of the call that closes them
  double communication = 0;    // in calls that communicate, but for
  double synchronization = 0;  // those that synchronise
};

struct Diagnosis {
  samples::CallingContextTree paths;
  InitialLabels initial;       // by call path
  std::vector<Label> derived;  // by call path
  Time period{0};              // the longest of all threads
  double seconds = 0;          // of the whole run
  Time begin{0};               // of the run, by the clock of the first rank
  std::uint32_t ranks = 0;
  std::uint32_t threads = 0;
  std::uint64_t samples = 0;      // of all threads
  bool by_line = false;           // iterations of some loops were told by the lines of their calls
  bool is_counted = false;        // how many MPI calls there were between any two samples
  std::vector<RankClock> clocks;  // by rank
  std::vector<Phase> phases;      // by time
  std::vector<PhaseKind> kinds;   // of phases
  ClosingPaths closing;           // on which ranks make the calls that close phases
  std::vector<Finding> findings;  // by falling severity, then by call path
  std::vector<Unresolved> unresolved;  // likewise
  std::vector<Cluster> clusters;  // of ranks, or of the threads of the only rank; by first member
  std::vector<FrameDifference> differing;  // between the two largest clusters, by falling time
  std::vector<std::string> limits;         // what this diagnosis cannot know, as sentences
  Picture picture;                         // if it is wanted
  Severities severities;                   // if they are wanted
};

// What takes a pass through all samples of its own.
struct Wanted {
  bool picture = false;
  bool severities = false;
};

// Collective. `own`: the samples of this worker's processes, with all their threads. Only worker 0
// gets the result, the others one without content. An error is that of all: there are no samples.
// If a worker of several runs out of memory, all end (Transport::abandon).
base::Result<Diagnosis> diagnose(samples::SampleSet own, const LabelTable& table,
                                 workers::Transport& transport, const Wanted& wanted = {});

// From `main` to the frame; from below the root, where the path has no `main`. What starts a
// program is of no interest to anybody.
std::vector<FrameId> shown_path(const samples::CallingContextTree& paths, FrameId frame);

// A frame of such a path, as people read it.
std::string shown_name(const samples::CallingContextTree& paths, FrameId frame);

// All of them.
std::vector<std::string> path_names(const samples::CallingContextTree& paths, FrameId frame);

}  // namespace tarry::diagnosis
