// SPDX-License-Identifier: BSD-3-Clause
// tarry merge: one report from several with different metrics.
#include "cli/operation_command.h"

namespace tarry::cli {

std::unique_ptr<Command> make_merge_command() {
  return make_operation_command(
      {.operation = algebra::Operation::Merge,
       .name = "merge",
       .summary = "Unite reports that have different metrics",
       .description = {"Takes each metric from the first report that has it. The findings are "
                       "those of the first report."},
       .examples = {{"tarry merge run1/analysis.cubex run1/summary.cubex",
                     "wait states and the metrics of the summary in one report"},
                    {"tarry merge cycles.cubex cache.cubex misses.cubex",
                     "counters that could not be read in one run"},
                    {"tarry merge run2 run1 -o both.cubex",
                     "metrics of run2, and of run1 those that run2 lacks"}}});
}

}  // namespace tarry::cli
