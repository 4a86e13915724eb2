// SPDX-License-Identifier: BSD-3-Clause
// tarry compare-traces: tells whether two compressed traces make the same calls.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/parse_number.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/result_output.h"
#include "cli/trace_comparison.h"
#include "compressed/compare/compare.h"
#include "compressed/format/trace_file.h"

namespace tarry::cli {
namespace {

class CompareTracesCommand final : public Command {
 public:
  std::string name() const override { return "compare-traces"; }
  std::string summary() const override { return "Compare the calls of two compressed traces"; }
  std::vector<Example> examples() const override {
    return {{"tarry compare-traces run1 run2", "whether two runs made the same calls"},
            {"tarry compare-traces run1 replayed --ignore replay",
             "whether a recorded replay did what the program did"},
            {"tarry compare-traces run1 run2 --ignore call-sites --times 5",
             "two versions of a program, whose run times may be 5 % apart"},
            {"tarry compare-traces run1 run2 --format json", "the same for a script"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Compares the calls of each rank in their order: the function, the call path, and what the "
        "call did with all values, such as partners, tags, sizes and communicators. Loops are not "
        "compared: a trace with the same calls in other loops is equal.",
        "Behind a difference it goes on where both traces do the same again. Shows the first "
        "difference of each rank, calls and bytes by function where they differ, how many pairs of "
        "ranks exchanged other messages, and both run times. The exit status is 0 if the traces "
        "are "
        "equal and 1 if not.",
        "--ignore functions compares what is done and not by which calls: one MPI_Startall or "
        "several MPI_Isend. empty-calls are those that neither exchange nor complete anything, "
        "such "
        "as MPI_Comm_rank. posted is what receives ask for. communicators: messages and roots are "
        "compared by ranks of all processes, not by communicator. replay stands for all that a "
        "replay changes: call-sites, functions, empty-calls, posted, datatypes, communicators."};
  }
  OptionTable options() override {
    return {{.names = "first",
             .target = &first_,
             .help = "Compressed trace (.tct), or experiment directory with one"},
            {.names = "second", .target = &second_, .help = "The trace to compare it with"},
            {.names = "--ignore",
             .target = &ignored_,
             .help = "Do not compare this (may be repeated)",
             .choices = {"call-sites", "functions", "empty-calls", "posted", "tags", "bytes",
                         "datatypes", "requests", "communicators", "replay"}},
            {.names = "--times",
             .target = &times_,
             .help = "Compare the run times as well, which may be PERCENT apart",
             .value = "PERCENT",
             .otherwise = "run times are only shown"},
            {.names = "--top",
             .target = Number{&shown_, 0, 1'000'000},
             .help = "Number of ranks whose first difference is shown",
             .value = "N",
             .otherwise = "10"},
            output_.format_option({"text", "json"}),
            output_.file_option()};
  }
  base::Result<int> run(const CommonOptions& common) override {
    compressed::CompareOptions options = compared();
    options.threads = common.threads;
    options.most_shown = shown_;
    TRY_ASSIGN(const std::optional<double> allowed, percent());
    TRY_ASSIGN(const compressed::Trace first, compressed::read_trace(first_));
    TRY_ASSIGN(const compressed::Trace second, compressed::read_trace(second_));
    const compressed::TraceComparison comparison = compressed::compare(first, second, options);
    const bool equal = comparison.are_equal() && (!allowed || are_within(comparison, *allowed));
    const std::string text = output_.format == "json"
                                 ? comparison_json(comparison, first_, second_, equal)
                                 : comparison_text(comparison, equal);
    TRY(output_.put(text, common));
    return equal ? 0 : 1;
  }

 private:
  [[nodiscard]] compressed::CompareOptions compared() const {
    const auto ignores = [&](const char* what) {
      return std::find(ignored_.begin(), ignored_.end(), what) != ignored_.end();
    };
    const bool replay = ignores("replay");
    compressed::CompareOptions options;
    options.call_sites = !replay && !ignores("call-sites");
    options.functions = !replay && !ignores("functions");
    options.empty_calls = !replay && !ignores("empty-calls");
    options.posted = !replay && !ignores("posted");
    options.tags = !ignores("tags");
    options.bytes = !ignores("bytes");
    options.datatypes = !replay && !ignores("datatypes");
    options.requests = !ignores("requests");
    options.communicators = !replay && !ignores("communicators");
    return options;
  }

  // Returns nothing if times are not compared.
  [[nodiscard]] base::Result<std::optional<double>> percent() const {
    if (times_.empty()) return std::optional<double>();
    const auto value = base::number_in<double>(times_);
    if (value && *value >= 0 && *value <= 1e9) return value;
    return base::Error{base::ErrorCode::Usage, "not a number of percent", "--times " + times_,
                       "for example --times 5"};
  }

  static bool are_within(const compressed::TraceComparison& comparison, double percent) {
    return std::fabs(comparison.second_run_ns - comparison.first_run_ns) * 100 <=
           percent * comparison.first_run_ns;
  }

  std::string first_;
  std::string second_;
  std::vector<std::string> ignored_;
  std::string times_;
  unsigned shown_ = 10;
  ResultOutput output_;
};

}  // namespace

std::unique_ptr<Command> make_compare_traces_command() {
  return std::make_unique<CompareTracesCommand>();
}

}  // namespace tarry::cli
