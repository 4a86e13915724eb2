// SPDX-License-Identifier: BSD-3-Clause
// What an analysis concludes beyond the numbers of the cube: who makes others wait and what it
// would gain if they did not. Times in seconds.
#pragma once

#include <string>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

// A change of the program that the analysis is asked about.
struct Supposition {
  std::string place;              // a region, or a call path with slashes, whole or its end
  std::vector<std::uint32_t> on;  // ranks; none: all
  double factor = 0.0;            // of the time that it takes there
  bool balance = false;           // instead: all that do it take equally long, as long as now
                                  // together
};

// Waiting, all locations together.
struct WaitingChange {
  double before_s = 0.0;
  double after_s = 0.0;
  double gone_s = 0.0;    // of each single wait, what is less;
  double arisen_s = 0.0;  // and what is more
};

// What would come of it.
struct Prospect {
  Supposition supposition;
  double duration_before_s = 0.0;
  double duration_after_s = 0.0;
  WaitingChange waiting;
  struct AtCallPath {
    CallPathId callpath;
    WaitingChange waiting;
  };
  std::vector<AtCallPath> by_callpath;  // those with waiting, in order
};

// Waits that one cause leads to, directly or by way of others.
struct Victims {
  std::string metric;  // of the waits
  CallPathId callpath;
  std::vector<Rank> ranks;  // ascending
  double wait_s = 0.0;
  double steps = 0.0;  // from wait to wait, on average; 1: they wait for the cause itself
  std::vector<std::uint32_t> threads;  // of them; if all are of one process that has several

  friend bool operator==(const Victims&, const Victims&) = default;
};

// One chain of waits as it happened: one wait made the next one.
struct Episode {
  struct Span {
    std::string metric;  // of the wait
    CallPathId callpath;
    LocationIndex location;
    double begin_s = 0.0, end_s = 0.0;  // since the begin of the trace

    friend bool operator==(const Span&, const Span&) = default;
  };
  Span cause;               // what took too long; without a metric
  std::vector<Span> waits;  // in order

  friend bool operator==(const Episode&, const Episode&) = default;
};

// Something that makes others wait, as what one would do about it: bring a call path, on the ranks
// where it takes longer, down to what the others take for it.
struct Finding {
  CallPathId callpath;
  std::vector<Rank> ranks;             // ascending
  double delay_s = 0.0;                // time that is too much, of all ranks together
  double cost_s = 0.0;                 // waiting of others, in all
  double gain_s = 0.0;                 // of the run time, once the findings before it are mended
  double gain_low_s = 0.0;             // the range of the gain,
  double gain_high_s = 0.0;            // within what is known of the level
  double gain_alone_s = 0.0;           // if this is mended and nothing else
  bool explained = true;               // false: the cause rests on evidence that is thin
  std::string model;                   // of delay costs: "proportional" or "waitfirst"
  std::vector<Victims> victims;        // as the waiting travels
  Episode episode;                     // the worst
  std::vector<std::uint32_t> threads;  // as those of the victims
  // Findings that hide each other, by position: the gain is that of mending all of them.
  std::vector<std::uint32_t> together_with;
  std::vector<std::string> depends_on;  // what the gain depends on and the trace cannot tell

  friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace tarry::model
