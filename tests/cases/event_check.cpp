// SPDX-License-Identifier: BSD-3-Clause
#include "cases/event_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <utility>

#include "analysis/analyze.h"
#include "model/message_partner.h"
#include "model/wait_states.h"
#include "model/wait_times.h"

namespace tarry::testing {
namespace {

using model::LocationIndex;
using model::MetricId;
using model::Ticks;

// The sends and receives of a location, in their order: rank of the partner, tag.
using Ends = std::vector<std::pair<model::Rank, std::uint32_t>>;
using Sums = std::map<std::pair<LocationIndex, MetricId>, Ticks>;

class EventCheck final : public model::EventHandler {
 public:
  EventCheck(const model::SeverityCube& cube, model::TraceSource& source)
      : cube_(cube),
        source_(source),
        definitions_(source.definitions()),
        sends_(definitions_.locations.size()),
        receives_(definitions_.locations.size()),
        senders_(definitions_.locations.size()) {}

  base::Status visit(LocationIndex location, const model::EventInsights& insights) {
    location_ = location;
    times_ = model::WaitTimes(insights.waits);
    for (const model::CallWait& wait : insights.waits)
      waits_[{location, wait.metric}] += wait.amount;
    senders_[location.index()].assign(insights.receives.begin(), insights.receives.end());
    model::Anomalies counted_by_the_analysis;
    depth_ = 0;
    TRY(source_.read(location, *this, counted_by_the_analysis));
    add(times_.finish());
    return base::kOk;
  }

  // Thread: any.
  void take_path(std::span<const model::PathPiece> pieces) {
    const std::lock_guard lock(mutex_);
    path_.insert(path_.end(), pieces.begin(), pieces.end());
  }

  std::vector<std::string> conclude() {
    for (const model::WaitStateInfo& state : model::all_waiting_states())
      for (std::uint32_t l = 0; l < cube_.locations.size(); ++l)
        compare(LocationIndex{l}, state.metric);
    for (std::uint32_t l = 0; l < receives_.size(); ++l) check_senders(l);
    check_path();
    return std::move(failures_);
  }

  void enter(Ticks time, model::RegionId /*region*/) override {
    ++depth_;
    times_.enter(time);
  }
  void leave(Ticks time, model::RegionId /*region*/) override {
    if (depth_ == 0) return;
    --depth_;
    add(times_.leave(time));
  }
  void task_switched(Ticks, const model::TaskId&) override { is_interrupted_ = true; }
  void buffer_flush(Ticks, Ticks) override { is_interrupted_ = true; }
  void mpi_send(Ticks, const model::MessageRecord& message) override { add(sends_, message); }
  void mpi_isend(Ticks, const model::MessageRecord& message) override { add(sends_, message); }
  void mpi_recv(Ticks, const model::MessageRecord& message) override { add(receives_, message); }
  void mpi_irecv(Ticks, const model::MessageRecord& message) override { add(receives_, message); }

 private:
  void add(std::vector<Ends>& to, const model::MessageRecord& message) {
    const model::Rank rank = definitions_.locations[location_.index()].rank;
    const model::Rank partner = model::message_partner(definitions_, rank, message);
    if (depth_ > 0 && partner.valid()) to[location_.index()].emplace_back(partner, message.tag);
  }

  void add(std::span<const model::WaitTimes::Piece> pieces) {
    for (const model::WaitTimes::Piece& piece : pieces)
      pieces_[{location_, piece.metric}] += piece.end - piece.begin;
  }

  void compare(LocationIndex location, MetricId metric) {
    double expected = 0.0;
    for (const model::CallPathId path : cube_.callpaths_with_values(metric))
      expected += cube_.value(metric, path, location);
    for (const auto& [sums, what] : {std::pair(&waits_, "waits of calls"), {&pieces_, "times"}}) {
      const auto found = sums->find({location, metric});
      const double sum = found == sums->end() ? 0.0 : definitions_.clock.seconds(found->second);
      if (std::abs(sum - expected) > 1e-9)
        failures_.push_back(std::string(what) + " of " + std::string(info(metric).id) +
                            " at location " + std::to_string(location.value) + " add up to " +
                            std::to_string(sum) + " s, not " + std::to_string(expected));
    }
  }

  // Waits without a known cause are in the pieces, but not in the metric. A piece begins as if the
  // wait had not been interrupted, so what interrupts it is missing.
  void check_path() {
    if (is_interrupted_) return;
    std::vector<double> on_path(cube_.locations.size());
    for (const model::PathPiece& piece : path_)
      on_path[piece.location.index()] += definitions_.clock.seconds(piece.end - piece.begin);
    for (std::uint32_t l = 0; l < on_path.size(); ++l) {
      double expected = 0.0;
      const MetricId metric = cube_.find(model::metric::critical_path);
      for (const model::CallPathId path : cube_.callpaths_with_values(metric))
        expected += cube_.value(metric, path, LocationIndex{l});
      if (on_path[l] < expected - 1e-9)
        failures_.push_back("the critical path is at location " + std::to_string(l) + " for " +
                            std::to_string(on_path[l]) + " s, less than " +
                            std::to_string(expected));
    }
  }

  void check_senders(std::uint32_t l) {
    const Ends& own = receives_[l];
    if (own.size() != senders_[l].size())
      failures_.push_back(std::to_string(own.size()) + " receives at location " +
                          std::to_string(l) + ", visited " + std::to_string(senders_[l].size()));
    for (std::size_t r = 0; r < std::min(own.size(), senders_[l].size()); ++r) {
      const model::SendOfReceive& from = senders_[l][r];
      if (!from.location.valid()) continue;
      const Ends& sends = sends_[from.location.index()];
      const model::Rank source = definitions_.locations[from.location.index()].rank;
      const model::Rank here = definitions_.locations[l].rank;
      if (source != own[r].first || from.send >= sends.size() ||
          sends[from.send] != std::pair(here, own[r].second) ||
          !taken_.insert({from.location.value, from.send}).second)
        failures_.push_back("receive " + std::to_string(r) + " at location " + std::to_string(l) +
                            " has the send of another one");
    }
  }

  const model::SeverityCube& cube_;
  model::TraceSource& source_;
  const model::Definitions& definitions_;
  LocationIndex location_;
  std::uint64_t depth_ = 0;
  model::WaitTimes times_;
  Sums waits_, pieces_;
  std::vector<Ends> sends_, receives_;                      // by location
  std::vector<std::vector<model::SendOfReceive>> senders_;  // by location and receive
  std::set<std::pair<std::uint32_t, std::uint32_t>> taken_;
  bool is_interrupted_ = false;  // a wait may be: by a task, or by the measurement
  std::mutex mutex_;             // guards path_
  std::vector<model::PathPiece> path_;
  std::vector<std::string> failures_;
};

}  // namespace

base::Result<std::vector<std::string>> check_events(const model::SeverityCube& cube,
                                                    model::TraceSource& source, unsigned threads,
                                                    bool rma_progress) {
  EventCheck check(cube, source);
  analysis::Options options;
  options.threads = threads;
  options.rma_progress = rma_progress;
  options.findings = false;
  options.visit = [&](LocationIndex location, const model::EventInsights& insights) {
    return check.visit(location, insights);
  };
  options.path = [&](std::span<const model::PathPiece> pieces) { check.take_path(pieces); };
  TRY_ASSIGN(const analysis::Analysis visited, analysis::analyze(source, options));
  if (visited.cube.experiment.warnings != cube.experiment.warnings)
    return std::vector<std::string>{"the analysis for a visit has other warnings"};
  return check.conclude();
}

}  // namespace tarry::testing
