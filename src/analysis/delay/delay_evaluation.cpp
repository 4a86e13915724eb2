// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/delay_evaluation.h"

#include <algorithm>

#include "analysis/delay/cause_findings.h"
#include "analysis/delay/classification.h"
#include "analysis/delay/cost_cells.h"
#include "analysis/delay/critical_path_share.h"
#include "analysis/delay/insight_evaluation.h"
#include "analysis/delay/propagation.h"
#include "analysis/delay/surplus_log.h"
#include "analysis/delay/sync_survey.h"
#include "analysis/parallel/agree.h"
#include "base/release.h"

namespace tarry::analysis {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 31;  // waits of a whole trace

class DelayEvaluation {
 public:
  DelayEvaluation(std::vector<ProcessRecords>& processes, const InitAndFinalizeWaits& whole_run,
                  const model::Definitions& definitions, const Partition& partition,
                  const RegionTable& regions, const ReplayOptions& options,
                  std::vector<LocationSteps>& steps, Transport& transport, Share& share)
      : survey_(processes, whole_run, partition),
        definitions_(definitions),
        meetings_(definitions),
        regions_(regions),
        options_(options),
        steps_(steps),
        transport_(transport),
        share_(share),
        findings_(known_, options.finding_model, transport) {}

  base::Status run() {
    base::return_freed_memory();  // matching has freed much
    TRY(unify_trees());
    std::vector<Bytes> outgoing;
    TRY(together([&] { outgoing = survey_.tell_causes(transport_.size()); }));
    std::vector<Bytes> incoming = transport_.exchange(std::move(outgoing));
    TRY(together([&] {
      survey_.hear_of_waits(std::move(incoming));
      outgoing = send_profiles();
    }));
    incoming = transport_.exchange(std::move(outgoing));
    TRY(together([&] {
      outgoing = compare(incoming);
      incoming = {};
    }));
    incoming = transport_.exchange(std::move(outgoing));
    TRY(together([&] { classification_->finish(places(), incoming, cells_); }));
    TRY(propagate());
    return evaluate_insights(known_, findings_, options_.supposition, steps_, transport_, share_);
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
      model::CallTree& unified = all_callpaths_;
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
  // notice, ordinal of the wait, times up to a mark.
  std::vector<Bytes> send_profiles() {
    constexpr std::size_t kUsualProfile = 96;  // bytes
    std::size_t waits = 0;
    for (const SyncPlace& place : places()) waits += place.waits.size();
    std::vector<Bytes> outgoing(transport_.size());
    for (Bytes& message : outgoing) message.reserve(waits / outgoing.size() * kUsualProfile);
    std::vector<SyncTimeline::Question> questions;
    std::vector<CallPathTime> profile;
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
                                      for (const CallPathTime& each : profile)
                                        append_time(message, each.callpath, each.time);
                                      append_mark(message);
                                    });
      base::release(place.waits);
    }
    return outgoing;
  }

  // Compares what each cause did with what those did who waited for it (Eq. 2.2), and charges
  // short-term costs. Returns the indirect waits, for the victims' workers.
  std::vector<Bytes> compare(const std::vector<Bytes>& profiles) {
    for (std::uint32_t worker = 0; worker < profiles.size(); ++worker) {
      MessageReader reader(profiles[worker]);
      while (!reader.at_end()) {
        Cause& cause = survey_.cause(worker, reader.take<std::uint32_t>());
        cause.wait = reader.take<std::uint32_t>();
        cause.profile = reader.position();
        TimeReader times(profiles[worker], cause.profile);
        for (CallPathTime skipped; times.next(skipped);) {
        }
        reader.skip<std::byte>(times.position() - cause.profile);
      }
    }
    std::size_t count = 0;
    for (const SyncPlace& place : places()) count += place.causes.size();
    pairs_.reserve(count);
    pairs_of_causes_.reserve(count);
    surpluses_.reserve(count);
    kept_.reserve(count);
    cells_.resize(places().size());
    classification_.emplace(places().size());
    std::vector<Bytes> indirect(transport_.size());
    for (std::uint32_t i = 0; i < places().size(); ++i) compare(i, profiles, indirect);
    first_pair_.push_back(pairs_.size());
    return indirect;
  }

  void compare(std::uint32_t i, const std::vector<Bytes>& profiles, std::vector<Bytes>& indirect) {
    SyncPlace& place = places()[i];
    first_pair_.push_back(pairs_.size());
    add_finalize(place);
    const auto key = [&](const Cause& cause) {
      const std::uint32_t order =
          cause.handle == kNoIndex ? DelayPair::kNowhere : place.timeline.order(cause.handle);
      return std::tuple(order, cause.victim, cause.wait);
    };
    std::sort(place.causes.begin(), place.causes.end(),
              [&](const Cause& a, const Cause& b) { return key(a) < key(b); });
    std::vector<SyncTimeline::Question> questions;
    for (const Cause& cause : place.causes)
      if (cause.handle != kNoIndex) questions.push_back({cause.handle, cause.victim_as});
    ThreadPairs of_threads = pairs_of_threads(place);
    place.timeline.find_intervals(
        questions, meetings_, [&](std::uint32_t c, const Interval& interval) {
          add_until(i, place.timeline.order(place.causes[c].handle), of_threads);
          add_pair(i, place.causes[c], interval, profiles, indirect);
        });
    add_until(i, DelayPair::kNowhere, of_threads);
    for (std::size_t c = questions.size(); c < place.causes.size(); ++c)
      add_pair(i, place.causes[c], {}, profiles, indirect);
    base::release(place.causes);
  }

  // Of the wait in MPI_Finalize only what it costs idle threads counts, and nobody is to blame.
  void add_finalize(SyncPlace& place) {
    if (place.workers == 0 || place.finalize == kNoIndex ||
        place.timeline.point(place.finalize).wait.count == 0)
      return;
    Cause cause;
    cause.victim = place.location;
    cause.callpath = place.timeline.callpath(place.finalize);
    cause.wait = place.timeline.wait_ordinal(place.finalize);
    cause.channel = DelayChannel::OmpIdle;
    place.causes.push_back(cause);
  }

  // What an initial thread and its team have with each other besides barriers, by the order of its
  // points: serial code that makes the others idle, and forks.
  struct ThreadPair {
    std::uint32_t order;
    const SerialPiece* serial;  // nullptr: a fork
    DelayPair fork;
  };
  struct ThreadPairs {
    std::vector<ThreadPair> pairs;
    std::size_t done = 0;
  };

  ThreadPairs pairs_of_threads(const SyncPlace& place) {
    ThreadPairs out;
    for (const SerialPiece& piece : place.serial)
      out.pairs.push_back(
          {piece.end != kNoIndex ? place.timeline.order(piece.end) : place.timeline.points(),
           &piece,
           {}});
    for (const ForkedThread& forked : place.forked) {
      const SyncPlace& other = places()[forked.place];
      DelayPair pair;
      pair.cause = place.location;
      pair.order = place.timeline.order(forked.fork);
      pair.victim = other.location;
      pair.wait = other.timeline.wait_ordinal(forked.begin);
      pair.channel = DelayChannel::OmpBarrier;  // it costs nothing
      out.pairs.push_back({pair.order, nullptr, pair});
    }
    std::stable_sort(out.pairs.begin(), out.pairs.end(),
                     [](const ThreadPair& a, const ThreadPair& b) { return a.order < b.order; });
    return out;
  }

  // Adds those up to a point.
  void add_until(std::uint32_t i, std::uint32_t order, ThreadPairs& of_threads) {
    for (; of_threads.done < of_threads.pairs.size(); ++of_threads.done) {
      const ThreadPair& next = of_threads.pairs[of_threads.done];
      if (next.order > order) return;
      if (next.serial != nullptr) {
        add_idle(i, next.order, *next.serial);
        continue;
      }
      surpluses_.begin_pair();
      pairs_.push_back(next.fork);
      pairs_of_causes_.emplace_back();
      kept_.emplace_back();
    }
  }

  // Every worker is idle as long as the initial thread works or waits alone; both models charge it
  // alike (definitions 4.3).
  void add_idle(std::uint32_t i, std::uint32_t order, const SerialPiece& piece) {
    const SyncPlace& place = places()[i];
    const SyncTimeline& timeline = place.timeline;
    const auto order_of = [&](std::uint32_t handle) {
      return handle != kNoIndex ? timeline.order(handle) : kNoIndex;
    };
    const Interval interval = timeline.interval(order_of(piece.begin), order_of(piece.end));
    timeline.profile(interval, scratch_, profile_);
    surpluses_.begin_pair();
    for (const CallPathTime& each : profile_)
      if (share_.tree[each.callpath].region != regions_.measurement_off)
        surpluses_.add(each.callpath, each.time);
    DelayPair pair;
    pair.cause = pair.victim = place.location;
    pair.order = order;
    pair.wait = DelayPair::kNowhere;
    pair.first_wait = interval.first_wait;
    pair.end_wait = interval.end_wait;
    pair.channel = DelayChannel::OmpIdle;
    const auto workers = static_cast<double>(place.workers);
    pair.cost.fill(1.0);  // per tick of work or wait: below
    pair.passed_on.fill(workers);
    charge(i, pairs_.size(), {workers, workers}, &CostTable::add_short, pair.channel);
    kept_.emplace_back();  // nothing is passed on to it
    pairs_.push_back(pair);
    // In parallel, all of them would do it.
    pairs_of_causes_.push_back(
        {order_of(piece.begin), order_of(piece.end), workers, workers / (workers + 1)});
  }

  void add_pair(std::uint32_t i, const Cause& cause, const Interval& interval,
                const std::vector<Bytes>& profiles, std::vector<Bytes>& indirect) {
    const SyncTimeline& timeline = places()[i].timeline;
    surpluses_.begin_pair();
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
    divide(i, cause, surplus, own_waits, pair);
    const double kept = of(kept_.back(), options_.finding_model);
    pairs_of_causes_.push_back({interval.begin_point,
                                cause.handle == kNoIndex ? kNoIndex : pair.order, kept,
                                kept * of(pair.cost, options_.finding_model)});
    if (surplus.count + own_waits.count == 0)
      nowhere_.push_back({static_cast<std::uint32_t>(pairs_.size()), place_of(cause)});
    if (own_waits.count != 0 && is_of_messages(cause.channel))
      tell_indirect(i, pair, cause, surplus, own_waits, indirect[cause.worker]);
    pairs_.push_back(pair);
  }

  // What the wait costs by itself.
  void divide(std::uint32_t i, const Cause& cause, Ticks surplus, Ticks own_waits,
              DelayPair& pair) {
    const auto amount = static_cast<double>(cause.amount.count);
    const auto longer = static_cast<double>(surplus.count);
    const auto waited = static_cast<double>(own_waits.count);
    CostsByModel kept{}, per_tick{};
    for (const CostModel model : kAllCostModels) {
      const CostShares shares = analysis::divide(model, amount, longer, waited);
      const bool is_clamped = options_.clamp_delays && model == CostModel::Proportional &&
                              is_of_messages(cause.channel);
      const double cost = is_clamped ? std::min(amount, longer + waited) : amount;
      of(pair.cost, model) = cost;
      of(pair.passed_on, model) = shares.own_waits;
      of(kept, model) = shares.surplus;
      of(per_tick, model) = shares.surplus * cost;
      CostTable(cells_[i], model)
          .add_unattributed(place_of(cause), shares.unattributed * cost + amount - cost);
    }
    kept_.push_back(kept);
    charge(i, pairs_.size(), per_tick, &CostTable::add_short, cause.channel);
  }

  static CallPathId place_of(const Cause& cause) {
    return cause.callpath.valid() ? cause.callpath : CallPathId{0};
  }

  Ticks add_surplus(const std::vector<CallPathTime>& own, const Bytes& message, std::uint64_t at) {
    TimeReader others(message, at);
    CallPathTime other;
    bool has_other = others.next(other);
    Ticks sum;
    for (const CallPathTime& each : own) {
      Ticks longer = each.time;
      for (; has_other && other.callpath <= each.callpath; has_other = others.next(other))
        if (other.callpath == each.callpath) longer -= other.time;
      if (longer.count <= 0) continue;
      sum += longer;
      surpluses_.add(to_own_[each.callpath.index()], longer);
    }
    return sum;
  }

  // Charges what a pair's cause did longer: `per_tick` of it.
  void charge(std::uint32_t i, std::size_t pair, const CostsByModel& per_tick,
              void (CostTable::*add)(CallPathId, DelayChannel, double), DelayChannel channel) {
    if (per_tick == CostsByModel{}) return;
    surpluses_.for_each(pair, [&](CallPathId at, Ticks surplus) {
      for (const CostModel model : kAllCostModels) {
        CostTable costs(cells_[i], model);
        (costs.*add)(at, channel, of(per_tick, model) * static_cast<double>(surplus.count));
      }
    });
  }

  void tell_indirect(std::uint32_t i, const DelayPair& pair, const Cause& cause, Ticks surplus,
                     Ticks own_waits, Bytes& message) {
    IndirectWait wait{pair.victim, pair.wait, {}};
    CostsByModel part{};
    const auto waited = static_cast<double>(own_waits.count);
    for (const CostModel model : kAllCostModels) {
      of(wait.amount, model) = indirect_part(model, static_cast<double>(cause.amount.count),
                                             static_cast<double>(surplus.count), waited);
      of(part, model) = of(wait.amount, model) / waited;
    }
    append(message, wait);
    classification_->add(i, pair.first_wait, pair.end_wait, part);
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
      base::release(pairs_);
    }));
    std::vector<Bytes> all_waits = transport_.gather(std::move(waits));
    std::vector<Bytes> all_pairs = transport_.gather(std::move(pairs));
    for (const Bytes& message : all_pairs)
      pairs_of_worker_.push_back(record_count<DelayPair>(message));
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
    TRY(take_late(propagation));
    for (std::size_t channel = 0; channel < kDelayChannels; ++channel)
      TRY(take_long_term(propagation, static_cast<DelayChannel>(channel)));
    Ticks time;
    TRY(together([&] {
      for (std::size_t i = 0; i < places().size(); ++i)
        share_.add(places()[i].location, cells_[i].summed(share_.tree.size()));
      for (const LocationSteps& location : steps_) time += location.end - location.begin;
    }));
    TRY(findings_.choose(time));
    return findings_.follow(wait_nodes, pair_nodes, pairs_of_worker_,
                            is_first ? &*propagation : nullptr);
  }

  template <class Record>
  static void take_all(std::vector<Bytes>& messages, std::pmr::vector<Record>& into) {
    std::size_t count = 0;
    for (const Bytes& message : messages) count += record_count<Record>(message);
    into.reserve(count);
    for (Bytes& message : messages) {
      for (std::size_t i = 0; i < record_count<Record>(message); ++i)
        into.push_back(record_at<Record>(message, i));
      base::release(message);
    }
  }

  base::Status follow_critical_path(const std::pmr::vector<WaitNode>& waits,
                                    const std::pmr::vector<DelayPair>& pairs) {
    Bytes own;
    append(own, last_end(places(), definitions_));
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
    return together([&] { charge_critical_path(places(), path, cells_); });
  }

  base::Status take_late(const std::optional<Propagation>& propagation) {
    std::vector<Bytes> outgoing(transport_.size());
    if (propagation) {
      std::size_t p = 0;
      for (std::size_t worker = 0; worker < outgoing.size(); ++worker)
        for (std::uint32_t i = 0; i < pairs_of_worker_[worker]; ++i, ++p)
          if (propagation->is_late()[p]) append(outgoing[worker], i);
    }
    const Bytes own = std::move(transport_.exchange(std::move(outgoing)).front());
    return together([&] {
      for (std::size_t i = 0; i < record_count<std::uint32_t>(own); ++i) {
        const auto pair = record_at<std::uint32_t>(own, i);
        kept_[pair] = {};
        nowhere_.push_back({pair, CallPathId{0}});
        share_.anomalies.add("waits that depend on each other (clock error)");
      }
    });
  }

  base::Status take_long_term(std::optional<Propagation>& propagation, DelayChannel channel) {
    std::vector<Bytes> outgoing(transport_.size());
    TRY(together([&] {
      if (!propagation) return;
      const std::span<const CostsByModel> all = propagation->long_term(channel);
      if (all.empty()) return;
      std::size_t p = 0;
      for (std::size_t worker = 0; worker < outgoing.size(); ++worker) {
        const auto of_worker = all.subspan(p, pairs_of_worker_[worker]);
        const auto is_something = [](const CostsByModel& costs) { return costs != CostsByModel{}; };
        if (std::any_of(of_worker.begin(), of_worker.end(), is_something))
          append_all(outgoing[worker], of_worker);
        p += of_worker.size();
      }
    }));
    const Bytes own = std::move(transport_.exchange(std::move(outgoing)).front());
    return together([&] {
      if (!own.empty()) charge_long_term(own, channel);
    });
  }

  void charge_long_term(const Bytes& long_term, DelayChannel channel) {
    for (std::uint32_t i = 0; i < places().size(); ++i)
      for (std::size_t p = first_pair_[i]; p < first_pair_[i + 1]; ++p) {
        auto per_tick = record_at<CostsByModel>(long_term, p);
        for (std::size_t m = 0; m < kCostModels; ++m) per_tick[m] *= kept_[p][m];
        charge(i, p, per_tick, &CostTable::add_long, channel);
      }
    for (const auto& [pair, at] : nowhere_) {
      const auto after = std::upper_bound(first_pair_.begin(), first_pair_.end(), pair);
      const auto i = static_cast<std::size_t>(after - first_pair_.begin()) - 1;
      const auto costs = record_at<CostsByModel>(long_term, pair);
      for (const CostModel model : kAllCostModels)
        CostTable(cells_[i], model).add_unattributed(at, of(costs, model));
    }
  }

  SyncSurvey survey_;
  const model::Definitions& definitions_;
  Meetings meetings_;
  const RegionTable& regions_;
  const ReplayOptions& options_;
  std::vector<LocationSteps>& steps_;  // by place
  Transport& transport_;
  Share& share_;

  model::CallTree all_callpaths_;        // of all workers
  std::vector<CallPathId> to_unified_;   // by call path of this worker
  std::vector<CallPathId> to_own_;       // the other way round
  std::pmr::vector<DelayPair> pairs_;    // whose causes are here, by cause, order, victim, wait
  std::vector<std::size_t> first_pair_;  // by place, and one more
  std::vector<std::size_t> pairs_of_worker_;  // of the first worker only
  std::pmr::vector<CostsByModel> kept_;       // by pair: cost per tick of surplus
  SurplusLog surpluses_;
  std::pmr::vector<PairOfCause> pairs_of_causes_;                   // by pair
  std::pmr::vector<std::pair<std::uint32_t, CallPathId>> nowhere_;  // pairs with nothing to charge
  std::vector<CostCells> cells_;                                    // by place
  std::optional<Classification> classification_;
  CallPathSums scratch_;
  std::vector<CallPathTime> profile_;
  const DelayKnowledge known_{places(),   all_callpaths_,   to_unified_,
                              surpluses_, pairs_of_causes_, first_pair_,
                              share_,     definitions_,     regions_};
  CauseFindings findings_;
};

}  // namespace

base::Status evaluate_delays(std::vector<ProcessRecords>& processes,
                             const InitAndFinalizeWaits& whole_run,
                             const model::Definitions& definitions, const Partition& partition,
                             const RegionTable& regions, const ReplayOptions& options,
                             std::vector<LocationSteps>& steps, Transport& transport,
                             Share& share) {
  return DelayEvaluation(processes, whole_run, definitions, partition, regions, options, steps,
                         transport, share)
      .run();
}

}  // namespace tarry::analysis
