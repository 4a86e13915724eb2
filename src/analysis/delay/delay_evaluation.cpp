// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/delay_evaluation.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/delay/cost_cells.h"
#include "analysis/delay/critical_path.h"
#include "analysis/delay/propagation.h"
#include "analysis/delay/sync_survey.h"
#include "analysis/parallel/agree.h"
#include "base/release.h"

namespace tarry::analysis {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 31;  // waits of a whole trace

constexpr std::array kModels{CostModel::Proportional, CostModel::WaitFirst};

// What of a wait another worker must know in the end.
struct Verdict {
  model::LocationIndex victim;
  std::uint32_t wait;  // ordinal
  std::array<double, kCostModels> indirect;
};

// A range of waits of one location that made somebody wait, and the part of each that did.
struct Spread {
  std::uint32_t first, end;
  std::array<double, kCostModels> part;
};

// By wait ordinal: the largest part over it.
std::vector<double> largest_parts(std::pmr::vector<Spread>& spreads, std::size_t model,
                                  std::size_t waits) {
  std::sort(spreads.begin(), spreads.end(),
            [&](const Spread& a, const Spread& b) { return a.part[model] > b.part[model]; });
  std::vector<double> out(waits, 0.0);
  std::vector<std::uint32_t> next(waits + 1);  // the first at or after that has none yet
  std::iota(next.begin(), next.end(), 0u);
  const auto find = [&](std::uint32_t w) {
    while (next[w] != w) w = next[w] = next[next[w]];
    return w;
  };
  for (const Spread& spread : spreads)
    for (std::uint32_t w = find(spread.first); w < spread.end; w = find(w)) {
      out[w] = spread.part[model];
      next[w] = w + 1;
    }
  return out;
}

class DelayEvaluation {
 public:
  DelayEvaluation(std::vector<ProcessRecords>& processes, const InitAndFinalizeWaits& whole_run,
                  const model::Definitions& definitions, bool clamp, Transport& transport,
                  Share& share)
      : survey_(processes, whole_run),
        definitions_(definitions),
        meetings_(definitions),
        clamp_(clamp),
        transport_(transport),
        share_(share) {}

  base::Status run() {
    base::return_freed_memory();  // matching has freed much
    TRY(unify_trees());
    std::vector<Bytes> outgoing;
    TRY(together([&] { outgoing = survey_.tell_causes(transport_.size()); }));
    std::vector<Bytes> incoming = transport_.exchange(std::move(outgoing));
    TRY(together([&] {
      survey_.hear_of_waits(incoming);
      incoming = {};
      outgoing = send_profiles();
    }));
    incoming = transport_.exchange(std::move(outgoing));
    TRY(together([&] {
      outgoing = compare(incoming);
      incoming = {};
    }));
    incoming = transport_.exchange(std::move(outgoing));
    TRY(together([&] { classify(incoming); }));
    TRY(propagate());
    return together([&] {
      for (std::size_t i = 0; i < places().size(); ++i) {
        add_sums(cells_[i], share_.tree.size());
        share_.add(places()[i].location, cells_[i]);
      }
    });
  }

 private:
  template <class Work>
  base::Status together(Work work) {
    return do_together(transport_, [&] {
      work();
      return base::kOk;
    });
  }

  [[nodiscard]] std::vector<SyncPlace>& places() { return survey_.places(); }

  // Call paths are compared across workers.
  base::Status unify_trees() {
    Bytes own;
    append_all(own, std::span(share_.tree.nodes()));
    const std::vector<Bytes> all = transport_.all_gather(own);
    return together([&] {
      model::CallTree unified;
      for (std::size_t worker = 0; worker < all.size(); ++worker) {
        model::CallTree tree;
        for (std::size_t n = 0; n < record_count<model::CallPathNode>(all[worker]); ++n) {
          const auto node = record_at<model::CallPathNode>(all[worker], n);
          tree.child(node.parent, node.region);
        }
        std::vector<CallPathId> merged = unified.merge(tree);
        if (worker == transport_.rank()) to_unified_ = std::move(merged);
      }
      to_own_.resize(unified.size());
      for (std::uint32_t n = 0; n < to_unified_.size(); ++n)
        to_own_[to_unified_[n].index()] = CallPathId{n};
    });
  }

