// SPDX-License-Identifier: BSD-3-Clause
// Draws from the histograms of a trace how long a process computes before each of its calls, and
// how long some calls took. The draw is stratified: over all occurrences, the ranks that share a
// histogram draw each of its values once, and each rank draws evenly from the whole range. The sums
// therefore equal the recording, and only the order is random. A value is a function of (seed,
// rank, event, occurrence).
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, sections 2.4 and 5.2.6.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "compressed/model/time_histogram.h"
#include "compressed/model/trace.h"
#include "compressed/replay/settings.h"

namespace tarry::replay {

// The values of a histogram in ascending order. Within a bin they are evenly spaced, and all are
// stretched so that their sum is the recorded one.
class SortedValues {
 public:
  explicit SortedValues(const compressed::TimeHistogram& histogram);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] double at(std::uint64_t position) const;  // position < size()

 private:
  struct Bin {
    std::uint64_t first = 0;  // position of the first value in the bin
    double low = 0, step = 0;
  };
  std::vector<Bin> bins_;
  std::uint64_t size_ = 0;
};

// A permutation of 0 .. size - 1 for each key. Thread: any.
std::uint64_t permuted(std::uint64_t index, std::uint64_t size, std::uint64_t key);

// Thread: one. The trace must outlive it.
class TimeDraw {
 public:
  TimeDraw(const compressed::Trace& trace, std::uint32_t rank, std::uint64_t seed, Times how)
      : trace_(trace), rank_(rank), seed_(seed), how_(how) {}

  struct Drawn {  // in nanoseconds
    double before = 0, duration = 0;
    double mean_before = 0, mean_duration = 0;
  };
  // Draws for the next call of `event` after `predecessor`; returns zeros if the trace has no
  // times.
  Drawn next(std::uint32_t event, compressed::SiteId predecessor);

 private:
  // One histogram from which one rank draws.
  struct Series {
    SortedValues values;
    double mean = 0;
  };
  struct Path {
    std::vector<Series> series;  // before and duration; empty if there are no times
    // Place of this rank, and number of ranks that share the histograms.
    std::uint64_t place = 0, sharing = 1;
    std::uint64_t uses = 0;
  };
  Path open(std::uint32_t event, compressed::SiteId predecessor) const;
  double draw(const Path& path, std::size_t which, std::uint32_t event) const;

  const compressed::Trace& trace_;
  std::uint32_t rank_;
  std::uint64_t seed_;
  Times how_;
  std::map<std::pair<std::uint32_t, compressed::SiteId>, Path> paths_;
};

}  // namespace tarry::replay
