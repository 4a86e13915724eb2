// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/phase_view.h"

#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {

bool PhaseView::is_significant(double seconds) const { return seconds > kSignificant * run; }

bool PhaseView::communicates(FrameId frame) const {
  std::vector<FrameId> open{frame};
  while (!open.empty()) {
    const FrameId at = open.back();
    open.pop_back();
    if (find(at) == nullptr) continue;
    if (is_within(initial_of(at), Label::Communication)) return true;
    const auto& below = (*children)[at.index()];
    open.insert(open.end(), below.begin(), below.end());
  }
  return false;
}

double PhaseView::seconds_in_calls(bool synchronize) const {
  double seconds = 0;
  for (std::uint32_t at = 0; at < paths->size(); ++at) {
    const FrameId frame{at};
    if (!is_entry(frame) || (initial_of(frame) == Label::Synchronization) != synchronize) continue;
    const FrameSpent* time = find(frame);
    if (time != nullptr) seconds += time->total.average;
  }
  return seconds;
}

ByLabel<double> PhaseView::breakdown(FrameId frame) const {
  ByLabel<double> seconds{};
  std::vector<FrameId> open{frame};
  while (!open.empty()) {
    const FrameId at = open.back();
    open.pop_back();
    const FrameSpent* time = find(at);
    if (time == nullptr) continue;
    seconds[static_cast<std::size_t>(initial_of(at))] += time->self.average;
    const auto& below = (*children)[at.index()];
    open.insert(open.end(), below.begin(), below.end());
  }
  return seconds;
}

double PhaseView::work_below(FrameId frame) const {
  const ByLabel<double> by_label = breakdown(frame);
  double seconds = 0;
  for (std::size_t at = 0; at < kLabels; ++at) {
    const auto label = static_cast<Label>(at);
    if (label == Label::Computation || is_within(label, Label::Transfer)) seconds += by_label[at];
  }
  return seconds;
}

}  // namespace tarry::diagnosis
