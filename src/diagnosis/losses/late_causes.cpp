// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/losses/late_causes.h"

#include <algorithm>
#include <tuple>

#include "diagnosis/evidence/sleep_calls.h"
#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

struct Late {
  Time total{0};  // with frames below
  Time own{0};
  std::map<std::uint32_t, Time> total_of;  // by rank
  std::map<std::uint32_t, Time> own_of;
};

// Late work by call path, including the work of callees.
class LateTree {
 public:
  explicit LateTree(const samples::CallingContextTree& paths) : paths_(paths) {}

  void add(const LateWorkOfCall& call) {
    for (const auto& [work, time] : call.work) {
      late_[work.leaf].own += time;
      late_[work.leaf].own_of[work.number] += time;
      for (FrameId at = work.leaf; at.valid(); at = paths_.parent(at)) {
        late_[at].total += time;
        late_[at].total_of[work.number] += time;
      }
    }
  }

  // Returns nothing if the frame has none.
  [[nodiscard]] const Late* find(FrameId frame) const {
    const auto found = late_.find(frame);
    return found == late_.end() ? nullptr : &found->second;
  }

 private:
  const samples::CallingContextTree& paths_;
  std::map<FrameId, Late> late_;
};

// Cuts the late work of one call. The late work of all calls together decides the ranks and the
// order of the causes.
class Cut {
 public:
  Cut(const PhaseView& view, const LateTree& of_call, const LateTree& of_all)
      : view_(view), of_call_(of_call), of_all_(of_all) {}

  std::vector<Cause> take() {
    if (of_call_.find(samples::CallingContextTree::kRoot) != nullptr)
      descend(samples::CallingContextTree::kRoot);
    std::sort(causes_.begin(), causes_.end(), [](const auto& a, const auto& b) {
      return std::tuple(-a.first, a.second.frame) < std::tuple(-b.first, b.second.frame);
    });
    std::vector<Cause> made;
    for (auto& [all, cause] : causes_) made.push_back(std::move(cause));
    return made;
  }

 private:
  void descend(FrameId frame) {
    const Late& late = *of_call_.find(frame);
    const auto& below = (*view_.children)[frame.index()];
    if (!view_.is_entry(frame) && view_.communicates(frame)) {
      add_cause(frame, true);
      for (const FrameId child : below)
        if (of_call_.find(child) != nullptr) descend(child);
      return;
    }
    for (const FrameId child : below) {
      const Late* inner = of_call_.find(child);
      if (inner == nullptr || view_.is_entry(frame) || is_sleep((*view_.paths)[child])) continue;
      if (seconds_of(inner->total) >= kChildExplains * seconds_of(late.total)) {
        descend(child);
        return;
      }
    }
    add_cause(frame, false);
  }

  void add_cause(FrameId frame, bool is_own) {
    const Late& here = *of_call_.find(frame);
    const Late& all = *of_all_.find(frame);
    const Time time = is_own ? here.own : here.total;
    if (time <= Time{0}) return;
    Cause made{frame, seconds_of(time) / view_.threads, is_own};
    made.knows_ranks = true;
    Time most{0};
    for (const auto& [rank, late] : is_own ? all.own_of : all.total_of) most = std::max(most, late);
    for (const auto& [rank, late] : is_own ? all.own_of : all.total_of)
      if (seconds_of(late) >= kLateRank * seconds_of(most)) made.ranks.push_back(rank);
    // If all ranks are late, they are late in turn.
    if (made.ranks.size() >= view_.late->ranks) made.ranks.clear();
    causes_.emplace_back(is_own ? all.own : all.total, std::move(made));
  }

  const PhaseView& view_;
  const LateTree& of_call_;
  const LateTree& of_all_;
  std::vector<std::pair<Time, Cause>> causes_;  // with the late work of all calls
};

bool is_of(const samples::CallingContextTree& paths, FrameId leaf, const Cause& cause) {
  if (cause.is_own) return leaf == cause.frame;
  const std::uint32_t depth = paths.depth(cause.frame);
  return paths.depth(leaf) >= depth && paths.ancestor(leaf, depth) == cause.frame;
}

}  // namespace

LateCauses late_causes(const PhaseView& view, const std::vector<FrameId>& paths) {
  LateCauses made;
  if (view.late == nullptr) return made;
  LateTree of_call(*view.paths);
  LateTree of_all(*view.paths);
  Time seen{0};
  Time explained{0};
  for (const auto& [call, late] : view.late->calls) {
    if (call.kind != view.kind) continue;
    of_all.add(late);
    if (std::find(paths.begin(), paths.end(), call.call) == paths.end()) continue;
    of_call.add(late);
    seen += late.seen;
    for (const auto& [work, time] : late.work) explained += time;
  }
  made.seen = seconds_of(seen) / view.threads;
  made.seconds = seconds_of(explained) / view.threads;
  made.causes = Cut(view, of_call, of_all).take();
  return made;
}

void order_by_late_work(const PhaseView& view, Finding& imbalance) {
  if (view.late == nullptr) return;
  // Sums are whole units of time and thus the same for any number of workers.
  std::vector<std::pair<Time, Cause>> causes;
  for (Cause& cause : imbalance.causes) causes.emplace_back(Time{0}, std::move(cause));
  Time sum{0};
  for (const FrameId path : view.closing_paths) {
    const auto call = view.late->calls.find({view.kind, path});
    if (call == view.late->calls.end()) continue;
    for (const auto& [work, time] : call->second.work)
      for (auto& [late, cause] : causes)
        if (is_of(*view.paths, work.leaf, cause)) {
          late += time;
          sum += time;
        }
  }
  const bool is_known = seconds_of(sum) / view.threads >= kSeenWork * imbalance.seconds;
  if (is_known) {
    std::stable_sort(causes.begin(), causes.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::erase_if(causes, [&](const auto& one) {
      return seconds_of(one.first) <= kCauseOfSymptom * seconds_of(sum);
    });
  }
  imbalance.causes.clear();
  double uneven = 0;
  for (auto& [late, cause] : causes) {
    uneven += cause.seconds;
    imbalance.causes.push_back(std::move(cause));
  }
  if (is_known) imbalance.evened_out = uneven > kEvenedOut * imbalance.seconds;
}

}  // namespace tarry::diagnosis
