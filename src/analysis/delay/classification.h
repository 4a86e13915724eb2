// SPDX-License-Identifier: BSD-3-Clause
// What of each wait was caused by waits of its cause (indirect, the rest is direct), and what of it
// made others wait (propagating, the rest is terminal). The metrics that other tools have as well
// know of waits for messages only, others of all that have costs. Definition: docs/definitions.md,
// "Direct and indirect waits".
#pragma once

#include <memory_resource>
#include <vector>

#include "analysis/delay/cost_cells.h"
#include "analysis/delay/cost_model.h"
#include "analysis/delay/sync_survey.h"
#include "workers/message.h"

namespace tarry::analysis {

// The indirect part of a wait, for the worker that has it.
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

  // The waits [first, end) of a place made somebody wait, and this part of each did. Of a place one
  // point after the other.
  void add(std::size_t place, std::uint32_t first, std::uint32_t end, DelayChannel victims,
           const CostsByModel& part);
  // The place is an initial thread, and others were idle while it waited.
  void add_idle(std::size_t place, CallPathId callpath, Ticks wait);

  // Adds to the cells, by place. `indirect` has the IndirectWaits from each worker. Once.
  void finish(const std::vector<SyncPlace>& places, const std::vector<workers::Bytes>& indirect,
              std::vector<CostCells>& cells);

 private:
  struct Spread {
    std::uint32_t first, end;
    CostsByModel part;
  };
  using Spreads = std::pmr::vector<Spread>;

  struct OfPlace {
    Spreads to_messages, to_others;  // who was made wait, for what
    std::vector<Ticks> idle;         // by call path: waits meanwhile
  };

  // By wait ordinal: the largest part over it.
  static std::vector<double> largest_parts(Spreads& spreads, CostModel model, std::size_t waits);
  void classify(const SyncPlace& place, OfPlace& of_place,
                const std::pmr::vector<CostsByModel>& indirect, CostCells& cells) const;
  // What the threads of the process of an initial thread were idle for.
  void classify_idle(const std::vector<SyncPlace>& places, std::size_t initial,
                     std::vector<CostCells>& cells) const;

  std::vector<OfPlace> of_places_;
  const LeftOutWaits& left_out_;
};

}  // namespace tarry::analysis
