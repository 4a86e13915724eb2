// SPDX-License-Identifier: BSD-3-Clause
// tarry scale: from recorded runs to what runs on more ranks would take, and why.
#include <iostream>

#include "base/parse_number.h"
#include "base/split.h"
#include "cli/command.h"
#include "cli/scaling.h"
#include "cli/scaling_report.h"
#include "cli/simulation_options.h"

namespace tarry::cli {
namespace {

constexpr std::uint32_t kMostRanksToScale = 1u << 20;

class ScaleCommand final : public Command {
 public:
  std::string name() const override { return "scale"; }
  std::string summary() const override {
    return "Predict time and efficiency of a program on more ranks";
  }
  std::vector<Example> examples() const override {
    return {{"tarry scale run4 run8 run16 --to 64,256,1024",
             "time, efficiencies and first cause of waiting at each size"},
            {"tarry scale run8.tct run27.tct run64.tct --to 512 --latency 1us --bandwidth 25G",
             "on another network"},
            {"tarry scale run4 run8 run16 --to 64 --format json | jq '.runs[-1].predicted'",
             "the same for a script"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Extrapolates the compressed traces of some runs to other numbers of ranks, simulates the "
        "calls there and analyzes the result. Prints a line for each size, and for the recorded "
        "sizes what was measured as well. Measured efficiencies need an experiment with an event "
        "trace or an analysis; a compressed trace alone has the run time.",
        "Each figure has the largest deviation of its variations behind it: predictions without "
        "one of the runs, and with as much more or less computation as the fitted times are off at "
        "the recorded sizes."};
  }
  OptionTable options() override {
    OptionTable table = {
        {.names = "runs",
         .target = &wishes_.inputs,
         .help = "Experiment directories with a compressed trace, or .tct files, of one program on "
                 "different numbers of ranks"},
        {.names = "--to",
         .target = &targets_,
         .help = "Numbers of ranks, such as 64,256,1024",
         .value = "LIST"},
        {.names = "--no-variations",
         .target = Clears{&wishes_.with_variations},
         .help = "Leave out how uncertain the figures are; this saves most of the work"},
        {.names = "--format",
         .target = &format_,
         .help = "How to show the result",
         .choices = {"text", "json"},
         .otherwise = "text"}};
    for (Option& option : simulation_.of_network()) table.push_back(std::move(option));
    return table;
  }

  base::Result<int> run(const CommonOptions& common) override {
    if (targets_.empty())
      return base::Error{base::ErrorCode::Usage, "no target given", "",
                         "for example --to 64,256,1024"};
    for (const std::string_view word : base::split(targets_, ',')) {
      std::uint32_t ranks = 0;
      if (!base::parse_number(word, ranks) || ranks == 0 || ranks > kMostRanksToScale)
        return base::Error{base::ErrorCode::Usage, "not a list of numbers of ranks",
                           "--to " + targets_, "for example --to 64,256,1024"};
      wishes_.targets.push_back(ranks);
    }
    TRY_ASSIGN(const Scaling scaling, predict_scaling(wishes_, simulation_, common));
    std::cout << (format_ == "json" ? scaling_json(scaling) : scaling_text(scaling)) << std::flush;
    return 0;
  }

 private:
  ScalingWishes wishes_;
  std::string targets_;
  std::string format_ = "text";
  SimulationOptions simulation_;
};

}  // namespace

std::unique_ptr<Command> make_scale_command() { return std::make_unique<ScaleCommand>(); }

}  // namespace tarry::cli
