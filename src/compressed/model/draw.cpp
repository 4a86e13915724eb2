// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/draw.h"

#include <algorithm>

#include "base/hash.h"

namespace tarry::compressed {
namespace {

// Maps the bits to 0 .. size - 1, practically uniformly; returns 0 if size is 0.
std::uint64_t scale(std::uint64_t bits, std::uint64_t size) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 32;
  if (size < kSmall) return (bits >> 32) * size >> 32;
  return bits % size;
}

}  // namespace

std::uint64_t random_bits(const DrawKey& key) {
  std::uint64_t bits = base::split_mix(key.seed);
  bits = base::split_mix(bits ^ (std::uint64_t{key.rank} << 32 | key.event));
  bits = base::split_mix(bits ^ key.element);
  return base::split_mix(bits ^ key.occurrence);
}

DrawTable::DrawTable(const ValueHistogram& histogram) {
  std::uint64_t sum = 0;
  for (const auto& [value, count] : histogram.counts) {
    values_.push_back(value);
    up_to_.push_back(sum += count);
  }
}

std::int64_t DrawTable::draw(const DrawKey& key) const {
  if (values_.empty()) return 0;
  const std::uint64_t drawn = scale(random_bits(key), up_to_.back());
  const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), drawn);
  return found == up_to_.end() ? values_.back()
                               : values_[static_cast<std::size_t>(found - up_to_.begin())];
}

std::uint64_t draw(const TimeHistogram& histogram, const DrawKey& key) {
  const std::uint64_t bits = random_bits(key);
  std::uint64_t left = scale(bits, histogram.count());
  for (const TimeHistogram::Bin& bin : histogram.bins()) {
    if (left >= bin.count) {
      left -= bin.count;
      continue;
    }
    const std::uint64_t low = std::max(TimeHistogram::lowest_of(bin.bin), histogram.smallest());
    const std::uint64_t high =
        std::min(TimeHistogram::lowest_of(bin.bin + 1), histogram.largest() + 1);
    return high <= low ? low : low + scale(base::split_mix(bits), high - low);
  }
  return 0;
}

}  // namespace tarry::compressed
