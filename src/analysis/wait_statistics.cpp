// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/wait_statistics.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/joined.h"
#include "model/undecided_waits.h"
#include "model/wait_states.h"

namespace tarry::analysis {
namespace {

using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

// Returns name and ranks of a communicator. Those that are alike have the same text.
std::string communicator_text(const model::Definitions& definitions, model::CommId comm) {
  constexpr std::size_t kMostCharacters = 40;
  if (!comm.valid() || comm.index() >= definitions.communicators.size()) return "";
  const model::Communicator& communicator = definitions.communicators[comm.index()];
  std::string text = communicator.name.empty() ? "unnamed communicator" : communicator.name;
  if (communicator.is_self) return text;
  std::vector<std::uint32_t> ranks;
  for (const auto* const members : {&communicator.members, &communicator.remote_members})
    for (const model::Rank rank : *members) ranks.push_back(rank.value);
  std::sort(ranks.begin(), ranks.end());
  std::string list = base::joined(ranks);
  if (list.size() > kMostCharacters)
    list = list.substr(0, list.rfind(',', kMostCharacters)) + ",... (" +
           std::to_string(ranks.size()) + " ranks)";
  return text + ": " + list;
}

std::vector<model::CommunicatorWaits> waits_by_communicator(const WaitLengths& lengths,
                                                            const model::Definitions& definitions,
                                                            double seconds_per_tick) {
  std::map<std::string, model::CommunicatorWaits> by_text;
  for (const auto& [comm, waits] : lengths.by_communicator()) {
    const std::string text = communicator_text(definitions, comm);
    model::CommunicatorWaits& to = by_text[text];
    to.communicator = text;
    to.count += waits.count;
    to.wait_s += static_cast<double>(waits.ticks) * seconds_per_tick;
  }
  std::vector<model::CommunicatorWaits> all;
  for (auto& [text, waits] : by_text) all.push_back(std::move(waits));
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.wait_s > b.wait_s; });
  return all;
}

bool is_of_mpi(MetricId wait) {
  for (const model::WaitStateInfo& state : model::all_waiting_states())
    if (state.metric == wait) return state.paradigm == model::Paradigm::Mpi;
  return false;
}

// Returns by how much clocks contradict each other anywhere.
model::Ticks clock_error(const std::vector<Share>& shares) {
  ClockError all;
  for (const Share& share : shares) all.add(share.clock_error);
  return all.most;
}

// Threads of a process share a clock, so only waits of MPI can be due to clocks that differ.
void note_undecided(const WaitLengths& lengths, MetricId wait, model::Ticks error,
                    double seconds_per_tick, model::Anomalies& anomalies, SeverityCube& cube) {
  if (error.count == 0 || !is_of_mpi(wait)) return;
  const WaitLengths::Part part = lengths.up_to(error.count);
  if (part.count == 0) return;
  model::note_undecided(info(wait).id, {part.count, part.ticks * seconds_per_tick},
                        cube.experiment);
  anomalies.add(
      "waits that are no longer than the clock error seen in the trace (they may be none)",
      part.count);
}

// The figures of waits in seconds, and their calls as the cube numbers them.
class WaitFiguresInSeconds {
 public:
  WaitFiguresInSeconds(const SeverityCube& cube, model::Ticks begin, double seconds_per_tick)
      : cube_(cube), begin_(begin), seconds_per_tick_(seconds_per_tick) {}

  void fill(const WaitLengths& lengths, model::WaitFigures& to) const {
    to.count = lengths.count();
    to.least_s = seconds(lengths.least());
    to.most_s = seconds(lengths.most());
    const auto count = static_cast<double>(to.count);
    // The Cube GUI rejects a sum that rounding has brought outside of what the extremes allow.
    to.total_s = std::clamp(seconds(lengths.total()), to.least_s * count, to.most_s * count);
    const auto within = [&](double value) { return std::clamp(value, to.least_s, to.most_s); };
    to.mean_s = within(to.total_s / count);
    to.median_s = within(seconds(lengths.quartile(2)));
    if (to.count >= 2) to.variance_s2 = seconds_per_tick_ * seconds(lengths.variance());
    if (to.count >= model::kWithQuartiles) {
      to.lower_quartile_s = within(seconds(lengths.quartile(1)));
      to.upper_quartile_s = within(seconds(lengths.quartile(3)));
    }
    for (const SurveyedWait& wait : lengths.longest()) {
      model::LongWait& added = to.longest.emplace_back();
      set_call(wait.call, added);
      added.wait_s = seconds(wait.amount.count);
      if (wait.awaited.callpath.valid()) set_call(wait.awaited, added.awaited);
    }
  }

 private:
  template <class Number>
  [[nodiscard]] double seconds(Number ticks) const {
    return static_cast<double>(ticks) * seconds_per_tick_;
  }

  template <class Call>
  void set_call(const SurveyedCall& call, Call& to) const {
    to.callpath = call.callpath;
    to.rank = cube_.locations[call.location.index()].rank;
    to.enter_s = seconds((call.enter - begin_).count);
    to.exit_s = seconds((call.leave - begin_).count);
  }

  const SeverityCube& cube_;
  const model::Ticks begin_;
  const double seconds_per_tick_;
};

// Returns the waits of all workers, at the call paths of the cube.
WaitSurvey united_waits(const std::vector<Share>& shares,
                        const std::vector<std::vector<CallPathId>>& callpaths) {
  const auto in_cube = [&](std::size_t share, CallPathId callpath) {
    return callpaths[share][callpath.index()];
  };
  WaitSurvey all;
  for (std::size_t s = 0; s < shares.size(); ++s)
    for (const auto& [metric, waits] : shares[s].waits)
      for (const auto& [callpath, lengths] : waits) {
        WaitLengths renamed = lengths;
        for (SurveyedWait& wait : renamed.longest()) {
          wait.call.callpath = in_cube(s, wait.call.callpath);
          if (wait.awaited.callpath.valid())
            wait.awaited.callpath = in_cube(wait.of_worker, wait.awaited.callpath);
        }
        all[metric][in_cube(s, callpath)].add(renamed);
      }
  return all;
}

}  // namespace

void add_wait_statistics(const std::vector<Share>& shares,
                         const std::vector<std::vector<CallPathId>>& callpaths,
                         const model::Definitions& definitions, model::Ticks begin,
                         double seconds_per_tick, model::Anomalies& anomalies, SeverityCube& cube) {
  const model::Ticks error = clock_error(shares);
  const WaitFiguresInSeconds figures(cube, begin, seconds_per_tick);
  for (const auto& [metric, waits] : united_waits(shares, callpaths)) {
    if (!cube.find(metric).valid()) continue;
    const WaitLengths all = all_of(waits);
    note_undecided(all, metric, error, seconds_per_tick, anomalies, cube);
    model::WaitStatistics added;
    added.metric = info(metric).id;
    figures.fill(all, added);
    for (const auto& [callpath, lengths] : waits) {
      added.by_callpath.emplace_back().callpath = callpath;
      figures.fill(lengths, added.by_callpath.back());
    }
    if (is_of_mpi(metric))
      added.by_communicator = waits_by_communicator(all, definitions, seconds_per_tick);
    cube.wait_statistics.push_back(std::move(added));
  }
}

}  // namespace tarry::analysis
