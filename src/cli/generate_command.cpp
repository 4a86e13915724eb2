// SPDX-License-Identifier: BSD-3-Clause
// tarry generate: makes a benchmark from a compressed trace.
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/result_output.h"
#include "compressed/emit/generate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/format/trace_file.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;

class GenerateCommand final : public Command {
 public:
  std::string name() const override { return "generate"; }
  std::string summary() const override { return "Make a benchmark from a compressed trace"; }
  std::vector<Example> examples() const override {
    return {
        {"tarry generate run1 -o benchmark.c", "a program in C with the calls of run1"},
        {"tarry generate run1 --computation none -o benchmark.c",
         "its communication alone, as fast as it can be"},
        {"tarry generate --any-size run4 run9 run16 -o benchmark.c",
         "a program for any number of ranks, from runs with 4, 9 and 16"},
        {"tarry generate run1 --language conceptual -o benchmark.ncptl", "the same in coNCePTuaL"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Writes a program that communicates like the traced one and computes as long between its "
        "calls, but has none of its work, data and names. It can be given to others, read, and "
        "changed to see what a change would bring.",
        "In C it makes the same calls with the same parameters in the same order, at the number of "
        "ranks of the trace. In coNCePTuaL, what the language lacks is replaced: some collective "
        "operations, windows and files. Receives from any source get the source that they had in "
        "the traced "
        "run. The "
        "command warns of messages that could make ranks wait for each other forever if they came "
        "in "
        "another order, and of calls that are left out.",
        "With --any-size, the numbers of some traces become formulas over the extents of the grid "
        "of ranks, as in 'tarry extrapolate'. The program takes the extents as its arguments or "
        "finds them from the number of ranks. Calls on files that follow no formulas are left "
        "out."};
  }
  OptionTable options() override {
    return {
        {.names = "traces",
         .target = &inputs_,
         .help = "Compressed trace (.tct), or experiment directory with one; with --any-size those "
                 "of some numbers of ranks"},
        {.names = "--any-size",
         .target = &any_size_,
         .help = "Make a program in C for any number of ranks from traces of some of them"},
        {.names = "--language",
         .target = &language_,
         .help = "Language of the program",
         .choices = {"c", "conceptual"}},
        {.names = "--computation",
         .target = &computation_,
         .help = "What stands for the computation between calls: a loop that takes as long, a "
                 "sleep, or nothing",
         .choices = {"loop", "sleep", "none"}},
        {.names = "--sources",
         .target = &sources_,
         .help = "What receives from any source get: the source of the traced run, or the first "
                 "possible one",
         .choices = {"recorded", "first"}},
        output_.file_option()};
  }
  base::Result<int> run(const CommonOptions& common) override {
    emit::GenerateOptions options;
    options.language = language_ == "c" ? emit::Language::C : emit::Language::Conceptual;
    options.computation = computation_ == "loop"    ? emit::Computation::Loop
                          : computation_ == "sleep" ? emit::Computation::Sleep
                                                    : emit::Computation::None;
    options.use_recorded = sources_ == "recorded";
    TRY_ASSIGN(const emit::Generated made, any_size_ ? for_any_size(options) : for_one(options));
    for (const std::string& warning : made.warnings) warn(common, warning);
    TRY(output_.put(made.text, common));
    return 0;
  }

 private:
  base::Result<emit::Generated> for_one(const emit::GenerateOptions& options) const {
    if (inputs_.size() != 1)
      return Error{ErrorCode::Usage, "several traces make a program with --any-size only", "", ""};
    TRY_ASSIGN(const compressed::Trace trace, compressed::read_trace(inputs_[0]));
    return emit::generate(trace, options);
  }

  base::Result<emit::Generated> for_any_size(const emit::GenerateOptions& options) const {
    if (options.language != emit::Language::C)
      return Error{ErrorCode::Usage, "--any-size makes programs in C only", "--language", ""};
    std::vector<compressed::NamedTrace> traces;
    for (const std::string& path : inputs_) {
      TRY_ASSIGN(compressed::Trace trace, compressed::read_trace(path));
      traces.push_back({path, std::move(trace)});
    }
    return emit::generate(traces, options);
  }

  std::vector<std::string> inputs_;
  bool any_size_ = false;
  std::string language_ = "c", computation_ = "loop", sources_ = "recorded";
  ResultOutput output_;
};

}  // namespace

std::unique_ptr<Command> make_generate_command() { return std::make_unique<GenerateCommand>(); }

}  // namespace tarry::cli
