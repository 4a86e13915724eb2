// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/rank_index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tarry::compressed {
namespace {

constexpr std::size_t kMostDistances = 8;

// Returns the place of the longest dimension, along which there are the fewest progressions.
std::size_t longest(const RankList& list) {
  const auto& all = list.dimensions;
  return static_cast<std::size_t>(
      std::max_element(all.begin(), all.end(),
                       [](const auto& a, const auto& b) { return a.length < b.length; }) -
      all.begin());
}

// Calls `take` with the start of each progression along the dimension `along`.
template <typename Take>
void for_each_start(const RankList& list, std::size_t along, std::size_t dimension,
                    std::uint32_t start, const Take& take) {
  if (dimension == list.dimensions.size()) return take(start);
  const RankList::Dimension& d = list.dimensions[dimension];
  const std::uint32_t length = dimension == along ? 1 : d.length;
  for (std::uint32_t i = 0; i < length; ++i)
    for_each_start(list, along, dimension + 1, start + i * d.stride, take);
}

}  // namespace

RankIndex::RankIndex(const std::vector<const RankSet*>& sets) {
  std::map<std::uint32_t, std::vector<Progression>> found;  // by stride
  std::map<std::uint32_t, std::uint64_t> ranks;             // by stride
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (const RankList& list : sets[i]->lists()) {
      const std::size_t along = longest(list);
      const RankList::Dimension form =
          list.dimensions.empty() ? RankList::Dimension{} : list.dimensions[along];
      const std::uint32_t stride = std::max<std::uint32_t>(form.stride, 1);
      ranks[stride] += list.size();
      for_each_start(list, along, 0, list.start, [&](std::uint32_t start) {
        found[stride].push_back({start, form.length, static_cast<std::uint32_t>(i)});
      });
    }
  std::vector<std::uint32_t> strides;
  for (const auto& [stride, count] : ranks)
    if (stride != 1) strides.push_back(stride);
  std::stable_sort(strides.begin(), strides.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ranks[a] > ranks[b]; });
  std::vector<Progression> single = std::move(found[1]);
  for (std::size_t i = 0; i < strides.size(); ++i) {
    std::vector<Progression>& of_stride = found[strides[i]];
    if (i + 1 < kMostDistances) {
      distances_.push_back({strides[i], std::move(of_stride)});
      continue;
    }
    for (const Progression& each : of_stride)
      for (std::uint32_t j = 0; j < each.length; ++j)
        single.push_back({each.start + j * strides[i], 1, each.set});
  }
  distances_.push_back({1, std::move(single)});
  for (Distance& distance : distances_)
    std::sort(distance.progressions.begin(), distance.progressions.end(),
              [&](const Progression& a, const Progression& b) {
                return std::pair(a.start % distance.stride, a.start) <
                       std::pair(b.start % distance.stride, b.start);
              });
}

std::optional<std::size_t> RankIndex::find(std::uint32_t rank) const {
  for (const Distance& distance : distances_) {
    const std::uint32_t residue = rank % distance.stride;
    const auto& all = distance.progressions;
    const auto behind = std::partition_point(all.begin(), all.end(), [&](const Progression& each) {
      return std::pair(each.start % distance.stride, each.start) <= std::pair(residue, rank);
    });
    if (behind == all.begin()) continue;
    const Progression& last = *(behind - 1);
    if (last.start % distance.stride == residue &&
        (rank - last.start) / distance.stride < last.length)
      return last.set;
  }
  return std::nullopt;
}

std::size_t RankIndex::entries() const {
  std::size_t entries = 0;
  for (const Distance& distance : distances_) entries += distance.progressions.size();
  return entries;
}

}  // namespace tarry::compressed
