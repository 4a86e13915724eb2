// SPDX-License-Identifier: BSD-3-Clause
// tarry max: the largest values of reports.
#include "cli/operation_command.h"

namespace tarry::cli {

std::unique_ptr<Command> make_max_command() {
  return make_operation_command(
      {.operation = algebra::Operation::Most,
       .name = "max",
       .summary = "Take the largest values of several reports",
       .description = {"Takes the largest of each value, for several runs of one program. Values "
                       "of a call path and its callers need not be from one run."},
       .examples = {{"tarry max run1 run2 run3", "each value as in the run where it was largest"},
                    {"tarry max run1 run2 run3 -o most.cubex && tarry diff most.cubex run1",
                     "how far runs have differed from run1"},
                    {"tarry max run1 run2 --collapse",
                     "sums over all ranks, for runs of different sizes"}}});
}

}  // namespace tarry::cli
