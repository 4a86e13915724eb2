// SPDX-License-Identifier: BSD-3-Clause
// Charges the time between two events to the call path that a location is on, or to nobody. With
// samples, parts of it belong to the functions that were seen there.
#pragma once

#include <vector>

#include "analysis/extract/open_teams.h"
#include "analysis/samples/division.h"

namespace tarry::analysis {

// A time in which the same call path was active. It is nobody's if the call path is not valid().
struct CallPathRun {
  Ticks begin;
  CallPathId callpath;
};

class ExclusiveTime {
 public:
  ExclusiveTime(LocationExtraction& location, const RegionStack& stack, const OpenTeams& teams)
      : location_(location), stack_(stack), teams_(teams) {}

  // Divides the time of functions by samples. `division` must outlive this.
  void divide_by(Division& division) { division_ = &division; }

  // Charges the time until an event. Returns the time of the event, or of the one before it if that
  // is later.
  [[gnu::always_inline]] Ticks advance(Ticks time) {
    if (!started_) [[unlikely]]
      begin(time);
    if (time < last_) [[unlikely]]
      time = put_right();
    if (time > last_) pass(time);
    return time;
  }
  [[nodiscard]] Ticks last() const { return last_; }

  void charge(CallPathId callpath, Ticks amount);

  // From now on the time belongs to the innermost region or, in a gap, to nobody.
  void follow(bool gap) {
    callpath_ = stack_.empty() ? stack_.base() : stack_.top().charged;
    gap_ = gap;
  }
  void set_gap(bool gap) { gap_ = gap; }
  [[nodiscard]] bool is_in_gap() const { return gap_; }
  // All the time that was nobody's.
  [[nodiscard]] Ticks gap_time() const { return gap_time_; }
  // Returns the call path that gets the time, or one that stands for time outside of regions.
  [[gnu::always_inline]] CallPathId callpath() {
    if (!callpath_.valid()) [[unlikely]]
      callpath_ = outside();
    return callpath_;
  }

  // Returns the time up to now in which the same call path was active.
  [[nodiscard]] const CallPathRun& run() const { return run_; }
  void set_run(const CallPathRun& run) { run_ = run; }
  // Returns since when the same call path has been active: now, if no time has passed on it yet.
  [[nodiscard]] Ticks active_since() const {
    const CallPathId active = is_nobodys() ? CallPathId{} : callpath_;
    const bool has_time = is_nobodys() || callpath_.valid();  // outside of regions, time makes one
    return has_time && active == run_.callpath ? run_.begin : last_;
  }
  // Stretches are numbered. A new one begins when the thread has idled or was not recorded.
  [[nodiscard]] std::uint64_t stretch() const { return stretch_; }
  void begin_stretch() { ++stretch_; }

  // A part of the time that was charged last, which samples divide.
  struct Part {
    CallPathId callpath;
    Ticks time;
  };
  [[nodiscard]] const std::vector<Part>& last_parts() const { return parts_; }

  // Tells the accuracy of sampled times after the last event.
  void finish();

 private:
  [[nodiscard]] CallPathId outside() const;
  // What a worker of a team does outside of regions is nobody's.
  [[nodiscard]] bool is_nobodys() const { return gap_ && teams_.is_worker(); }
  void begin(Ticks time);
  Ticks put_right();
  void pass(Ticks time);
  void charge_divided(Ticks time);
  void charge_visit(CallPathId callpath, Ticks amount) const;

  LocationExtraction& location_;
  const RegionStack& stack_;
  const OpenTeams& teams_;
  CallPathId callpath_;
  Ticks last_;
  Ticks gap_time_;
  bool started_ = false;
  bool gap_ = false;
  CallPathRun run_;
  std::uint64_t stretch_ = 0;
  Division* division_ = nullptr;  // nullptr: there are no samples
  SampledVariance variance_;
  std::vector<Part> parts_;
};

}  // namespace tarry::analysis
