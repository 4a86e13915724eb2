// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/evaluate_declared.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "analysis/declared/charges.h"
#include "analysis/declared/gathered_facts.h"
#include "analysis/declared/guarded_run.h"
#include "analysis/declared/matcher.h"
#include "analysis/declared/plugin_calls.h"
#include "analysis/declared/python_file.h"
#include "analysis/declared/visit_batches.h"
#include "analysis/declared/visit_charges.h"
#include "workers/agree.h"

namespace tarry::analysis::declared {
namespace {

class Stage {
 public:
  Stage(const PatternSet& set, const std::vector<ProcessRecords>& processes,
        const EventsAgain& events, const RegionTable& regions, const Partition& partition,
        workers::Transport& transport, Share& share)
      : set_(set),
        processes_(processes),
        events_(events),
        definitions_(events.source.definitions()),
        regions_(regions),
        partition_(partition),
        transport_(transport),
        share_(share),
        facts_(set, processes, definitions_, regions, share.tree, paths_, partition, transport),
        published_(processes.size()),
        matcher_(
            set, regions.regions, definitions_.clock.ticks_per_second,
            [this](const ReceiveFact& receive) { return facts_.previous(receive); },
            [this](const Charge& charge) { take(charge); }),
        visit_charges_(set, partition, [this](const Charge& charge) { take(charge); }) {}

  // Patterns of a level ask for results of lower ones only.
  base::Status run() {
    const auto is_plugin = [](const Pattern& pattern) { return pattern.plugin.has_value(); };
    has_plugins_ = std::any_of(set_.patterns.begin(), set_.patterns.end(), is_plugin);
    if (has_plugins_) TRY(paths_.unite(share_.tree, transport_));
    TRY(facts_.gather(events_.source));
    std::uint32_t highest = 0;
    for (const Pattern& pattern : set_.patterns) highest = std::max(highest, pattern.level);
    for (level_ = 0; level_ <= highest; ++level_) TRY(run_level());
    return workers::do_together(transport_, [&] { tell_of_problems(); });
  }

 private:
  base::Status run_level() {
    charges_.assign(transport_.size(), {});
    TRY(workers::do_together(transport_, [&] {
      try_all_events();
      return try_visits();
    }));
    TRY(share_problems());
    const std::vector<workers::Bytes> found = transport_.exchange(std::move(charges_));
    return workers::do_together(transport_, [&] { charge_all(found); });
  }

  void try_all_events() {
    matcher_.set_level(level_);
    try_all<CallFact>(Type::Call, [&](const auto& visit) { facts_.for_each_call(visit); });
    try_all<ReceiveFact>(Type::Receive, [&](const auto& visit) { facts_.for_each_receive(visit); });
    try_all<CollectiveFact>(Type::Collective,
                            [&](const auto& visit) { facts_.for_each_operation(visit); });
    try_all<AcquireFact>(Type::Acquire, [&](const auto& visit) { facts_.for_each_lock(visit); });
    try_all<TeamBarrierFact>(Type::TeamBarrier,
                             [&](const auto& visit) { facts_.for_each_team_barrier(visit); });
    try_all<OneSidedFact>(Type::OneSided,
                          [&](const auto& visit) { facts_.for_each_one_sided(visit); });
    try_all<ResultFact>(Type::Result,
                        [&](const auto& visit) { facts_.for_each_result(published_, visit); });
  }

  // Tries all patterns of the level on the events of a kind; loop(visit) visits them.
  template <class Fact, class Loop>
  void try_all(Type root, const Loop& loop) {
    const auto is_declared = [&](const Pattern& pattern) {
      return !pattern.plugin && pattern.root == root && pattern.level == level_;
    };
    if (std::any_of(set_.patterns.begin(), set_.patterns.end(), is_declared))
      loop([&](const Fact& fact) { matcher_.match(fact); });
    for (std::uint32_t p = 0; p < set_.patterns.size(); ++p) {
      if (!is_to_be_run(p, root)) continue;
      const std::vector<Charge> charges = run_plugin(p, [&](PluginCalls& calls, Guard& guard) {
        loop([&](const Fact& fact) {
          guard.next_event();
          calls.call(fact);
        });
      });
      for (const Charge& charge : charges) take(charge);
    }
  }

  [[nodiscard]] bool is_to_be_run(std::uint32_t p, Type root) const {
    const Pattern& pattern = set_.patterns[p];
    return pattern.plugin && pattern.level == level_ && pattern.plugin->wants(root) &&
           !problems_.contains(p);
  }

  // Calls work(calls, guard) in a guarded process, and returns what is charged.
  template <class Work>
  std::vector<Charge> run_plugin(std::uint32_t p, const Work& work) {
    const Plugin& plugin = *set_.patterns[p].plugin;
    GuardedResult result = run_guarded(set_.limits, [&](Guard& guard) {
      PluginCalls calls(functions_of(plugin, guard.last_words()), p, set_, regions_.regions, paths_,
                        definitions_.clock.ticks_per_second,
                        [&](const Charge& charge) { guard.take(charge); });
      work(calls, guard);
    });
    if (!result.problem.empty())
      problems_[p] = result.problem + place_in(result.last_words, plugin.file);
    return std::move(result.charges);
  }

