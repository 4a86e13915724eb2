// SPDX-License-Identifier: BSD-3-Clause
#include "cli/operation_command.h"

#include <utility>

#include "base/shortest_tails.h"
#include "cli/report_inputs.h"

namespace tarry::cli {
namespace {

using algebra::Operation;

class OperationCommand final : public Command {
 public:
  explicit OperationCommand(OperationVerb verb)
      : verb_(std::move(verb)), output_(verb_.name + ".cubex") {}

  std::string name() const override { return verb_.name; }
  std::string summary() const override { return verb_.summary; }
  std::vector<Example> examples() const override { return verb_.examples; }
  std::vector<std::string> description() const override {
    std::vector<std::string> out = verb_.description;
    out.emplace_back(
        "The reports may be of any kind: analyses, summaries, diagnoses, those of the Cube tools. "
        "A metric is the same by its id, a call path by its functions and call site, a location by "
        "rank and thread. What a report lacks counts as 0. The result is a report that every verb "
        "reads.");
    return out;
  }
  OptionTable options() override {
    OptionTable all = {{.names = "reports",
                        .target = &inputs_,
                        .help = "Experiment directories, .cubex files or JSON reports"},
                       {.names = "-o,--output",
                        .target = &output_,
                        .help = "Write the result to this file",
                        .value = "FILE",
                        .otherwise = verb_.name + ".cubex"}};
    for (Option& option : reports_.options()) all.push_back(std::move(option));
    return all;
  }
  base::Result<int> run(const CommonOptions& common) override {
    if (verb_.operation == Operation::Diff && inputs_.size() != 2)
      return base::Error{base::ErrorCode::Usage, "diff needs two reports", "",
                         "'tarry diff run1 run2' is run1 minus run2"};
    if (inputs_.size() < 2)
      return base::Error{base::ErrorCode::Usage, verb_.name + " needs two or more reports", "",
                         "'tarry " + verb_.name + " run1 run2'"};
    TRY(check_result(output_, inputs_));
    TRY_ASSIGN(const std::vector<model::SeverityCube> cubes, reports_.load(inputs_));
    TRY_ASSIGN(const model::SeverityCube result,
               algebra::combine(verb_.operation, cubes, base::shortest_tails(inputs_)));
    TRY(put_report(result, output_, common));
    return 0;
  }

 private:
  OperationVerb verb_;
  std::vector<std::string> inputs_;
  std::string output_;
  ReportInputs reports_;
};

}  // namespace

std::unique_ptr<Command> make_operation_command(OperationVerb verb) {
  return std::make_unique<OperationCommand>(std::move(verb));
}

}  // namespace tarry::cli
