// SPDX-License-Identifier: BSD-3-Clause
// tarry compare: whether two reports are equal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algebra/difference.h"
#include "base/parse_number.h"
#include "cli/command.h"
#include "cli/report_inputs.h"
#include "cli/result_output.h"
#include "report/quantity.h"
#include "report/text_escape.h"

namespace tarry::cli {
namespace {

class CompareCommand final : public Command {
 public:
  std::string name() const override { return "compare"; }
  std::string summary() const override { return "Tell whether two reports are equal"; }
  std::vector<Example> examples() const override {
    return {{"tarry compare run1 run2", "whether all values are equal"},
            {"tarry compare old.cubex new.cubex --tolerance 1e-6", "the same to six digits"},
            {"tarry compare run1 run2 --collapse --tolerance 0.05 && echo ok",
             "for a script: whether sums over all ranks are within 5 %"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Compares each value of two reports: metric by id, call path by functions and call site, "
        "location by rank and thread. Prints the largest differences, relative to the total of the "
        "metric. The exit status is 0 if the reports are equal and 1 if not.",
        "Two values are equal if they differ by no more than the tolerance times the larger one. "
        "Metrics that only one report has are a difference."};
  }
  OptionTable options() override {
    OptionTable all = {
        {.names = "first",
         .target = &first_,
         .help = "Experiment directory, .cubex file or JSON report"},
        {.names = "second", .target = &second_, .help = "The report to compare it with"},
        {.names = "--tolerance",
         .target = &tolerance_,
         .help = "Treat values as equal if they differ by at most this part of the larger one",
         .value = "T",
         .otherwise = "0: all digits"},
        {.names = "--top",
         .target = Number{&shown_, 0, 1'000'000},
         .help = "Number of differences that are shown",
         .value = "N",
         .otherwise = "10"}};
    for (Option& option : reports_.options()) all.push_back(std::move(option));
    return all;
  }
  base::Result<int> run(const CommonOptions& common) override {
    const auto tolerance = base::number_in<double>(tolerance_);
    if (!tolerance || !(*tolerance >= 0.0) || !std::isfinite(*tolerance))
      return base::Error{base::ErrorCode::Usage, "not a tolerance", "--tolerance " + tolerance_,
                         "for example --tolerance 0.05, for 5 %"};
    TRY_ASSIGN(const model::SeverityCube first, reports_.load(first_));
    TRY_ASSIGN(const model::SeverityCube second, reports_.load(second_));
    TRY_ASSIGN(const algebra::Comparison comparison,
               algebra::compare(first, second, *tolerance, shown_));
    if (!common.quiet) TRY(ResultOutput().put(text(comparison), common));
    return comparison.are_equal() ? 0 : 1;
  }

 private:
  [[nodiscard]] static std::string text(const algebra::Comparison& comparison) {
    if (comparison.are_equal())
      return fmt::format("The reports are equal: {}.\n",
                         report::counted(comparison.cells, "value"));
    std::string out = fmt::format("The reports differ: {} of {}.\n", comparison.different,
                                  report::counted(comparison.cells, "value"));
    const auto missing = [&](const char* where, const std::vector<std::string>& metrics) {
      if (metrics.empty()) return;
      constexpr std::size_t kMostNamed = 5;
      out += fmt::format("only the {} report has", where);
      for (std::size_t i = 0; i < std::min(metrics.size(), kMostNamed); ++i)
        out += ' ' + report::one_line(metrics[i]);
      if (metrics.size() > kMostNamed)
        out += fmt::format(" and {}", report::counted(metrics.size() - kMostNamed, "other metric"));
      out += '\n';
    };
    missing("first", comparison.only_in_first);
    missing("second", comparison.only_in_second);
    for (const algebra::Difference& each : comparison.largest)
      out += fmt::format("{:>12} {:>12}  {}  {}  rank {} thread {}\n",
                         report::quantity(each.first, each.unit),
                         report::quantity(each.second, each.unit), report::one_line(each.metric),
                         report::one_line(each.callpath), each.rank, each.thread);
    if (comparison.different > comparison.largest.size())
      out +=
          fmt::format("and {} more (--top N)\n", comparison.different - comparison.largest.size());
    return out;
  }

  std::string first_, second_;
  std::string tolerance_ = "0";
  unsigned shown_ = 10;
  ReportInputs reports_;
};

}  // namespace

std::unique_ptr<Command> make_compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace tarry::cli
