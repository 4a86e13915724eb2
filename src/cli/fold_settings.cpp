// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fold_settings.h"

#include <charconv>

namespace tarry::cli {

OptionTable FoldSettings::options() {
  constexpr unsigned kMost = 1u << 30;
  return {{.names = "--no-partial-iterations",
           .target = Clears{&partial_iterations_},
           .help = "Fold equal iterations of a loop only, not those with a branch in them"},
          {.names = "--no-loop-agnostic-merge",
           .target = Clears{&loop_agnostic_merge_},
           .help = "Unite ranks only if all their loops are equal"},
          {.names = "--common-share",
           .target = &common_share_,
           .help = "Smallest part of its events that an iteration must have in common with the one "
                   "before it",
           .value = "SHARE",
           .otherwise = "0.5"},
          {.names = "--window",
           .target = Number{&window_, 1, kMost},
           .help = "Longest loop body that is found, in events",
           .value = "N",
           .otherwise = "8192"},
          {.names = "--stack-threshold",
           .target = Number{&stack_threshold_, 0, kMost},
           .help = "Calls whose stacks differ in at most so many frames come from one place",
           .value = "N",
           .otherwise = "0"},
          {.names = "--histogram-threshold",
           .target = Number{&histogram_threshold_, 0, kMost},
           .help = "Peers, bytes and counts that take so many terms or more become histograms, "
                   "from which a replay draws",
           .value = "N",
           .otherwise = "0, never"}};
}

base::Result<compress::FoldOptions> FoldSettings::resolve() const {
  compress::FoldOptions made;
  made.partial_iterations = partial_iterations_;
  made.loop_agnostic_merge = loop_agnostic_merge_;
  made.window = window_;
  made.stack_threshold = stack_threshold_;
  made.histogram_threshold = histogram_threshold_;
  if (common_share_.empty()) return made;
  const char* const end = common_share_.data() + common_share_.size();
  const auto read = std::from_chars(common_share_.data(), end, made.least_common_share);
  if (read.ec == std::errc{} && read.ptr == end && made.least_common_share >= 0 &&
      made.least_common_share <= 1)
    return made;
  return base::Error{base::ErrorCode::Usage, "not a share", "--common-share " + common_share_,
                     "a number from 0 to 1"};
}

}  // namespace tarry::cli
