// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/alike_lines.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace tarry::timeline {
namespace {

constexpr std::size_t kMostSlices =
    128;                               // of a window: what is compared of 1,024 lines fits a cache
constexpr std::uint32_t kWhole = 255;  // of a slice

// Adds up shares of a few states.
class ShareSums {
 public:
  void add(std::uint16_t state, std::uint32_t share) {
    if (state == kNoState || share == 0) return;
    const auto known = std::find_if(sums_.begin(), sums_.end(),
                                    [&](const Sum& sum) { return sum.state == state; });
    if (known != sums_.end())
      known->share += share;
    else
      sums_.push_back({state, share});
  }
  // Takes out the state with the largest share; of equal ones that with the lowest number.
  std::pair<std::uint16_t, std::uint32_t> take_largest() {
    const auto largest =
        std::min_element(sums_.begin(), sums_.end(), [](const Sum& a, const Sum& b) {
          return a.share != b.share ? a.share > b.share : a.state < b.state;
        });
    if (largest == sums_.end()) return {kNoState, 0};
    const Sum taken = *largest;
    sums_.erase(largest);
    return {taken.state, taken.share};
  }
  void clear() { sums_.clear(); }

 private:
  struct Sum {
    std::uint16_t state;
    std::uint32_t share;
  };
  std::vector<Sum> sums_;
};

std::uint32_t share_in(const Bin& bin, std::uint16_t state) {
  if (state == kNoState) return 0;
  return bin.state == state ? bin.share : bin.second == state ? bin.second_share : 0;
}

// What of a bin is not known by state, or spent in none.
std::uint32_t rest_of(const Bin& bin) {
  const std::uint32_t known = std::uint32_t{bin.share} + bin.second_share;
  return known >= kWhole ? 0 : kWhole - known;
}

// Returns the least part that can differ between two bins, in 255ths.
std::uint32_t difference_of(const Bin& a, const Bin& b) {
  if (a == b) return 0;
  const auto waiting = static_cast<std::uint32_t>(std::abs(int{a.waiting} - int{b.waiting}));
  if (a.state == b.state && a.share == kWhole && b.share == kWhole) return waiting;
  std::uint32_t common = 0;
  std::uint32_t rest_a = rest_of(a), rest_b = rest_of(b);
  // What is a known state of one alone may be a part of the other's rest, but no more of it than
  // the other's second state has.
  const auto take = [&](std::uint16_t state, std::uint32_t share, const Bin& other,
                        std::uint32_t& rest) {
    if (state == kNoState || share == 0) return;
    const std::uint32_t there = share_in(other, state);
    if (there > 0) return;
    const std::uint32_t hidden = std::min({share, std::uint32_t{other.second_share}, rest});
    common += hidden;
    rest -= hidden;
  };
  for (const auto& [state, share] :
       {std::pair{a.state, a.share}, std::pair{a.second, a.second_share}})
    common += std::min<std::uint32_t>(share, share_in(b, state));
  take(a.state, a.share, b, rest_b);
  take(a.second, a.second_share, b, rest_b);
  take(b.state, b.share, a, rest_a);
  take(b.second, b.second_share, a, rest_a);
  common += std::min(rest_a, rest_b);
  return std::max(kWhole - std::min(common, kWhole), waiting);
}

// Groups lines of which `most_different` may differ from the first line of their group. Returns
// none if there are more than `most` groups.
std::optional<AlikeLines> grouped(std::span<const LineSlices> lines, std::uint32_t most_different,
                                  std::uint32_t most) {
  AlikeLines made;
  std::vector<std::uint32_t> firsts;
  for (std::uint32_t line = 0; line < lines.size(); ++line) {
    // A line belongs to the group that it is most like, not to the first one that would do.
    std::uint32_t least = most_different + 1;
    auto best = static_cast<std::uint32_t>(firsts.size());
    for (std::uint32_t group = 0; group < firsts.size() && least > 0; ++group) {
      const std::uint32_t differs = difference(lines[firsts[group]], lines[line], least - 1);
      if (differs >= least) continue;
      least = differs;
      best = group;
    }
    if (best == firsts.size()) {
      if (firsts.size() == most) return std::nullopt;
      firsts.push_back(line);
    }
    made.group.push_back(best);
  }
  made.groups = static_cast<std::uint32_t>(firsts.size());
  return made;
}

}  // namespace

LineSlices slices_of(std::span<const Bin> columns, std::span<const std::uint16_t> same_state) {
  const std::size_t width =
      std::max<std::size_t>((columns.size() + kMostSlices - 1) / kMostSlices, 1);
  const auto same = [&](std::uint16_t state) {
    return state < same_state.size() ? same_state[state] : state;
  };
  LineSlices slices;
  slices.reserve((columns.size() + width - 1) / width);
  ShareSums states;
  for (std::size_t begin = 0; begin < columns.size(); begin += width) {
    const std::size_t count = std::min(width, columns.size() - begin);
    std::uint32_t waiting = 0;
    states.clear();
    for (const Bin& column : columns.subspan(begin, count)) {
      states.add(same(column.state), column.share);
      states.add(same(column.second), column.second_share);
      waiting += column.waiting;
    }
    const auto mean = [&](std::uint32_t sum) {
      return static_cast<std::uint8_t>((sum + count / 2) / count);
    };
    Bin slice;
    const auto [state, share] = states.take_largest();
    const auto [second, second_share] = states.take_largest();
    slice.state = state;
    slice.share = mean(share);
    slice.second = second;
    slice.second_share = mean(second_share);
    slice.waiting = mean(waiting);
    slices.push_back(slice);
  }
  return slices;
}

std::uint32_t difference(const LineSlices& a, const LineSlices& b, std::uint32_t most) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < a.size() && sum <= most; ++i) sum += difference_of(a[i], b[i]);
  return sum;
}

AlikeLines alike_lines(std::span<const LineSlices> lines, std::uint32_t most) {
  if (lines.empty()) return {};
  const std::size_t slices = lines.front().size();
  for (std::uint32_t percent = kAlikePercent;; percent = std::min(2 * percent, 100u)) {
    const auto most_different =
        static_cast<std::uint32_t>(std::size_t{kWhole} * slices * percent / 100);
    std::optional<AlikeLines> made = grouped(lines, most_different, std::max(most, 1u));
    if (!made) continue;
    made->percent = percent;
    return std::move(*made);
  }
}

}  // namespace tarry::timeline
