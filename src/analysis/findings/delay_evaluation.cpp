// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/findings/delay_evaluation.h"

#include <algorithm>

#include "analysis/delay/critical_path_share.h"
#include "analysis/findings/insight_evaluation.h"
#include "base/release.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 31;  // waits of a whole trace

template <class Record>
void take_all(std::vector<workers::Bytes>& messages, std::pmr::vector<Record>& into) {
  std::size_t count = 0;
  for (const workers::Bytes& message : messages) count += workers::record_count<Record>(message);
  into.reserve(count);
  for (workers::Bytes& message : messages) {
    for (std::size_t i = 0; i < workers::record_count<Record>(message); ++i)
      into.push_back(workers::record_at<Record>(message, i));
    base::release(message);
  }
}

}  // namespace

DelayEvaluation::DelayEvaluation(std::vector<ProcessRecords>& processes,
                                 const InitAndFinalizeWaits& whole_run,
                                 const model::Definitions& definitions, const Partition& partition,
                                 const PartialMeetings& partial, const RegionTable& regions,
                                 const WorkerOptions& options, std::vector<LocationSteps>& steps,
                                 workers::Transport& transport, Share& share)
    : left_out_(options.left_out, regions, share.tree),
      survey_(processes, whole_run, partition, left_out_),
      definitions_(definitions),
      meetings_(definitions, partial),
      regions_(regions),
      options_(options),
      steps_(steps),
      transport_(transport),
      share_(share),
      findings_(known_, options.finding_model, transport) {}

base::Status DelayEvaluation::evaluate() {
  base::return_freed_memory();  // matching has freed much memory
  TRY(unify_trees());
  std::vector<workers::Bytes> outgoing;
  TRY(workers::do_together(transport_, [&] { outgoing = survey_.tell_causes(transport_.size()); }));
  std::vector<workers::Bytes> incoming = transport_.exchange(std::move(outgoing));
  TRY(workers::do_together(transport_, [&] {
    survey_.hear_of_waits(std::move(incoming), !steps_.empty(), options_.path != nullptr);
    outgoing = send_profiles();
  }));
  incoming = transport_.exchange(std::move(outgoing));
  TRY(workers::do_together(transport_, [&] {
    outgoing = compare(incoming);
    incoming = {};
  }));
  incoming = transport_.exchange(std::move(outgoing));
  TRY(workers::do_together(transport_,
                           [&] { classification_->finish(places(), incoming, cells_); }));
  return propagate();
}

