// SPDX-License-Identifier: BSD-3-Clause
// The part of the evaluation that compares the activities of causes with those of the processes
// that waited for them.
#include <algorithm>
#include <tuple>

#include "analysis/findings/delay_evaluation.h"
#include "base/release.h"

namespace tarry::analysis {

std::vector<workers::Bytes> DelayEvaluation::compare(const std::vector<workers::Bytes>& profiles) {
  for (std::uint32_t worker = 0; worker < profiles.size(); ++worker) {
    workers::MessageReader reader(profiles[worker]);
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
  if (!steps_.empty()) pairs_of_causes_.reserve(count);
  surpluses_.reserve(count);
  kept_.reserve(count);
  cells_.resize(places().size());
  classification_.emplace(places().size(), left_out_);
  std::vector<workers::Bytes> indirect(transport_.size());
  for (std::uint32_t i = 0; i < places().size(); ++i) compare(i, profiles, indirect);
  first_pair_.push_back(pairs_.size());
  return indirect;
}

void DelayEvaluation::compare(std::uint32_t i, const std::vector<workers::Bytes>& profiles,
                              std::vector<workers::Bytes>& indirect) {
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

void DelayEvaluation::add_finalize(SyncPlace& place) {
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

DelayEvaluation::ThreadPairs DelayEvaluation::pairs_of_threads(const SyncPlace& place) {
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
    pair.channel = DelayChannel::OmpBarrier;  // it has no cost
    out.pairs.push_back({pair.order, nullptr, pair});
  }
  std::stable_sort(out.pairs.begin(), out.pairs.end(),
                   [](const ThreadPair& a, const ThreadPair& b) { return a.order < b.order; });
  return out;
}

void DelayEvaluation::add_until(std::uint32_t i, std::uint32_t order, ThreadPairs& of_threads) {
  for (; of_threads.done < of_threads.pairs.size(); ++of_threads.done) {
    const ThreadPair& next = of_threads.pairs[of_threads.done];
    if (next.order > order) return;
    if (next.serial != nullptr) {
      add_idle(i, next.order, *next.serial);
      continue;
    }
    surpluses_.begin_pair();
    pairs_.push_back(next.fork);
    remember({});
    kept_.emplace_back();
  }
}

void DelayEvaluation::add_idle(std::uint32_t i, std::uint32_t order, const SerialPiece& piece) {
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
  pair.cost.fill(1.0);  // per tick of work or wait: see below
  pair.passed_on.fill(workers);
  charge(i, pairs_.size(), {workers, workers}, &CostTable::add_short, pair.channel);
  for (std::uint32_t w = interval.first_wait; w < interval.end_wait; ++w)
    classification_->add_idle(i, timeline.callpath_at(timeline.waits()[w]), timeline.wait(w));
  if (interval.first_wait != interval.end_wait)
    classification_->add(i, interval.first_wait, interval.end_wait, pair.channel, {1.0, 1.0});
  kept_.emplace_back();  // no costs are passed on to it
  pairs_.push_back(pair);
  // In parallel, all threads would do it.
  remember({order_of(piece.begin), order_of(piece.end), workers, workers / (workers + 1)});
}

void DelayEvaluation::add_pair(std::uint32_t i, const Cause& cause, const Interval& interval,
                               const std::vector<workers::Bytes>& profiles,
                               std::vector<workers::Bytes>& indirect) {
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
  remember({interval.begin_point, cause.handle == kNoIndex ? kNoIndex : pair.order, kept,
            kept * of(pair.cost, options_.finding_model)});
  if (surplus.count + own_waits.count == 0)
    nowhere_.push_back({static_cast<std::uint32_t>(pairs_.size()), place_of(cause)});
  if (own_waits.count != 0)
    tell_indirect(i, pair, cause, surplus, own_waits, indirect[cause.worker]);
  pairs_.push_back(pair);
}

void DelayEvaluation::divide(std::uint32_t i, const Cause& cause, Ticks surplus, Ticks own_waits,
                             DelayPair& pair) {
  const auto amount = static_cast<double>(cause.amount.count);
  const auto longer = static_cast<double>(surplus.count);
  const auto waited = static_cast<double>(own_waits.count);
  CostsByModel kept{}, per_tick{};
  for (const CostModel model : kAllCostModels) {
    const CostShares shares = analysis::divide(model, amount, longer, waited);
    const bool is_clamped =
        options_.clamp_delays && model == CostModel::Proportional && is_of_messages(cause.channel);
    const double told = cause.is_left_out ? 0.0 : amount;
    const double cost = is_clamped ? std::min(told, longer + waited) : told;
    of(pair.cost, model) = cost;
    of(pair.passed_on, model) = shares.own_waits;
    of(kept, model) = shares.surplus;
    of(per_tick, model) = shares.surplus * cost;
    CostTable(cells_[i], model)
        .add_unattributed(place_of(cause), shares.unattributed * cost + told - cost);
  }
  kept_.push_back(kept);
  charge(i, pairs_.size(), per_tick, &CostTable::add_short, cause.channel);
}

CallPathId DelayEvaluation::place_of(const Cause& cause) {
  return cause.callpath.valid() ? cause.callpath : CallPathId{0};
}

Ticks DelayEvaluation::add_surplus(const std::vector<CallPathTime>& own,
                                   const workers::Bytes& message, std::uint64_t at) {
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

void DelayEvaluation::charge(std::uint32_t i, std::size_t pair, const CostsByModel& per_tick,
                             void (CostTable::*add)(CallPathId, DelayChannel, double),
                             DelayChannel channel) {
  if (per_tick == CostsByModel{}) return;
  surpluses_.for_each(pair, [&](CallPathId at, Ticks surplus) {
    for (const CostModel model : kAllCostModels) {
      CostTable costs(cells_[i], model);
      (costs.*add)(at, channel, of(per_tick, model) * static_cast<double>(surplus.count));
    }
  });
}

void DelayEvaluation::tell_indirect(std::uint32_t i, const DelayPair& pair, const Cause& cause,
                                    Ticks surplus, Ticks own_waits, workers::Bytes& message) {
  IndirectWait wait{pair.victim, pair.wait, {}};
  CostsByModel part{};
  const auto waited = static_cast<double>(own_waits.count);
  for (const CostModel model : kAllCostModels) {
    of(wait.amount, model) = indirect_part(model, static_cast<double>(cause.amount.count),
                                           static_cast<double>(surplus.count), waited);
    of(part, model) = of(wait.amount, model) / waited;
  }
  workers::append(message, wait);
  classification_->add(i, pair.first_wait, pair.end_wait, cause.channel, part);
}

}  // namespace tarry::analysis
