// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/worker.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "diagnosis/evidence/iterations.h"
#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {

void RunExtent::merge(const RunExtent& other) {
  begin = std::min(begin, other.begin);
  end = std::max(end, other.end);
  period = std::max(period, other.period);
  ranks += other.ranks;
  threads += other.threads;
  by_line = by_line || other.by_line;
  is_counted = is_counted && other.is_counted;
  samples += other.samples;
}

Worker::Worker(samples::SampleSet samples, const LabelTable& table)
    : samples_(std::move(samples)),
      labels_(initial_labels(samples_.tree, table)),
      activations_(samples_.tree, labels_, samples_.flows) {
  std::sort(samples_.threads.begin(), samples_.threads.end(),
            [](const samples::ThreadSamples& a, const samples::ThreadSamples& b) {
              return std::tuple(a.rank, a.thread) < std::tuple(b.rank, b.thread);
            });
}

RunExtent Worker::extent() const {
  RunExtent made;
  std::set<model::Rank> ranks;
  for (const samples::ThreadSamples& thread : samples_.threads) {
    ranks.insert(thread.rank);
    const bool is_counted =
        std::all_of(thread.samples.begin(), thread.samples.end(),
                    [](const samples::Sample& sample) { return sample.is_counted(); });
    made.merge({thread.begin, thread.end, thread.period, 0, 1, by_line_, is_counted,
                thread.samples.size()});
  }
  made.ranks = static_cast<std::uint32_t>(ranks.size());
  return made;
}

ThreadClusters Worker::choose_threads(const RunExtent& extent) {
  by_rank_ = extent.ranks > 1;
  ThreadClusters clusters(extent.period);
  // Without control flow, a synchronization is assumed wherever its line is passed.
  std::vector<bool> assumed = labels_.is_entry;
  for (std::size_t frame = 0; frame < assumed.size(); ++frame)
    assumed[frame] = assumed[frame] && labels_.labels[frame] == Label::Synchronization;
  BodyOrders orders(samples_, assumed);
  for (std::size_t at = 0; at < samples_.threads.size(); ++at) {
    const samples::ThreadSamples& thread = samples_.threads[at];
    if (by_rank_ && at > 0 && samples_.threads[at - 1].rank == thread.rank) continue;
    TemporalTree tree = build_temporal_tree(samples_.tree, activations_, thread, labels_.is_entry);
    find_iterations(tree, orders);
    by_line_ = by_line_ || std::any_of(tree.nodes.begin(), tree.nodes.end(),
                                       [](const TemporalNode& node) { return node.by_line; });
    chosen_.push_back({at,
                       synchronisations_of(tree, labels_),
                       counted_synchronisations(samples_.tree, labels_, thread),
                       {}});
    clusters.add(by_rank_ ? thread.rank.value : thread.thread, merged_tree(tree));
  }
  return clusters;
}

CountedPaths Worker::counted() const {
  CountedPaths made;
  for (const ChosenThread& thread : chosen_) made.add(thread.counted);
  return made;
}

void Worker::use_numbers(const CountedPaths& common) {
  by_number_ = true;
  for (ChosenThread& thread : chosen_) thread.exits = exits_by_number(*thread.counted, common);
  for (ChosenThread& thread : chosen_)
    for (std::size_t at = 0; at < common.count(); ++at)
      if (const FrameId own = (*thread.counted)[at].path; own.valid())
        thread.own_paths.paths[common.paths()[at]].insert(own);
}

ReferenceThread Worker::reference() {
  if (chosen_.empty()) return {};
  const samples::ThreadSamples& first = samples_of(chosen_.front());
  return {first.rank, first.host, chosen_.front().exits};
}

std::vector<std::pair<model::Rank, ClockOffset>> Worker::align(const ReferenceThread& reference) {
  std::map<model::Rank, ClockOffset> offsets;
  for (ChosenThread& thread : chosen_) {
    const samples::ThreadSamples& samples = samples_of(thread);
    if (samples.host == reference.host)
      offsets[samples.rank] = {Time{0}, Time{0}, true};
    else if (!offsets.contains(samples.rank))
      offsets[samples.rank] =
          clock_offset(samples_.tree, reference.exits, thread.exits, kExitPeriods * samples.period);
    const ClockOffset& offset = offsets[samples.rank];
    if (!offset.is_known) continue;
    for (CallExits& call : thread.exits)
      for (Exit& exit : call.exits) {
        exit.when = exit.when.shifted(-offset.ahead);
        exit.before -= offset.ahead;
      }
  }
  for (samples::ThreadSamples& thread : samples_.threads) {
    const ClockOffset& offset = offsets[thread.rank];
    if (!offset.is_known || offset.ahead == Time{0}) continue;
    thread.begin -= offset.ahead;
    thread.end -= offset.ahead;
    for (samples::Sample& sample : thread.samples) sample.time -= offset.ahead;
  }
  return {offsets.begin(), offsets.end()};
}

GlobalExits Worker::global_exits(const ReferenceThread& reference, Time tolerance) {
  GlobalExits made(tolerance, by_number_);
  for (ChosenThread& thread : chosen_) {
    const std::vector<FrameId> partners = made.add(samples_.tree, reference.exits, thread.exits);
    for (std::size_t at = 0; at < partners.size(); ++at)
      if (!by_number_ && partners[at].valid())
        thread.own_paths.paths[reference.exits[at].call].insert(partners[at]);
  }
  return made;
}

