// SPDX-License-Identifier: BSD-3-Clause
// tarry analyze: wait states of a trace, ours or Score-P's, into a .cubex beside it.
#include "cli/analysis_step.h"
#include "cli/command.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

class AnalyzeCommand final : public Command {
 public:
  std::string name() const override { return "analyze"; }
  std::string summary() const override { return "Find the wait states of a recorded trace"; }
  std::vector<Example> examples() const override {
    return {
        {"tarry analyze tarry-heat-4x1-20250101-120000",
         "analyse an experiment; the result is analysis.cubex in it"},
        {"tarry analyze scorep-run/traces.otf2 -o run.cubex", "a trace that Score-P wrote"},
        {"tarry analyze -j 4 run1", "with four threads; the result is the same for any number"}};
  }

  void add_options(CLI::App& app) override {
    app.add_option("trace", trace_, "Experiment directory or traces.otf2")->required();
    app.add_option("-o,--output", output_,
                   "File to write (default: analysis.cubex beside the trace)")
        ->type_name("FILE");
  }

  base::Result<int> run(const CommonOptions& common) override {
    TRY_ASSIGN(const fs::path anchor, find_trace(trace_, common));
    const fs::path output =
        output_.empty() ? anchor.parent_path() / "analysis.cubex" : fs::path(output_);
    TRY_ASSIGN(const model::SeverityCube cube, analyze_to(anchor, output, common));
    std::error_code ignored;
    const bool by_directory = output_.empty() && fs::is_directory(trace_, ignored);
    say_findings(cube, by_directory ? trace_ : output.string(), common);
    return 0;
  }

 private:
  std::string trace_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> make_analyze_command() { return std::make_unique<AnalyzeCommand>(); }

}  // namespace tarry::cli
