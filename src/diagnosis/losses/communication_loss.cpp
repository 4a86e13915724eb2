// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/losses/communication_loss.h"

#include <algorithm>
#include <array>

#include "diagnosis/evidence/thresholds.h"
#include "diagnosis/losses/late_causes.h"
#include "diagnosis/losses/load_imbalance.h"

namespace tarry::diagnosis {
namespace {

struct LongIssue {
  Label label;
  Issue issue;
};
constexpr std::array kLongIssues{LongIssue{Label::WaitPartner, Issue::WaitForPartner},
                                 LongIssue{Label::Message, Issue::LargeMessage},
                                 LongIssue{Label::Io, Issue::LargeIo}};

// A call and the time and calls of all ranks there.
struct Node {
  std::vector<FrameId> paths;    // the first one stands for all
  double seconds = 0;            // time of an average rank that is to be judged
  double all_seconds = 0;        // whole time of an average rank
  double calls = 1;              // lower bound for all ranks together
  const Spent* spent = nullptr;  // not set for the closing call, whose imbalances are known
};

class Search {
 public:
  Search(const PhaseView& view, const std::vector<FrameId>& without)
      : view_(view), without_(without) {}

  void descend(FrameId frame) {
    const FrameSpent* spent = view_.find(frame);
    if (spent == nullptr || is_in(without_, frame) || is_in(view_.closing_paths, frame)) return;
    if (!view_.is_entry(frame))
      for (const FrameId child : (*view_.children)[frame.index()]) descend(child);
    else
      judge({{frame}, spent->total.average, spent->total.average, calls_of(*spent), &spent->total});
  }

  void judge_closing(double seconds) {
    Node node{{view_.closing_call}, seconds, view_.closing.average, 1, nullptr};
    double calls = 0;
    for (const FrameId path : view_.closing_paths) {
      if (const FrameSpent* spent = view_.find(path)) calls += calls_of(*spent);
      if (path != view_.closing_call) node.paths.push_back(path);
    }
    node.calls = std::max(node.calls, calls);
    judge(node);
  }

  PhaseFindings take() { return std::move(made_); }

 private:
  static bool is_in(const std::vector<FrameId>& frames, FrameId frame) {
    return std::find(frames.begin(), frames.end(), frame) != frames.end();
  }

  // A thread that was in it made a call, even if that one has not returned.
  static double calls_of(const FrameSpent& spent) {
    return std::max({1.0, static_cast<double>(spent.threads), spent.calls});
  }

  void judge(Node node) {
    if (!view_.is_significant(node.seconds)) return;
    const double late = node.spent == nullptr ? 0 : add_late_part(node);
    node.seconds -= late;
    if (!view_.is_significant(node.seconds)) return;
    const Finding found = finding_of(node);
    const double rest = node.seconds - add_frequent(found, node, late > 0);
    if (!view_.is_significant(rest)) return;
    Finding of_rest = found;
    for (double& seconds : of_rest.breakdown) seconds *= rest / node.seconds;
    const double known = add_long(of_rest, label_of(node), rest);
    const bool is_synchronization = view_.initial_of(found.symptom) == Label::Synchronization;
    if (!is_synchronization && view_.is_significant(rest - known))
      made_.unresolved.push_back({0, rest - known, found.symptom});
  }

  // Returns what is known of a call before it is known which loss it is.
  [[nodiscard]] Finding finding_of(const Node& node) const {
    Finding found;
    found.symptom = node.paths.front();
    found.seconds = node.seconds;
    found.seconds_per_call = node.all_seconds * view_.threads / node.calls;
    for (const FrameId path : node.paths) {
      const ByLabel<double> breakdown = view_.breakdown(path);
      for (std::size_t at = 0; at < kLabels; ++at) found.breakdown[at] += breakdown[at];
    }
    for (double& seconds : found.breakdown) seconds *= node.seconds / node.all_seconds;
    return found;
  }

  // Adds the waits for ranks that are late. Returns their seconds.
  double add_late_part(const Node& node) {
    // A lock is released in the middle of work.
    if (is_within(label_of(node), Label::WaitLock)) return 0;
    Finding found = finding_of(node);
    LateCauses late = late_causes(view_, node.paths);
    if (late.seen >= kSeenWaits * node.all_seconds) {
      // Instances that were seen in one sample only are taken to be like the others.
      const double all_of_seen = std::max(1.0, node.seconds / late.seen);
      found.seconds = std::min(node.seconds, late.seconds * all_of_seen);
      for (Cause& cause : late.causes) cause.seconds *= all_of_seen;
    } else {
      late.causes = imbalance_cut(view_, {samples::CallingContextTree::kRoot});
      found.seconds = uneven_wait(node, found, late.causes);
    }
    if (!view_.is_significant(found.seconds)) return 0;
    for (const Cause& cause : late.causes)
      if (cause.seconds > kCauseOfSymptom * found.seconds) found.causes.push_back(cause);
    if (found.causes.empty()) return 0;
    found.issue = issue_of(found.causes.front());
    for (double& seconds : found.breakdown) seconds *= found.seconds / node.seconds;
    found.seconds_per_call *= found.seconds / node.seconds;
    made_.findings.push_back(found);
    return found.seconds;
  }

