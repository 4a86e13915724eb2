// SPDX-License-Identifier: BSD-3-Clause
// The conclusions of an analysis beyond the numbers of the cube: the causes of waiting, and what a
// run would gain without them. Times are in seconds.
#pragma once

#include <string>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

// A change of the program that the analysis is asked about.
struct Supposition {
  std::string place;              // a region, or a call path with slashes, whole or its end
  std::vector<std::uint32_t> on;  // ranks; empty: all
  double factor = 0.0;            // the time there is multiplied by it
  bool balance = false;           // instead, the sum of the times is divided equally among all
                                  // locations that are there
};

// A change of the waiting of all locations together.
struct WaitingChange {
  double before_s = 0.0;
  double after_s = 0.0;
  double gone_s = 0.0;    // the sum over all waits that become shorter
  double arisen_s = 0.0;  // the sum over all waits that become longer
};

// The run as it would be with a supposition.
struct Prospect {
  Supposition supposition;
  double duration_before_s = 0.0;
  double duration_after_s = 0.0;
  WaitingChange waiting;
  struct AtCallPath {
    CallPathId callpath;
    WaitingChange waiting;
  };
  std::vector<AtCallPath> by_callpath;  // the call paths with waiting, in order
};

// The waits that one cause leads to, directly or through other waits.
struct Victims {
  std::string metric;  // the wait state
  CallPathId callpath;
  std::vector<Rank> ranks;  // ascending
  double wait_s = 0.0;
  double steps = 0.0;  // waits from the cause to these, on average; 1: they wait for the cause
  std::vector<std::uint32_t> threads;  // the threads that wait, if one process with several does

  friend bool operator==(const Victims&, const Victims&) = default;
};

// One chain of waits as it happened: each wait caused the next one.
struct Episode {
  struct Span {
    std::string metric;  // the wait state
    CallPathId callpath;
    LocationIndex location;
    double begin_s = 0.0, end_s = 0.0;  // since the begin of the trace

    friend bool operator==(const Span&, const Span&) = default;
  };
  Span cause;               // the activity that took too long; it has no metric
  std::vector<Span> waits;  // in order

  friend bool operator==(const Episode&, const Episode&) = default;
};

// A cause of waiting, described by its remedy: on the ranks where a call path takes longer, it is
// brought down to the time that the other ranks take for it.
struct Finding {
  CallPathId callpath;
  std::vector<Rank> ranks;             // ascending
  double delay_s = 0.0;                // the excess time of all ranks together
  double cost_s = 0.0;                 // the waiting of others that it causes
  double gain_s = 0.0;                 // run time gained, if the findings before it are mended
  double gain_low_s = 0.0;             // the lower and
  double gain_high_s = 0.0;            // the upper end of the range of the gain
  double gain_alone_s = 0.0;           // run time gained, if nothing else is mended
  bool explained = true;               // false: the evidence for the cause is thin
  std::string model;                   // the cost model: "proportional" or "waitfirst"
  std::vector<Victims> victims;        // in the order in which the waiting spreads
  Episode episode;                     // the worst one
  std::vector<std::uint32_t> threads;  // the threads of the cause, as for victims
  // The positions of findings that hide each other: the gain needs all of them mended.
  std::vector<std::uint32_t> together_with;
  std::vector<std::string> depends_on;  // conditions of the gain that the trace cannot tell

  friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace tarry::model
