// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/charges.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "analysis/patterns/catalogue.h"

namespace tarry::analysis::declared {
namespace {

// The wait states of a location, by call.
class WaitsOfCalls {
 public:
  explicit WaitsOfCalls(const LocationRecords& records) {
    for (const WaitState& wait : records.waits) waits_.emplace_back(wait.instance, wait.metric);
    std::sort(waits_.begin(), waits_.end());
  }
  [[nodiscard]] bool has_any(std::uint32_t call, const std::vector<model::MetricId>& of) const {
    auto at = std::lower_bound(waits_.begin(), waits_.end(), std::pair(call, model::MetricId{0}));
    for (; at != waits_.end() && at->first == call; ++at)
      for (const model::MetricId metric : of)
        if (is_at_or_below(at->second, metric)) return true;
    return false;
  }

 private:
  std::vector<std::pair<std::uint32_t, model::MetricId>> waits_;
};

class Charging {
 public:
  Charging(const PatternSet& set, const ProcessRecords& process)
      : set_(set),
        process_(process),
        waits_(process.locations.size()),
        first_metric_(first_metrics(set)) {
    is_asked_for_.resize(set.patterns.size());
    for (const Pattern& pattern : set.patterns)
      for (const std::uint32_t other : pattern.asked.patterns) is_asked_for_[other] = true;
  }

  // All matches of one pattern in one call, the largest first.
  void charge(std::span<const Charge> matches) {
    const Charge& first = matches.front();
    const Pattern& pattern = set_.patterns[first.pattern];
    const LocationRecords& records = process_.locations[first.call.location];
    if (!pattern.unless.empty() &&
        waits_of(first.call.location).has_any(first.call.index, pattern.unless))
      return;
    const Instance& call = records.instances[first.call.index];
    const bool is_time = pattern.unit == model::Unit::Seconds;
    if (is_time && call.call == model::MpiCall::WaitMany) matches = matches.first(1);
    std::int64_t left = INT64_MAX;
    if (is_time) left = base::positive_part(records.exclusive_duration(first.call.index)).count;
    for (const Charge& match : matches) {
      const std::int64_t amount = std::min(match.amount, left);
      if (is_time) left -= amount;
      add(match, call.callpath, 0, amount);
      if (amount > 0 && is_asked_for_[match.pattern]) {
        charged_.push_back(match);
        charged_.back().amount = amount;
      }
      for (std::size_t e = 0; e < pattern.exports.size(); ++e)
        add(match, call.callpath, 1 + e, match.exports[e]);
    }
  }

  std::vector<Charge> take_charged() { return std::move(charged_); }

  void put_cells(std::pmr::vector<PatternCell>& cells) const {
    for (const auto& [place, value] : sums_)
      if (value != 0)
        cells.push_back({value, std::get<0>(place), std::get<1>(place), std::get<2>(place)});
  }

 private:
  void add(const Charge& match, CallPathId callpath, std::size_t metric, std::int64_t value) {
    const model::LocationIndex location{process_.first_location.value + match.call.location};
    sums_[{location, callpath,
           first_metric_[match.pattern] + static_cast<std::uint32_t>(metric)}] += value;
  }

  const WaitsOfCalls& waits_of(Sibling location) {
    std::optional<WaitsOfCalls>& waits = waits_[location];
    if (!waits) waits.emplace(process_.locations[location]);
    return *waits;
  }

  const PatternSet& set_;
  const ProcessRecords& process_;
  std::vector<std::optional<WaitsOfCalls>> waits_;  // by location
  std::vector<std::uint32_t> first_metric_;         // by pattern
  std::vector<bool> is_asked_for_;                  // by pattern: another one asks for its results
  std::vector<Charge> charged_;                     // for these
  std::map<std::tuple<model::LocationIndex, CallPathId, std::uint32_t>, std::int64_t> sums_;
};

// Matches of one pattern in one call are next to each other, the largest first. Equal ones are
// alike in everything that counts.
bool comes_first(const Charge& a, const Charge& b) {
  return std::tie(a.pattern, a.call, b.amount, b.exports, a.receive) <
         std::tie(b.pattern, b.call, a.amount, a.exports, b.receive);
}

}  // namespace

std::vector<std::uint32_t> first_metrics(const PatternSet& set) {
  std::vector<std::uint32_t> metrics;
  std::uint32_t next = 0;
  for (const Pattern& pattern : set.patterns) {
    metrics.push_back(next);
    next += 1 + static_cast<std::uint32_t>(pattern.exports.size());
  }
  return metrics;
}

std::vector<Charge> apply_charges(const PatternSet& set, std::vector<Charge> found,
                                  const ProcessRecords& process,
                                  std::pmr::vector<PatternCell>& cells) {
  std::sort(found.begin(), found.end(), comes_first);
  Charging charging(set, process);
  for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    for (end = begin; end < found.size() && found[end].pattern == found[begin].pattern &&
                      found[end].call == found[begin].call;)
      ++end;
    charging.charge(std::span(found).subspan(begin, end - begin));
  }
  charging.put_cells(cells);
  return charging.take_charged();
}

}  // namespace tarry::analysis::declared