  // A wait for a rank that moves the data of the message is part of the time of moving.
  [[nodiscard]] Issue issue_of(const Cause& largest) const {
    if (view_.communicates(largest.frame))
      for (const LongIssue& kind : kLongIssues)
        if (is_within(kind.label, Label::Transfer) &&
            is_within(view_.derived_of(largest.frame), kind.label))
          return kind.issue;
    return Issue::WaitForPartner;
  }

  // Returns the waits in calls too short to be compared one by one: the time of ranks above that of
  // the rank with least, but at most the uneven work of others.
  [[nodiscard]] double uneven_wait(const Node& node, const Finding& found,
                                   const std::vector<Cause>& causes) const {
    double moved = 0;
    for (std::size_t at = 0; at < kLabels; ++at)
      if (is_within(static_cast<Label>(at), Label::Transfer)) moved += found.breakdown[at];
    double uneven = 0;
    for (const Cause& cause : causes) uneven += cause.seconds;
    // An error of one period must not make it significant.
    const double waits = imb_symptom(*node.spent) - view_.period - moved;
    return view_.is_significant(waits) ? std::min(waits + view_.period, uneven) : 0;
  }

  // Adds many short calls as a loss if their number explains the time: all ranks spend it alike, or
  // no rank is late. Returns their seconds.
  double add_frequent(Finding found, const Node& node, bool is_other_late) {
    if (found.seconds_per_call >= kShortCallPeriods * view_.period) return 0;
    const double even = node.spent == nullptr ? node.seconds : even_part(*node.spent);
    const bool is_alike = node.spent == nullptr || even >= kAlike * node.all_seconds;
    if (!is_alike && !is_other_late && is_within(label_of(node), Label::Wait)) return 0;
    if (is_other_late) found.seconds = std::min(found.seconds, even);
    if (!view_.is_significant(found.seconds)) return 0;
    found.issue = Issue::FrequentCommunication;
    for (double& seconds : found.breakdown) seconds *= found.seconds / node.seconds;
    add_loops(found);
    made_.findings.push_back(found);
    return found.seconds;
  }

  // Returns the lowest label that covers the call on all paths where ranks have time.
  [[nodiscard]] Label label_of(const Node& node) const {
    std::optional<Label> found;
    for (const FrameId path : node.paths) {
      if (view_.find(path) == nullptr) continue;
      const Label label = view_.derived_of(path);
      if (!found) found = label;
      while (!is_within(label, *found) && parent_of(*found) != *found) found = parent_of(*found);
    }
    return found.value_or(view_.derived_of(node.paths.front()));
  }

  // Returns the seconds whose activity is known.
  double add_long(Finding found, Label label, double average) {
    double known = 0;
    for (const LongIssue& kind : kLongIssues) {
      found.issue = kind.issue;
      const double share = found.breakdown[static_cast<std::size_t>(kind.label)];
      found.seconds = label == kind.label ? average : share;
      // If another issue owns the call's label, the remaining time does not belong to this one.
      const bool is_other = label != kind.label && is_leaf_issue(label);
      if (is_other || !view_.is_significant(found.seconds)) continue;
      known += found.seconds;
      found.part = label == kind.label ? std::nullopt : std::optional(kind.label);
      made_.findings.push_back(found);
      // The largest duration of a call is scaled to this part, as the seconds are.
      made_.findings.back().seconds_per_call *= found.seconds / average;
    }
    return known;
  }

  static bool is_leaf_issue(Label label) {
    return std::any_of(kLongIssues.begin(), kLongIssues.end(),
                       [label](const LongIssue& kind) { return kind.label == label; });
  }

  // Adds the loops around the call as causes, the innermost first: their iterations are too fine.
  void add_loops(Finding& found) {
    const samples::CallingContextTree& paths = *view_.paths;
    for (FrameId at = paths.parent(found.symptom); at.valid(); at = paths.parent(at))
      if (paths.is_loop(at)) found.causes.push_back({at, found.seconds});
  }

  const PhaseView& view_;
  const std::vector<FrameId>& without_;
  PhaseFindings made_;
};

}  // namespace

PhaseFindings find_communication_losses(const PhaseView& view, const std::vector<FrameId>& from,
                                        const std::vector<FrameId>& without) {
  Search search(view, without);
  for (const FrameId frame : from) search.descend(frame);
  return search.take();
}

PhaseFindings find_closing_loss(const PhaseView& view, double seconds) {
  Search search(view, {});
  if (view.closing_call.valid()) search.judge_closing(seconds);
  return search.take();
}

}  // namespace tarry::diagnosis
