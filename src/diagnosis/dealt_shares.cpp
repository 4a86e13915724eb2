// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/dealt_shares.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>

#include "diagnosis/diagnosis.h"
#include "diagnosis/evidence/beyond_noise.h"
#include "diagnosis/evidence/phase_times.h"

namespace tarry::diagnosis {
namespace {

// Returns the key of a share in all phases of its kind together.
SpreadKey whole_key(const Share& share, std::uint32_t number) {
  return {share.phase_kind | SpreadKey::kOfKind, number, FrameId{}};
}

double nanoseconds(Time time) { return static_cast<double>(time.count()); }

double average(const FrameSpread& all) { return nanoseconds(all.total.sum) / all.threads; }

bool is_of_others(const Share& share) {
  return share.measure == Share::Measure::AboveLeast ||
         share.measure == Share::Measure::AboveAverage;
}

// Returns the time of a rank above that of the others, in nanoseconds.
double excess(const Share& share, Time own, const FrameSpread& all) {
  if (share.measure == Share::Measure::AboveLeast) return nanoseconds(own - all.total.least);
  return std::max(0.0, nanoseconds(own) - average(all));
}

Time imbalance(const Share& share, const FrameSpread& all) {
  const Time average = all.total.sum / all.threads;
  return share.measure == Share::Measure::AboveLeast ? average - all.total.least
                                                     : all.total.most - average;
}

// Returns the excess of one phase without noise.
double excess_of_phase(const Share& share, Time own, const FrameSpread& all, Time period) {
  const Time seen = imbalance(share, all);
  if (seen <= Time{0}) return 0;
  return excess(share, own, all) * nanoseconds(beyond_noise(seen, period)) / nanoseconds(seen);
}

// The amounts of each share that the threads of one worker have, phase by phase.
class Measuring {
 public:
  Measuring(const Worker& worker, const OwnGroups& groups, const Diagnosis& run,
            std::vector<Share> shares)
      : paths_(worker.paths()),
        labels_(worker.labels()),
        activations_(worker.activations()),
        phases_(run.phases),
        period_(run.period),
        shares_(std::move(shares)),
        threads_(worker.looked_at()),
        groups_(groups) {
    const std::vector<std::vector<FrameId>> children = paths_.children();
    for (std::uint32_t share = 0; share < shares_.size(); ++share)
      for (const FrameId frame : measured_frames(shares_[share], children, run.closing))
        shares_at_[frame].push_back(share);
  }

  // Returns sums and minima of imbalances over the threads, by phase and for all phases of the
  // kind. The group of a key is the number of the share.
  [[nodiscard]] PhaseSpreads spreads() const {
    PhaseSpreads made;
    for_each_thread([&](std::size_t, std::uint32_t share, const std::vector<Time>& by_phase) {
      if (!is_of_others(shares_[share])) return;
      Time all{0};
      for (std::uint32_t phase = 0; phase < phases_.size(); ++phase) {
        if (phases_[phase].kind != shares_[share].phase_kind) continue;
        made.add({phase, share, FrameId{}}, {FrameId{}, 0, by_phase[phase], Time{0}});
        all += by_phase[phase];
      }
      made.add(whole_key(shares_[share], share), {FrameId{}, 0, all, Time{0}});
    });
    return made;
  }

  struct Amount {
    std::uint32_t share = 0;
    std::uint32_t number = 0;
    double amount = 0;
  };
  // `by_phase`: by share, whether each phase counts for itself.
  [[nodiscard]] std::vector<Amount> amounts(const PhaseSpreads& spreads,
                                            const std::vector<std::uint8_t>& by_phase) const {
    std::vector<Amount> made;
    for_each_thread([&](std::size_t thread, std::uint32_t at, const std::vector<Time>& times) {
      const Share& share = shares_[at];
      Time all{0};
      double sum = 0;
      for (std::uint32_t phase = 0; phase < phases_.size(); ++phase) {
        if (phases_[phase].kind != share.phase_kind) continue;
        all += times[phase];
        if (by_phase[at] != 0)
          sum += excess_of_phase(share, times[phase], spreads.spreads.at({phase, at, FrameId{}}),
                                 period_);
      }
      if (share.measure == Share::Measure::Whole)
        sum = static_cast<double>(all.count());
      else if (is_of_others(share) && by_phase[at] == 0)
        sum = excess(share, all, spreads.spreads.at(whole_key(share, at)));
      made.push_back({at, threads_[thread].number, sum});
    });
    return made;
  }

 private:
  [[nodiscard]] std::vector<FrameId> measured_frames(
      const Share& share, const std::vector<std::vector<FrameId>>& children,
      const ClosingPaths& closing) const {
    if (!share.has_label) return {share.measured};
    std::vector<FrameId> made;
    std::vector<FrameId> open;
    if (share.measured.valid())
      open.push_back(share.measured);
    else
      for (const FrameId path : closing.paths.at(share.at)) open.push_back(path);
    while (!open.empty()) {
      const FrameId at = open.back();
      open.pop_back();
      if (labels_.labels[at.index()] == share.label) made.push_back(at);
      open.insert(open.end(), children[at.index()].begin(), children[at.index()].end());
    }
    return made;
  }

  // Calls take(thread, share, times by phase) for each thread and each share that is about it.
  template <class Take>
  void for_each_thread(Take take) const {
    for (std::size_t thread = 0; thread < threads_.size(); ++thread) {
      const std::vector<std::vector<Time>> times = times_of(threads_[thread]);
      for (std::uint32_t share = 0; share < shares_.size(); ++share)
        if (is_about(shares_[share], thread)) take(thread, share, times[share]);
    }
  }

