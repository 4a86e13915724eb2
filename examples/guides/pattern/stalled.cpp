// SPDX-License-Identifier: BSD-3-Clause
#include <tarry/pattern.h>

namespace {

// Functions called by `solve` complete less than one instruction in two cycles.
class Stalled : public tarry::Pattern {
 public:
  static constexpr const char* counters[] = {"PAPI_TOT_INS", "PAPI_TOT_CYC", nullptr};

  void visit(const tarry::PatternVisit& visit, const tarry::PatternEvent& event) override {
    const auto path = event.path(visit.call);  // such as main, solve, relax
    if (path.size() < 2 || path[path.size() - 2] != "solve") return;
    const auto instructions = event.counter(visit.call, "PAPI_TOT_INS");
    const auto cycles = event.counter(visit.call, "PAPI_TOT_CYC");
    if (instructions && cycles && *instructions * 2 < *cycles)
      event.charge(visit.call, visit.call.own);
  }
};

}  // namespace

TARRY_PATTERNS(TARRY_PATTERN(Stalled, "stalled", "Stalled functions",
                             "Functions called by solve wait for memory", "comp"))
