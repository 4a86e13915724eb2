// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/bin.h"

namespace tarry::timeline {

std::uint8_t share_of(std::int64_t part, std::int64_t whole) {
  // Long times lose bits that no share shows, so that products fit.
  while (whole >= std::int64_t{1} << 54) {
    part >>= 1;
    whole >>= 1;
  }
  return static_cast<std::uint8_t>((part * 255 + whole / 2) / whole);
}

Bin bin_of(std::span<const StateTime> times, std::int64_t length, std::uint16_t first_wait) {
  Bin bin;
  if (times.size() == 1 && times[0].ticks == length) {  // as most bins of a short window
    bin.state = times[0].state;
    bin.share = 255;
    if (bin.state >= first_wait) {
      bin.wait = bin.state;
      bin.waiting = 255;
    }
    return bin;
  }
  std::int64_t longest = 0, second = 0, longest_wait = 0, waiting = 0;
  for (const StateTime& each : times) {
    if (each.ticks > longest) {
      bin.second = bin.state;
      second = longest;
      bin.state = each.state;
      longest = each.ticks;
    } else if (each.ticks > second) {
      bin.second = each.state;
      second = each.ticks;
    }
    if (each.state < first_wait || each.ticks <= 0) continue;
    waiting += each.ticks;
    if (each.ticks > longest_wait) {
      bin.wait = each.state;
      longest_wait = each.ticks;
    }
  }
  bin.share = share_of(longest, length);
  bin.second_share = share_of(second, length);
  bin.waiting = share_of(waiting, length);
  return bin;
}

}  // namespace tarry::timeline
