// SPDX-License-Identifier: BSD-3-Clause
// tarry print: shows a compressed trace as text.
#include <fmt/core.h>

#include <cstdio>
#include <limits>

#include "base/bytes_text.h"
#include "cli/command.h"
#include "cli/compressed_tables.h"
#include "cli/messages.h"
#include "compressed/format/parser.h"
#include "compressed/format/rank_listing.h"
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
        {"tarry print run1 > edited.tct", "a copy to be changed by hand"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Without --rank, writes the text of a compressed trace, which is itself a compressed trace "
        "that every command reads. docs/formats/tct.md describes it.",
        "With --rank, shows the calls of one rank in the loops in which they repeat, with their "
        "parameters: one value if it is always the same, otherwise all of them in brackets, in the "
        "order in which they are used. Peers are distances from the rank itself.",
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
  std::string input_;
  unsigned rank_ = kNoRank;
  bool matrix_ = false;
  bool statistics_ = false;
};

base::Result<int> PrintCommand::run(const CommonOptions& common) {
  TRY_ASSIGN(std::string text, compressed::read_trace_text(input_));
  TRY_ASSIGN(const compressed::Trace trace, compressed::parse_sound_text(text, input_));
  detail(common, fmt::format("{} ranks, {} events, {} of text", trace.ranks, trace.events.size(),
                             base::bytes_text(text.size())));
  if (rank_ != kNoRank) {
    if (rank_ >= trace.ranks)
      return Error{ErrorCode::Usage, fmt::format("the trace has no rank {}", rank_), input_,
                   fmt::format("its ranks are 0 to {}", trace.ranks - 1)};
    text = compressed::rank_listing(trace, rank_);
  }
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
