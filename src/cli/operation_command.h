// SPDX-License-Identifier: BSD-3-Clause
// The verbs that compute a report from several reports, cell by cell: they differ in the operation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algebra/operations.h"
#include "cli/command.h"

namespace tarry::cli {

struct OperationVerb {
  algebra::Operation operation;
  std::string name;  // also of the file that is written by default
  std::string summary;
  std::vector<std::string> description;
  std::vector<Example> examples;
};

std::unique_ptr<Command> make_operation_command(OperationVerb verb);

}  // namespace tarry::cli