  // With call paths of the unified tree, ascending.
  void profile_of(const SyncTimeline& timeline, const Interval& interval,
                  std::vector<CallPathTime>& out) {
    timeline.profile(interval, scratch_, out);
    for (CallPathTime& each : out) each.callpath = to_unified_[each.callpath.index()];
    std::sort(out.begin(), out.end(),
              [](const CallPathTime& a, const CallPathTime& b) { return a.callpath < b.callpath; });
  }

  // What each location did before each of its waits, for the workers of the causes: number of the
  // notice, ordinal of the wait, number of call paths, time of each.
  std::vector<Bytes> send_profiles() {
    std::vector<Bytes> outgoing(transport_.size());
    std::vector<SyncTimeline::Question> questions;
    std::vector<CallPathTime> profile;
    std::pmr::vector<Activity> packed;
    for (SyncPlace& place : places()) {
      questions.clear();
      for (const CausedWait& wait : place.waits) questions.push_back({wait.handle, wait.cause});
      place.timeline.find_intervals(questions, meetings_,
                                    [&](std::uint32_t w, const Interval& interval) {
                                      const CausedWait& wait = place.waits[w];
                                      profile_of(place.timeline, interval, profile);
                                      Bytes& message = outgoing[wait.worker];
                                      append(message, wait.notice);
                                      append(message, place.timeline.wait_ordinal(wait.handle));
                                      packed.clear();
                                      for (const CallPathTime& each : profile)
                                        append(packed, each.callpath, each.time);
                                      append(message, static_cast<std::uint32_t>(packed.size()));
                                      append_all(message, std::span<const Activity>(packed));
                                    });
      base::release(place.waits);
    }
    return outgoing;
  }

  // Compares what each cause did with what those did who waited for it (Eq. 2.2), and charges
  // short-term costs. Returns verdicts for the victims' workers.
  std::vector<Bytes> compare(const std::vector<Bytes>& profiles) {
    for (std::uint32_t worker = 0; worker < profiles.size(); ++worker) {
      MessageReader reader(profiles[worker]);
      while (!reader.at_end()) {
        Cause& cause = survey_.cause(worker, reader.take<std::uint32_t>());
        cause.wait = reader.take<std::uint32_t>();
        cause.profile = reader.position();
        const auto callpaths = reader.take<std::uint32_t>();
        reader.skip<Activity>(callpaths);
      }
    }
    std::size_t count = 0;
    for (const SyncPlace& place : places()) count += place.causes.size();
    pairs_.reserve(count);
    first_surplus_.reserve(count + 1);
    for (auto& kept : kept_) kept.reserve(count);
    cells_.resize(places().size());
    spreads_.resize(places().size());
    std::vector<Bytes> verdicts(transport_.size());
    for (std::uint32_t i = 0; i < places().size(); ++i) compare(i, profiles, verdicts);
    first_surplus_.push_back(surpluses_.size());
    return verdicts;
  }

  void compare(std::uint32_t i, const std::vector<Bytes>& profiles, std::vector<Bytes>& verdicts) {
    SyncPlace& place = places()[i];
    first_pair_.push_back(pairs_.size());
    const auto key = [&](const Cause& cause) {
      const std::uint32_t order =
          cause.handle == kNoIndex ? DelayPair::kNowhere : place.timeline.order(cause.handle);
      return std::tuple(order, cause.victim, cause.wait);
    };
    std::sort(place.causes.begin(), place.causes.end(),
              [&](const Cause& a, const Cause& b) { return key(a) < key(b); });
    std::vector<SyncTimeline::Question> questions;
    for (const Cause& cause : place.causes)
      if (cause.handle != kNoIndex) questions.push_back({cause.handle, cause.victim_rank});
    place.timeline.find_intervals(questions, meetings_,
                                  [&](std::uint32_t c, const Interval& interval) {
                                    add_pair(i, place.causes[c], interval, profiles, verdicts);
                                  });
    for (std::size_t c = questions.size(); c < place.causes.size(); ++c)
      add_pair(i, place.causes[c], {}, profiles, verdicts);
    base::release(place.causes);
  }

