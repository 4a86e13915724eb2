// SPDX-License-Identifier: BSD-3-Clause
// Waits for messages: what of each was caused by waits of its cause (indirect, the rest is direct),
// and what of it made others wait (propagating, the rest is terminal). Source: definitions 4.4,
// delay-analysis.md section 8.
#pragma once

#include <memory_resource>
#include <vector>

#include "analysis/delay/cost_cells.h"
#include "analysis/delay/cost_model.h"
#include "analysis/delay/sync_survey.h"
#include "analysis/parallel/message.h"

namespace tarry::analysis {

// The indirect part of a wait, for the worker that has it.
struct IndirectWait {
  model::LocationIndex victim;
  std::uint32_t wait = 0;  // ordinal
  CostsByModel amount{};
};

class Classification {
 public:
  explicit Classification(std::size_t places) : spreads_(places) {}

  // The waits [first, end) of a place made somebody wait, and this part of each did.
  void add(std::size_t place, std::uint32_t first, std::uint32_t end, const CostsByModel& part) {
    spreads_[place].push_back({first, end, part});
  }

  // Adds to the cells, by place. `indirect` has the IndirectWaits from each worker. Once.
  void finish(const std::vector<SyncPlace>& places, const std::vector<Bytes>& indirect,
              std::vector<CostCells>& cells);

 private:
  struct Spread {
    std::uint32_t first, end;
    CostsByModel part;
  };

  // By wait ordinal: the largest part over it.
  static std::vector<double> largest_parts(std::pmr::vector<Spread>& spreads, CostModel model,
                                           std::size_t waits);
  void classify(const SyncPlace& place, std::pmr::vector<Spread>& spreads,
                const std::pmr::vector<CostsByModel>& indirect, CostCells& cells);

  std::vector<std::pmr::vector<Spread>> spreads_;  // by place
};

}  // namespace tarry::analysis
