// SPDX-License-Identifier: BSD-3-Clause
// tarry extrapolate: predicts the compressed trace of a run with more ranks from those of some
// smaller runs.
#include <fmt/core.h>

#include "base/counted.h"
#include "base/files.h"
#include "base/parse_number.h"
#include "base/shell_line.h"
#include "base/split.h"
#include "cli/command.h"
#include "cli/extrapolation_report.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/lossy.h"
#include "compressed/extrapolate/repair.h"
#include "compressed/extrapolate/snippet.h"
#include "compressed/format/format.h"
#include "compressed/format/trace_file.h"
#include "compressed/generate/give_matches.h"
#include "compressed/generate/progress.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;
using compressed::Extents;

class ExtrapolateCommand final : public Command {
 public:
  std::string name() const override { return "extrapolate"; }
  std::string summary() const override {
    return "Predict the compressed trace of a run with more ranks";
  }
  std::vector<Example> examples() const override {
    return {{"tarry extrapolate run4 run9 run16 --to 64 -o run64.tct",
             "a grid of 8 x 8 ranks from those of 2 x 2, 3 x 3 and 4 x 4"},
            {"tarry extrapolate run4 run8 run16 --to 128 --extents 16x8 -o run128.tct",
             "the extents of the grid as the program would choose them"},
            {"tarry extrapolate run4 run9 run16 --formulas",
             "what each class of ranks does, as formulas over the extents x, y and z"},
            {"tarry extrapolate run4 run9 run16 --to 64 --lossy 1 --snippet halo.txt -o run64.tct",
             "of the calls for messages, only those that follow the ones listed in halo.txt"},
            {"tarry extrapolate run4 run9 run16 --to 64 --lossy 3 --format json -o run64.tct",
             "without the calls that ranks or traces do not share, and what is lost for a script"}};
  }
  std::vector<std::string> description() const override {
    return {
        "The traces are of one program on different numbers of ranks: at least one more than the "
        "dimensions of the grid in which its ranks lie. Ranks with the same place in the grid, "
        "such "
        "as a corner or the middle, must do the same in a trace. Then each number of a call is a "
        "formula over the extents of the grid, which the target's extents give a value. A trace "
        "that no formula explains is refused with the reason.",
        "Calls are exact if the program goes on as the traces do. Times follow models of their "
        "dependence on the number of ranks."};
  }
  OptionTable options() override {
    return {{.names = "traces",
             .target = &traces_,
             .help = "Compressed traces (.tct), or experiment directories with one"},
            {.names = "--to",
             .target = Number{&ranks_, 1, static_cast<unsigned>(compressed::kMostRanks)},
             .help = "Number of ranks of the trace to make",
             .value = "P"},
            {.names = "--extents",
             .target = &extents_,
             .help = "Extents of its grid of ranks, the fastest dimension first",
             .value = "XxYxZ",
             .otherwise = "as in the traces: equal, all but one constant, or as equal as possible"},
            {.names = "-o,--output", .target = &output_, .help = "File to write", .value = "FILE"},
            {.names = "--text", .target = &text_, .help = "Write the file as text"},
            {.names = "--lossy",
             .target = Number{&lossy_, 0, 3},
             .help = "Leave out calls that cannot be extrapolated, and name them. Level 1: calls "
                     "for messages of each rank that do not follow --snippet. Level 2: calls that "
                     "not all ranks with the same place make. Level 3: also calls that not all "
                     "traces have or no formula explains",
             .value = "LEVEL",
             .otherwise = "0: what cannot be extrapolated exactly is refused"},
            {.names = "--snippet",
             .target = &snippet_,
             .help = "File with the calls to keep, in order, one per line: MPI_Send at a.c:42 "
                     "tag=7",
             .value = "FILE"},
            {.names = "--format",
             .target = &format_,
             .help = "How to show the result and what it lacks",
             .choices = {"text", "json"},
             .otherwise = "text"},
            {.names = "--formulas",
             .target = &formulas_,
             .help = "Print the formulas of all classes of ranks"}};
  }
  base::Result<int> run(const CommonOptions& common) override {
    if (!formulas_ && ranks_ == 0 && output_.empty())
      return Error{ErrorCode::Usage, "no target given", "", "--to RANKS -o FILE, or --formulas"};
    if ((ranks_ == 0) != output_.empty())
      return Error{ErrorCode::Usage, "--to and --output belong together", "", ""};
    if (lossy_ == 0 && !snippet_.empty())
      return Error{ErrorCode::Usage, "--snippet is for lossy extrapolation", "",
                   "add --lossy 1, or a higher level"};
    if (lossy_ == 1 && snippet_.empty())
      return Error{ErrorCode::Usage, "--lossy 1 and --snippet belong together", "", ""};
    if (formulas_ && format_ == "json")
      return Error{ErrorCode::Usage, "formulas are shown as text only", "--format json", ""};
    std::vector<compressed::NamedTrace> traces;
    for (const std::string& path : traces_) {
      if (!output_.empty()) TRY(check_output(output_, path));
      TRY_ASSIGN(compressed::Trace trace, compressed::read_trace(path));
      traces.push_back({path, std::move(trace)});
    }
    std::vector<compressed::Loss> losses;
    if (!snippet_.empty()) TRY(keep_snippet(common, traces, losses));
    TRY_ASSIGN(const compressed::FormulaTrace formulas, fitted(traces, losses));
    if (formulas_) fmt::print("{}", compressed::formula_text(formulas));
    if (ranks_ == 0) {
      say_list(common, loss_lines(losses, common.verbose), "left out: ");
      return 0;
    }
    TRY_ASSIGN(const Extents extents, target(formulas));
    base::Result<compressed::Trace> made_trace = predicted(formulas, extents, losses);
    if (!made_trace.ok())  // the errors of a snippet name the level that helps
      return lossy_ == 1 ? made_trace.error() : with_level(made_trace.error(), traces);
    const compressed::Trace trace = std::move(*made_trace);
    TRY(compressed::write_trace(output_, trace,
                                text_ ? compressed::Packing::Text : compressed::Packing::Zstd));
    say_list(common, loss_lines(losses, common.verbose), "left out: ");
    const Extrapolation made{formulas, extents, trace, losses, output_};
    if (format_ == "json")
      fmt::print("{}", extrapolation_json(made));
    else
      say_result(common, made);
    return 0;
  }

