// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/scenarios.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/joined.h"

namespace tarry::analysis {
namespace {

// Part of the mean: so little time does not show where more would be spent.
constexpr double kTiny = 0.1;

bool ends_with_place(const std::string& path, const std::string& place) {
  if (!path.ends_with(place)) return false;
  return path.size() == place.size() || path[path.size() - place.size() - 1] == '/';
}

// Adds up the times of some call paths on a location.
struct TimesByStretch {
  const std::vector<bool>& callpaths;
  StretchTimes sums;

  void activity(CallPathId callpath, Ticks time, std::uint32_t /*section*/, std::uint32_t stretch) {
    open(stretch);
    if (callpaths[callpath.index()]) sums.times[stretch] += time;
  }
  void step(std::uint32_t /*index*/, const LoneStep& /*step*/, std::uint32_t /*sections*/,
            std::uint32_t stretch, bool /*is_last*/) {
    open(stretch);
  }
  void open(std::uint32_t stretch) {
    if (stretch >= sums.times.size()) sums.times.resize(stretch + 1);
  }
};

// Numbers for the locations of one worker that have such times at all.
struct StretchHeader {
  std::uint64_t locations = 0;
  std::uint64_t fewest = ~std::uint64_t{0}, most = 0;  // number of stretches
};

}  // namespace

base::Result<std::vector<bool>> changed_callpaths(const model::CallTree& tree,
                                                  const RegionTable& regions,
                                                  const std::string& place) {
  std::vector<std::string> paths(tree.size());
  std::vector<bool> is_place(tree.size()), changed(tree.size()), is_below(tree.size());
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    const model::CallPathNode& node = tree[CallPathId{n}];
    const model::Region& region = regions.regions[node.region.index()];
    const std::string& name = region.name;
    paths[n] = node.parent.valid() ? paths[node.parent.index()] + '/' + name : name;
    is_place[n] = ends_with_place(paths[n], place) ||
                  ends_with_place(paths[n] + '@' + region.call_site, place);
    is_below[n] = is_place[n] || (node.parent.valid() && is_below[node.parent.index()]);
    changed[n] = is_place[n] || (is_below[n] && regions.kinds[node.region.index()].region_class ==
                                                    model::RegionClass::Computation);
  }
  if (std::find(is_place.begin(), is_place.end(), true) != is_place.end()) return changed;
  return base::Error{base::ErrorCode::NotFound, "no such region or call path in the trace", place,
                     "tarry report --by callpath shows those it has"};
}

base::Status check_ranks(const std::vector<std::uint32_t>& ranks,
                         const std::vector<model::Location>& locations) {
  std::set<std::uint32_t> there;
  for (const model::Location& location : locations) there.insert(location.rank.value);
  std::vector<std::uint32_t> missing;
  for (const std::uint32_t rank : ranks)
    if (!there.contains(rank)) missing.push_back(rank);
  if (missing.empty()) return base::kOk;
  const std::vector<std::uint32_t> all(there.begin(), there.end());
  return base::Error{base::ErrorCode::NotFound, "no such rank in the trace", base::joined(missing),
                     "its ranks are " + base::joined(all)};
}

bool StretchTimes::has_any() const {
  return std::any_of(times.begin(), times.end(), [](Ticks time) { return time.count != 0; });
}

StretchTimes stretch_times(const StepLog& log, std::span<const std::byte> activities,
                           const std::vector<bool>& callpaths) {
  TimesByStretch visitor{callpaths, {}};
  walk(log, activities, visitor);
  return std::move(visitor.sums);
}

std::vector<double> mean_times(const std::vector<StretchTimes>& places,
                               workers::Transport& transport) {
  StretchHeader header;
  std::vector<Ticks> sums;
  for (const StretchTimes& place : places) {
    if (!place.has_any()) continue;
    ++header.locations;
    header.fewest = std::min<std::uint64_t>(header.fewest, place.times.size());
    header.most = std::max<std::uint64_t>(header.most, place.times.size());
    sums.resize(std::max(sums.size(), place.times.size()));
    for (std::size_t s = 0; s < place.times.size(); ++s) sums[s] += place.times[s];
  }
  workers::Bytes own;
  workers::append(own, header);
  workers::append_all(own, std::span<const Ticks>(sums));
  StretchHeader all;
  std::vector<Ticks> of_all;
  for (const workers::Bytes& message : transport.all_gather(own)) {
    workers::MessageReader reader(message);
    const auto from = reader.take<StretchHeader>();
    all.locations += from.locations;
    all.fewest = std::min(all.fewest, from.fewest);
    all.most = std::max(all.most, from.most);
    of_all.resize(std::max<std::size_t>(of_all.size(), from.most));
    for (std::size_t s = 0; s < from.most; ++s) of_all[s] += reader.take<Ticks>();
  }
  if (all.fewest != all.most) of_all = {std::accumulate(of_all.begin(), of_all.end(), Ticks{0})};
  std::vector<double> means;
  for (const Ticks sum : of_all)
    means.push_back(static_cast<double>(sum.count) / static_cast<double>(all.locations));
  return means;
}

Balanced::Balanced(const std::vector<bool>& callpaths, const StretchTimes& own,
                   const std::vector<double>& means)
    : callpaths_(callpaths), removed_(own.times.size()), added_(own.times.size()) {
  if (!own.has_any()) return;
  if (means.size() != own.times.size()) {
    const Ticks all = std::accumulate(own.times.begin(), own.times.end(), Ticks{0});
    removed_.assign(own.times.size(), 1.0 - means.front() / static_cast<double>(all.count));
    return;
  }
  for (std::size_t s = 0; s < means.size(); ++s) {
    const auto time = static_cast<double>(own.times[s].count);
    const bool is_tiny = means.size() > 1 && time < kTiny * means[s];
    if (time == 0.0 || is_tiny)
      added_[s] = Ticks{std::llround(means[s] - time)};
    else
      removed_[s] = 1.0 - means[s] / time;
  }
}

}  // namespace tarry::analysis
