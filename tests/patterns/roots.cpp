// SPDX-License-Identifier: BSD-3-Clause
// Patterns on barriers of teams and on one-sided communication.
#include <tarry/pattern.h>

#include <algorithm>
#include <string_view>

namespace {

using tarry::PatternEvent;

class BarrierWait : public tarry::Pattern {
 public:
  void team_barrier(const tarry::PatternCollective& barrier, const PatternEvent& event) override {
    const auto* const end = barrier.members + barrier.member_count;
    const auto* const last = std::max_element(
        barrier.members, end, [](const auto& a, const auto& b) { return a.begin < b.begin; });
    for (const auto* member = barrier.members; member != end; ++member)
      event.charge(member->call, std::min(last->begin, member->end) - member->begin);
  }
};

class Fences : public tarry::Pattern {
 public:
  void one_sided(const tarry::PatternOneSided& call, const PatternEvent& event) override {
    if (call.kind == std::string_view("fence") && call.window == 0 && call.target == -1)
      event.charge(call.call, 1);
  }
};

}  // namespace

TARRY_PATTERNS(TARRY_PATTERN(BarrierWait, "barrier_wait", "Wait at a barrier", "", nullptr),
               TARRY_PATTERN(Fences, "fences", "Fences", "", nullptr, "occurrences"))
