// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/time_shape.h"

#include <algorithm>
#include <cmath>

namespace tarry::compressed {

namespace {

__extension__ using WideSum = unsigned __int128;

// Shares that differ less are the same: they are quotients of counts.
constexpr double kSameShare = 1e-12;

std::uint64_t rounded(double value) {
  constexpr double kBeyond = 18446744073709551616.0;  // 2^64
  const double whole = std::round(value);
  if (!(whole > 0.0)) return 0;
  return whole >= kBeyond ? UINT64_MAX : static_cast<std::uint64_t>(whole);
}

// Returns the sum nearest to `wanted` that values in the bins of `times` can have.
std::uint64_t possible_sum(const TimeHistogram& times, std::uint64_t wanted) {
  WideSum least = 0;
  WideSum most = 0;
  for (const TimeHistogram::Bin& bin : times.bins()) {
    const std::uint64_t low = std::max(TimeHistogram::lowest_of(bin.bin), times.smallest());
    const std::uint64_t end = times.end_of(bin);
    const std::uint64_t high =
        std::max(low, std::min(end == UINT64_MAX ? end : end - 1, times.largest()));
    least += static_cast<WideSum>(low) * bin.count;
    most += static_cast<WideSum>(high) * bin.count;
    // One value of the last bin is the largest, and one of the first bin the smallest.
    if (bin == times.bins().back()) least += times.largest() - low;
    if (bin == times.bins().front()) most -= high - times.smallest();
  }
  const WideSum sum = std::clamp<WideSum>(wanted, least, most);
  return static_cast<std::uint64_t>(std::min<WideSum>(sum, UINT64_MAX));
}

// There is no value that begins in bin 2, which has the lowest value of bin 1.
bool is_used(std::uint32_t bin) {
  return TimeHistogram::bin_of(TimeHistogram::lowest_of(bin)) == bin;
}

}  // namespace

TimeShape::TimeShape(const TimeHistogram& times)
    : smallest_(static_cast<double>(times.smallest())),
      largest_(static_cast<double>(times.largest())) {
  for (const TimeHistogram::Bin& bin : times.bins()) {
    if (bin.count == 0) continue;
    const std::uint64_t low = std::max(TimeHistogram::lowest_of(bin.bin), times.smallest());
    const std::uint64_t high = std::min(times.end_of(bin), times.largest());
    parts_.push_back({static_cast<double>(bin.count) / static_cast<double>(times.count()),
                      static_cast<double>(low), static_cast<double>(high)});
  }
}

TimeShape::TimeShape(std::vector<TimePart> parts, double smallest, double largest)
    : parts_(std::move(parts)), smallest_(smallest), largest_(largest) {
  for (TimePart& part : parts_) {
    if (part.low > part.high) std::swap(part.low, part.high);
    part.low = std::clamp(part.low, smallest, largest);
    part.high = std::clamp(part.high, smallest, largest);
  }
}

void TimeShape::divide(const std::vector<double>& shares) {
  std::vector<TimePart> out;
  double begin = 0.0;  // of the part at hand
  double last = 0.0;
  std::size_t at = 0;
  for (const double share : shares) {
    while (at + 1 < parts_.size() && begin + parts_[at].share < share - kSameShare)
      begin += parts_[at++].share;
    const TimePart& part = parts_[at];
    const auto time_at = [&part, begin](double place) {
      const double way = std::clamp((place - begin) / part.share, 0.0, 1.0);
      return part.low + way * (part.high - part.low);
    };
    out.push_back({share - last, time_at(last), time_at(share)});
    last = share;
  }
  parts_ = std::move(out);
}

// All times approach the smallest or the largest value by the same factor.
TimeShape TimeShape::moved_to(double wanted) const {
  double mean = 0.0;
  for (const TimePart& part : parts_) mean += part.share * (part.low + part.high) / 2;
  const double end = wanted < mean ? smallest_ : largest_;
  const double factor = mean == end ? 1.0 : std::clamp((wanted - end) / (mean - end), 0.0, 1.0);
  TimeShape out = *this;
  for (TimePart& part : out.parts_)
    for (double* time : {&part.low, &part.high}) *time = end + (*time - end) * factor;
  return out;
}

double TimeShape::share_below(double time) const {
  double share = 0.0;
  for (const TimePart& part : parts_) {
    if (time > part.high) {
      share += part.share;
    } else if (time > part.low) {
      share += part.share * (time - part.low) / (part.high - part.low);
    }
  }
  return share;
}

// `count` is at least 2.
TimeHistogram TimeShape::without_sum(std::uint64_t count) const {
  const std::uint64_t smallest = rounded(smallest_);
  const std::uint64_t largest = rounded(largest_);
  const std::uint32_t last = TimeHistogram::bin_of(largest);
  std::vector<TimeHistogram::Bin> bins;
  std::uint64_t counted = 0;
  for (std::uint32_t bin = TimeHistogram::bin_of(smallest); bin <= last; ++bin) {
    std::uint64_t below = count;
    if (bin < last) {
      const std::uint32_t next = is_used(bin + 1) ? bin + 1 : bin + 2;
      const auto end = static_cast<double>(TimeHistogram::lowest_of(next));
      below = rounded(share_below(end) * static_cast<double>(count));
      below = std::clamp<std::uint64_t>(below, std::max<std::uint64_t>(counted, 1), count - 1);
    }
    if (below > counted) bins.push_back({bin, below - counted});
    counted = below;
  }
  return TimeHistogram::of(0, smallest, largest, bins);
}

TimeHistogram TimeShape::histogram(std::uint64_t count, double mean) const {
  TimeHistogram out;
  if (count == 1) {
    out.add(rounded(mean));
    return out;
  }
  const std::uint64_t wanted = rounded(mean * static_cast<double>(count));
  out = without_sum(count);
  if (possible_sum(out, wanted) != wanted && out.smallest() < out.largest())
    out = moved_to(mean).without_sum(count);
  return TimeHistogram::of(possible_sum(out, wanted), out.smallest(), out.largest(), out.bins());
}

std::vector<double> shares_of(const std::vector<TimeShape>& shapes) {
  std::vector<double> all;
  for (const TimeShape& shape : shapes) {
    double share = 0.0;
    for (const TimePart& part : shape.parts()) all.push_back(share += part.share);
  }
  std::sort(all.begin(), all.end());
  const auto same = [](double a, double b) { return b - a < kSameShare; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  all.back() = 1.0;
  return all;
}

}  // namespace tarry::compressed
