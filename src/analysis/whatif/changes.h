// SPDX-License-Identifier: BSD-3-Clause
// The effect of a scenario on one location: how much less each of its steps takes. Source:
// docs/decisions/017-what-if.md.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "analysis/whatif/step_log.h"

namespace tarry::analysis {

// The changes that one scenario makes to one location. Stretches are the times between the
// operations in which all processes meet.
class Change {
 public:
  virtual ~Change() = default;
  // Returns whether it changes a call path anywhere.
  [[nodiscard]] virtual bool concerns(CallPathId callpath) const = 0;
  // Returns the part of a call path's time in a section of the activities that is removed; a
  // negative part makes it longer.
  [[nodiscard]] virtual double removed(CallPathId callpath, std::uint32_t section,
                                       std::uint32_t stretch) const = 0;
  // Returns the time of additional work at the end of a stretch.
  [[nodiscard]] virtual Ticks added(std::uint32_t /*stretch*/) const { return {}; }
};

// Calls visitor.activity(callpath, time, section, stretch) for all activities of a location between
// and in its operations, and visitor.step(index, step, sections, stretch, is_last) for its steps;
// `sections` is the number of sections of the activities that have begun by then. Waits are not
// visited.
template <class Visitor>
void walk(const StepLog& log, std::span<const std::byte> activities, Visitor& visitor) {
  StepReader steps(log.bytes());
  TimeReader times(activities);
  std::uint32_t section = 0, stretch = 0, index = 0;
  const auto end_section = [&] {
    for (CallPathTime each; times.next(each);)
      if (each.time.count > 0) visitor.activity(each.callpath, each.time, section, stretch);
    ++section;
  };
  for (LoneStep step; steps.next_alone(step); ++index) {
    const bool is_last = steps.is_at_end();
    for (std::uint32_t ended = 0; ended < step.sections; ++ended) end_section();
    while (is_last && times.position() < activities.size()) end_section();
    visitor.step(index, step, section, stretch, is_last);
    stretch += step.with_everybody;
  }
}

// Returns the changes by several scenarios, packed for ChangeReader. `scenarios`: by scenario;
// nullptr: no change.
workers::Bytes changes_of(const StepLog& log, std::span<const std::byte> activities,
                          const std::vector<std::unique_ptr<Change>>& scenarios);

class ChangeReader {
 public:
  explicit ChangeReader(std::span<const std::byte> changes) : changes_(changes) { read_index(); }

  // Returns whether the step with this index is changed; indices ascend from call to call.
  [[nodiscard]] bool is_next(std::uint32_t index) const { return index == next_; }
  // Calls visit(scenario, less) for each scenario that shortens the next changed step, by `less`
  // ticks.
  template <class Visit>
  void take(Visit visit) {
    for (std::uint64_t left = read_number(changes_, at_); left != 0; --left) {
      const auto scenario = static_cast<std::uint32_t>(read_number(changes_, at_));
      visit(scenario, read_ticks(changes_, at_).count);
    }
    read_index();
  }

 private:
  void read_index();

  std::span<const std::byte> changes_;
  std::size_t at_ = 0;
  std::uint32_t next_ = 0;
};

}  // namespace tarry::analysis
