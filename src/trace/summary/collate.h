// SPDX-License-Identifier: BSD-3-Clause
// Makes one cube of the summaries of all processes, which are never in memory as a whole: call
// paths are united along a binomial tree, then the values are gathered for some call paths at a
// time and written at once. Where the summaries are and how they get here does not matter here.
// Sources: M. Geimer et al., "The SCALASCA performance toolset architecture", sections 4.3 and 5.1;
// docs/decisions/023-run-time-summary.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/definitions.h"
#include "model/severity_cube.h"
#include "trace/finish/process_grids.h"
#include "trace/summary/process_summary.h"
#include "trace/summary/united_rows.h"

namespace tarry::trace::summary {

// The summaries of processes, in the order of ranks.
class SummarySource {
 public:
  virtual ~SummarySource() = default;
  [[nodiscard]] virtual std::size_t processes() const = 0;
  // Returns everything but the cells.
  virtual base::Result<ProcessSummary> head(std::size_t process) = 0;
  // Calls visit(cells) for `count` call paths in order, from `position` on. `position` is 0 at
  // first and then what the previous call has left there.
  using Visit = std::function<void(const std::vector<Cell>&)>;
  virtual base::Status rows(std::size_t process, std::uint64_t& position, std::size_t count,
                            const Visit& visit) = 0;

  // Returns the union that the processes have made themselves; it is empty unless overridden. A
  // process' own values of a call path then replace its values in the union.
  [[nodiscard]] virtual const UnitedHead& united() const;
  // For the next `count` call paths of united(), calls begin(), then visit(rank, cells) for each
  // process with values there.
  virtual base::Status united_rows(std::size_t count, const std::function<void()>& begin,
                                   const UnitedRows::Visit& visit);
};

struct CollationOptions {
  double ticks_per_second = 1e9;
  std::uint64_t memory = std::uint64_t{64} << 20;  // approximate, for values gathered at once
  // Returns the regions for these keys (region_key.h), followed by the inlined functions that these
  // regions refer to.
  std::function<std::vector<model::Region>(const std::vector<std::string>&)> regions;
  std::vector<trace::finish::ProcessGrid> grids = {};
};

struct Collation {
  model::SeverityCube cube;    // without values
  std::size_t most_trees = 0;  // most trees of call paths that were in memory at a time
  std::size_t gatherings = 0;  // number of gatherings of values
};

// Writes `path`, as a whole or not at all. `cube` has what is known about the run beforehand.
base::Result<Collation> collate(SummarySource& source, const CollationOptions& options,
                                model::SeverityCube cube, const std::string& path);

}  // namespace tarry::trace::summary
