// SPDX-License-Identifier: BSD-3-Clause
#include "score/suggestion.h"

#include <algorithm>
#include <map>

#include "filter/filter_text.h"

namespace tarry::score {
namespace {

// Rules apply to names: all regions of one name are excluded together, and stay if one of them
// must.
struct Candidate {
  std::string name;
  std::vector<std::size_t> regions;
  double bytes = 0;
  double time_s = 0;
  bool may_go = true;

  // A region without time counts as having one tick of the clock.
  [[nodiscard]] double bytes_per_second() const { return bytes / std::max(time_s, 1e-9); }
};

std::vector<Candidate> candidates_of(const model::SeverityCube& cube,
                                     const std::vector<CubeRegion>& regions,
                                     const Estimate& present) {
  const model::MetricId time = cube.find(model::metric::time);
  std::map<std::string, Candidate> by_name;
  for (std::size_t r = 0; r < regions.size(); ++r) {
    Candidate& candidate = by_name[regions[r].name];
    if (regions[r].group != Group::Usr || regions[r].role == model::RegionRole::Artificial)
      candidate.may_go = false;
    candidate.name = regions[r].name;
    candidate.regions.push_back(r);
    candidate.bytes += present.regions[r].whole.trace;
    for (const model::CallPathId path : regions[r].callpaths)
      candidate.time_s += cube.total(time, path);
  }
  std::vector<Candidate> out;
  for (auto& [name, candidate] : by_name)
    if (candidate.may_go && candidate.bytes > 0) out.push_back(std::move(candidate));
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
    return a.bytes_per_second() > b.bytes_per_second();
  });
  return out;
}

class Search {
 public:
  Search(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
         const Target& target)
      : estimator_(cube, regions),
        regions_(regions.size()),
        target_(target),
        present_(estimator_.of(std::vector<bool>(regions.size()))),
        candidates_(candidates_of(cube, regions, present_)),
        chosen_(candidates_.size()) {}

  Suggestion run() {
    if (!fits(present_)) {
      choose_first(fewest_that_fit());
      give_back();
    }
    Suggestion out;
    out.excluded = with_chosen();
    out.result = estimator_.of(out.excluded);
    out.meets_target = fits(out.result);
    out.names = names();
    return out;
  }

 private:
  [[nodiscard]] bool fits(const Estimate& made) const {
    const double trace = made.trace_bytes();
    const double log = made.largest_process().log;
    return (target_.trace_bytes == 0 || trace <= target_.trace_bytes * (1 - kKeptFree)) &&
           (target_.log_bytes == 0 || log <= target_.log_bytes * (1 - kKeptFree));
  }

  [[nodiscard]] std::vector<bool> with_chosen() const {
    std::vector<bool> out(regions_);
    for (std::size_t c = 0; c < candidates_.size(); ++c)
      if (chosen_[c])
        for (const std::size_t region : candidates_[c].regions) out[region] = true;
    return out;
  }

  [[nodiscard]] bool fits_now() const { return fits(estimator_.of(with_chosen())); }

  void choose_first(std::size_t count) {
    for (std::size_t c = 0; c < chosen_.size(); ++c) chosen_[c] = c < count;
  }

  // Returns the number of all candidates if even that does not fit.
  std::size_t fewest_that_fit() {
    std::size_t low = 0;
    std::size_t high = candidates_.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      choose_first(middle);
      if (fits_now())
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  // The last excluded candidate may have been large, so some of those before it may have room
  // again. Those that cost the fewest bytes per second are tried first.
  void give_back() {
    constexpr std::size_t kMostTried = 200;  // each trial estimates everything
    if (!fits_now()) return;
    std::size_t tried = 0;
    for (std::size_t c = candidates_.size(); c-- > 0 && tried < kMostTried;) {
      if (!chosen_[c]) continue;
      ++tried;
      chosen_[c] = false;
      if (!fits_now()) chosen_[c] = true;
    }
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<const Candidate*> gone;
    for (std::size_t c = 0; c < candidates_.size(); ++c)
      if (chosen_[c]) gone.push_back(&candidates_[c]);
    std::stable_sort(gone.begin(), gone.end(),
                     [](const Candidate* a, const Candidate* b) { return a->bytes > b->bytes; });
    std::vector<std::string> out;
    for (const Candidate* candidate : gone) out.push_back(candidate->name);
    return out;
  }

  Estimator estimator_;
  std::size_t regions_;  // number of regions
  Target target_;
  Estimate present_;
  std::vector<Candidate> candidates_;  // by descending bytes per second
  std::vector<bool> chosen_;           // whether a candidate is excluded
};

}  // namespace

Suggestion suggest(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
                   const Target& target) {
  return Search(cube, regions, target).run();
}

std::string filter_text(const std::vector<std::string>& names,
                        const std::vector<std::string>& comments) {
  filter::Filter filter;
  for (const std::string& name : names)
    filter.regions.push_back({true, false, filter::exact_pattern(name)});
  return filter::filter_text(filter, comments);
}

}  // namespace tarry::score
