// SPDX-License-Identifier: BSD-3-Clause
// How long a process computes before each of its calls, and how long some calls took, from the
// histograms of a trace. Drawing is stratified: over all occurrences the ranks that share a
// histogram draw each of its values once, and each rank evenly over its whole range. So the sums
// are those of the recording, and only the order is drawn. A function of (seed, rank, event,
// occurrence).
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

// The values of a histogram in rising order: within a bin they lie evenly, and all are stretched so
// that their sum is the recorded one.
class SortedValues {
 public:
  explicit SortedValues(const compressed::TimeHistogram& histogram);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] double at(std::uint64_t position) const;  // < size()

 private:
  struct Bin {
    std::uint64_t first = 0;  // position of its first value
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

  struct Drawn {  // nanoseconds
    double before = 0, duration = 0;
    double mean_before = 0, mean_duration = 0;
  };
  // For the next call of `event` behind `predecessor`; zeros where the trace has no times.
  Drawn next(std::uint32_t event, compressed::SiteId predecessor);

 private:
  // One histogram, drawn from by one rank.
  struct Series {
    SortedValues values;
    double mean = 0;
  };
  struct Path {
    std::vector<Series> series;            // before, duration; none: no times
    std::uint64_t place = 0, sharing = 1;  // of this rank among those that share the histograms
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
