// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/progress.h"

#include <optional>
#include <utility>

#include "compressed/generate/attempt.h"
#include "compressed/generate/recorded_matches.h"
#include "compressed/model/membership.h"

namespace tarry::compressed {
namespace {

// Moves on to the next choices. Returns false if all were tried.
bool next_choices(std::vector<std::size_t>& choices, const std::vector<std::size_t>& alternatives) {
  choices.resize(alternatives.size());
  while (!choices.empty() && choices.back() + 1 >= alternatives[choices.size() - 1])
    choices.pop_back();
  if (choices.empty()) return false;
  ++choices.back();
  return true;
}

}  // namespace

base::Result<Progress> run_calls(const Trace& trace, const ProgressOptions& options) {
  TRY_ASSIGN(const auto recorded, recorded_matches(trace));
  const std::vector<Memberships> own = memberships_by_rank(trace.communicators, trace.ranks);
  std::vector<std::size_t> choices;
  std::optional<Progress> first;
  for (std::uint32_t runs = 1;; ++runs) {
    Attempt attempt(trace, own, options, recorded, choices, false);
    TRY_ASSIGN(Progress progress, attempt.run());
    progress.runs = runs;
    if (progress.stuck.empty()) {
      if (first) progress.hazard = std::move(first->stuck);
      return progress;
    }
    if (!first) first = std::move(progress);
    first->runs = runs;
    if (runs == options.most_runs || !next_choices(choices, attempt.alternatives()))
      return std::move(*first);
  }
}

base::Result<Progress> repair_calls(const Trace& trace) {
  ProgressOptions options;
  options.use_recorded = false;
  TRY_ASSIGN(const auto recorded, recorded_matches(trace));
  const std::vector<Memberships> own = memberships_by_rank(trace.communicators, trace.ranks);
  std::vector<std::size_t> choices;
  return Attempt(trace, own, options, recorded, choices, true).run();
}

std::string text_of(const std::vector<WaitingRank>& stuck) {
  std::string out;
  for (const WaitingRank& each : stuck) {
    if (!out.empty()) out += "; ";
    out += "rank " + std::to_string(each.rank) + " in " + each.function + " (call " +
           std::to_string(each.call) + ") waits for " + each.reason;
  }
  return out;
}

}  // namespace tarry::compressed
