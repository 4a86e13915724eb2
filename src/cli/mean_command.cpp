// SPDX-License-Identifier: BSD-3-Clause
// tarry mean: the mean of reports.
#include "cli/operation_command.h"

namespace tarry::cli {

std::unique_ptr<Command> make_mean_command() {
  return make_operation_command(
      {.operation = algebra::Operation::Mean,
       .name = "mean",
       .summary = "Take the mean of several reports",
       .description = {"Takes the mean of each value, for several runs of one program. A metric "
                       "that some reports do not have is the mean of the others."},
       .examples = {
           {"tarry mean run1 run2 run3", "the typical run"},
           {"tarry mean day*.cubex -o typical.cubex && tarry diff today.cubex typical.cubex",
            "what is different today"},
           {"tarry mean run1 run2 run3 --call-sites off",
            "the same for versions whose lines differ"}}});
}

}  // namespace tarry::cli
