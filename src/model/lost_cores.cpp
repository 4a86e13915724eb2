// SPDX-License-Identifier: BSD-3-Clause
#include "model/lost_cores.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

namespace tarry::model {

bool tells_lost_cores(const std::vector<Counter>& counters, const CounterSet& set) {
  if (set.members.size() != 2) return false;
  for (std::size_t i = 0; i < 2; ++i) {
    const CounterId member = set.members[i];
    if (member.index() >= counters.size()) return false;
    const Counter& counter = counters[member.index()];
    if (counter.name != kLostCoresCounters[i] || counter.type != CounterType::UInt64 ||
        counter.mode != CounterMode::AccumulatedStart || counter.has_binary_base ||
        counter.exponent != -9)
      return false;
  }
  return true;
}

std::size_t cores_allowed(const std::vector<Counter>& counters,
                          const std::vector<CounterSet>& sets) {
  constexpr unsigned long kMost = 1u << 20;
  std::set<unsigned long> cores;
  for (const CounterSet& set : sets) {
    if (!tells_lost_cores(counters, set)) continue;
    const std::string& text = counters[set.members.front().index()].description;
    const std::size_t list = text.rfind(kCoresAllowed);
    if (list == std::string::npos) continue;
    const char* at = text.c_str() + list + std::strlen(kCoresAllowed);
    while (*at >= '0' && *at <= '9') {
      char* end = nullptr;
      const unsigned long first = std::strtoul(at, &end, 10);
      unsigned long last = first;
      if (*end == '-') last = std::strtoul(end + 1, &end, 10);
      for (unsigned long core = first; core <= std::min(last, kMost); ++core) cores.insert(core);
      at = *end == ',' ? end + 1 : end;
    }
  }
  return cores.size();
}

}  // namespace tarry::model