  void add_pair(std::uint32_t i, const Cause& cause, const Interval& interval,
                const std::vector<Bytes>& profiles, std::vector<Bytes>& verdicts) {
    const SyncTimeline& timeline = places()[i].timeline;
    first_surplus_.push_back(surpluses_.size());
    DelayPair pair;
    pair.cause = places()[i].location;
    pair.victim = cause.victim;
    pair.wait = cause.wait;
    pair.channel = cause.channel;
    Ticks surplus, own_waits;
    if (cause.handle != kNoIndex) {
      pair.order = timeline.order(cause.handle);
      pair.first_wait = interval.first_wait;
      pair.end_wait = interval.end_wait;
      profile_of(timeline, interval, profile_);
      surplus = add_surplus(profile_, profiles[cause.worker], cause.profile);
      own_waits = timeline.waits_between(interval.first_wait, interval.end_wait);
    }
    const auto amount = static_cast<double>(cause.amount.count);
    const auto longer = static_cast<double>(surplus.count);
    const auto waited = static_cast<double>(own_waits.count);
    for (const CostModel model : kModels) {
      const auto m = static_cast<std::size_t>(model);
      const CostShares shares = divide(model, amount, longer, waited);
      const bool is_clamped =
          clamp_ && model == CostModel::Proportional && cause.channel <= DelayChannel::LateReceiver;
      const double cost = is_clamped ? std::min(amount, longer + waited) : amount;
      pair.cost[m] = cost;
      pair.passed_on[m] = shares.own_waits;
      charge(i, pairs_.size(), model, shares.surplus * cost,
             [&](CostTable& costs, CallPathId at, double part) {
               costs.add_short(at, cause.channel, part);
             });
      kept_[m].push_back(shares.surplus);
      CostTable(cells_[i], model)
          .add_unattributed(place_of(cause), shares.unattributed * cost + amount - cost);
    }
    if (surplus.count + own_waits.count == 0)
      nowhere_.push_back({static_cast<std::uint32_t>(pairs_.size()), place_of(cause)});
    if (own_waits.count != 0 && cause.channel <= DelayChannel::LateReceiver)
      add_verdict(i, pair, cause.worker, amount, longer, waited, verdicts);
    pairs_.push_back(pair);
  }

  static CallPathId place_of(const Cause& cause) {
    return cause.callpath.valid() ? cause.callpath : CallPathId{0};
  }

  Ticks add_surplus(const std::vector<CallPathTime>& own, const Bytes& message, std::uint64_t at) {
    MessageReader reader(message, at);
    auto left = reader.take<std::uint32_t>();
    Activity other = left > 0 ? reader.take<Activity>() : Activity{};
    Ticks sum;
    for (const CallPathTime& each : own) {
      Ticks longer = each.time;
      for (; left > 0 && other.callpath <= each.callpath;
           other = --left > 0 ? reader.take<Activity>() : Activity{})
        if (other.callpath == each.callpath) longer -= Ticks{other.ticks};
      if (longer.count <= 0) continue;
      sum += longer;
      append(surpluses_, to_own_[each.callpath.index()], longer);
    }
    return sum;
  }

  // Calls add(costs, call path, cost) for what a pair's surplus is charged: `per_tick` of it.
  template <class Add>
  void charge(std::uint32_t i, std::size_t pair, CostModel model, double per_tick, Add add) {
    if (per_tick == 0) return;
    CostTable costs(cells_[i], model);
    const std::size_t end =
        pair + 1 < first_surplus_.size() ? first_surplus_[pair + 1] : surpluses_.size();
    for (std::size_t s = first_surplus_[pair]; s < end; ++s)
      add(costs, surpluses_[s].callpath, per_tick * static_cast<double>(surpluses_[s].ticks));
  }

