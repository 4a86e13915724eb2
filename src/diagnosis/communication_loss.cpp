// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/communication_loss.h"

#include <algorithm>
#include <array>

#include "diagnosis/thresholds.h"

namespace tarry::diagnosis {
namespace {

struct LongIssue {
  Label label;
  Issue issue;
};
constexpr std::array kLongIssues{LongIssue{Label::WaitPartner, Issue::WaitForPartner},
                                 LongIssue{Label::Message, Issue::LargeMessage},
                                 LongIssue{Label::Io, Issue::LargeIo}};

class Search {
 public:
  Search(const PhaseView& view, const std::vector<FrameId>& without, double explained)
      : view_(view), without_(without), explained_(explained) {}

  void descend(FrameId frame) {
    const FrameSpent* spent = view_.find(frame);
    if (spent == nullptr || std::find(without_.begin(), without_.end(), frame) != without_.end())
      return;
    if (!view_.is_entry(frame)) {
      for (const FrameId child : (*view_.children)[frame.index()]) descend(child);
    } else if (view_.is_significant(unexplained(frame, *spent))) {
      judge(frame, *spent);
    }
  }

  PhaseFindings take() { return std::move(made_); }

 private:
  [[nodiscard]] double unexplained(FrameId frame, const FrameSpent& spent) const {
    return spent.total.average - (frame == view_.closing_call ? explained_ : 0);
  }

  void judge(FrameId frame, const FrameSpent& spent) {
    const double average = unexplained(frame, spent);
    // Whoever was in it made a call, if only one that has not returned.
    const double calls = std::max({1.0, static_cast<double>(spent.threads), spent.calls});
    const double per_call = spent.total.average * view_.threads / calls;
    Finding found;
    found.symptom = frame;
    found.breakdown = view_.breakdown(frame);
    for (double& seconds : found.breakdown) seconds *= average / spent.total.average;
    found.seconds_per_call = per_call;
    if (per_call < kShortCallPeriods * view_.period) {
      found.issue = Issue::FrequentCommunication;
      found.seconds = average;
      add_loops(found);
      made_.findings.push_back(std::move(found));
      return;
    }
    const double known = add_long(found, average);
    const bool is_synchronization = view_.initial_of(frame) == Label::Synchronization;
    if (!is_synchronization && view_.is_significant(average - known))
      made_.unresolved.push_back({0, average - known, frame});
  }

  // Returns the time of which is known what it was.
  double add_long(Finding found, double average) {
    const Label label = view_.derived_of(found.symptom);
    double known = 0;
    for (const LongIssue& kind : kLongIssues) {
      found.issue = kind.issue;
      const double share = found.breakdown[static_cast<std::size_t>(kind.label)];
      found.seconds = label == kind.label ? average : share;
      // Of a call whose label is another one's, the rest is not this.
      const bool is_other = label != kind.label && is_leaf_issue(label);
      if (is_other || !view_.is_significant(found.seconds)) continue;
      known += found.seconds;
      found.part = label == kind.label ? std::nullopt : std::optional(kind.label);
      made_.findings.push_back(found);
    }
    return known;
  }

  static bool is_leaf_issue(Label label) {
    return std::any_of(kLongIssues.begin(), kLongIssues.end(),
                       [label](const LongIssue& kind) { return kind.label == label; });
  }

  // The loops on the way to the call, the innermost first: their iterations are too fine.
  void add_loops(Finding& found) {
    const sampling::CallingContextTree& paths = *view_.paths;
    for (FrameId at = paths.parent(found.symptom); at.valid(); at = paths.parent(at))
      if (paths.is_loop(at)) found.causes.push_back({at, found.seconds});
  }

  const PhaseView& view_;
  const std::vector<FrameId>& without_;
  double explained_;
  PhaseFindings made_;
};

}  // namespace

PhaseFindings find_communication_losses(const PhaseView& view, const std::vector<FrameId>& from,
                                        const std::vector<FrameId>& without, double explained) {
  Search search(view, without, explained);
  for (const FrameId frame : from) search.descend(frame);
  return search.take();
}

}  // namespace tarry::diagnosis
