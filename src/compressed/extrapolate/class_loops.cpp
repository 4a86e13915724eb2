// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/class_loops.h"

#include <algorithm>
#include <limits>

namespace tarry::compressed {
namespace {

// Returns whether two ranges have the same events in a trace.
bool are_same(const ClassCalls& calls, std::size_t base, const BaseLoop& a, const BaseLoop& b) {
  for (std::uint32_t i = std::min(a.first, b.first); i <= std::max(a.last, b.last); ++i) {
    const bool in_a = i >= a.first && i <= a.last;
    const bool in_b = i >= b.first && i <= b.last;
    if (in_a != in_b && calls.has(base, i)) return false;
  }
  return true;
}

// Returns the trace with the most loops; of several, the largest one.
std::size_t most_loops(const ClassCalls& calls) {
  std::size_t best = 0;
  for (std::size_t base = 1; base < calls.bases(); ++base)
    if (calls.loops(base).size() >= calls.loops(best).size()) best = base;
  return best;
}

// Returns the loop that this one is: one around the same events, if possible with equal trips.
std::optional<std::size_t> best_model(const ClassCalls& calls, std::size_t base,
                                      const BaseLoop& own, const std::vector<BaseLoop>& models,
                                      const std::vector<bool>& is_taken) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (is_taken[i] || !are_same(calls, base, own, models[i])) continue;
    if (*own.trips == *models[i].trips) return i;
    if (!best) best = i;
  }
  return best;
}

// The outermost loop without an event in the trace has no trips there; whatever is inside it is
// not reached.
void mark_unreached(const ClassCalls& calls, std::size_t base, std::vector<CommonLoop>& loops) {
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (has_any(calls, base, loops[i])) continue;
    const bool is_inside = std::any_of(
        loops.begin(), loops.begin() + static_cast<long>(i), [&](const CommonLoop& outer) {
          return !has_any(calls, base, outer) && outer.first <= loops[i].first &&
                 outer.last >= loops[i].last;
        });
    loops[i].bases[base].is_reached = !is_inside;
    loops[i].bases[base].each = 0;
  }
}

}  // namespace

ClassFault CommonLoop::fault() const {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  ClassFault out{first, last, {}, kNone};
  for (const OfBase& own : bases) {
    out.trips.push_back(own.trips);
    if (!own.is_reached) continue;
    if (own.trips == nullptr) {
      out.most_trips = std::min(out.most_trips, own.each);
      continue;
    }
    for (SequenceCursor cursor(*own.trips); !cursor.done();)
      out.most_trips = std::min(out.most_trips, cursor.next());
  }
  if (out.most_trips == kNone) out.most_trips = 0;
  return out;
}

CommonLoops common_loops(const ClassCalls& calls) {
  const std::vector<BaseLoop>& models = calls.loops(most_loops(calls));
  CommonLoops out;
  for (const BaseLoop& each : models)
    out.loops.push_back({each.first, each.last, std::vector<CommonLoop::OfBase>(calls.bases())});
  for (std::size_t base = 0; base < calls.bases(); ++base) {
    std::vector<bool> is_taken(models.size(), false);
    for (const BaseLoop& own : calls.loops(base)) {
      const auto model = best_model(calls, base, own, models, is_taken);
      if (!model) {
        out.other.emplace(base, own);
        return out;
      }
      is_taken[*model] = true;
      out.loops[*model].bases[base].trips = own.trips;
    }
    mark_unreached(calls, base, out.loops);
  }
  return out;
}

bool has_any(const ClassCalls& calls, std::size_t base, const CommonLoop& loop) {
  for (std::uint32_t i = loop.first; i <= loop.last; ++i)
    if (calls.has(base, i)) return true;
  return false;
}

}  // namespace tarry::compressed
