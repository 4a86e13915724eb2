// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/fit_rank_law.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tarry::compressed {
namespace {

// Ranks whose computation deviates less from the mean, in its terms, are even.
constexpr double kEven = 0.025;
// A law may leave so much of the squares of deviations to chance.
constexpr double kMostUnexplained = 0.35;
// A law that explains so much more than a simpler one is better.
constexpr double kBetter = 0.03;
// So many traces must have more ranks in the class than the law has parts.
constexpr int kFewestTraces = 2;
constexpr std::uint32_t kMostRemainders = 8;
constexpr std::size_t kMostPositions = 3;
constexpr std::uint32_t kMostShares = 8;

// Squares of deviations and what is free to deviate.
struct Deviations {
  double squares = 0.0;
  double freedom = 0.0;
  int traces = 0;  // with something that is free
  [[nodiscard]] double each() const { return freedom > 0.0 ? squares / freedom : 0.0; }
};

// The means of all traces, each trace in relation to its own mean.
class LawFit {
 public:
  explicit LawFit(const std::vector<LoadProfile>& profiles) : profiles_(profiles) {
    for (const LoadProfile& profile : profiles) {
      means_.push_back(rank_means(profile, &TimesOfRanks::before));
      double sum = 0.0;
      for (const RankMean& each : means_.back()) sum += each.nanoseconds;
      if (sum <= 0.0) continue;
      for (RankMean& each : means_.back())
        each.nanoseconds *= static_cast<double>(means_.back().size()) / sum;
    }
  }

  RankLaw best() const {
    const Deviations all = left_by(RankLaw{});
    if (all.each() < kEven * kEven) return {};
    std::vector<std::pair<double, RankLaw>> tried;
    for (RankLaw& law : candidates()) {
      const Deviations left = left_by(law);
      if (left.traces < kFewestTraces || !is_same_way(law)) continue;
      tried.emplace_back(left.each() / all.each(), std::move(law));
    }
    double least = kMostUnexplained;
    for (const auto& [part, law] : tried) least = std::min(least, part);
    for (auto& [part, law] : tried)
      if (part <= kMostUnexplained && part <= least + kBetter) return std::move(law);
    return {};
  }

 private:
  // Returns what deviates from a law whose times are those of each trace.
  [[nodiscard]] Deviations left_by(const RankLaw& law) const {
    Deviations out;
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
      const Grid& grid = profiles_[i].grid;
      const MeanLine line = line_of(law, grid, means_[i]);
      std::map<std::size_t, std::pair<double, double>> parts;  // sum and number
      for (const RankMean& each : means_[i]) {
        auto& [sum, number] = parts[law.part_of(grid, each.rank)];
        sum += each.nanoseconds;
        ++number;
      }
      for (const RankMean& each : means_[i]) {
        const auto& [sum, number] = parts[law.part_of(grid, each.rank)];
        const double expected =
            law.kind == RankLaw::Kind::Linear ? line.at(law.way_of(grid, each.rank)) : sum / number;
        out.squares += (each.nanoseconds - expected) * (each.nanoseconds - expected);
      }
      const std::size_t fixed = law.kind == RankLaw::Kind::Linear ? 2 : parts.size();
      const std::size_t free = means_[i].size() - std::min(means_[i].size(), fixed);
      out.freedom += static_cast<double>(free);
      if (free > 0) ++out.traces;
    }
    return out;
  }

