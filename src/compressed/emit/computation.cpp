// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/computation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "compressed/replay/call_role.h"

namespace tarry::emit {
namespace {

constexpr double kShareOfRanksApart = 0.05;
constexpr std::size_t kMostListsApart = 8;  // of ranks whose means differ

double nanoseconds(const compressed::Event& event) {
  double sum = 0;
  for (const compressed::EventTimes& times : event.times)
    sum += static_cast<double>(times.before.sum());
  return sum;
}

Value one_for_all(const compressed::Event& event, double mean) {
  return {{{event.ranks, {{std::llround(mean)}, {}, false, false}}}};
}

Value mean_before(const compressed::Event& event, std::uint32_t ranks, bool apart) {
  std::vector<double> sums(ranks, 0), calls(ranks, 0);
  double all_sums = 0, all_calls = 0;
  for (const compressed::EventTimes& times : event.times) {
    const std::vector<std::uint32_t> of = times.ranks.ranks();
    if (of.empty()) continue;
    const auto sum = static_cast<double>(times.before.sum());
    const auto count = static_cast<double>(times.before.count());
    all_sums += sum;
    all_calls += count;
    for (const std::uint32_t rank : of) {
      sums[rank] += sum / static_cast<double>(of.size());
      calls[rank] += count / static_cast<double>(of.size());
    }
  }
  if (all_calls == 0) return {};
  std::map<long, std::vector<std::uint32_t>> groups;  // by mean, in steps of a fifth
  for (const std::uint32_t rank : event.ranks.ranks()) {
    const double mean = calls[rank] == 0 ? 0 : sums[rank] / calls[rank];
    groups[mean < 1 ? 0 : std::lround(std::log(mean) / std::log(kLeastRatio))].push_back(rank);
  }
  std::size_t lists = 0;
  for (const auto& [step, of] : groups) lists += RankSet::of_sorted(of).lists().size();
  if (!apart || groups.size() == 1 || lists > kMostListsApart)
    return one_for_all(event, all_sums / all_calls);
  Value value;
  for (const auto& [step, of] : groups) {
    double sum = 0, count = 0;
    for (const std::uint32_t rank : of) {
      sum += sums[rank];
      count += calls[rank];
    }
    const double mean = count == 0 ? 0 : sum / count;
    value.choices.push_back({RankSet::of_sorted(of), {{std::llround(mean)}, {}, false, false}});
  }
  std::sort(value.choices.begin(), value.choices.end(),
            [](const Choice& a, const Choice& b) { return a.ranks.lowest() < b.ranks.lowest(); });
  return value;
}

}  // namespace

Value time_in(const compressed::Event& event) {
  double sum = 0, calls = 0;
  for (const compressed::EventTimes& times : event.times) {
    sum += static_cast<double>(times.duration.sum());
    calls += static_cast<double>(times.duration.count());
  }
  return one_for_all(event, calls == 0 ? 0 : sum / calls);
}

std::vector<Value> times_before(const compressed::Trace& trace) {
  std::vector<double> sums(trace.events.size(), 0);
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const std::string& function = trace.sites[trace.events[i].site.value].function;
    if (replay::call_role(function) != replay::CallRole::Starts)
      sums[i] = nanoseconds(trace.events[i]);
  }
  std::vector<std::size_t> order(sums.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
  const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
  double left = all * kShareThatMatters;
  std::vector<Value> out(sums.size());
  for (const std::size_t event : order) {
    if (left <= 0 || sums[event] <= 0) break;
    out[event] =
        mean_before(trace.events[event], trace.ranks, sums[event] >= all * kShareOfRanksApart);
    left -= sums[event];
  }
  return out;
}

}  // namespace tarry::emit
