// SPDX-License-Identifier: BSD-3-Clause
// The visits of the regions that patterns name: of one location, found by reading its events once
// more, because the records of the analysis have no functions of the program.
#pragma once

#include <string>
#include <vector>

#include "analysis/declared/counter_readings.h"
#include "analysis/declared/facts.h"
#include "model/definitions.h"
#include "model/event_handler.h"

namespace tarry::analysis::declared {

class Phases : public model::EventHandler {
 public:
  // `readings`: of the location; their present state is looked at. nullptr: no counters are asked
  // for.
  Phases(const std::vector<model::Region>& regions, const std::vector<PhaseWish>& wishes,
         const CounterReadings* readings = nullptr);

  void enter(Ticks time, model::RegionId region) override;
  void leave(Ticks time, model::RegionId region) override;

  // Returns the innermost visit around a call, or the latest one that ended before it began, as the
  // wish of this number wants it; its number is 0 if there is none.
  [[nodiscard]] PhaseFact find(std::size_t wish, Ticks enter, Ticks leave) const;

 private:
  static constexpr std::uint32_t kNone = kNoIndex;

  struct Visit {
    PhaseFact phase;
    CounterGrowth at_enter;
    std::uint32_t around = kNone;  // the visit of the same region around it
    bool is_closed = false;
  };
  // The visits of the regions of one name.
  struct Visits {
    std::string region;
    std::vector<Visit> all;               // by enter
    std::vector<std::uint32_t> by_leave;  // those that ended
    std::uint32_t open = kNone;           // the innermost
  };

  [[nodiscard]] CounterGrowth counted(Ticks time) const {
    return readings_ == nullptr ? CounterGrowth() : readings_->now(time);
  }

  const CounterReadings* readings_;
  std::vector<Visits> visits_;
  std::vector<std::uint32_t> of_wish_;    // in `visits_`
  std::vector<bool> wants_before_;        // by wish
  std::vector<std::uint32_t> of_region_;  // in `visits_`; kNone: the region has no such name
};

}  // namespace tarry::analysis::declared
