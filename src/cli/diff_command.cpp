// SPDX-License-Identifier: BSD-3-Clause
// tarry diff: what one report has more than another.
#include "cli/operation_command.h"

namespace tarry::cli {

std::unique_ptr<Command> make_diff_command() {
  return make_operation_command(
      {.operation = algebra::Operation::Diff,
       .name = "diff",
       .summary = "Subtract one report from another",
       .description = {"Subtracts the values of the second report from those of the first. "
                       "Positive values are what the first run took, waited or did more. "
                       "Percentages refer to the time of the second run."},
       .examples = {{"tarry diff before after", "what the changed program no longer does"},
                    {"tarry diff run64 run16 --collapse -o growth.cubex",
                     "what a larger run takes more, summed over all ranks"},
                    {"tarry diff before after --call-sites off",
                     "the same for versions whose lines differ"}}});
}

}  // namespace tarry::cli
