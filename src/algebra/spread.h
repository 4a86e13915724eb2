// SPDX-License-Identifier: BSD-3-Clause
// Compares several runs of an old version of a program with several of a new one, and tells changes
// from what runs differ by anyway. docs/decisions/069-runs-and-their-spread.md
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algebra/welch.h"
#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

inline constexpr const char* kRunTime = "run_time";  // the row of the duration of the runs

struct SpreadOptions {
  std::vector<std::string> metrics;  // ids; none: the run time and all metrics below `time`
  double error = 0.05;     // probability that some range of all rows misses the true difference
  double smallest = 0.01;  // the smallest change of interest, as a part of the whole
};

enum class Verdict {
  Regression,   // more, by the smallest change of interest at least
  Improvement,  // less, by that at least
  Uncertain,    // a change, but perhaps less than the smallest of interest
  Noise,        // the range has 0 and changes of interest: the runs spread too much to tell
  Same,         // the range has no change of interest
};

// Returns "regression", "improvement", "uncertain", "noise" or "same".
const char* verdict_name(Verdict verdict);

// A quantity of all runs. Values are sums over all locations; a run without the call path has 0.
struct SpreadRow {
  std::string metric;    // id, or kRunTime
  std::string callpath;  // names with slashes, alone; empty: the whole run
  model::Unit unit = model::Unit::Seconds;
  Sample old_runs, new_runs;
  Interval difference;    // new minus old
  double smallest = 0.0;  // smallest change of interest; same unit
  Verdict verdict = Verdict::Same;

  [[nodiscard]] double change() const { return new_runs.mean - old_runs.mean; }
};

struct Spread {
  std::vector<SpreadRow> rows;        // run time, then by verdict, larger changes first
  std::size_t too_small = 0;          // rows that are too small for a change of interest
  std::vector<std::string> left_out;  // ids of metrics that a run lacks

  [[nodiscard]] std::size_t count(Verdict verdict) const;
};

// Both groups have two runs or more, of one number of ranks. The whole, of which `smallest` is a
// part, is the old runs' mean total of the root of the metric, or their mean run time. Returns an
// Error if there are fewer runs, other numbers of ranks, or none has a metric of `options`.
base::Result<Spread> compare_groups(std::span<const model::SeverityCube> old_runs,
                                    std::span<const model::SeverityCube> new_runs,
                                    const SpreadOptions& options);

}  // namespace tarry::algebra