  void add_verdict(std::uint32_t i, const DelayPair& pair, std::uint32_t worker, double amount,
                   double surplus, double own_waits, std::vector<Bytes>& verdicts) {
    Verdict verdict{pair.victim, pair.wait, {}};
    Spread spread{pair.first_wait, pair.end_wait, {}};
    for (const CostModel model : kModels) {
      const auto m = static_cast<std::size_t>(model);
      verdict.indirect[m] = indirect_part(model, amount, surplus, own_waits);
      spread.part[m] = verdict.indirect[m] / own_waits;
    }
    append(verdicts[worker], verdict);
    spreads_[i].push_back(spread);
  }

  // Direct and indirect, propagating and terminal waits for messages (definitions 4.4).
  void classify(const std::vector<Bytes>& verdicts) {
    if (places().empty()) return;
    std::vector<std::pmr::vector<std::array<double, kCostModels>>> indirect(places().size());
    for (std::size_t i = 0; i < places().size(); ++i)
      indirect[i].resize(places()[i].timeline.waits().size());
    const std::uint32_t first = places().front().location.value;
    for (const Bytes& message : verdicts)
      for (std::size_t v = 0; v < record_count<Verdict>(message); ++v) {
        const auto verdict = record_at<Verdict>(message, v);
        indirect[verdict.victim.value - first][verdict.wait] = verdict.indirect;
      }
    for (std::uint32_t i = 0; i < places().size(); ++i)
      for (const CostModel model : kModels) classify(i, model, indirect[i]);
    base::release(spreads_);
  }

  void classify(std::uint32_t i, CostModel model,
                const std::pmr::vector<std::array<double, kCostModels>>& indirect) {
    const SyncPlace& place = places()[i];
    const auto m = static_cast<std::size_t>(model);
    const std::vector<double> parts = largest_parts(spreads_[i], m, indirect.size());
    CostTable costs(cells_[i], model);
    const auto& waits = place.records->waits;
    for (std::uint32_t w = 0; w < waits.size(); ++w) {
      const std::optional<DelayChannel> channel = channel_of(waits[w].kind);
      if (!channel) continue;
      const auto amount = static_cast<double>(waits[w].amount.count);
      const bool has_point = place.handles[w] != kNoIndex;
      const CallPathId at = waits[w].callpath;
      if (!has_point) costs.add_unattributed(at, amount);
      if (*channel > DelayChannel::LateReceiver) continue;
      const std::uint32_t ordinal =
          has_point ? place.timeline.wait_ordinal(place.handles[w]) : kNoIndex;
      costs.add_classified(at, *channel,
                           {amount, has_point ? indirect[ordinal][m] : 0.0,
                            has_point ? parts[ordinal] * amount : 0.0});
    }
  }

  // One worker sees the waits and pairs of all and says what each wait costs in the end.
  base::Status propagate() {
    Bytes waits, pairs;
    TRY(together([&] {
      for (const SyncPlace& place : places())
        for (std::uint32_t w = 0; w < place.timeline.waits().size(); ++w)
          append(waits,
                 WaitNode{place.location, place.timeline.waits()[w], place.timeline.wait(w)});
      append_all(pairs, std::span<const DelayPair>(pairs_));
    }));
    const std::vector<Bytes> all_waits = transport_.gather(std::move(waits));
    const std::vector<Bytes> all_pairs = transport_.gather(std::move(pairs));
    std::pmr::vector<WaitNode> wait_nodes;
    std::pmr::vector<DelayPair> pair_nodes;
    std::optional<Propagation> propagation;
    const bool is_first = transport_.rank() == 0;
    TRY(do_together(transport_, [&]() -> base::Status {
      take_all(all_waits, wait_nodes);
      take_all(all_pairs, pair_nodes);
      if (std::max(wait_nodes.size(), pair_nodes.size()) >= kMostAtOnce)
        return base::Error{base::ErrorCode::Unsupported, "more than 2147483647 waits in a trace",
                           "", "record a shorter part of the run"};
      if (is_first) propagation.emplace(wait_nodes, pair_nodes, definitions_.locations.size());
      return base::kOk;
    }));
    TRY(follow_critical_path(wait_nodes, pair_nodes));
    TRY(take_late(all_pairs, propagation));
    for (const CostModel model : kModels)
      for (std::size_t channel = 0; channel < kDelayChannels; ++channel)
        TRY(take_long_term(all_pairs, propagation, model, static_cast<DelayChannel>(channel)));
    return base::kOk;
  }

