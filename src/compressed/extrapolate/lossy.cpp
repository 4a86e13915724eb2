// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/lossy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compressed/extrapolate/call_marks.h"
#include "compressed/extrapolate/keep_common.h"
#include "compressed/extrapolate/topology.h"
#include "compressed/extrapolate/topology_formulas.h"

namespace tarry::compressed {
namespace {

using base::Error;

std::uint64_t lost_calls(const std::vector<FilteredTrace>& traces) {
  std::uint64_t out = 0;
  for (const FilteredTrace& trace : traces)
    for (const LeftOutCalls& at : trace.left_out) out += at.left_out;
  return out;
}

// A step that leaves calls out of all traces.
struct Step {
  std::vector<FilteredTrace> traces;
  std::string why;
};

// Tries to fit what is left of the traces, and says what to leave out next.
class Round {
 public:
  explicit Round(const std::vector<BaseTrace>& bases) : bases_(bases) {}

  base::Result<FormulaTrace> fit(LossyLevel level) {
    TRY_ASSIGN(const std::vector<Topology> topologies, find_topologies(bases_));
    std::optional<Error> first_error;
    for (const Topology& topology : topologies) {
      std::vector<CallMarks> marks(bases_.begin(), bases_.end());
      base::Result<FormulaTrace> found =
          formulas_in(topology, bases_, level == LossyLevel::BetweenTraces ? &marks : nullptr);
      if (found.ok()) return found;
      if (!first_error) first_error = found.error();
      keep_fewest(std::move(marks));
    }
    return *first_error;
  }

  // Returns the step that loses fewer calls; nothing if there is none that loses any.
  base::Result<std::optional<Step>> next_step() const {
    std::optional<Step> out;
    if (fewest_) {
      out = Step{{}, std::string(kNoFormula)};
      for (const CallMarks& marks : *fewest_) {
        TRY_ASSIGN(FilteredTrace left, marks.leave_out(out->why));
        out->traces.push_back(std::move(left));
      }
    }
    auto common = keep_common(bases_);
    if (!common.ok()) return out;
    const std::uint64_t lost = lost_calls(*common);
    if (lost > 0 && (!out || lost < lost_calls(out->traces)))
      out = Step{std::move(*common), std::string(kNotShared)};
    return out;
  }

 private:
  void keep_fewest(std::vector<CallMarks> marks) {
    std::uint64_t count = 0;
    for (CallMarks& each : marks) {
      each.mark_whole_operations();
      count += each.count();
    }
    if (count == 0 || (fewest_ && count >= fewest_count_)) return;
    fewest_.emplace(std::move(marks));
    fewest_count_ = count;
  }

  const std::vector<BaseTrace>& bases_;
  std::optional<std::vector<CallMarks>> fewest_;
  std::uint64_t fewest_count_ = 0;
};

}  // namespace

void add_loss(Loss loss, std::vector<Loss>& losses) {
  if (loss.calls.empty()) return;
  const auto known = std::find_if(losses.begin(), losses.end(), [&](const Loss& each) {
    return each.trace == loss.trace && each.why == loss.why;
  });
  if (known == losses.end()) {
    losses.push_back(std::move(loss));
    return;
  }
  for (LeftOutCalls& calls : loss.calls) {
    const auto at = std::find_if(known->calls.begin(), known->calls.end(),
                                 [&](const LeftOutCalls& each) { return each.call == calls.call; });
    if (at == known->calls.end()) {
      known->calls.push_back(std::move(calls));
      continue;
    }
    // Calls and bytes of the whole site are those before the first loss.
    at->left_out += calls.left_out;
    at->bytes += calls.bytes;
    for (const RankLoss& rank : calls.ranks) add_rank(rank, at->ranks);
  }
}

base::Result<LossyFit> fit_lossy(std::vector<NamedTrace> traces, LossyLevel level) {
  TRY(check_traces(traces, level < LossyLevel::BetweenTraces));
  for (const NamedTrace& each : traces) TRY(check_without_windows(each.trace, each.name));
  std::vector<Loss> losses;
  for (;;) {
    std::vector<BaseTrace> bases;
    for (const NamedTrace& each : traces) {
      TRY_ASSIGN(BaseTrace base, base_trace(each.trace, each.name));
      bases.push_back(std::move(base));
    }
    Round round(bases);
    base::Result<FormulaTrace> fitted = round.fit(level);
    if (fitted.ok()) return LossyFit{std::move(*fitted), std::move(losses)};
    TRY_ASSIGN(std::optional<Step> step, round.next_step());
    if (!step || lost_calls(step->traces) == 0) return fitted.error();
    for (std::size_t i = 0; i < traces.size(); ++i) {
      add_loss(
          {traces[i].name, traces[i].trace.ranks, step->why, std::move(step->traces[i].left_out)},
          losses);
      traces[i].trace = std::move(step->traces[i].trace);
    }
  }
}

}  // namespace tarry::compressed
