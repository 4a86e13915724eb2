// SPDX-License-Identifier: BSD-3-Clause
// Finds the intervals of one location during which it stayed in one function, and the samples in
// them.
#pragma once

#include <cstdint>
#include <map>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "analysis/regions/region_table.h"
#include "analysis/samples/interval_kinds.h"
#include "model/event_handler.h"
#include "model/sample_source.h"

namespace tarry::analysis {

using base::Ticks;

// An interval, with the place of its counts.
struct SampledInterval {
  Ticks begin, end;
  std::uint32_t kind;         // index in `kinds`
  std::uint32_t first_count;  // its counts end where those of the next interval begin
};

struct LocationIntervals {
  struct Count {
    std::uint32_t path;     // index in `paths`
    std::uint64_t weight;   // sum over the samples; a sample of one period has kPeriod
    std::uint64_t squares;  // sum of the squares of their weights
  };
  std::pmr::vector<SampledInterval> intervals;  // by time; the last one is empty
  std::pmr::vector<Count> counts;
  std::vector<IntervalKind> kinds;
  std::vector<SampledPath> paths;

  [[nodiscard]] std::span<const Count> counts_of(std::size_t interval) const {
    return std::span(counts).subspan(
        intervals[interval].first_count,
        intervals[interval + 1].first_count - intervals[interval].first_count);
  }
  // Adds all samples to their kinds, and to the same kinds of any length.
  void add_to(IntervalKinds& out) const;
};

class IntervalSurvey : public model::EventHandler {
 public:
  // `samples` must outlive it.
  IntervalSurvey(const RegionTable& regions, const model::LocationSamples& samples);

  void enter(Ticks time, model::RegionId region) override;
  void leave(Ticks time, model::RegionId region) override;
  void buffer_flush(Ticks time, Ticks stop) override;
  void measurement_on_off(Ticks time, bool on) override;

  // To be called once, after the last event.
  LocationIntervals finish();

 private:
  // Ends the interval at a record of the region at this time.
  void close(Ticks time, model::RegionId region);
  // Returns whether the innermost region is a function or directly inside one.
  [[nodiscard]] bool is_divisible() const;
  // Counts the samples up to `end` for an interval whose counts begin at `first`.
  void count(Ticks end, std::uint32_t first);
  // Returns the number of the place of a sample with this path. `stack`: the number of the stack of
  // open regions.
  std::uint32_t place(std::uint32_t stack, std::uint32_t sample_path);
  [[nodiscard]] SampledPath find_place(const std::vector<std::uint32_t>& sample_path) const;
  // Returns whether the region stands for the function at this place of the sample's path.
  [[nodiscard]] bool is_itself(model::RegionId region,
                               const std::vector<std::uint32_t>& sample_path, std::size_t at) const;
  // Notes that the innermost function calls this one.
  void note_call(model::RegionId function);
  // Adds a function that was sampled below `caller`, with the functions that are inlined between.
  // Returns its region for calls from there.
  model::RegionId add_sampled(model::RegionId caller, model::RegionId function,
                              SampledPath& path) const;
  [[nodiscard]] bool is_inlined(model::RegionId region) const;
  [[nodiscard]] bool is_function(model::RegionId region) const;
  // Returns whether it stands for functions that are not known.
  // Returns whether hooks tell when the function begins and ends.
  [[nodiscard]] bool has_hooks(model::RegionId region) const;
  [[nodiscard]] bool is_gap(model::RegionId region) const;

  const RegionTable& regions_;
  const model::LocationSamples& samples_;
  std::size_t next_ = 0;  // the first sample that no interval has counted
  std::vector<model::RegionId> stack_;
  std::vector<model::RegionId> inlined_;  // they are entered with the call that follows
  Ticks since_;
  model::RegionId before_;
  LocationIntervals out_;
  std::map<IntervalKind, std::uint32_t> kind_numbers_;
  std::map<SampledPath, std::uint32_t> path_numbers_;
  std::map<std::vector<model::RegionId>, std::uint32_t> stack_numbers_;
  std::map<std::uint64_t, std::uint32_t> places_;  // by stack and path of a sample
  // By caller and function, as in RegionTable::of_name: the region of the function; not valid if
  // there are several.
  std::map<std::pair<model::RegionId, model::RegionId>, model::RegionId> calls_;
};

}  // namespace tarry::analysis