 private:
  // Says the first lines of a list and the number of the others, which --verbose shows.
  static void say_list(const CommonOptions& common, const std::vector<std::string>& lines,
                       const std::string& before) {
    constexpr std::size_t kMost = 5;
    for (std::size_t i = 0; i < lines.size(); ++i)
      (i < kMost ? say : detail)(common, before + lines[i]);
    if (lines.size() > kMost && !common.verbose)
      say(common, fmt::format("and {} more, which --verbose shows", lines.size() - kMost));
  }

  static void say_result(const CommonOptions& common, const Extrapolation& made) {
    const std::size_t classes = made.formulas.classes.size();
    say(common,
        fmt::format("{} in a {} grid with {} of ranks, from {}",
                    base::counted(made.trace.ranks, "rank"), compressed::extents_text(made.extents),
                    base::counted(classes, "class", "classes"), grids_text(made.formulas)));
    const compressed::Confirmation confirmation = compressed::confirmation_of(made.formulas);
    if (confirmation.unconfirmed > 0)
      say(common,
          fmt::format(
              "{} of {} {}; one more trace would check {}", confirmation.unconfirmed,
              base::counted(confirmation.numbers, "formula"),
              base::form_for(confirmation.unconfirmed, "rests on as many traces as it has unknowns",
                             "rest on as many traces as they have unknowns"),
              base::form_for(confirmation.unconfirmed, "it", "them")));
    say_list(common, confirmation.places, "not confirmed: ");
    for (const std::string& note : made.trace.notes) warn(common, "the traces lack: " + note);
    say(common, "next: tarry print " + base::shell_line({made.output}));
  }

  // Keeps the calls of the snippet.
  base::Status keep_snippet(const CommonOptions& common,
                            std::vector<compressed::NamedTrace>& traces,
                            std::vector<compressed::Loss>& losses) const {
    TRY_ASSIGN(const std::string text, base::read_file(snippet_));
    TRY_ASSIGN(const compressed::Snippet snippet, compressed::parse_snippet(text, snippet_));
    for (compressed::NamedTrace& each : traces) {
      TRY_ASSIGN(compressed::FilteredTrace kept,
                 compressed::keep_snippet(each.trace, snippet, each.name));
      compressed::add_loss({each.name, each.trace.ranks, std::string(compressed::kNotInSnippet),
                            std::move(kept.left_out)},
                           losses);
      each.trace = std::move(kept.trace);
    }
    if (losses.empty()) say(common, "all calls follow the snippet: nothing is left out");
    return base::kOk;
  }

  // Returns formulas, or an error that names the level with which there are some.
  [[nodiscard]] base::Result<compressed::FormulaTrace> fitted(
      const std::vector<compressed::NamedTrace>& traces,
      std::vector<compressed::Loss>& losses) const {
    auto found = fitted_at(lossy_, traces);
    if (!found.ok()) return with_level(found.error(), traces);
    for (compressed::Loss& loss : found->losses) compressed::add_loss(std::move(loss), losses);
    return std::move(found->formulas);
  }

