// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/regions/call_classes.h"

#include <algorithm>

#include "workers/message.h"

namespace tarry::analysis {
namespace {

struct Entry {
  std::uint64_t place;
  std::int64_t value;
};

// Sums up the vectors of all workers; most of their entries are zero.
void unite(std::vector<std::int64_t>& sums, workers::Transport& transport) {
  workers::Bytes own;
  for (std::size_t place = 0; place < sums.size(); ++place)
    if (sums[place] != 0) workers::append(own, Entry{place, sums[place]});
  std::fill(sums.begin(), sums.end(), 0);
  for (const workers::Bytes& from : transport.all_gather(own))
    for (std::size_t i = 0; i < workers::record_count<Entry>(from); ++i) {
      const auto entry = workers::record_at<Entry>(from, i);
      sums[entry.place] += entry.value;
    }
}

}  // namespace

CallClasses::CallClasses(std::uint64_t ticks_per_second)
    : ticks_per_second_(ticks_per_second),
      times_(std::size_t{kClasses} * kOctaves),
      limits_(kClasses),
      evidence_(std::size_t{kClasses} * kLengths) {}

void CallClasses::unite_times(workers::Transport& transport) {
  unite(times_, transport);
  for (std::uint32_t c = 0; c < kClasses; ++c) limits_[c] = limit_of(c);
}

void CallClasses::unite_evidence(workers::Transport& transport) { unite(evidence_, transport); }

model::Ticks CallClasses::limit_of(std::uint32_t call_class) const {
  const auto counts = std::span(times_).subspan(std::size_t{call_class} * kOctaves, kOctaves);
  std::int64_t calls = 0;
  for (const std::int64_t count : counts) calls += count;
  if (calls == 0) return {};
  std::int64_t shorter = 0;
  std::size_t tenth = 0;
  while ((shorter += counts[tenth]) * 10 < calls) ++tenth;
  // The end of an octave is less than twice its begin.
  const auto usual = tenth == 0 ? 0.0 : static_cast<double>(std::uint64_t{1} << (tenth - 1));
  const auto second = static_cast<double>(ticks_per_second_);
  const std::uint32_t size = call_class / 2 % kSizes;
  const double bytes = size == 0 ? 0.0 : static_cast<double>(std::uint64_t{1} << size);
  const double most = second * (1e-3 + bytes * 1e-9);
  return {std::max(static_cast<std::int64_t>(std::min(4 * usual, most)), shortest_limit().count)};
}

}  // namespace tarry::analysis