  template <class Record>
  static void take_all(const std::vector<Bytes>& messages, std::pmr::vector<Record>& into) {
    std::size_t count = 0;
    for (const Bytes& message : messages) count += record_count<Record>(message);
    into.reserve(count);
    for (const Bytes& message : messages)
      for (std::size_t i = 0; i < record_count<Record>(message); ++i)
        into.push_back(record_at<Record>(message, i));
  }

  // Where the critical path may end.
  struct PathEnd {
    bool is_finalize = false;
    bool is_initial_thread = false;
    Ticks time{INT64_MIN};
    PathSegment segment;

    [[nodiscard]] bool is_after(const PathEnd& other) const {
      return std::tuple(is_finalize, is_initial_thread, time) >
             std::tuple(other.is_finalize, other.is_initial_thread, other.time);
    }
  };

  // The process that entered MPI_Finalize last; without any, the initial thread whose last record
  // is the latest.
  PathEnd last_end() {
    PathEnd last;
    for (std::size_t i = 0; i < places().size(); ++i) {
      const SyncPlace& place = places()[i];
      PathEnd end;
      end.segment.location = place.location;
      if (place.finalize != kNoIndex) {
        end.is_finalize = true;
        end.segment.end = place.timeline.order(place.finalize);
        end.time = place.finalize_enter;
      } else {
        end.is_initial_thread = definitions_.locations[place.location.index()].thread == 0;
        end.time = place.records->last;
      }
      if (end.is_after(last)) last = end;
    }
    return last;
  }

  base::Status follow_critical_path(const std::pmr::vector<WaitNode>& waits,
                                    const std::pmr::vector<DelayPair>& pairs) {
    Bytes own;
    append(own, last_end());
    const std::vector<Bytes> ends = transport_.all_gather(own);
    std::vector<Bytes> outgoing(transport_.size());
    TRY(together([&] {
      if (transport_.rank() != 0) return;
      PathEnd last;
      for (const Bytes& message : ends)
        if (const auto end = record_at<PathEnd>(message, 0); end.is_after(last)) last = end;
      if (!last.segment.location.valid()) return;
      const std::vector<PathSegment> path =
          critical_path(waits, pairs, definitions_.locations.size(), last.segment);
      for (Bytes& message : outgoing) append_all(message, std::span(path));
    }));
    const Bytes path = std::move(transport_.exchange(std::move(outgoing)).front());
    return together([&] {
      static const model::MetricId kCriticalPath = model::metric("critical_path");
      if (places().empty()) return;
      for (std::size_t s = 0; s < record_count<PathSegment>(path); ++s) {
        auto segment = record_at<PathSegment>(path, s);
        const std::size_t i = segment.location.value - places().front().location.value;
        if (i >= places().size()) continue;  // another worker's
        const SyncPlace& place = places()[i];
        if (segment.begin == PathSegment::kOpen && place.init != kNoIndex)
          segment.begin = place.timeline.order(place.init);
        place.timeline.profile(segment.begin, segment.end, scratch_, profile_);
        for (const CallPathTime& activity : profile_)
          cells_[i].at(activity.callpath, kCriticalPath) +=
              static_cast<double>(activity.time.count);
      }
    });
  }

