// SPDX-License-Identifier: BSD-3-Clause
// Charges what declared patterns have found to calls. A call is never charged more time than it
// took by itself, and one that completes several operations has one match of a pattern, the largest
// (docs/definitions.md, "Limits of a wait").
#pragma once

#include <vector>

#include "analysis/declared/matcher.h"
#include "analysis/declared/pattern.h"
#include "analysis/records/process_records.h"
#include "analysis/records/share.h"

namespace tarry::analysis::declared {

// Returns by pattern the number of its metric in metrics_of(); those of its exports follow.
std::vector<std::uint32_t> first_metrics(const PatternSet& set);

// `found` are all charges of a process for patterns of one level, in any order. Returns what was
// charged for patterns that others ask for: amounts are within the limits.
std::vector<Charge> apply_charges(const PatternSet& set, std::vector<Charge> found,
                                  const ProcessRecords& process,
                                  std::pmr::vector<PatternCell>& cells);

}  // namespace tarry::analysis::declared
