// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/time_draw.h"

#include <algorithm>
#include <bit>

#include "compressed/model/draw.h"
#include "compressed/model/path_times.h"

namespace tarry::replay {
namespace {

using compressed::TimeHistogram;

// Numbers of our own drawn elements; those of parameters are below 100.
constexpr std::uint32_t kBefore = 100;
constexpr std::uint32_t kSlot = 110;

std::uint64_t mixed(std::uint64_t value, std::uint64_t key) {
  return compressed::random_bits({key, 0, 0, 0, value});
}

}  // namespace

SortedValues::SortedValues(const TimeHistogram& histogram) {
  double sum = 0;
  for (const TimeHistogram::Bin& bin : histogram.bins()) {
    const auto low =
        static_cast<double>(std::max(TimeHistogram::lowest_of(bin.bin), histogram.smallest()));
    const double high =
        std::max(low, static_cast<double>(std::min(histogram.end_of(bin), histogram.largest())));
    const auto count = static_cast<double>(bin.count);
    const double step = (high - low) / count;
    bins_.push_back({size_, low + step / 2, step});
    size_ += bin.count;
    sum += count * (low + high) / 2;
  }
  const double stretch = sum > 0 ? static_cast<double>(histogram.sum()) / sum : 1;
  for (Bin& bin : bins_) {
    bin.low *= stretch;
    bin.step *= stretch;
  }
}

double SortedValues::at(std::uint64_t position) const {
  const auto behind =
      std::upper_bound(bins_.begin(), bins_.end(), position,
                       [](std::uint64_t p, const Bin& bin) { return p < bin.first; });
  const Bin& bin = *(behind - 1);
  return bin.low + bin.step * static_cast<double>(position - bin.first);
}

// Uses a Feistel network on the next even number of bits, repeated until the result is in the
// range.
std::uint64_t permuted(std::uint64_t index, std::uint64_t size, std::uint64_t key) {
  if (size < 2) return 0;
  const auto half = static_cast<unsigned>(std::bit_width(size - 1) + 1) / 2;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  constexpr std::uint64_t kRounds = 4;
  do {
    std::uint64_t left = index >> half, right = index & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t next = left ^ (mixed(right, key + round) & mask);
      left = right;
      right = next;
    }
    index = left << half | right;
  } while (index >= size);
  return index;
}

TimeDraw::Path TimeDraw::open(std::uint32_t event, compressed::SiteId predecessor) const {
  Path path;
  const compressed::EventTimes* const times =
      compressed::find_times(trace_.events[event], predecessor, rank_);
  if (times == nullptr) return path;
  for (const TimeHistogram* histogram : {&times->before, &times->duration})
    path.series.push_back({SortedValues(*histogram), histogram->mean()});
  const std::vector<std::uint32_t> ranks = times->ranks.ranks();
  path.sharing = ranks.size();
  path.place = static_cast<std::uint64_t>(std::lower_bound(ranks.begin(), ranks.end(), rank_) -
                                          ranks.begin());
  return path;
}

// The sorted values are divided into strata with one value for each rank. A rank takes one value
// from each stratum, in a random order of strata; which one differs between strata.
double TimeDraw::draw(const Path& path, std::size_t which, std::uint32_t event) const {
  const Series& series = path.series[which];
  const std::uint64_t size = series.values.size();
  if (size == 0) return 0;
  if (how_ == Times::Average) return series.mean;
  const auto element = static_cast<std::uint32_t>(which);
  const std::uint64_t strata = std::max<std::uint64_t>(1, size / path.sharing);
  const std::uint64_t key =
      compressed::random_bits({seed_, rank_, event, kBefore + element, path.uses / strata});
  const std::uint64_t stratum = permuted(path.uses % strata, strata, key);
  const std::uint64_t shift = compressed::random_bits({seed_, 0, event, kSlot + element, stratum});
  const std::uint64_t slot = (path.place + shift % path.sharing) % path.sharing;
  const std::uint64_t position = stratum * path.sharing + slot;
  // If some ranks made fewer calls than others, the strata do not fill the range.
  const double fill = static_cast<double>(size) / static_cast<double>(strata * path.sharing);
  return series.values.at(std::min(
      size - 1,
      fill == 1 ? position : static_cast<std::uint64_t>(static_cast<double>(position) * fill)));
}

TimeDraw::Drawn TimeDraw::next(std::uint32_t event, compressed::SiteId predecessor) {
  const auto [found, is_new] = paths_.try_emplace({event, predecessor});
  Path& path = found->second;
  if (is_new) path = open(event, predecessor);
  if (path.series.empty()) return {};
  const Drawn drawn{draw(path, 0, event), draw(path, 1, event), path.series[0].mean,
                    path.series[1].mean};
  ++path.uses;
  return drawn;
}

}  // namespace tarry::replay