base::Status DelayEvaluation::unify_trees() {
  workers::Bytes own;
  workers::append_all(own, std::span(share_.tree.nodes()));
  const std::vector<workers::Bytes> all = transport_.all_gather(own);
  return workers::do_together(transport_, [&] {
    model::CallTree& unified = all_callpaths_;
    for (std::size_t worker = 0; worker < all.size(); ++worker) {
      model::CallTree tree;
      for (std::size_t n = 0; n < workers::record_count<model::CallPathNode>(all[worker]); ++n) {
        const auto node = workers::record_at<model::CallPathNode>(all[worker], n);
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

void DelayEvaluation::profile_of(const SyncTimeline& timeline, const Interval& interval,
                                 std::vector<CallPathTime>& out) {
  timeline.profile(interval, scratch_, out);
  for (CallPathTime& each : out) each.callpath = to_unified_[each.callpath.index()];
  std::sort(out.begin(), out.end(),
            [](const CallPathTime& a, const CallPathTime& b) { return a.callpath < b.callpath; });
}

std::vector<workers::Bytes> DelayEvaluation::send_profiles() {
  constexpr std::size_t kUsualProfile = 96;  // bytes
  std::size_t waits = 0;
  for (const SyncPlace& place : places()) waits += place.waits.size();
  std::vector<workers::Bytes> outgoing(transport_.size());
  for (workers::Bytes& message : outgoing) message.reserve(waits / outgoing.size() * kUsualProfile);
  std::vector<SyncTimeline::Question> questions;
  std::vector<CallPathTime> profile;
  for (SyncPlace& place : places()) {
    questions.clear();
    for (const CausedWait& wait : place.waits) questions.push_back({wait.handle, wait.cause});
    place.timeline.find_intervals(
        questions, meetings_, [&](std::uint32_t w, const Interval& interval) {
          const CausedWait& wait = place.waits[w];
          profile_of(place.timeline, interval, profile);
          workers::Bytes& message = outgoing[wait.worker];
          workers::append(message, wait.notice);
          workers::append(message, place.timeline.wait_ordinal(wait.handle));
          for (const CallPathTime& each : profile) append_time(message, each.callpath, each.time);
          append_mark(message);
        });
    base::release(place.waits);
  }
  return outgoing;
}

base::Status DelayEvaluation::propagate() {
  workers::Bytes waits, pairs;
  TRY(workers::do_together(transport_, [&] {
    for (const SyncPlace& place : places())
      for (std::uint32_t w = 0; w < place.timeline.waits().size(); ++w)
        workers::append(
            waits, WaitNode{place.location, place.timeline.waits()[w], place.timeline.wait(w)});
    workers::append_all(pairs, std::span<const DelayPair>(pairs_));
    base::release(pairs_);
  }));
  std::vector<workers::Bytes> all_waits = transport_.gather(std::move(waits));
  std::vector<workers::Bytes> all_pairs = transport_.gather(std::move(pairs));
  for (const workers::Bytes& message : all_pairs)
    pairs_of_worker_.push_back(workers::record_count<DelayPair>(message));
  TRY(workers::do_together(transport_, [&]() -> base::Status {
    take_all(all_waits, wait_nodes_);
    take_all(all_pairs, pair_nodes_);
    if (std::max(wait_nodes_.size(), pair_nodes_.size()) >= kMostAtOnce)
      return base::Error{base::ErrorCode::Unsupported, "more than 2147483647 waits in a trace", "",
                         "record a shorter part of the run"};
    if (transport_.rank() == 0)
      propagation_.emplace(wait_nodes_, pair_nodes_, definitions_.locations.size());
    return base::kOk;
  }));
  TRY(follow_critical_path());
  if (options_.path != nullptr) return base::kOk;  // nobody wants costs
  TRY(take_late());
  for (std::size_t channel = 0; channel < kDelayChannels; ++channel)
    TRY(take_long_term(static_cast<DelayChannel>(channel)));
  return workers::do_together(transport_, [&] {
    for (std::size_t i = 0; i < places().size(); ++i)
      share_.add(places()[i].location, cells_[i].summed(share_.tree.size()));
  });
}

base::Status DelayEvaluation::conclude() {
  if (options_.findings) TRY(find());
  propagation_.reset();
  base::release(wait_nodes_);
  base::release(pair_nodes_);
  return evaluate_insights(known_, findings_, options_, steps_, transport_, share_);
}

base::Status DelayEvaluation::find() {
  Ticks time;
  for (const SyncPlace& place : places()) {
    const LocationRecords& records = *place.records;
    time += records.last - records.first;
    for (std::uint32_t n = 0; n < records.nodes.size(); ++n)
      if (share_.tree[model::CallPathId{n}].region == regions_.measurement_off)
        time -= records.nodes[n].time;
  }
  TRY(findings_.choose(time, steps_));
  return findings_.follow(wait_nodes_, pair_nodes_, pairs_of_worker_,
                          propagation_ ? &*propagation_ : nullptr);
}

base::Status DelayEvaluation::follow_critical_path() {
  workers::Bytes own;
  workers::append(own, last_end(places(), definitions_));
  const std::vector<workers::Bytes> ends = transport_.all_gather(own);
  std::vector<workers::Bytes> outgoing(transport_.size());
  TRY(workers::do_together(transport_, [&] {
    if (transport_.rank() != 0) return;
    PathEnd last;
    for (const workers::Bytes& message : ends)
      if (const auto end = workers::record_at<PathEnd>(message, 0); end.is_after(last)) last = end;
    if (!last.segment.location.valid()) return;
    const std::vector<PathSegment> path =
        critical_path(wait_nodes_, pair_nodes_, definitions_.locations.size(), last.segment);
    for (workers::Bytes& message : outgoing) workers::append_all(message, std::span(path));
  }));
  const workers::Bytes path = std::move(transport_.exchange(std::move(outgoing)).front());
  return workers::do_together(transport_, [&] {
    charge_critical_path(places(), path, cells_);
    if (options_.path != nullptr) (*options_.path)(path_pieces(places(), path));
  });
}

base::Status DelayEvaluation::take_late() {
  std::vector<workers::Bytes> outgoing(transport_.size());
  if (propagation_) {
    std::size_t p = 0;
    for (std::size_t worker = 0; worker < outgoing.size(); ++worker)
      for (std::uint32_t i = 0; i < pairs_of_worker_[worker]; ++i, ++p)
        if (propagation_->is_late()[p]) workers::append(outgoing[worker], i);
  }
  const workers::Bytes own = std::move(transport_.exchange(std::move(outgoing)).front());
  return workers::do_together(transport_, [&] {
    for (std::size_t i = 0; i < workers::record_count<std::uint32_t>(own); ++i) {
      const auto pair = workers::record_at<std::uint32_t>(own, i);
      kept_[pair] = {};
      nowhere_.push_back({pair, CallPathId{0}});
      share_.anomalies.add("waits that depend on each other (clock error)");
    }
  });
}

base::Status DelayEvaluation::take_long_term(DelayChannel channel) {
  std::vector<workers::Bytes> outgoing(transport_.size());
  TRY(workers::do_together(transport_, [&] {
    if (!propagation_) return;
    const std::span<const CostsByModel> all = propagation_->long_term(channel);
    if (all.empty()) return;
    std::size_t p = 0;
    for (std::size_t worker = 0; worker < outgoing.size(); ++worker) {
      const auto of_worker = all.subspan(p, pairs_of_worker_[worker]);
      const auto is_something = [](const CostsByModel& costs) { return costs != CostsByModel{}; };
      if (std::any_of(of_worker.begin(), of_worker.end(), is_something))
        workers::append_all(outgoing[worker], of_worker);
      p += of_worker.size();
    }
  }));
  const workers::Bytes own = std::move(transport_.exchange(std::move(outgoing)).front());
  return workers::do_together(transport_, [&] {
    if (!own.empty()) charge_long_term(own, channel);
  });
}

void DelayEvaluation::charge_long_term(const workers::Bytes& long_term, DelayChannel channel) {
  for (std::uint32_t i = 0; i < places().size(); ++i)
    for (std::size_t p = first_pair_[i]; p < first_pair_[i + 1]; ++p) {
      auto per_tick = workers::record_at<CostsByModel>(long_term, p);
      for (std::size_t m = 0; m < kCostModels; ++m) per_tick[m] *= kept_[p][m];
      charge(i, p, per_tick, &CostTable::add_long, channel);
    }
  for (const auto& [pair, at] : nowhere_) {
    const auto after = std::upper_bound(first_pair_.begin(), first_pair_.end(), pair);
    const auto i = static_cast<std::size_t>(after - first_pair_.begin()) - 1;
    const auto costs = workers::record_at<CostsByModel>(long_term, pair);
    for (const CostModel model : kAllCostModels)
      CostTable(cells_[i], model).add_unattributed(at, of(costs, model));
  }
}

}  // namespace tarry::analysis