  base::Status take_late(const std::vector<Bytes>& all_pairs,
                         const std::optional<Propagation>& propagation) {
    std::vector<Bytes> outgoing(transport_.size());
    if (propagation) {
      std::size_t p = 0;
      for (std::size_t worker = 0; worker < all_pairs.size(); ++worker)
        for (std::uint32_t i = 0; i < record_count<DelayPair>(all_pairs[worker]); ++i, ++p)
          if (propagation->is_late()[p]) append(outgoing[worker], i);
    }
    const Bytes own = std::move(transport_.exchange(std::move(outgoing)).front());
    return together([&] {
      for (std::size_t i = 0; i < record_count<std::uint32_t>(own); ++i) {
        const auto pair = record_at<std::uint32_t>(own, i);
        for (auto& kept : kept_) kept[pair] = 0;
        nowhere_.push_back({pair, CallPathId{0}});
        share_.anomalies.add("waits that depend on each other (clock error)");
      }
    });
  }

  base::Status take_long_term(const std::vector<Bytes>& all_pairs,
                              std::optional<Propagation>& propagation, CostModel model,
                              DelayChannel channel) {
    std::vector<Bytes> outgoing(transport_.size());
    TRY(together([&] {
      if (!propagation) return;
      const std::span<const double> all = propagation->long_term(model, channel);
      if (all.empty()) return;
      std::size_t p = 0;
      for (std::size_t worker = 0; worker < all_pairs.size(); ++worker) {
        const auto of_worker = all.subspan(p, record_count<DelayPair>(all_pairs[worker]));
        const auto is_something = [](double cost) { return cost != 0; };
        if (std::any_of(of_worker.begin(), of_worker.end(), is_something))
          append_all(outgoing[worker], of_worker);
        p += of_worker.size();
      }
    }));
    const Bytes own = std::move(transport_.exchange(std::move(outgoing)).front());
    return together([&] {
      if (!own.empty()) charge_long_term(own, model, channel);
    });
  }

  void charge_long_term(const Bytes& long_term, CostModel model, DelayChannel channel) {
    const auto& kept = kept_[static_cast<std::size_t>(model)];
    for (std::uint32_t i = 0; i < places().size(); ++i) {
      const std::size_t end = i + 1 < first_pair_.size() ? first_pair_[i + 1] : pairs_.size();
      for (std::size_t p = first_pair_[i]; p < end; ++p)
        charge(i, p, model, kept[p] * record_at<double>(long_term, p),
               [&](CostTable& costs, CallPathId at, double cost) {
                 costs.add_long(at, channel, cost);
               });
    }
    for (const auto& [pair, at] : nowhere_) {
      const std::uint32_t i = pairs_[pair].cause.value - places().front().location.value;
      CostTable(cells_[i], model).add_unattributed(at, record_at<double>(long_term, pair));
    }
  }

  SyncSurvey survey_;
  const model::Definitions& definitions_;
  Meetings meetings_;
  const bool clamp_;
  Transport& transport_;
  Share& share_;

  std::vector<CallPathId> to_unified_;   // by call path of this worker
  std::vector<CallPathId> to_own_;       // the other way round
  std::pmr::vector<DelayPair> pairs_;    // whose causes are here, by cause, order, victim, wait
  std::vector<std::size_t> first_pair_;  // by place
  std::array<std::pmr::vector<double>, kCostModels> kept_;  // by pair: cost per tick of surplus
  std::pmr::vector<Activity> surpluses_;                    // of pair after pair
  std::pmr::vector<std::size_t> first_surplus_;             // by pair
  std::pmr::vector<std::pair<std::uint32_t, CallPathId>> nowhere_;  // pairs with nothing to charge
  std::vector<CostCells> cells_;                                    // by place
  std::vector<std::pmr::vector<Spread>> spreads_;                   // by place
  ProfileScratch scratch_;
  std::vector<CallPathTime> profile_;
};

}  // namespace

base::Status evaluate_delays(std::vector<ProcessRecords>& processes,
                             const InitAndFinalizeWaits& whole_run,
                             const model::Definitions& definitions, bool clamp,
                             Transport& transport, Share& share) {
  return DelayEvaluation(processes, whole_run, definitions, clamp, transport, share).run();
}

}  // namespace tarry::analysis
