// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/findings/insight_evaluation.h"

#include <algorithm>

#include "analysis/whatif/scenarios.h"
#include "analysis/whatif/what_if.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

using Changes = std::vector<std::unique_ptr<Change>>;  // by scenario

class InsightEvaluation {
 public:
  InsightEvaluation(const DelayKnowledge& known, CauseFindings& findings,
                    const WorkerOptions& options, std::vector<LocationSteps>& steps,
                    workers::Transport& transport, Share& share)
      : known_(known),
        findings_(findings),
        wants_findings_(options.findings),
        supposition_(options.supposition),
        steps_(steps),
        transport_(transport),
        share_(share) {}

  base::Status run() {
    TRY(prepare_supposition());
    // The supposition comes after these scenarios.
    const std::size_t of_findings = findings_.count();
    WhatIf what_if;
    what_if.changes = [this, of_findings](std::size_t place) {
      Changes changes;
      for (std::size_t s = 0; s < of_findings; ++s) changes.push_back(findings_.change(s, place));
      if (supposition_) changes.push_back(supposed_change(place));
      return changes;
    };
    what_if.activities = [this](std::size_t place) {
      return std::span<const std::byte>(known_.places[place].timeline.activities());
    };
    what_if.to_unified = known_.to_unified;
    what_if.callpaths = known_.all_callpaths.size();
    what_if.locations = known_.definitions.locations.size();
    what_if.agree = [this] { return findings_.find_locations(); };
    what_if.ask = [this](Graph& graph) { ask(graph); };
    TRY(re_evaluate(what_if, steps_, transport_));
    if (transport_.rank() == 0) share_.insights.findings = findings_.conclude(moments_, begin_);
    return base::kOk;
  }

 private:
  base::Status prepare_supposition() {
    if (!supposition_) return base::kOk;
    // All workers return the same errors.
    TRY(check_ranks(supposition_->on, known_.definitions.locations));
    TRY_ASSIGN(const std::vector<bool> changed,
               changed_callpaths(known_.all_callpaths, known_.regions, supposition_->place));
    for (const CallPathId unified : known_.to_unified)
      supposed_.push_back(changed[unified.index()]);
    if (!supposition_->balance) return base::kOk;
    TRY(workers::do_together(transport_, [&] {
      for (std::size_t place = 0; place < steps_.size(); ++place)
        stretches_.push_back(is_supposed(place)
                                 ? stretch_times(steps_[place].log,
                                                 known_.places[place].timeline.activities(),
                                                 supposed_)
                                 : StretchTimes());
      return base::kOk;
    }));
    means_ = mean_times(stretches_, transport_);
    return base::kOk;
  }

  [[nodiscard]] bool is_supposed(std::size_t place) const {
    const std::vector<std::uint32_t>& on = supposition_->on;
    return on.empty() ||
           std::find(on.begin(), on.end(), known_.places[place].rank.value) != on.end();
  }

  std::unique_ptr<Change> supposed_change(std::size_t place) const {
    if (!is_supposed(place)) return nullptr;
    if (supposition_->balance)
      return std::make_unique<Balanced>(supposed_, stretches_[place], means_);
    return std::make_unique<Scaled>(supposed_, supposition_->factor);
  }

  void ask(Graph& graph) {
    Questions questions;
    questions.lanes = findings_.lanes();
    if (supposition_) {
      questions.waiting_of = questions.lanes.size();
      questions.lanes.push_back({{{static_cast<std::uint32_t>(findings_.count())}}});
    }
    questions.ideal_network = wants_findings_;
    questions.deal_anew = graph.has_work_queues();
    moments_ = findings_.moments();
    const Outcomes outcomes = graph.evaluate(questions, moments_);
    begin_ = graph.begin();
    share_.anomalies.add("steps that depend on missing steps of other locations", graph.unmet());
    share_.anomalies.add("locations whose times do not follow from their dependencies",
                         graph.unlike());
    share_.anomalies.add("findings whose waits do not add up to their cost", findings_.unlike());
    findings_.decide(graph, outcomes.before, outcomes.after);
    const auto duration = [&](Ticks end) { return known_.definitions.clock.seconds(end - begin_); };
    if (wants_findings_) share_.insights.ideal_duration_s = duration(outcomes.ideal_network);
    if (!supposition_) return;
    model::Prospect prospect;
    prospect.supposition = *supposition_;
    prospect.duration_before_s = duration(outcomes.before);
    prospect.duration_after_s = duration(outcomes.after.back());
    prospect.waiting = in_seconds(outcomes.waiting);
    for (std::uint32_t c = 0; c < outcomes.by_callpath.size(); ++c)
      if (const Waiting& waiting = outcomes.by_callpath[c];
          waiting.before.count != 0 || waiting.after.count != 0)
        prospect.by_callpath.push_back({CallPathId{c}, in_seconds(waiting)});
    share_.insights.prospect = std::move(prospect);
  }

  [[nodiscard]] model::WaitingChange in_seconds(const Waiting& waiting) const {
    const model::Clock& clock = known_.definitions.clock;
    return {clock.seconds(waiting.before), clock.seconds(waiting.after),
            clock.seconds(waiting.gone), clock.seconds(waiting.arisen)};
  }

  const DelayKnowledge& known_;
  CauseFindings& findings_;
  const bool wants_findings_;
  const std::optional<model::Supposition>& supposition_;
  std::vector<LocationSteps>& steps_;
  workers::Transport& transport_;
  Share& share_;
  std::vector<bool> supposed_;           // by call path of this worker
  std::vector<StretchTimes> stretches_;  // by place
  std::vector<double> means_;
  // Only on the first worker.
  std::vector<Moment> moments_;
  Ticks begin_;
};

}  // namespace

base::Status evaluate_insights(const DelayKnowledge& known, CauseFindings& findings,
                               const WorkerOptions& options, std::vector<LocationSteps>& steps,
                               workers::Transport& transport, Share& share) {
  return InsightEvaluation(known, findings, options, steps, transport, share).run();
}

}  // namespace tarry::analysis
