// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/phase_views.h"

#include <algorithm>

namespace tarry::diagnosis {
namespace {

// Sums of one kind before they become seconds: integers, so that their order does not matter.
struct Sums {
  Time sum{0};
  Time least{0};
  Time most{0};

  void add(const Spread& spread, bool all_have_it) {
    sum += spread.sum;
    most += spread.most;
    if (all_have_it) least += spread.least;
  }

  [[nodiscard]] Spent spent(std::uint32_t threads) const {
    return {seconds_of(sum) / threads, seconds_of(least), seconds_of(most)};
  }
};

struct FrameSums {
  Sums total;
  Sums self;
  std::uint64_t calls = 0;
  std::uint32_t threads = 0;
};

}  // namespace

double seconds_of(Time time) { return std::chrono::duration<double>(time).count(); }

std::vector<PhaseView> phase_views(const ViewSource& source, const PhaseSpreads& spreads,
                                   std::uint32_t group, std::uint32_t threads) {
  const Diagnosis& run = *source.run;
  std::vector<PhaseView> views;
  for (const Phase& phase : run.phases) {
    if (phase.kind == views.size()) {  // kinds are numbered as they come
      PhaseView& made = views.emplace_back();
      made.paths = source.paths;
      made.children = source.children;
      made.initial = source.labels;
      made.derived = &run.derived;
      made.closing_call = phase.closing;
      made.phases = 0;
      made.run = run.seconds;
      made.period = seconds_of(run.period);
      made.threads = threads;
    }
    views[phase.kind].phases += 1;
    views[phase.kind].duration += seconds_of(phase.end - phase.begin);
  }
  std::vector<std::unordered_map<FrameId, FrameSums>> sums(views.size());
  for (const auto& [key, spread] : spreads.spreads) {
    if (key.group != group) continue;
    FrameSums& sum = sums[run.phases[key.phase].kind][key.frame];
    const bool all_have_it = spread.threads == threads;
    sum.total.add(spread.total, all_have_it);
    sum.self.add(spread.self, all_have_it);
    sum.calls += spread.calls;
    sum.threads = std::max(sum.threads, spread.threads);
  }
  for (std::size_t kind = 0; kind < views.size(); ++kind)
    for (const auto& [frame, sum] : sums[kind]) {
      if (!frame.valid())
        views[kind].closing = sum.total.spent(threads);
      else
        views[kind].spent[frame] = {sum.total.spent(threads), sum.self.spent(threads),
                                    static_cast<double>(sum.calls), sum.threads};
    }
  return views;
}

}  // namespace tarry::diagnosis
