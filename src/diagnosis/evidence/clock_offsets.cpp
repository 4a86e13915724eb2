// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/clock_offsets.h"

#include <algorithm>

#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

using Candidates = std::vector<TimeRange>;

Candidates gaps_of_equal_paths(const ThreadExits& reference, const ThreadExits& other) {
  Candidates found;
  auto at = other.begin();
  for (const CallExits& call : reference) {
    while (at != other.end() && at->call < call.call) ++at;
    if (at == other.end()) break;
    if (at->call != call.call) continue;
    if (const auto gap = constant_gap(call.exits, at->exits)) found.push_back(*gap);
  }
  return found;
}

Candidates gaps_of_equal_procedures(const samples::CallingContextTree& paths,
                                    const ThreadExits& reference, const ThreadExits& other) {
  Candidates found;
  for (const CallExits& call : reference)
    for (const CallExits& partner : other) {
      if (call.call == partner.call || paths[call.call].name != paths[partner.call].name) continue;
      if (const auto gap = constant_gap(call.exits, partner.exits)) found.push_back(*gap);
    }
  return found;
}

TimeRange combined(Candidates gaps) {
  std::sort(gaps.begin(), gaps.end(), [](const TimeRange& a, const TimeRange& b) {
    return std::pair(a.width(), a.low) < std::pair(b.width(), b.low);
  });
  TimeRange common = gaps.front();
  for (const TimeRange& gap : gaps) {
    const TimeRange both{std::max(common.low, gap.low), std::min(common.high, gap.high)};
    if (both.low <= both.high) common = both;
  }
  return common;
}

}  // namespace

std::optional<TimeRange> constant_gap(const std::vector<Exit>& reference,
                                      const std::vector<Exit>& other) {
  if (reference.size() != other.size() || reference.size() < kClockInstances) return std::nullopt;
  TimeRange common{Time::min(), Time::max()};
  for (std::size_t at = 0; at < other.size(); ++at) {
    const TimeRange& here = reference[at].when;
    const TimeRange& there = other[at].when;
    common.low = std::max(common.low, there.low - here.high);
    common.high = std::min(common.high, there.high - here.low);
  }
  if (common.low <= common.high) return common;
  // Only drift keeps the gaps apart, so the middle is the best guess.
  if (common.low - common.high <= 2 * kDrift) return TimeRange{common.high, common.low};
  return std::nullopt;
}

ClockOffset clock_offset(const samples::CallingContextTree& paths, const ThreadExits& reference,
                         const ThreadExits& other, Time widest) {
  Candidates gaps = gaps_of_equal_paths(reference, other);
  if (gaps.empty()) gaps = gaps_of_equal_procedures(paths, reference, other);
  if (gaps.empty()) return {};
  const TimeRange gap = combined(std::move(gaps));
  const Time error = (gap.width() + Time{1}) / 2;
  return {gap.middle(), error, error <= widest};
}

void ReferenceThread::merge(ReferenceThread other) {
  if (!other.rank.valid() || (rank.valid() && rank <= other.rank)) return;
  *this = std::move(other);
}

void ReferenceThread::append_to(workers::Bytes& message) const {
  workers::append(message, rank);
  workers::append_text(message, host);
  append_exits(message, exits);
}

ReferenceThread ReferenceThread::take(workers::MessageReader& message) {
  ReferenceThread made;
  made.rank = message.take<model::Rank>();
  made.host = message.take_text();
  made.exits = take_exits(message);
  return made;
}

}  // namespace tarry::diagnosis
