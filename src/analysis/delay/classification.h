// SPDX-License-Identifier: BSD-3-Clause
// Divides each wait in two ways: into the part caused by waits of its cause (indirect; the rest is
// direct), and into the part that made others wait (propagating; the rest is terminal). The metrics
// of the definitions cover waits for messages only; metrics of their own cover all waits that have
// costs. Definition:
// docs/definitions.md, "Direct and indirect waits".
#pragma once

#include <memory_resource>
#include <vector>

#include "analysis/delay/cost_cells.h"
#include "analysis/delay/cost_model.h"
#include "analysis/delay/sync_survey.h"
#include "workers/message.h"

namespace tarry::analysis {

// The indirect part of a wait, for the worker that has the wait.
struct IndirectWait {
  model::LocationIndex victim;
  std::uint32_t wait = 0;  // ordinal
  CostsByModel amount{};
};

class Classification {
 public:
  // `left_out` must outlive it.
  Classification(std::size_t places, const LeftOutWaits& left_out)
      : of_places_(places), left_out_(left_out) {}

  // Notes that the waits [first, end) of a place made another location wait, each with this part of
  // it. Calls for one place come point by point.
  void add(std::size_t place, std::uint32_t first, std::uint32_t end, DelayChannel victims,
           const CostsByModel& part);
  // Notes that the place is an initial thread, and that others were idle while it waited.
  void add_idle(std::size_t place, CallPathId callpath, Ticks wait);

  // Adds to the cells, by place. `indirect`: the IndirectWaits from each worker. Called once.
  void finish(const std::vector<SyncPlace>& places, const std::vector<workers::Bytes>& indirect,
              std::vector<CostCells>& cells);

 private:
  struct Spread {
    std::uint32_t first, end;
    CostsByModel part;
  };
  using Spreads = std::pmr::vector<Spread>;

  struct OfPlace {
    Spreads to_messages, to_others;  // waits that made others wait, by kind of their waits
    std::vector<Ticks> idle;         // by call path: waits while others were idle
  };

  // Returns by wait ordinal the largest part that covers it.
  static std::vector<double> largest_parts(Spreads& spreads, CostModel model, std::size_t waits);
  void classify(const SyncPlace& place, OfPlace& of_place,
                const std::pmr::vector<CostsByModel>& indirect, CostCells& cells) const;
  // Classifies the time that the threads in the process of an initial thread were idle.
  void classify_idle(const std::vector<SyncPlace>& places, std::size_t initial,
                     std::vector<CostCells>& cells) const;

  std::vector<OfPlace> of_places_;
  const LeftOutWaits& left_out_;
};

}  // namespace tarry::analysis
