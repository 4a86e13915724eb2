// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/longest_waits.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "timeline/columns.h"

namespace tarry::timeline {

bool is_longer_wait(const CallWaited& a, const CallWaited& b) {
  return std::tuple(-a.amount, a.begin, a.line, a.end, a.call) <
         std::tuple(-b.amount, b.begin, b.line, b.end, b.call);
}

void LongestWaits::keep_longest(std::vector<CallWaited>& waits) {
  std::sort(waits.begin(), waits.end(), is_longer_wait);
  std::set<std::int64_t> ends;
  std::erase_if(waits, [&](const CallWaited& wait) {
    return ends.size() == kMostLongWaits || !ends.insert(wait.end).second;
  });
}

void LongestWaits::add(const CallWaited& wait) {
  if (wait.state >= by_state_.size()) by_state_.resize(wait.state + std::size_t{1});
  std::vector<CallWaited>& waits = by_state_[wait.state];
  waits.push_back(wait);
  if (waits.size() >= 8 * kMostLongWaits) keep_longest(waits);
}

void LongestWaits::add(const LongestWaits& others) {
  for (const std::vector<CallWaited>& waits : others.by_state_)
    for (const CallWaited& wait : waits) add(wait);
}

std::vector<CallWaited> LongestWaits::of_state(std::uint16_t state) const {
  if (state >= by_state_.size()) return {};
  std::vector<CallWaited> waits = by_state_[state];
  keep_longest(waits);
  return waits;
}

std::string LongestWaits::bytes() const {
  Column column;
  for (std::size_t state = 0; state < by_state_.size(); ++state)
    for (const CallWaited& wait : of_state(static_cast<std::uint16_t>(state))) {
      column.put(wait.state);
      column.put(wait.call);
      column.put(wait.line);
      column.put_signed(wait.begin);
      column.put_signed(wait.end);
      column.put_signed(wait.amount);
    }
  return column.bytes();
}

base::Result<LongestWaits> LongestWaits::of(std::string_view bytes, std::int64_t length,
                                            std::size_t states, std::size_t first_wait,
                                            std::size_t lines) {
  LongestWaits made;
  ColumnReader column(bytes);
  while (column.left() > 0) {
    const std::uint64_t state = column.get(), call = column.get(), line = column.get();
    CallWaited wait;
    wait.begin = column.get_signed();
    wait.end = column.get_signed();
    wait.amount = column.get_signed();
    if (!column.ok() || state < first_wait || state >= states || call >= states || line >= lines ||
        wait.begin < 0 || wait.end > length || wait.begin > wait.end || wait.amount < 0)
      return damaged_index();
    wait.state = static_cast<std::uint16_t>(state);
    wait.call = static_cast<std::uint16_t>(call);
    wait.line = static_cast<std::uint32_t>(line);
    made.add(wait);
  }
  return made;
}

}  // namespace tarry::timeline
