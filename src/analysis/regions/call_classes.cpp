// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/regions/call_classes.h"

#include <algorithm>

#include "workers/message.h"

namespace tarry::analysis {
namespace {

struct Entry {
  std::uint32_t call_class;
  std::uint32_t part;
  std::int64_t value;
};

}  // namespace

CallClasses::CallClasses(std::uint64_t ticks_per_second)
    : ticks_per_second_(ticks_per_second), places_(kClasses), known_(1) {}

std::uint32_t CallClasses::add(std::uint32_t call_class) {
  known_.push_back({call_class});
  return static_cast<std::uint32_t>(known_.size() - 1);
}

// Sums up the numbers of all workers; most of them are zero.
template <std::size_t kParts>
void CallClasses::unite(std::array<std::int64_t, kParts> Class::*sums,
                        workers::Transport& transport) {
  workers::Bytes own;
  for (Class& each : known_) {
    for (std::uint32_t part = 0; part < kParts; ++part)
      if (const std::int64_t value = (each.*sums)[part]; value != 0)
        workers::append(own, Entry{each.number, part, value});
    (each.*sums).fill(0);
  }
  for (const workers::Bytes& from : transport.all_gather(own))
    for (std::size_t i = 0; i < workers::record_count<Entry>(from); ++i) {
      const auto entry = workers::record_at<Entry>(from, i);
      (known(entry.call_class).*sums)[entry.part] += entry.value;
    }
}

void CallClasses::unite_times(workers::Transport& transport) {
  unite(&Class::times, transport);
  for (Class& each : known_) each.limit = limit_of(each);
}

void CallClasses::unite_evidence(workers::Transport& transport) {
  unite(&Class::evidence, transport);
}

model::Ticks CallClasses::limit_of(const Class& one) const {
  std::int64_t calls = 0;
  for (const std::int64_t count : one.times) calls += count;
  if (calls == 0) return {};
  std::int64_t shorter = 0;
  std::size_t tenth = 0;
  while ((shorter += one.times[tenth]) * 10 < calls) ++tenth;
  // The end of an octave is less than twice its begin.
  const auto usual = tenth == 0 ? 0.0 : static_cast<double>(std::uint64_t{1} << (tenth - 1));
  const auto second = static_cast<double>(ticks_per_second_);
  const std::uint32_t size = one.number / 2 % kSizes;
  const double bytes = size == 0 ? 0.0 : static_cast<double>(std::uint64_t{1} << size);
  const double most = second * (1e-3 + bytes * 1e-9);
  return {std::max(static_cast<std::int64_t>(std::min(4 * usual, most)), shortest_limit().count)};
}

}  // namespace tarry::analysis