  [[nodiscard]] bool is_about(const Share& share, std::size_t thread) const {
    return share.group == 0 || groups_.at(share.phase_kind)[thread] == share.group;
  }

  // Returns times by share and phase.
  [[nodiscard]] std::vector<std::vector<Time>> times_of(const LookedAt& thread) const {
    std::vector<std::vector<Time>> made(shares_.size(), std::vector<Time>(phases_.size()));
    for_each_phase(paths_, activations_, *thread.samples, phases_,
                   [&](std::size_t phase, const std::vector<FrameTime>& times) {
                     for (const FrameTime& time : times) {
                       add(phase, time.frame, time, made);
                       if (thread.own_paths.has(phases_[phase].closing, time.frame))
                         add(phase, FrameId{}, time, made);
                     }
                   });
    return made;
  }

  void add(std::size_t phase, FrameId frame, const FrameTime& time,
           std::vector<std::vector<Time>>& to) const {
    const auto found = shares_at_.find(frame);
    if (found == shares_at_.end()) return;
    for (const std::uint32_t share : found->second)
      if (shares_[share].phase_kind == phases_[phase].kind)
        to[share][phase] +=
            shares_[share].is_own || shares_[share].has_label ? time.self : time.total;
  }

  const samples::CallingContextTree& paths_;
  const InitialLabels& labels_;
  const Activations& activations_;
  const std::vector<Phase>& phases_;
  Time period_;
  std::vector<Share> shares_;
  std::vector<LookedAt> threads_;
  const OwnGroups& groups_;
  std::unordered_map<FrameId, std::vector<std::uint32_t>> shares_at_;
};

// Returns for each share whether counting phase by phase shows more imbalance, as in its judgment
// (load_imbalance.h).
std::vector<std::uint8_t> judged_by_phase(const std::vector<Share>& shares,
                                          const PhaseSpreads& spreads, const Diagnosis& run) {
  std::vector<std::uint8_t> made;
  for (std::uint32_t at = 0; at < shares.size(); ++at) {
    made.push_back(0);
    if (!is_of_others(shares[at])) continue;
    Time of_each{0};
    for (std::uint32_t phase = 0; phase < run.phases.size(); ++phase) {
      if (run.phases[phase].kind != shares[at].phase_kind) continue;
      of_each += beyond_noise(imbalance(shares[at], spreads.spreads.at({phase, at, FrameId{}})),
                              run.period);
    }
    made.back() = of_each > imbalance(shares[at], spreads.spreads.at(whole_key(shares[at], at)));
  }
  return made;
}

// `amounts`: the amounts of one share, by number.
DealtShare dealt_out(const Share& share, std::span<const Measuring::Amount> amounts,
                     std::uint32_t all) {
  DealtShare made{share, {}};
  double sum = 0;
  for (const Measuring::Amount& one : amounts) sum += one.amount;
  for (const Measuring::Amount& one : amounts) {
    const double part = sum > 0 ? one.amount / sum : 1.0 / static_cast<double>(amounts.size());
    made.parts.push_back({one.number, share.seconds * all * part});
  }
  return made;
}

}  // namespace

std::vector<Share> all_shares(const Worker& worker, const Diagnosis& run) {
  std::map<std::uint32_t, FrameId> closing;  // by kind of phase
  for (const Phase& phase : run.phases) closing.emplace(phase.kind, phase.closing);
  std::vector<Share> made;
  for (std::uint32_t at = 0; at < run.findings.size(); ++at) {
    const Finding& finding = run.findings[at];
    for (Share& share : shares_of(finding, closing.at(finding.phase_kind), worker.paths())) {
      share.finding = at;
      made.push_back(share);
    }
  }
  return made;
}

std::vector<DealtShare> gather_shares(const Worker& worker, const OwnGroups& groups,
                                      const Diagnosis& run, workers::Transport& transport) {
  List<Share> shares;
  if (transport.rank() == 0) shares.records = all_shares(worker, run);
  shares = broadcast(transport, std::move(shares));
  const Measuring measuring(worker, groups, run, shares.records);
  PhaseSpreads spreads = reduced(transport, measuring.spreads());
  List<std::uint8_t> by_phase;
  if (transport.rank() == 0) by_phase.records = judged_by_phase(shares.records, spreads, run);
  by_phase = broadcast(transport, std::move(by_phase));
  spreads = broadcast(transport, std::move(spreads));
  List<Measuring::Amount> amounts{measuring.amounts(spreads, by_phase.records)};
  amounts = reduced(transport, std::move(amounts));
  if (transport.rank() != 0) return {};
  std::sort(amounts.records.begin(), amounts.records.end(),
            [](const Measuring::Amount& a, const Measuring::Amount& b) {
              return std::tuple(a.share, a.number) < std::tuple(b.share, b.number);
            });
  std::vector<DealtShare> made;
  const std::uint32_t all = run.ranks > 1 ? run.ranks : run.threads;
  auto begin = amounts.records.cbegin();
  for (std::uint32_t at = 0; at < shares.records.size(); ++at) {
    const auto end = std::find_if(begin, amounts.records.cend(),
                                  [at](const auto& amount) { return amount.share != at; });
    made.push_back(dealt_out(shares.records[at], {begin, end}, all));
    begin = end;
  }
  return made;
}

}  // namespace tarry::diagnosis
