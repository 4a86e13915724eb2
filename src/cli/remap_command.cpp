// SPDX-License-Identifier: BSD-3-Clause
// tarry remap: a report with another metric tree.
#include "algebra/remap.h"
#include "algebra/standard_tree.h"
#include "base/files.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/report_inputs.h"

namespace tarry::cli {
namespace {

class RemapCommand final : public Command {
 public:
  std::string name() const override { return "remap"; }
  std::string summary() const override { return "Give a report another metric tree"; }
  std::vector<Example> examples() const override {
    return {{"tarry remap profile.cubex",
             "divide the time of a report of Score-P by computation, MPI and OpenMP"},
            {"tarry remap run1 --spec mine.spec -o mine.cubex",
             "metrics of your own: sums of those that the report has"},
            {"tarry remap run1 --spec mine.spec && tarry report remap.cubex --by metric",
             "what became of them"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Makes a report with other metrics. Without --spec, it gets the metric tree of 'tarry "
        "analyze': the time of each call path counts as computation, MPI, OpenMP or POSIX threads "
        "by its region, and wait states of other tools get their places below. Metrics that the "
        "report has already keep their values.",
        "A specification has a line for each metric, indented below the metric that contains it: "
        "its id, a name in quotes if it is to have another one, and '=' with a sum if it is "
        "computed: 'sends \"Time in sends\" = mpi where MPI_*send'. 'below' is the sum of the "
        "metrics below, and '?' behind an id lets the report lack the metric. The findings of the "
        "report are left out."};
  }
  OptionTable options() override {
    return {{.names = "report",
             .target = &input_,
             .help = "Experiment directory, .cubex file or JSON report"},
            {.names = "--spec",
             .target = &specification_,
             .help = "File with the metrics of the result",
             .value = "FILE",
             .otherwise = "the tree of 'tarry analyze'"},
            {.names = "-o,--output",
             .target = &output_,
             .help = "Write the result to this file",
             .value = "FILE",
             .otherwise = "remap.cubex"}};
  }
  base::Result<int> run(const CommonOptions& common) override {
    TRY(check_result(output_, {input_}));
    TRY_ASSIGN(const model::SeverityCube report, ReportInputs().load(input_));
    TRY_ASSIGN(const model::SeverityCube result, remapped(report));
    for (std::size_t i = report.experiment.warnings.size(); i < result.experiment.warnings.size();
         ++i)
      warn(common, result.experiment.warnings[i]);
    TRY(report.reading());
    TRY(put_report(result, output_, common));
    return 0;
  }

 private:
  [[nodiscard]] base::Result<model::SeverityCube> remapped(
      const model::SeverityCube& report) const {
    if (specification_.empty()) return algebra::with_standard_tree(report);
    TRY_ASSIGN(const std::string text, base::read_file(specification_));
    TRY_ASSIGN(const algebra::RemapSpecification specification,
               algebra::parse_remap(text, specification_));
    return algebra::remap(report, specification);
  }

  std::string input_, specification_;
  std::string output_ = "remap.cubex";
};

}  // namespace

std::unique_ptr<Command> make_remap_command() { return std::make_unique<RemapCommand>(); }

}  // namespace tarry::cli
