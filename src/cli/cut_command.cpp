// SPDX-License-Identifier: BSD-3-Clause
// tarry cut: a part of a report's call tree.
#include "algebra/cut.h"
#include "cli/command.h"
#include "cli/report_inputs.h"

namespace tarry::cli {
namespace {

class CutCommand final : public Command {
 public:
  std::string name() const override { return "cut"; }
  std::string summary() const override { return "Keep or remove a part of the call tree"; }
  std::vector<Example> examples() const override {
    return {{"tarry cut run1 --root solve", "only what solve does, wherever it is called"},
            {"tarry cut run1 --prune MPI_Init --prune MPI_Finalize", "a run without start and end"},
            {"tarry cut run1 --root 'step=1?' -o late.cubex",
             "the steps 10 to 19, marked by TARRY_PARAMETER_BEGIN(\"step\", n)"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Makes a report from a part of the call tree. With --root, the call paths of a region "
        "become roots, those that are called at several places added up, and everything else is "
        "left out. With --prune, a region is left out with all that it calls. Both together: "
        "--prune applies below the roots.",
        "REGION may have the patterns of the shell: * for any text, ? for one character. The "
        "findings of the report are left out, because they are about the whole run."};
  }
  OptionTable options() override {
    return {{.names = "report",
             .target = &input_,
             .help = "Experiment directory, .cubex file or JSON report"},
            {.names = "--root",
             .target = &cut_.roots,
             .help = "Keep what is below this region; may be repeated",
             .value = "REGION"},
            {.names = "--prune",
             .target = &cut_.pruned,
             .help = "Leave out this region and what it calls; may be repeated",
             .value = "REGION"},
            {.names = "-o,--output",
             .target = &output_,
             .help = "Write the result to this file",
             .value = "FILE",
             .otherwise = "cut.cubex"}};
  }
  base::Result<int> run(const CommonOptions& common) override {
    if (cut_.roots.empty() && cut_.pruned.empty())
      return base::Error{base::ErrorCode::Usage, "nothing to cut was given", "",
                         "--root REGION keeps a region, --prune REGION removes one"};
    TRY(check_result(output_, {input_}));
    TRY_ASSIGN(const model::SeverityCube report, ReportInputs().load(input_));
    TRY_ASSIGN(const model::SeverityCube part, algebra::cut(report, cut_));
    TRY(put_report(part, output_, common));
    return 0;
  }

 private:
  std::string input_;
  std::string output_ = "cut.cubex";
  algebra::Cut cut_;
};

}  // namespace

std::unique_ptr<Command> make_cut_command() { return std::make_unique<CutCommand>(); }

}  // namespace tarry::cli
