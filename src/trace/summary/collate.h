// SPDX-License-Identifier: BSD-3-Clause
// One cube of the summaries of all processes, of which nobody ever holds the whole: call paths are
// united up a binomial tree, then the values are gathered for some call paths at a time and written
// at once. Who has the summaries and brings them is not known here.
// Source: M. Geimer et al., "The SCALASCA performance toolset architecture", sections 4.3 and 5.1;
// docs/decisions/023-run-time-summary.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/definitions.h"
#include "model/severity_cube.h"
#include "trace/summary/process_summary.h"
#include "trace/summary/united_rows.h"

namespace tarry::trace::summary {

// The summaries of processes, by their place in the order of ranks.
class SummarySource {
 public:
  virtual ~SummarySource() = default;
  [[nodiscard]] virtual std::size_t processes() const = 0;
  // Everything but the cells.
  virtual base::Result<ProcessSummary> head(std::size_t process) = 0;
  // Calls visit(cells) for `count` call paths in order, from `position` on, which is 0 at first and
  // then what the call before has left there.
  using Visit = std::function<void(const std::vector<Cell>&)>;
  virtual base::Status rows(std::size_t process, std::uint64_t& position, std::size_t count,
                            const Visit& visit) = 0;

  // What the processes have united themselves; nothing unless said otherwise. What a process has of
  // the same call path then replaces what is there.
  [[nodiscard]] virtual const UnitedHead& united() const;
  // For the next `count` call paths of united(), calls begin(), then visit(rank, cells) for each
  // process with values there.
  virtual base::Status united_rows(std::size_t count, const std::function<void()>& begin,
                                   const UnitedRows::Visit& visit);
};

struct CollationOptions {
  double ticks_per_second = 1e9;
  std::uint64_t memory = std::uint64_t{64} << 20;  // for the values gathered at a time, about
  // What the keys of regions (region_key.h) stand for, and behind them the inlined functions that
  // these refer to.
  std::function<std::vector<model::Region>(const std::vector<std::string>&)> regions;
};

struct Collation {
  model::SeverityCube cube;    // without values
  std::size_t most_trees = 0;  // of call paths that were held at a time
  std::size_t gatherings = 0;  // of values
};

// Writes `path`, as a whole or not at all. `cube` has what is to be known of the run beforehand.
base::Result<Collation> collate(SummarySource& source, const CollationOptions& options,
                                model::SeverityCube cube, const std::string& path);

}  // namespace tarry::trace::summary
