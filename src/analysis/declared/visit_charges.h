// SPDX-License-Identifier: BSD-3-Clause
// Sums up what plug-ins charge to visits, since single charges of so many would take too much
// memory. A visit is never charged more time than its own. Visits that hold records are charged as
// other calls are (charges.h).
#pragma once

#include <functional>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "analysis/declared/facts.h"
#include "analysis/declared/matcher.h"
#include "analysis/declared/pattern.h"
#include "analysis/records/partition.h"
#include "analysis/records/share.h"

namespace tarry::analysis::declared {

class VisitCharges {
 public:
  // `set` and `partition` must outlive it. `take` gets the charges of visits that hold records.
  VisitCharges(const PatternSet& set, const Partition& partition,
               std::function<void(const Charge&)> take)
      : set_(set), partition_(partition), take_(std::move(take)) {}

  // `charges` are those of one pattern, in the order of the visits; the places of these stand for
  // the call.
  void add(std::span<const VisitFact> visits, const std::vector<Charge>& charges);
  // Appends the sums of the patterns for which `counts` returns true, and forgets all.
  void put_cells(const std::function<bool(std::uint32_t)>& counts,
                 std::pmr::vector<PatternCell>& cells);

 private:
  const PatternSet& set_;
  const Partition& partition_;
  const std::function<void(const Charge&)> take_;
  std::map<std::tuple<model::LocationIndex, CallPathId, std::uint32_t>, std::int64_t> sums_;
};

}  // namespace tarry::analysis::declared
