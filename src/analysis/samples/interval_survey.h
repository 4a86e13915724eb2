// SPDX-License-Identifier: BSD-3-Clause
// Finds the intervals of one location in which it stayed in one function, and the samples in them.
#pragma once

#include <cstdint>
#include <map>
#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/replay/region_table.h"
#include "analysis/samples/interval_kinds.h"
#include "analysis/samples/sample_source.h"
#include "model/event_handler.h"

namespace tarry::analysis {

using base::Ticks;

// With what was sampled in it.
struct SampledInterval {
  Ticks begin, end;
  std::uint32_t kind;         // in `kinds`
  std::uint32_t first_count;  // in `counts`, up to that of the next interval
};

struct LocationIntervals {
  struct Count {
    std::uint32_t path;     // in `paths`
    std::uint64_t weight;   // LocationSamples::kPeriod: one sample
    std::uint64_t squares;  // of the samples' weights
  };
  std::pmr::vector<SampledInterval> intervals;  // by time; the last one is empty
  std::pmr::vector<Count> counts;
  std::vector<IntervalKind> kinds;
  std::vector<CalledPath> paths;

  [[nodiscard]] std::span<const Count> counts_of(std::size_t interval) const {
    return std::span(counts).subspan(
        intervals[interval].first_count,
        intervals[interval + 1].first_count - intervals[interval].first_count);
  }
  // By kind, with those of any length.
  void add_to(IntervalKinds& out) const;
};

class IntervalSurvey : public model::EventHandler {
 public:
  // `samples` must outlive it.
  IntervalSurvey(const RegionTable& regions, const LocationSamples& samples);

  void enter(Ticks time, model::RegionId region) override;
  void leave(Ticks time, model::RegionId region) override;
  void buffer_flush(Ticks time, Ticks stop) override;
  void measurement_on_off(Ticks time, bool on) override;

  // After the last event.
  LocationIntervals finish();

 private:
  // A record of the region at this time ends the interval.
  void close(Ticks time, model::RegionId region);
  // Whether the innermost region is a function or lies in one alone.
  [[nodiscard]] bool is_divisible() const;
  // What the sample says is called from the innermost region.
  std::uint32_t called_path(std::uint32_t sample_path);
  [[nodiscard]] CalledPath find_called(const std::vector<std::uint32_t>& sample_path) const;

  const RegionTable& regions_;
  const LocationSamples& samples_;
  std::size_t next_ = 0;  // sample
  std::vector<model::RegionId> stack_;
  Ticks since_;
  model::RegionId before_;
  LocationIntervals out_;
  std::map<IntervalKind, std::uint32_t> kind_numbers_;
  std::map<CalledPath, std::uint32_t> path_numbers_;
  std::map<std::vector<model::RegionId>, std::uint32_t> stack_numbers_;
  std::map<std::uint64_t, std::uint32_t> called_;  // by stack and path of the sample
};

}  // namespace tarry::analysis
