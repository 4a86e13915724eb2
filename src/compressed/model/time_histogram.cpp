// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/time_histogram.h"

#include <algorithm>
#include <bit>

namespace tarry::compressed {

std::uint32_t TimeHistogram::bin_of(std::uint64_t nanoseconds) {
  if (nanoseconds == 0) return 0;
  const auto power = static_cast<std::uint32_t>(std::bit_width(nanoseconds)) - 1;
  const bool upper = power > 0 && ((nanoseconds >> (power - 1)) & 1) != 0;
  return 1 + 2 * power + (upper ? 1 : 0);
}

std::uint64_t TimeHistogram::lowest_of(std::uint32_t bin) {
  if (bin == 0) return 0;
  const std::uint32_t power = (bin - 1) / 2;
  if (power >= 64) return UINT64_MAX;  // beyond the last bin
  const std::uint64_t low = std::uint64_t{1} << power;
  return (bin - 1) % 2 == 0 ? low : low + low / 2;
}

TimeBins::TimeBins(std::uint64_t smallest, std::uint64_t largest) {
  const std::uint32_t first = TimeHistogram::bin_of(smallest) + 1;
  const std::uint32_t last = TimeHistogram::bin_of(largest) + 1;
  while ((last >> shift_) - (first >> shift_) >= kMost) ++shift_;
}

// Extends the range to `smallest` and `largest`.
void TimeHistogram::widen(std::uint64_t smallest, std::uint64_t largest) {
  if (count_ != 0 && smallest_ <= smallest && largest <= largest_) return;
  smallest_ = count_ == 0 ? smallest : std::min(smallest_, smallest);
  largest_ = std::max(largest_, largest);
  const TimeBins layout(smallest_, largest_);
  if (layout == layout_) return;
  layout_ = layout;
  std::vector<Bin> finer;
  finer.swap(bins_);
  count_ = 0;
  latest_ = 0;
  for (const Bin& bin : finer) count(bin.bin, bin.count);
}

void TimeHistogram::count(std::uint32_t finest, std::uint64_t times) {
  const std::uint32_t bin = layout_.of(finest);
  count_ += times;
  if (latest_ >= bins_.size() || bins_[latest_].bin != bin) {
    const auto at =
        std::lower_bound(bins_.begin(), bins_.end(), bin,
                         [](const Bin& b, std::uint32_t value) { return b.bin < value; });
    latest_ = static_cast<std::size_t>(at - bins_.begin());
    if (at == bins_.end() || at->bin != bin) bins_.insert(at, {bin, 0});
  }
  bins_[latest_].count += times;
}

void TimeHistogram::add(std::uint64_t nanoseconds) {
  widen(nanoseconds, nanoseconds);
  sum_ += nanoseconds;
  count(bin_of(nanoseconds), 1);
}

void TimeHistogram::add(const TimeHistogram& other) {
  if (other.count_ == 0) return;
  widen(other.smallest_, other.largest_);
  sum_ += other.sum_;
  for (const Bin& bin : other.bins_) count(bin.bin, bin.count);
}

void TimeHistogram::clear() {
  count_ = sum_ = smallest_ = largest_ = 0;
  layout_ = {};
  bins_.clear();
  latest_ = 0;
}

double TimeHistogram::mean() const {
  return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

double TimeHistogram::variance_if_even() const {
  const auto range = static_cast<double>(largest_ - smallest_);
  return range * range / 12.0;
}

TimeHistogram TimeHistogram::of(std::uint64_t sum, std::uint64_t smallest, std::uint64_t largest,
                                const std::vector<Bin>& bins) {
  TimeHistogram out;
  out.widen(smallest, largest);
  out.sum_ = sum;
  for (const Bin& bin : bins) out.count(bin.bin, bin.count);
  return out;
}

}  // namespace tarry::compressed
