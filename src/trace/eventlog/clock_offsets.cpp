// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/clock_offsets.h"

#include <algorithm>
#include <cstdint>

namespace tarry::trace::eventlog {
namespace {

// The offsets must have different times, because others interpolate between them.
void put_in_order(std::vector<otf2::ClockOffset>& offsets) {
  std::sort(offsets.begin(), offsets.end(),
            [](const auto& a, const auto& b) { return a.ticks < b.ticks; });
  const auto same = std::unique(offsets.begin(), offsets.end(),
                                [](const auto& a, const auto& b) { return a.ticks == b.ticks; });
  offsets.erase(same, offsets.end());
}

// The line between its neighbors is better than an offset that was measured while the processes had
// no cores: all of its round trips were long.
void leave_out_disturbed(std::vector<otf2::ClockOffset>& offsets) {
  if (offsets.size() < 3) return;
  constexpr std::uint64_t kDisturbed = 10;  // times as long as the shortest of the run
  const auto least =
      std::min_element(offsets.begin(), offsets.end(),
                       [](const auto& a, const auto& b) { return a.error < b.error; });
  const std::uint64_t limit = kDisturbed * least->error;
  const auto kept = std::remove_if(offsets.begin() + 1, offsets.end() - 1,
                                   [&](const auto& offset) { return offset.error > limit; });
  offsets.erase(kept, offsets.end() - 1);
}

// The line through the last two holds for all times behind them; so the last but one goes if it is
// so close to the last that the errors of both would make that line steep.
void leave_out_close(std::vector<otf2::ClockOffset>& offsets) {
  if (offsets.size() < 3) return;
  const auto last = offsets.end() - 1;
  if ((last[0].ticks - last[-1].ticks) < (last[-1].ticks - last[-2].ticks) / 2)
    offsets.erase(last - 1);
}

}  // namespace

void choose_offsets(std::vector<otf2::ClockOffset>& offsets) {
  put_in_order(offsets);
  leave_out_disturbed(offsets);
  leave_out_close(offsets);
}

}  // namespace tarry::trace::eventlog
