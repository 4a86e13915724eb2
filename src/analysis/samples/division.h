// SPDX-License-Identifier: BSD-3-Clause
// Divides the time of a location's intervals among the functions that samples found there. Source:
// docs/decisions/048-samples-in-the-analysis.md.
#pragma once

#include <algorithm>
#include <vector>

#include "analysis/samples/interval_survey.h"
#include "analysis/samples/sampled_variance.h"

namespace tarry::analysis {

// `kinds`: those of all locations. Both arguments must outlive it. Thread: one at a time.
class Division {
 public:
  Division(const LocationIntervals& intervals, const IntervalKinds& kinds);

  // Calls visit(path, part, uncertainty) for parts of the time [begin, end), which ascends from
  // call to call. The time that is not visited belongs to `innermost`, the region that is open. The
  // uncertainty of that rest comes with a path that is_here() and no time. Returns false if no
  // sample tells anything of the time.
  template <class Visit>
  bool divide(model::RegionId innermost, Ticks begin, Ticks end, Visit visit) {
    const auto& all = intervals_.intervals;
    while (next_ + 1 < all.size() && all[next_].end <= begin) ++next_;
    if (next_ + 1 >= all.size() || all[next_].begin >= end) return false;
    // While a task runs, the survey and the extraction have different stacks.
    if (intervals_.kinds[all[next_].kind].function != innermost) return false;
    const Ticks time = std::min(end, all[next_].end) - std::max(begin, all[next_].begin);
    find_shares(next_);
    const auto length = static_cast<double>(time.count);
    for (const Share& share : shares_) {
      Ticks part{static_cast<std::int64_t>(share.part * length)};
      if (share.path->is_here())
        part = {};
      else if (part.count == 0 || share.part < kLeast)
        continue;
      visit(*share.path, part,
            PartUncertainty{share.usual, length * usual_weight_,
                            length * length * share.part * (1.0 - share.part) * own_variance_});
    }
    return !shares_.empty();
  }

  // Returns the variance of a usual share (PartUncertainty).
  [[nodiscard]] double variance_of_usual(std::uint32_t usual) const { return variances_[usual]; }

 private:
  static constexpr double kLeast = 0.002;  // a smaller part stays with the function itself

  struct Share {
    const SampledPath* path;
    double part;
    std::uint32_t usual;  // number of the usual share
  };
  // The usual division of intervals of a kind on this location.
  struct Usual {
    std::vector<Share> shares;  // by path; empty if no interval of the kind was sampled
    double weight = 0.0;
    bool is_known = false;
  };

  const Usual& usual(std::uint32_t kind);
  // Sets `shares_`, and the two numbers after it, to those of the interval.
  void find_shares(std::size_t interval);

  const LocationIntervals& intervals_;
  const IntervalKinds& kinds_;
  IntervalKinds own_;
  std::vector<Usual> usual_;       // by kind
  std::vector<double> variances_;  // by number of a usual share
  std::vector<Share> shares_;
  double usual_weight_ = 0.0;  // weight of the usual division in the shares
  double own_variance_ = 0.0;  // the variance of a share p is p (1 - p) times this
  std::size_t found_;          // the interval of `shares_`
  std::size_t next_ = 0;
};

}  // namespace tarry::analysis
