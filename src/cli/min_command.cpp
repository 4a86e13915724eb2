// SPDX-License-Identifier: BSD-3-Clause
// tarry min: the least values of reports.
#include "cli/operation_command.h"

namespace tarry::cli {

std::unique_ptr<Command> make_min_command() {
  return make_operation_command(
      {.operation = algebra::Operation::Least,
       .name = "min",
       .summary = "Take the least values of several reports",
       .description =
           {"Takes the least of each value, for several runs of one program: what remains when "
            "noise is not there. Values of a call path and its callers need not be from one run."},
       .examples = {{"tarry min run1 run2 run3", "each value as in the run where it was least"},
                    {"tarry min run1 run2 run3 -o least.cubex && tarry diff run1 least.cubex",
                     "what run1 lost beyond the least"},
                    {"tarry min run1 run2 --collapse",
                     "sums over all ranks, for runs of different sizes"}}});
}

}  // namespace tarry::cli
