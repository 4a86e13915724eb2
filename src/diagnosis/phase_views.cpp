// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/phase_views.h"

#include <algorithm>

#include "diagnosis/evidence/beyond_noise.h"

namespace tarry::diagnosis {
namespace {

// The threads that a sum is over.
struct SummedThreads {
  std::uint32_t threads = 0;
  bool all_have_it = false;  // else some threads have no time there
  Time period{0};            // period of their samples
};

// The sums of one kind before their conversion to seconds: integers, so that the order of adding
// does not matter.
struct Sums {
  Spread all;  // sum over all phases
  Time least_of_each{0};
  Time above_least_of_each{0};
  Time below_most_of_each{0};

  void add_phase(const Spread& spread, const SummedThreads& ranks) {
    const Time average = spread.sum / ranks.threads;
    const Time least = ranks.all_have_it ? spread.least : Time{0};
    least_of_each += least;
    above_least_of_each += beyond_noise(average - least, ranks.period);
    below_most_of_each += beyond_noise(spread.most - average, ranks.period);
  }

  [[nodiscard]] Spent spent(std::uint32_t threads, bool all_have_it) const {
    return {seconds_of(all.sum) / threads,
            all_have_it ? seconds_of(all.least) : 0,
            seconds_of(all.most),
            seconds_of(least_of_each),
            seconds_of(above_least_of_each),
            seconds_of(below_most_of_each)};
  }
};

struct FrameSums {
  Sums total;
  Sums self;
  std::uint64_t calls = 0;
  std::uint32_t threads = 0;

  void add(const SpreadKey& key, const FrameSpread& spread, const SummedThreads& ranks) {
    if ((key.phase & SpreadKey::kOfKind) == 0) {
      total.add_phase(spread.total, ranks);
      self.add_phase(spread.self, ranks);
      return;
    }
    total.all = spread.total;
    self.all = spread.self;
    calls = spread.calls;
    threads = spread.threads;
  }
};

}  // namespace

std::vector<PhaseView> phase_views(const ViewSource& source, const PhaseSpreads& spreads,
                                   std::uint32_t group, std::uint32_t threads) {
  const Diagnosis& run = *source.run;
  std::vector<PhaseView> views;
  for (const Phase& phase : run.phases) {
    if (phase.kind == views.size()) {  // kinds are numbered in the order of their first phases
      PhaseView& made = views.emplace_back();
      made.paths = source.paths;
      made.children = source.children;
      made.initial = source.labels;
      made.derived = &run.derived;
      made.late = source.late;
      made.kind = phase.kind;
      made.closing_call = phase.closing;
      const auto paths = run.closing.paths.find(phase.closing);
      if (paths != run.closing.paths.end())
        made.closing_paths.assign(paths->second.begin(), paths->second.end());
      made.run = run.seconds;
      made.period = seconds_of(run.period);
      made.threads = threads;
    }
    views[phase.kind].duration += seconds_of(phase.end - phase.begin);
  }
  std::vector<std::unordered_map<FrameId, FrameSums>> sums(views.size());
  for (const auto& [key, spread] : spreads.spreads) {
    if (key.group != group) continue;
    const bool is_kind = (key.phase & SpreadKey::kOfKind) != 0;
    const std::uint32_t kind =
        is_kind ? key.phase & ~SpreadKey::kOfKind : run.phases[key.phase].kind;
    sums[kind][key.frame].add(key, spread, {threads, spread.threads == threads, run.period});
  }
  for (std::size_t kind = 0; kind < views.size(); ++kind)
    for (const auto& [frame, sum] : sums[kind]) {
      const bool all_have_it = sum.threads == threads;
      const Spent total = sum.total.spent(threads, all_have_it);
      if (!frame.valid())
        views[kind].closing = total;
      else
        views[kind].spent[frame] = {total, sum.self.spent(threads, all_have_it),
                                    static_cast<double>(sum.calls), sum.threads};
    }
  return views;
}

}  // namespace tarry::diagnosis
