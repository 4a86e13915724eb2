// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/lossy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compressed/extrapolate/call_marks.h"
#include "compressed/extrapolate/class_faults.h"
#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/keep_common.h"
#include "compressed/extrapolate/topology.h"
#include "compressed/extrapolate/topology_formulas.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

using base::Error;

std::uint64_t lost_calls(const std::vector<FilteredTrace>& traces) {
  std::uint64_t sum = 0;
  for (const FilteredTrace& trace : traces) sum += lost_calls(trace.left_out);
  return sum;
}

// Adds a note for each loss to the formulas. `calls` are those of each trace before all steps.
void add_notes(const std::vector<Loss>& losses, const std::map<std::string, std::uint64_t>& calls,
               FormulaTrace& formulas) {
  for (const Loss& loss : losses)
    formulas.notes.push_back(
        lack_note(lost_calls(loss.calls), calls.at(loss.trace), loss.ranks, loss.why));
}

// A step that leaves calls out of all traces.
struct Step {
  std::vector<FilteredTrace> traces;
  std::string why;
};

// Returns the step that leaves out the calls at a site of the formulas, and what opens the requests
// that they complete.
base::Result<Step> without_site(const std::vector<BaseTrace>& bases, const FormulaTrace& formulas,
                                SiteId site) {
  Trace named;
  named.frames = formulas.frames;
  named.sites = formulas.sites;
  CommonNames names;
  const SiteId common = names.site(named, site);
  Step out{{}, std::string(kImpossible)};
  for (const BaseTrace& base : bases) {
    CallMarks marks(base);
    for (std::uint32_t rank = 0; rank < base.trace->ranks; ++rank) {
      std::vector<bool> gone;
      Cursor cursor(*base.trace, rank);
      for (CursorCall call; cursor.next(call);)
        gone.push_back(names.site(*base.trace, base.trace->events[call.event].site) == common);
      mark_openings(*base.trace, rank, gone);
      for (std::uint32_t call = 0; call < gone.size(); ++call)
        if (gone[call]) marks.mark(rank, call);
    }
    marks.mark_whole_operations();
    TRY_ASSIGN(FilteredTrace left, marks.leave_out());
    out.traces.push_back(std::move(left));
  }
  return out;
}

// Returns the step for a formula without a possible value on the target, or nothing.
base::Result<std::optional<Step>> step_for_target(const std::vector<BaseTrace>& bases,
                                                  const FormulaTrace& formulas,
                                                  const TargetOf& target) {
  const base::Result<Extents> extents = target(formulas);
  if (!extents.ok()) return std::optional<Step>();
  std::optional<SiteId> impossible_at;
  if (evaluate(formulas, *extents, nullptr, &impossible_at).ok() || !impossible_at)
    return std::optional<Step>();
  TRY_ASSIGN(Step step, without_site(bases, formulas, *impossible_at));
  return std::optional<Step>(std::move(step));
}

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
        TRY_ASSIGN(FilteredTrace left, marks.leave_out());
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

base::Result<LossyFit> fit_lossy(std::vector<NamedTrace> traces, LossyLevel level,
                                 const TargetOf& target) {
  TRY(check_traces(traces, level < LossyLevel::BetweenTraces));
  for (const NamedTrace& each : traces) TRY(check_without_windows(each.trace, each.name));
  std::vector<Loss> losses;
  std::map<std::string, std::uint64_t> calls;  // by name of the trace
  for (;;) {
    std::vector<BaseTrace> bases;
    for (const NamedTrace& each : traces) {
      TRY_ASSIGN(BaseTrace base, base_trace(each.trace, each.name));
      bases.push_back(std::move(base));
    }
    Round round(bases);
    base::Result<FormulaTrace> fitted = round.fit(level);
    std::optional<Step> step;
    if (!fitted.ok()) {
      TRY_ASSIGN(step, round.next_step());
    } else if (level == LossyLevel::BetweenTraces && target) {
      TRY_ASSIGN(step, step_for_target(bases, *fitted, target));
    }
    if (!step || lost_calls(step->traces) == 0) {
      if (!fitted.ok()) return fitted.error();
      add_notes(losses, calls, *fitted);
      return LossyFit{std::move(*fitted), std::move(losses)};
    }
    for (std::size_t i = 0; i < traces.size(); ++i) {
      calls.emplace(traces[i].name, step->traces[i].calls);
      add_loss(
          {traces[i].name, traces[i].trace.ranks, step->why, std::move(step->traces[i].left_out)},
          losses);
      traces[i].trace = std::move(step->traces[i].trace);
    }
  }
}

}  // namespace tarry::compressed
