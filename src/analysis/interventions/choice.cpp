// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/choice.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

constexpr double kNeeded = 0.02;  // part of what is left: a needed intervention is worth that much
constexpr double kUnlocked =
    4.0;  // times the gain of the previous intervention, which is worth little alone

using Set = std::vector<std::size_t>;

class Choice {
 public:
  Choice(const std::vector<double>& alone, double all, const ChoiceLimits& limits,
         const GainsOf& gains_of)
      : all_(all), limits_(limits), gains_of_(gains_of), next_(alone) {
    for (std::size_t i = 0; i < alone.size(); ++i) left_.push_back(i);
  }

  std::vector<Together> run() {
    while (done_.size() < limits_.most && !left_.empty()) {
      if (!done_.empty()) {
        if (all_ - gained_ < limits_.least || passes_++ == limits_.passes) break;
        next_ = gains_with_each();
      }
      if (!take_best() && !take_hidden()) break;
    }
    return std::move(chosen_);
  }

 private:
  std::vector<double> gains_with_each() const {
    std::vector<Set> sets;
    for (const std::size_t i : left_) {
      sets.push_back(done_);
      sets.back().push_back(i);
    }
    std::vector<double> gains = gains_of_(sets);
    for (double& gain : gains) gain -= gained_;
    return gains;
  }

  bool take_best() {
    const auto best = std::max_element(next_.begin(), next_.end());
    if (*best < limits_.least) return false;
    take({left_[static_cast<std::size_t>(best - next_.begin())]}, *best);
    return true;
  }

  // Handles the case that no remaining one has a gain alone, but all together have: takes those
  // that are needed for it.
  bool take_hidden() {
    const double hidden = all_ - gained_;
    if (left_.size() < 2 || hidden < limits_.least || passes_ + 2 > limits_.passes) return false;
    passes_ += 2;
    std::vector<Set> sets;
    for (const std::size_t without : left_) {
      sets.push_back(done_);
      for (const std::size_t i : left_)
        if (i != without) sets.back().push_back(i);
    }
    const std::vector<double> gains = gains_of_(sets);
    Set needed;
    for (std::size_t i = 0; i < left_.size(); ++i)
      if (all_ - gains[i] >= kNeeded * hidden) needed.push_back(left_[i]);
    if (needed.empty() || done_.size() + needed.size() > limits_.most) return false;
    Set with_needed = done_;
    with_needed.insert(with_needed.end(), needed.begin(), needed.end());
    const double gain = gains_of_({with_needed}).front() - gained_;
    if (gain < limits_.least) return false;
    take(needed, gain);
    return true;
  }

  void take(const Set& members, double gain) {
    done_.insert(done_.end(), members.begin(), members.end());
    std::erase_if(left_, [&](std::size_t i) {
      return std::find(members.begin(), members.end(), i) != members.end();
    });
    gained_ += gain;
    chosen_.push_back({members, gain});
    // A gain that is far larger than the previous one was hidden by it, so the two belong together.
    while (chosen_.size() > 1 &&
           chosen_.back().gain > kUnlocked * chosen_[chosen_.size() - 2].gain) {
      const Together last = std::move(chosen_.back());
      chosen_.pop_back();
      Together& before = chosen_.back();
      before.members.insert(before.members.end(), last.members.begin(), last.members.end());
      std::sort(before.members.begin(), before.members.end());
      before.gain += last.gain;
    }
  }

  const double all_;
  const ChoiceLimits limits_;
  const GainsOf& gains_of_;
  std::vector<std::size_t> left_;
  std::vector<double> next_;  // by position in left_: its gain now
  Set done_;
  double gained_ = 0.0;
  std::size_t passes_ = 0;
  std::vector<Together> chosen_;
};

}  // namespace

std::vector<Together> choose_interventions(const std::vector<double>& alone, double all,
                                           const ChoiceLimits& limits, const GainsOf& gains_of) {
  return Choice(alone, all, limits, gains_of).run();
}

}  // namespace tarry::analysis