  // A slope that some traces have in the other direction is chance.
  [[nodiscard]] bool is_same_way(const RankLaw& law) const {
    if (law.kind != RankLaw::Kind::Linear) return true;
    bool rises = false;
    bool falls = false;
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
      const MeanLine line = line_of(law, profiles_[i].grid, means_[i]);
      rises = rises || line.high > line.low;
      falls = falls || line.high < line.low;
    }
    return rises != falls;
  }

  // Returns all laws, simple ones first.
  [[nodiscard]] std::vector<RankLaw> candidates() const {
    std::vector<RankLaw> out;
    if (profiles_.empty()) return out;
    const std::vector<unsigned> axes = axes_of(profiles_[0].grid.extents().dimensions);
    for (const unsigned axis : axes) out.push_back({RankLaw::Kind::Linear, axis});
    for (const unsigned axis : axes) out.push_back({RankLaw::Kind::Remainder, axis, 2});
    for (const unsigned axis : axes)
      for (std::size_t number = 1; number <= kMostPositions; ++number)
        if (auto positions = slowest(axis, number); !positions.empty())
          out.push_back({RankLaw::Kind::Positions, axis, 1, std::move(positions)});
    for (const unsigned axis : axes) out.push_back({RankLaw::Kind::Borders, axis});
    for (const unsigned axis : axes)
      for (std::uint32_t divisor = 3; divisor <= kMostRemainders; ++divisor)
        out.push_back({RankLaw::Kind::Remainder, axis, divisor});
    return out;
  }

  // Returns where the `number` slowest coordinates of an axis are in all traces, or nothing if that
  // follows no rule.
  [[nodiscard]] std::vector<Position> slowest(unsigned axis, std::size_t number) const {
    std::vector<std::vector<std::uint32_t>> found;
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
      std::map<std::uint32_t, std::pair<double, double>> sums;
      for (const RankMean& each : means_[i]) {
        auto& [sum, count] = sums[coordinate_on(axis, profiles_[i].grid, each.rank)];
        sum += each.nanoseconds;
        ++count;
      }
      if (sums.size() <= number) continue;
      std::vector<std::pair<double, std::uint32_t>> order;
      for (const auto& [at, sum] : sums) order.emplace_back(-sum.first / sum.second, at);
      std::sort(order.begin(), order.end());
      found.emplace_back();
      for (std::size_t k = 0; k < number; ++k) found.back().push_back(order[k].second);
      std::sort(found.back().begin(), found.back().end());
      found.back().push_back(extent_of_axis(axis, profiles_[i].grid.extents()));
    }
    std::vector<Position> out;
    for (std::size_t k = 0; k < number && found.size() > 1; ++k) {
      const auto position = rule_of(found, k);
      if (!position) return {};
      out.push_back(*position);
    }
    return out;
  }

  // The last of each list is the extent.
  static std::optional<Position> rule_of(const std::vector<std::vector<std::uint32_t>>& found,
                                         std::size_t k) {
    const auto holds = [&](const Position& position) {
      return std::all_of(found.begin(), found.end(), [&](const std::vector<std::uint32_t>& each) {
        return position.at(each.back()) == each[k];
      });
    };
    const std::uint32_t first = found[0][k];
    const Position low{Position::From::Low, first};
    if (holds(low)) return low;
    const Position high{Position::From::High, found[0].back() - 1 - first};
    if (holds(high)) return high;
    for (std::uint32_t of = 2; of <= kMostShares; ++of)
      for (std::uint32_t n = 1; n < of; ++n)
        if (const Position share{Position::From::Share, n, of}; holds(share)) return share;
    return std::nullopt;
  }

  const std::vector<LoadProfile>& profiles_;
  std::vector<std::vector<RankMean>> means_;  // by profile
};

}  // namespace

std::vector<RankMean> rank_means(const LoadProfile& profile, TimeHistogram TimesOfRanks::*times) {
  std::map<std::uint32_t, std::pair<double, double>> sums;  // of times and calls
  for (const TimesOfRanks& each : profile.times)
    for (const std::uint32_t rank : each.ranks) {
      auto& [sum, calls] = sums[rank];
      sum += static_cast<double>((each.*times).sum()) / static_cast<double>(each.size);
      calls += static_cast<double>((each.*times).count()) / static_cast<double>(each.size);
    }
  std::vector<RankMean> out;
  for (const auto& [rank, sum] : sums)
    if (sum.second > 0.0) out.push_back({rank, sum.first / sum.second});
  return out;
}

MeanLine line_of(const RankLaw& law, const Grid& grid, const std::vector<RankMean>& means) {
  double way_sum = 0.0;
  double sum = 0.0;
  for (const RankMean& each : means) {
    way_sum += law.way_of(grid, each.rank);
    sum += each.nanoseconds;
  }
  const auto number = static_cast<double>(means.size());
  const double middle = means.empty() ? 0.0 : way_sum / number;
  const double mean = means.empty() ? 0.0 : sum / number;
  double squares = 0.0;
  double products = 0.0;
  for (const RankMean& each : means) {
    const double way = law.way_of(grid, each.rank) - middle;
    squares += way * way;
    products += way * (each.nanoseconds - mean);
  }
  const double slope = squares > 0.0 ? products / squares : 0.0;
  return {mean - slope * middle, mean + slope * (1.0 - middle)};
}

RankLaw fit_rank_law(const std::vector<LoadProfile>& profiles) { return LawFit(profiles).best(); }

}  // namespace tarry::compressed
