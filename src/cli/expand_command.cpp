// SPDX-License-Identifier: BSD-3-Clause
// tarry expand: writes the events that a compressed trace stands for as an OTF2 archive.
#include <fmt/core.h>

#include <filesystem>

#include "base/counted.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "compressed/expand/write_expanded.h"
#include "compressed/format/trace_file.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

class ExpandCommand final : public Command {
 public:
  std::string name() const override { return "expand"; }
  std::string summary() const override { return "Make an OTF2 trace of a compressed one"; }
  std::vector<Example> examples() const override {
    return {
        {"tarry expand run1/compressed/trace.tct -o expanded", "every call takes its mean time"},
        {"tarry expand --times draw run.tct -o expanded",
         "times drawn from the recorded ones, the same in each run"},
        {"tarry expand run.tct -o expanded && tarry analyze expanded",
         "wait states of the trace, as far as mean times show them"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Every rank makes the same MPI calls from the same places, in the same order and with the "
        "same values as recorded. Times are made up from the histograms of the compressed trace: a "
        "message may arrive before it is sent.",
        "Calls of several threads of a process are on one location."};
  }
  OptionTable options() override {
    return {
        {.names = "trace", .target = &trace_, .help = "Compressed trace (.tct)"},
        {.names = "-o,--output", .target = &output_, .help = "Directory to make", .value = "DIR"},
        {.names = "--times",
         .target = &times_,
         .help = "Time of a call and of the computation before it: the average of the recorded "
                 "times, or drawn from them",
         .choices = {"average", "draw"},
         .otherwise = "average"}};
  }
  base::Result<int> run(const CommonOptions& common) override {
    if (output_.empty())
      return base::Error{base::ErrorCode::Usage, "no output given", "", "-o DIRECTORY"};
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(output_, ignored)))
      return base::Error{base::ErrorCode::Exists, "the output exists", output_,
                         "choose another or remove it"};
    TRY_ASSIGN(const compressed::Trace trace, compressed::read_trace(trace_));
    const auto times =
        times_ == "draw" ? compressed::TimeChoice::Draw : compressed::TimeChoice::Average;
    auto calls = compressed::write_expanded(trace, compressed::recorded_calls(trace, times),
                                            output_, common.threads);
    if (!calls.ok()) {
      fs::remove_all(output_, ignored);
      base::Error error = std::move(calls).error();
      if (error.where.empty()) error.where = trace_;
      return error;
    }
    for (const std::string& note : trace.notes) warn(common, "a note of the trace: " + note);
    say(common, fmt::format("{} of {} in {}", base::counted(*calls, "call"),
                            base::counted(trace.ranks, "rank"), output_));
    return 0;
  }

 private:
  std::string trace_;
  std::string output_;
  std::string times_ = "average";
};

}  // namespace

std::unique_ptr<Command> make_expand_command() { return std::make_unique<ExpandCommand>(); }

}  // namespace tarry::cli
