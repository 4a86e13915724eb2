// SPDX-License-Identifier: BSD-3-Clause
// tarry size: how many ranks and threads a report is about.
#include <fmt/core.h>

#include <set>

#include "cli/command.h"
#include "experiment/report_file.h"

namespace tarry::cli {
namespace {

class SizeCommand final : public Command {
 public:
  std::string name() const override { return "size"; }
  std::string summary() const override { return "Show how many ranks and threads a run had"; }
  std::vector<Example> examples() const override {
    return {{"tarry size run1", "'4 ranks, 16 threads'"},
            {"tarry size analysis.cubex", "the same for a report alone"},
            {"tarry size run1 --ranks", "'4', for a script"}};
  }
  std::vector<std::string> description() const override {
    return {"Counts the ranks and the threads that have a row in the report of an experiment."};
  }
  OptionTable options() override {
    return {{.names = "experiment",
             .target = &input_,
             .help = "Experiment directory, .cubex file or JSON report"},
            {.names = "--ranks", .target = &only_ranks_, .help = "Print the number of ranks only"}};
  }
  base::Result<int> run(const CommonOptions& /*common*/) override {
    TRY_ASSIGN(const std::string file,
               experiment::report_file(input_, experiment::Preferred::Analysis));
    TRY_ASSIGN(const model::SeverityCube cube, experiment::load_report_file(file));
    std::set<model::Rank> ranks;
    for (const model::CubeLocation& location : cube.locations) ranks.insert(location.rank);
    if (only_ranks_)
      fmt::print("{}\n", ranks.size());
    else
      fmt::print("{} ranks, {} threads\n", ranks.size(), cube.locations.size());
    return 0;
  }

 private:
  std::string input_;
  bool only_ranks_ = false;
};

}  // namespace

std::unique_ptr<Command> make_size_command() { return std::make_unique<SizeCommand>(); }

}  // namespace tarry::cli