  [[nodiscard]] base::Result<compressed::LossyFit> fitted_at(
      unsigned level, const std::vector<compressed::NamedTrace>& traces) const {
    if (level >= 2) {
      compressed::TargetOf target_of;
      if (ranks_ != 0) target_of = [this](const auto& formulas) { return target(formulas); };
      return compressed::fit_lossy(traces, static_cast<compressed::LossyLevel>(level), target_of);
    }
    TRY_ASSIGN(compressed::FormulaTrace formulas, compressed::fit_formulas(traces));
    return compressed::LossyFit{std::move(formulas), {}};
  }

  [[nodiscard]] bool works_at(unsigned level,
                              const std::vector<compressed::NamedTrace>& traces) const {
    const auto found = fitted_at(level, traces);
    if (!found.ok() || ranks_ == 0) return found.ok();
    const base::Result<Extents> extents = target(found->formulas);
    return extents.ok() && compressed::evaluate(found->formulas, *extents).ok();
  }

  [[nodiscard]] Error with_level(Error error,
                                 const std::vector<compressed::NamedTrace>& traces) const {
    if (error.code != ErrorCode::Unsupported) return error;
    for (const unsigned level : {2u, 3u}) {
      if (level <= lossy_ || !works_at(level, traces)) continue;
      error.hint += fmt::format("{}--lossy {} leaves out what does not fit",
                                error.hint.empty() ? "" : "; or ", level);
      return error;
    }
    return error;
  }

  // Returns the trace of the target, repaired if calls were left out.
  [[nodiscard]] base::Result<compressed::Trace> predicted(
      const compressed::FormulaTrace& formulas, const Extents& extents,
      std::vector<compressed::Loss>& losses) const {
    TRY_ASSIGN(compressed::Trace trace, compressed::evaluate(formulas, extents));
    if (lossy_ >= 2) {
      TRY_ASSIGN(compressed::FilteredTrace whole, compressed::repaired(trace));
      compressed::add_loss(
          {"", trace.ranks, std::string(compressed::kNoPartner), std::move(whole.left_out)},
          losses);
      trace = std::move(whole.trace);
    }
    TRY_ASSIGN(trace, compressed::give_matches(std::move(trace)));
    if (lossy_ == 1) TRY(check_messages(trace));
    return trace;
  }

  // A message may have lost its partner. Nobody would notice before the trace is replayed.
  static base::Status check_messages(const compressed::Trace& trace) {
    const std::string advice =
        "the snippet must have both the sends and their receives; or --lossy 2 leaves such calls "
        "out";
    TRY_ASSIGN(const compressed::Progress progress, compressed::run_calls(trace));
    if (!progress.stuck.empty())
      return Error{ErrorCode::Unsupported, "calls that were left out are waited for",
                   compressed::text_of(progress.stuck), advice};
    if (progress.unreceived > 0)
      return Error{ErrorCode::Unsupported,
                   base::counted(progress.unreceived, "message") + " of the predicted trace " +
                       std::string(base::form_for(progress.unreceived, "is", "are")) +
                       " not received",
                   "", advice};
    return base::kOk;
  }

  static std::string grids_text(const compressed::FormulaTrace& formulas) {
    std::string out;
    for (const Extents& each : formulas.bases)
      out += (out.empty() ? "" : ", ") + compressed::extents_text(each);
    return out;
  }

  [[nodiscard]] base::Result<Extents> target(const compressed::FormulaTrace& formulas) const {
    if (extents_.empty()) return compressed::target_extents(formulas, ranks_);
    std::vector<std::uint32_t> sizes;
    for (const std::string_view word : base::split(extents_, 'x')) {
      std::uint32_t size = 0;
      if (!base::parse_number(word, size) || size == 0 ||
          sizes.size() == compressed::kMostDimensions)
        return Error{ErrorCode::Usage, "no extents: '" + extents_ + "'", "--extents",
                     "one to three numbers, as in 8x4"};
      sizes.push_back(size);
    }
    const Extents extents = compressed::extents_of(sizes);
    TRY(compressed::check_extents(formulas, extents, ranks_));
    return extents;
  }

  std::vector<std::string> traces_;
  unsigned ranks_ = 0;
  std::string extents_;
  std::string output_;
  unsigned lossy_ = 0;
  std::string snippet_;
  std::string format_ = "text";
  bool text_ = false;
  bool formulas_ = false;
};

}  // namespace

std::unique_ptr<Command> make_extrapolate_command() {
  return std::make_unique<ExtrapolateCommand>();
}

}  // namespace tarry::cli