  base::Status try_visits() {
    bool is_any = false;
    for (std::uint32_t p = 0; p < set_.patterns.size(); ++p)
      is_any = is_any || is_to_be_run(p, Type::Visit);
    if (!is_any) return base::kOk;
    VisitBatches batches(definitions_, regions_, set_.counters, paths_,
                         [this](std::span<const VisitFact> visits) { try_visits(visits); });
    return batches.read(processes_, events_.read_visits);
  }

  void try_visits(std::span<const VisitFact> visits) {
    for (std::uint32_t p = 0; p < set_.patterns.size(); ++p) {
      if (!is_to_be_run(p, Type::Visit)) continue;
      const std::vector<Charge> charges = run_plugin(p, [&](PluginCalls& calls, Guard& guard) {
        for (std::uint32_t v = 0; v < visits.size(); ++v) {
          guard.next_event();
          calls.call(visits[v], v);
        }
      });
      visit_charges_.add(visits, charges);
    }
  }

  // A plug-in that was stopped at one worker has no metric.
  base::Status share_problems() {
    if (!has_plugins_) return base::kOk;
    workers::Bytes own;
    TRY(workers::do_together(transport_, [&] {
      for (const auto& [pattern, problem] : problems_) {
        workers::append(own, pattern);
        workers::append_text(own, problem);
      }
    }));
    const std::vector<workers::Bytes> all = transport_.all_gather(own);
    return workers::do_together(transport_, [&] {
      std::map<std::uint32_t, std::string> problems;
      for (const workers::Bytes& message : all)
        for (workers::MessageReader reader(message); !reader.at_end();) {
          const auto pattern = reader.take<std::uint32_t>();
          problems.emplace(pattern, reader.take_text());
        }
      problems_ = std::move(problems);
    });
  }

  void tell_of_problems() {
    if (transport_.rank() != 0) return;
    const auto& counters = definitions_.counters;
    for (const std::string& name : set_.counters)
      if (std::none_of(counters.begin(), counters.end(),
                       [&](const model::Counter& counter) { return counter.name == name; }))
        share_.anomalies.add("counters that patterns ask for and the trace lacks (" + name + ')');
    for (const auto& [pattern, problem] : problems_)
      share_.anomalies.add("patterns without results, because the plug-in was stopped (" +
                           set_.patterns[pattern].name + ' ' + problem + ')');
  }

  // A plug-in may have changed what it was given.
  [[nodiscard]] bool is_call(const Charge& charge) const {
    const auto& locations = processes_[partition_.place_of(charge.rank)].locations;
    return charge.call.location < locations.size() &&
           charge.call.index < locations[charge.call.location].instances.size();
  }

  void take(const Charge& charge) {
    const std::size_t to = partition_.worker_of(charge.rank);
    if (to != Partition::kNobody) workers::append(charges_[to], charge);
  }

  void charge_all(const std::vector<workers::Bytes>& found) {
    std::vector<std::vector<Charge>> of_process(processes_.size());
    for (const workers::Bytes& message : found)
      for (std::size_t i = 0; i < workers::record_count<Charge>(message); ++i) {
        const auto charge = workers::record_at<Charge>(message, i);
        if (problems_.contains(charge.pattern) || !is_call(charge)) continue;
        of_process[partition_.place_of(charge.rank)].push_back(charge);
      }
    for (std::size_t p = 0; p < of_process.size(); ++p) {
      std::vector<Charge> charged =
          apply_charges(set_, std::move(of_process[p]), processes_[p], share_.of_patterns);
      published_[p].insert(published_[p].end(), charged.begin(), charged.end());
    }
    visit_charges_.put_cells([this](std::uint32_t pattern) { return !problems_.contains(pattern); },
                             share_.of_patterns);
  }

  const PatternSet& set_;
  const std::vector<ProcessRecords>& processes_;
  const EventsAgain& events_;
  const model::Definitions& definitions_;
  const RegionTable& regions_;
  const Partition& partition_;
  workers::Transport& transport_;
  Share& share_;
  bool has_plugins_ = false;
  CallPaths paths_;  // if there are plug-ins
  GatheredFacts facts_;
  std::uint32_t level_ = 0;                        // of the patterns that are tried
  std::vector<workers::Bytes> charges_;            // by worker
  std::vector<std::vector<Charge>> published_;     // what calls were charged, by process
  std::map<std::uint32_t, std::string> problems_;  // of plug-ins that were stopped, by pattern
  Matcher matcher_;
  VisitCharges visit_charges_;
};

}  // namespace

base::Status evaluate_declared(const PatternSet& set, const std::vector<ProcessRecords>& processes,
                               const EventsAgain& events, const RegionTable& regions,
                               const Partition& partition, workers::Transport& transport,
                               Share& share) {
  return Stage(set, processes, events, regions, partition, transport, share).run();
}

std::vector<PatternMetric> metrics_of(const PatternSet& set) {
  std::vector<PatternMetric> metrics;
  for (const Pattern& pattern : set.patterns) {
    metrics.push_back({pattern.name, pattern.title, pattern.about, pattern.parent, pattern.unit});
    for (const Export& each : pattern.exports)
      metrics.push_back({pattern.name + '_' + each.name, pattern.title + ": " + each.name,
                         "Exported by pattern " + pattern.name, model::MetricId{}, each.unit});
  }
  return metrics;
}

}  // namespace tarry::analysis::declared
