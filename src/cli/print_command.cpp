// SPDX-License-Identifier: BSD-3-Clause
// tarry print: shows a compressed trace as text.
#include <fmt/core.h>

#include <cstdio>
#include <limits>
#include <optional>

#include "base/bytes_text.h"
#include "base/counted.h"
#include "cli/command.h"
#include "cli/compressed_tables.h"
#include "cli/messages.h"
#include "compressed/format/parser.h"
#include "compressed/format/rank_listing.h"
#include "compressed/format/selected_calls.h"
#include "compressed/format/trace_file.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;

constexpr unsigned kNoRank = std::numeric_limits<unsigned>::max();

class PrintCommand final : public Command {
 public:
  std::string name() const override { return "print"; }
  std::string summary() const override { return "Show a compressed trace as text"; }
  std::vector<Example> examples() const override {
    return {
        {"tarry print run1/compressed/trace.tct", "the whole trace, all ranks in one"},
        {"tarry print run1 --rank 0", "what rank 0 does, its loops indented"},
        {"tarry print run1 --matrix", "who sent how many messages and bytes to whom"},
        {"tarry print run1 --statistics", "calls, times, messages and sizes by function and path"},
        {"tarry print run1 --calls 'MPI_*send bytes>1000'", "each call that sends more than that"},
        {"tarry print run1 > edited.tct", "a copy to be changed by hand"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Without --rank, writes the text of a compressed trace, which is itself a compressed trace "
        "that every command reads. docs/formats/tct.md describes it.",
        "With --rank, shows the calls of one rank in the loops in which they repeat, with their "
        "parameters: one value if it is always the same, otherwise all of them in brackets, in the "
        "order in which they are used. Peers are distances from the rank itself.",
        "--calls shows each call that fits. Words without an operator are patterns of functions, "
        "with the wildcards of the shell, of which one must fit. Comparisons (=, !=, <, <=, >, >=) "
        "must all hold for one action of the call. They know the parameters of the trace, as in "
        "bytes>1000, tag=7, comm=0, root=0, peer=1 and op=allreduce, and partner=3 for the rank in "
        "MPI_COMM_WORLD that the call sends to or receives from. With --rank, only the calls of "
        "that rank are shown. --calls may be repeated; a call must fit one of them.",
        "--matrix and --statistics are made without expanding the trace. They count messages where "
        "they are sent; in --statistics, 'before' is computation before the calls, 'inside' the "
        "time in them, of all ranks together, and 'least', 'mean' and 'most' are sizes of messages "
        "sent. Statistics that plug-ins measured follow, by function."};
  }
  OptionTable options() override {
    return {{.names = "trace",
             .target = &input_,
             .help = "Compressed trace (.tct), or experiment directory with one"},
            {.names = "--rank",
             .target = Number{&rank_, 0, kNoRank - 1},
             .help = "Show what this rank does",
             .value = "R",
             .otherwise = "all ranks"},
            {.names = "--calls",
             .target = &calls_,
             .help = "Show each call that fits, such as 'MPI_*send bytes>1000'",
             .value = "SELECTION"},
            {.names = "--matrix",
             .target = &matrix_,
             .help = "Show who sent how much to whom: sender, receiver, messages, bytes",
             .excludes = "--rank"},
            {.names = "--statistics",
             .target = &statistics_,
             .help = "Show calls, times, messages and bytes by function and by call path",
             .excludes = "--rank"}};
  }
  base::Result<int> run(const CommonOptions& common) override;

 private:
  base::Result<int> show_calls(const compressed::Trace& trace, const CommonOptions& common) const;

  std::string input_;
  unsigned rank_ = kNoRank;
  std::vector<std::string> calls_;
  bool matrix_ = false;
  bool statistics_ = false;
};

base::Result<int> PrintCommand::show_calls(const compressed::Trace& trace,
                                           const CommonOptions& common) const {
  std::vector<compressed::CallSelection> selections;
  for (const std::string& text : calls_) {
    TRY_ASSIGN(compressed::CallSelection selection, compressed::parse_call_selection(text));
    selections.push_back(std::move(selection));
  }
  TRY_ASSIGN(
      const std::uint64_t selected,
      compressed::list_selected_calls(
          trace, selections, rank_ == kNoRank ? std::nullopt : std::optional(rank_),
          [](const std::string& line) { std::fwrite(line.data(), 1, line.size(), stdout); }));
  say(common, fmt::format("calls that fit: {}", selected));
  return 0;
}

base::Result<int> PrintCommand::run(const CommonOptions& common) {
  if (!calls_.empty() && (matrix_ || statistics_))
    return Error{ErrorCode::Usage, "--calls shows calls and no table", "",
                 "leave out --matrix and --statistics"};
  TRY_ASSIGN(std::string text, compressed::read_trace_text(input_));
  TRY_ASSIGN(const compressed::Trace trace, compressed::parse_sound_text(text, input_));
  detail(common,
         fmt::format("{}, {}, {} of text", base::counted(trace.ranks, "rank"),
                     base::counted(trace.events.size(), "event"), base::bytes_text(text.size())));
  if (rank_ != kNoRank) {
    if (rank_ >= trace.ranks)
      return Error{ErrorCode::Usage, fmt::format("the trace has no rank {}", rank_), input_,
                   fmt::format("its ranks are 0 to {}", trace.ranks - 1)};
    if (calls_.empty()) text = compressed::rank_listing(trace, rank_);
  }
  if (!calls_.empty()) return show_calls(trace, common);
  if (matrix_ || statistics_) text.clear();
  if (matrix_) text += matrix_text(trace);
  if (matrix_ && statistics_) text += "\n";
  if (statistics_) text += statistics_text(trace);
  std::fwrite(text.data(), 1, text.size(), stdout);  // main checks that it arrived
  return 0;
}

}  // namespace

std::unique_ptr<Command> make_print_command() { return std::make_unique<PrintCommand>(); }

}  // namespace tarry::cli