std::vector<ThreadTotals> Worker::totals() const {
  const std::vector<Phase> whole{{Time::min(), Time::max(), FrameId{}, FrameId{}, 0}};
  std::vector<ThreadTotals> all;
  for (const ChosenThread& thread : chosen_) {
    ThreadTotals& made = all.emplace_back();
    for_each_phase(samples_.tree, activations_, samples_of(thread), whole,
                   [&](std::size_t, const std::vector<FrameTime>& times) {
                     for (const FrameTime& time : times) made.push_back({time.frame, time.total});
                   });
  }
  return all;
}

ClosingPaths Worker::closing_paths() const {
  ClosingPaths made;
  for (const ChosenThread& thread : chosen_) made.merge(thread.own_paths);
  return made;
}

std::vector<LookedAt> Worker::looked_at() const {
  std::vector<LookedAt> made;
  for (const ChosenThread& thread : chosen_) {
    const samples::ThreadSamples& samples = samples_of(thread);
    made.push_back({&samples, number_of(thread), thread.own_paths, !by_rank_});
  }
  return made;
}

void Worker::add_spreads(const ChosenThread& thread, const std::vector<bool>& kinds,
                         std::uint32_t group, PhaseSpreads& to) const {
  std::vector<FrameTime> closing(phases_.size());
  std::map<std::pair<std::uint32_t, FrameId>, FrameTime> of_kinds;
  const auto accumulate = [](FrameTime& sum, const FrameTime& time) {
    sum.calls += time.calls;
    sum.total += time.total;
    sum.self += time.self;
  };
  const auto add = [&](std::size_t phase, const FrameTime& time) {
    const std::uint32_t kind = phases_[phase].kind;
    to.add({static_cast<std::uint32_t>(phase), group, time.frame}, time);
    accumulate(of_kinds[{kind, time.frame}], time);
  };
  for_each_phase(samples_.tree, activations_, samples_of(thread), phases_,
                 [&](std::size_t phase, const std::vector<FrameTime>& times) {
                   if (!kinds[phases_[phase].kind]) return;
                   for (const FrameTime& time : times) {
                     add(phase, time);
                     if (thread.own_paths.has(phases_[phase].closing, time.frame))
                       accumulate(closing[phase], time);
                   }
                 });
  for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
    if (kinds[phases_[phase].kind]) add(phase, closing[phase]);
  }
  for (const auto& [key, time] : of_kinds)
    to.add({key.first | SpreadKey::kOfKind, group, key.second}, time);
}

PhaseSpreads Worker::spreads() const {
  PhaseSpreads made;
  const std::vector<bool> all(phases_.size(), true);  // there are at most as many kinds as phases
  for (const ChosenThread& thread : chosen_) add_spreads(thread, all, 0, made);
  return made;
}

std::vector<Worker::Member> Worker::members(const std::vector<DivergingKind>& kinds) const {
  std::vector<Member> made;
  for (const ChosenThread& thread : chosen_) {
    const samples::ThreadSamples& samples = samples_of(thread);
    const std::size_t first = made.size();
    for (std::uint32_t at = 0; at < kinds.size(); ++at)
      made.push_back({samples.rank, samples.thread, at, 0});
    for_each_phase(samples_.tree, activations_, samples, phases_,
                   [&](std::size_t phase, const std::vector<FrameTime>& times) {
                     for (std::size_t at = 0; at < kinds.size(); ++at) {
                       if (kinds[at].kind != phases_[phase].kind) continue;
                       const std::vector<FrameId>& sites = kinds[at].sites;
                       for (const FrameTime& time : times) {
                         const auto site = std::lower_bound(sites.begin(), sites.end(), time.frame);
                         if (site != sites.end() && *site == time.frame)
                           made[first + at].sites |= SiteBits{1} << (site - sites.begin());
                       }
                     }
                   });
  }
  return made;
}

void Worker::add_group_spreads(std::uint32_t kind, const std::vector<std::uint32_t>& groups,
                               PhaseSpreads& to) const {
  std::vector<bool> kinds(phases_.size());
  kinds[kind] = true;
  for (std::size_t at = 0; at < chosen_.size(); ++at)
    add_spreads(chosen_[at], kinds, groups[at] + 1, to);
}

std::vector<Worker::Answer> Worker::answers(const std::vector<Question>& questions) const {
  std::vector<Answer> made;
  for (const ChosenThread& thread : chosen_) {
    using Asked = std::tuple<std::uint32_t, FrameId, bool>;
    const auto asked = [](const Question& question) {
      return Asked{question.kind, question.frame, question.is_own};
    };
    std::map<Asked, Time> spent;
    for (const Question& question : questions) spent[asked(question)];
    for_each_phase(samples_.tree, activations_, samples_of(thread), phases_,
                   [&](std::size_t phase, const std::vector<FrameTime>& times) {
                     const std::uint32_t kind = phases_[phase].kind;
                     const auto add = [&](const Asked& what, Time time) {
                       if (const auto at = spent.find(what); at != spent.end()) at->second += time;
                     };
                     for (const FrameTime& time : times) {
                       add({kind, time.frame, false}, time.total);
                       add({kind, time.frame, true}, time.self);
                       if (thread.own_paths.has(phases_[phase].closing, time.frame))
                         add({kind, FrameId{}, false}, time.total);
                     }
                   });
    for (std::uint32_t at = 0; at < questions.size(); ++at)
      if (spent[asked(questions[at])] >= questions[at].least)
        made.push_back({at, number_of(thread)});
  }
  return made;
}

}  // namespace tarry::diagnosis
