// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/losses/load_imbalance.h"

#include <algorithm>
#include <tuple>

#include "diagnosis/evidence/sleep_calls.h"
#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

class ImbalanceCut {
 public:
  ImbalanceCut(const PhaseView& view, const std::vector<FrameId>& without)
      : view_(view), without_(without) {}

  void descend(FrameId frame) {
    const FrameSpent* spent = view_.find(frame);
    if (spent == nullptr || std::find(without_.begin(), without_.end(), frame) != without_.end())
      return;
    // Waiting is an effect of work elsewhere, but moving data is work.
    if (view_.is_entry(frame) && !is_within(view_.derived_of(frame), Label::Transfer)) return;
    const auto& below = (*view_.children)[frame.index()];
    if (!view_.is_entry(frame) && (view_.communicates(frame) || leaves_out_some(below))) {
      add(frame, imb_cause(spent->self), true);
      for (const FrameId child : below) descend(child);
      return;
    }
    const double own = imb_cause(spent->total);
    for (const FrameId child : below) {
      const FrameSpent* inner = view_.find(child);
      if (inner == nullptr || view_.is_entry(frame) || is_sleep((*view_.paths)[child])) continue;
      if (imb_cause(inner->total) >= kChildExplains * own) {
        descend(child);
        return;
      }
    }
    add(frame, own, false);
  }

  std::vector<Cause> take() {
    std::sort(causes_.begin(), causes_.end(), [](const Cause& a, const Cause& b) {
      return std::tuple(-a.seconds, a.frame) < std::tuple(-b.seconds, b.frame);
    });
    return std::move(causes_);
  }

 private:
  [[nodiscard]] bool leaves_out_some(const std::vector<FrameId>& below) const {
    return std::any_of(below.begin(), below.end(), [this](FrameId child) {
      return std::find(without_.begin(), without_.end(), child) != without_.end();
    });
  }

  void add(FrameId frame, double seconds, bool is_own) {
    // The time of a thread is known to one period, for both ends together.
    if (seconds > view_.period) causes_.push_back({frame, seconds, is_own});
  }

  const PhaseView& view_;
  const std::vector<FrameId>& without_;
  std::vector<Cause> causes_;
};

bool is_serial(const PhaseView& view, FrameId frame) {
  const FrameSpent* spent = view.find(frame);
  if (view.threads < 2 || spent == nullptr) return false;
  const double others = (spent->total.average * view.threads - spent->total.most) /
                        static_cast<double>(view.threads - 1);
  return spent->total.most >= kSerialWork * view.duration && others < kSerialOthers * view.duration;
}

}  // namespace

double imb_symptom(const Spent& spent) {
  return std::max(spent.average - spent.least, spent.above_least_of_each);
}

double imb_symptom(const PhaseView& view) { return imb_symptom(view.closing); }

double imb_cause(const Spent& spent) {
  return std::max(spent.most - spent.average, spent.below_most_of_each);
}

double even_part(const Spent& spent) {
  const bool is_of_each = spent.above_least_of_each > spent.average - spent.least;
  return is_of_each ? spent.least_of_each : spent.least;
}

std::vector<Cause> imbalance_cut(const PhaseView& view, const std::vector<FrameId>& from,
                                 const std::vector<FrameId>& without) {
  ImbalanceCut cut(view, without);
  for (const FrameId frame : from) cut.descend(frame);
  return cut.take();
}

std::optional<Finding> find_load_imbalance(const PhaseView& view, double symptom,
                                           const std::vector<Cause>& cut) {
  // An error of one period must not make it significant.
  if (!view.closing_call.valid() || !view.is_significant(symptom - view.period))
    return std::nullopt;
  Finding made;
  made.seconds = symptom;
  made.symptom = view.closing_call;
  double sum = 0;
  for (const Cause& cause : cut) {
    sum += cause.seconds;
    if (cause.seconds > kCauseOfSymptom * symptom) made.causes.push_back(cause);
  }
  if (made.causes.empty()) return std::nullopt;
  made.evened_out = sum > kEvenedOut * symptom;
  if (is_serial(view, made.causes.front().frame)) made.issue = Issue::Serialization;
  return made;
}

}  // namespace tarry::diagnosis
