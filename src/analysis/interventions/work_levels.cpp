// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/work_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/interventions/half_of_mass.h"
#include "analysis/interventions/reference_level.h"
#include "analysis/interventions/work_survey.h"
#include "base/release.h"

namespace tarry::analysis {
namespace {

constexpr double kSlow = 0.4;   // part of the usual excess: an instance is one of the slow ones
constexpr double kSome = 0.1;   // likewise: worth removing where others are slow
constexpr double kNoise = 3.0;  // deviations of the normal ones: so much may be chance
constexpr double kNamed = 0.1;  // part of the largest excess of a location
constexpr double kOften = 0.5;  // part of the instances: a location is slow all the time
constexpr double kAlike = 3.0;  // ratio of long to short instances that are of one kind
constexpr std::uint32_t kRepeated = 3;  // instances between two operations of all processes
constexpr std::size_t kMeasure = 3;     // locations that are a measure for each other
constexpr double kClear = 0.05;         // part of their time: so much more than they differ
constexpr double kAboutEven = 0.1;      // part of what locations do in all: so much may differ
constexpr double kSlack = 0.25;         // of the level of those to whom a location deals work
constexpr double kNotNeeded = 0.75;     // part of what nobody else does: some of it may be needed
constexpr double kLongest = -1.0;       // part: an instance gets at most twice as long

// Instances of a location that are compared as one.
struct Cell {
  double time = 0.0;
  float reference = 0.0F;
  float noise = 0.0F;
  std::uint32_t instances = 0;
  std::uint32_t stretch = 0;

  [[nodiscard]] double excess() const { return time - double{reference}; }
};

// One location's instances.
struct Doer {
  model::LocationIndex location;
  std::pmr::vector<double> times;
  std::vector<std::uint32_t> ends;  // of stretches: instances up to them
  std::pmr::vector<Cell> cells;
  std::vector<std::size_t> first_cells;  // by stretch, and one more
  bool is_named = false, is_persistent = false;

  // The cells have it all.
  void forget_times() {
    instances = times.size();
    base::release(times);
  }
  std::size_t instances = 0;

  [[nodiscard]] std::uint32_t begin(std::size_t stretch) const {
    return stretch == 0 ? 0 : ends[stretch - 1];
  }
};

class ExcessSearch {
 public:
  ExcessSearch(const std::vector<LocationWork>& work, const Population& population, double least)
      : population_(population), least_(least) {
    for (const LocationWork& each : work) read(each);
  }

  Excess run() {
    align();
    find_dealt();
    make_cells();
    if (!is_any_dealt() && bound() < least_) return {};
    // Those that do it are a measure if some of them are slow.
    if (others() != 0 && doers_.size() >= kMeasure) {
      compare_cells(0);
      if (Excess among_doers = excess(); among_doers.ticks >= kClear * time()) return among_doers;
    }
    compare_cells(others());
    return excess();
  }

 private:
  void read(const LocationWork& work) {
    Doer& doer = doers_.emplace_back();
    doer.location = work.location;
    WorkLog::read(
        work.log, [&](double time) { doer.times.push_back(time); },
        [&] { doer.ends.push_back(static_cast<std::uint32_t>(doer.times.size())); });
  }

  // Stretches are the same ones only if all have as many of them.
  void align() {
    for (const LocationWork& each : population_.all) {
      std::vector<double>& work = work_.emplace_back();
      WorkLog::read(
          each.log, [&](double time) { work.push_back(time); }, [] {});
    }
    std::size_t fewest = ~std::size_t{0}, most = 0;
    for (const std::vector<double>& work : work_) {
      fewest = std::min(fewest, work.size());
      most = std::max(most, work.size());
    }
    if (fewest == most) {
      stretches_ = most;
      return;
    }
    stretches_ = 1;
    for (std::vector<double>& work : work_) {
      double sum = 0.0;
      for (const double time : work) sum += time;
      work = {sum};
    }
    for (Doer& doer : doers_) doer.ends = {static_cast<std::uint32_t>(doer.times.size())};
  }

  [[nodiscard]] bool is_even(std::size_t stretch) const {
    const auto count = [&](const Doer& doer) { return doer.ends[stretch] - doer.begin(stretch); };
    return std::all_of(doers_.begin(), doers_.end(),
                       [&](const Doer& doer) { return count(doer) == count(doers_.front()); });
  }

  [[nodiscard]] std::span<const double> instances(const Doer& doer, std::size_t stretch) const {
    return std::span<const double>(doer.times)
        .subspan(doer.begin(stretch), doer.ends[stretch] - doer.begin(stretch));
  }

  // Locations that do it another number of times, whenever they come to it, are compared by what
  // one time takes: in programs that never meet, and where each takes the next when it is ready, so
  // that who is slow does less often what takes as long in all. Its instances are of one kind.
  void find_dealt() {
    const bool has_dealer = std::any_of(population_.all.begin(), population_.all.end(),
                                        [](const LocationWork& each) { return each.deals; });
    for (std::size_t s = 0; s < stretches_; ++s) {
      const bool is_free = stretches_ == 1 && !is_even(s);
      const bool may_be_dealt = !is_even(s) || (has_dealer && others() != 0);
      is_dealt_.push_back(doers_.size() >= 2 && (is_free || (may_be_dealt && is_balanced(s))) &&
                          is_of_one_kind(s));
    }
  }

  [[nodiscard]] bool is_any_dealt() const {
    return std::find(is_dealt_.begin(), is_dealt_.end(), true) != is_dealt_.end();
  }

  [[nodiscard]] bool is_of_one_kind(std::size_t stretch) const {
    return std::all_of(doers_.begin(), doers_.end(), [&](const Doer& doer) {
      const std::span<const double> own = instances(doer, stretch);
      if (own.empty()) return false;
      std::vector<double> times(own.begin(), own.end());
      return nth(times, 0.75) <= kAlike * nth(times, 0.25);
    });
  }

  [[nodiscard]] bool is_balanced(std::size_t stretch) const {
    double least = INFINITY, most = 0.0, sum = 0.0, longest = 0.0;
    for (const Doer& doer : doers_) {
      const std::span<const double> own = instances(doer, stretch);
      if (own.size() < kRepeated) return false;
      const double time = std::accumulate(own.begin(), own.end(), 0.0);
      least = std::min(least, time);
      most = std::max(most, time);
      sum += time;
      longest = std::max(longest, *std::max_element(own.begin(), own.end()));
    }
    return most - least <= longest + kAboutEven * sum / static_cast<double>(doers_.size());
  }

  // What this part of the times is below.
  static double nth(std::vector<double>& times, double part) {
    const auto nth =
        times.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(times.size() - 1));
    std::nth_element(times.begin(), nth, times.end());
    return *nth;
  }

  // Each has its own instances: held against what one of them usually takes.
  void add_dealt(std::uint32_t stretch) {
    std::vector<double> usual;
    for (const Doer& doer : doers_) {
      const std::span<const double> own = instances(doer, stretch);
      std::vector<double> times(own.begin(), own.end());
      usual.push_back(nth(times, 0.5));
    }
    const ReferenceLevel reference = reference_level(usual);
    for (Doer& doer : doers_)
      for (const double time : instances(doer, stretch))
        doer.cells.push_back({time, static_cast<float>(reference.level),
                              static_cast<float>(reference.spread), 1, stretch});
  }

  void make_cells() {
    for (std::uint32_t s = 0; s < stretches_; ++s) {
      for (Doer& doer : doers_) doer.first_cells.push_back(doer.cells.size());
      if (is_dealt_[s]) {
        add_dealt(s);
        continue;
      }
      const bool even = is_even(s);
      for (Doer& doer : doers_) {
        Cell cell;
        cell.stretch = s;
        for (const double time : instances(doer, s)) {
          if (even)
            doer.cells.push_back({time, 0.0F, 0.0F, 1, s});
          else
            cell.time += time;
        }
        if (even) continue;
        cell.instances = doer.ends[s] - doer.begin(s);
        doer.cells.push_back(cell);
      }
    }
    for (Doer& doer : doers_) {
      doer.first_cells.push_back(doer.cells.size());
      doer.forget_times();
    }
  }

  // Calls f(k) for the k-th cells of all doers in a stretch, which are compared, with `at` to get
  // that of a doer.
  template <class F>
  void for_each_compared(F f) {
    for (std::size_t s = 0; s < stretches_; ++s) {
      if (is_dealt_[s]) continue;
      const std::size_t cells = doers_.front().first_cells[s + 1] - doers_.front().first_cells[s];
      for (std::size_t k = 0; k < cells; ++k)
        f([ s, k ](auto& doer) -> auto& { return doer.cells[doer.first_cells[s] + k]; });
    }
  }

  [[nodiscard]] std::size_t others() const {
    return population_.all.size() - std::min(population_.all.size(), doers_.size());
  }

  // By how much the run could be shorter at most, if chains did not add up.
  [[nodiscard]] double bound() {
    double sum = 0.0;
    for_each_compared([&](auto at) {
      double least = INFINITY, most = 0.0;
      for (const Doer& doer : doers_) {
        least = std::min(least, at(doer).time);
        most = std::max(most, at(doer).time);
      }
      sum += most - (others() != 0 ? 0.0 : least);
    });
    return sum * static_cast<double>(doers_.size());
  }

  [[nodiscard]] double time() const {
    double sum = 0.0;
    for (const Doer& doer : doers_)
      for (const Cell& cell : doer.cells) sum += cell.time;
    return sum;
  }

  Excess excess() {
    name();
    return conclude();
  }

  // With as many locations that do not do it.
  void compare_cells(std::size_t idle) {
    std::vector<double> times;
    for_each_compared([&](auto at) {
      times.assign(idle, 0.0);
      for (const Doer& doer : doers_) times.push_back(at(doer).time);
      const ReferenceLevel reference = reference_level(times);
      const bool is_done_by_few = idle != 0 && reference.level == 0.0;
      for (Doer& doer : doers_) {
        at(doer).reference = is_done_by_few ? kNobodyElses : static_cast<float>(reference.level);
        at(doer).noise = static_cast<float>(reference.spread);
      }
    });
    if (idle == 0) return;
    for (Doer& doer : doers_)
      if (!hold_against_own_instances(doer)) hold_against_all_work(doer);
  }

  // What nobody else does takes too long where it takes clearly longer than otherwise. False if all
  // instances are alike.
  bool hold_against_own_instances(Doer& doer) {
    scratch_.clear();
    for (const Cell& cell : doer.cells)
      if (cell.reference == kNobodyElses && cell.time > 0.0) scratch_.push_back(cell.time);
    if (scratch_.size() < kRepeated) return false;
    const ReferenceLevel own = reference_level(scratch_);  // sorts them
    const auto slow = std::find_if(scratch_.begin(), scratch_.end(),
                                   [&](double time) { return time > kAlike * own.level; });
    if (slow == scratch_.end() || own.level <= 0.0) return false;
    for (Cell& cell : doer.cells)
      if (cell.reference == kNobodyElses) {
        cell.reference = static_cast<float>(std::min(cell.time, own.level));
        cell.noise = static_cast<float>(own.spread);
      }
    return true;
  }

  // Of what nobody else does, too much is by what the location does more in all than the others.
  void hold_against_all_work(Doer& doer) {
    const auto of_all =
        std::lower_bound(population_.all.begin(), population_.all.end(), doer.location,
                         [](const LocationWork& each, model::LocationIndex wanted) {
                           return each.location < wanted;
                         });
    const auto own = static_cast<std::size_t>(of_all - population_.all.begin());
    for (std::size_t first = 0; first < doer.cells.size();) {
      const std::uint32_t stretch = doer.cells[first].stretch;
      std::size_t end = first;
      double time = 0.0;
      for (; end < doer.cells.size() && doer.cells[end].stretch == stretch; ++end)
        if (doer.cells[end].reference == kNobodyElses) time += doer.cells[end].time;
      if (time > 0.0) {
        const bool is_repeated = doer.ends[stretch] - doer.begin(stretch) >= kRepeated;
        const double part = std::clamp(more_work(own, stretch, is_repeated) / time, 0.0, 1.0);
        for (std::size_t c = first; c < end; ++c)
          if (Cell& cell = doer.cells[c]; cell.reference == kNobodyElses)
            cell.reference = static_cast<float>(cell.time * (1.0 - part));
      }
      for (std::size_t c = first; c < end; ++c)
        if (Cell& cell = doer.cells[c]; cell.reference == kNobodyElses)
          cell.reference = static_cast<float>(cell.time);
      is_all_removed_ |= time > 0.0;
      is_all_of_dealer_ |= time > 0.0 && population_.all[own].deals;
      first = end;
    }
  }

  // What a location computes in a stretch beyond the level of the others. If it does something
  // again and again, as a stage of a pipeline, those that are slow next take over as what the
  // others wait for. Who deals work to the others has to be well below them: as busy as they are,
  // it lets them wait whenever two ask at once.
  double more_work(std::size_t own, std::uint32_t stretch, bool is_repeated) {
    scratch_.clear();
    for (const std::vector<double>& work : work_)
      scratch_.push_back(stretch < work.size() ? work[stretch] : 0.0);
    const double time = scratch_[own];
    const double level = reference_level(scratch_).level;  // sorts them
    if (!is_repeated) return time - level;
    const double next = level_below(scratch_, time);
    return time - (population_.all[own].deals && next < time ? kSlack * next : next);
  }

  // Which locations are slow, and whether all the time.
  void name() {
    HalfOfMass usual;
    for (const Doer& doer : doers_)
      for (const Cell& cell : doer.cells)
        if (cell.excess() > 0.0) usual.add(cell.excess());
    usual_ = usual.value();
    for (Doer& doer : doers_) doer.is_named = false;
    if (usual_ <= 0.0) return;
    double largest = 0.0;
    std::vector<double> sums;
    for (Doer& doer : doers_) {
      double sum = 0.0;
      std::size_t slow = 0;
      for (const Cell& cell : doer.cells)
        if (is_slow(cell)) {
          sum += cell.excess();
          ++slow;
        }
      doer.is_persistent =
          static_cast<double>(slow) >= kOften * static_cast<double>(doer.cells.size());
      sums.push_back(sum);
      largest = std::max(largest, sum);
    }
    for (std::size_t d = 0; d < doers_.size(); ++d)
      doers_[d].is_named = sums[d] > 0.0 && sums[d] >= kNamed * largest;
  }

  [[nodiscard]] bool is_slow(const Cell& cell) const {
    return cell.excess() >= kSlow * usual_ && cell.excess() > kNoise * double{cell.noise};
  }
  // What is to go of a cell, ticks.
  [[nodiscard]] double removed(const Doer& doer, const Cell& cell) const {
    if (cell.time <= 0.0) return 0.0;
    if (doer.is_persistent) return std::max(cell.excess(), kLongest * cell.time);
    const bool is_some =
        cell.excess() >= kSome * usual_ && cell.excess() > kNoise * double{cell.noise};
    return is_some ? cell.excess() : 0.0;
  }

  [[nodiscard]] Excess conclude() const {
    Excess out;
    double references = 0.0;  // of what is removed
    double all = 0.0;         // of what some is removed of
    for (const Doer& doer : doers_) {
      if (!doer.is_named) continue;
      LocationExcess of{doer.location, 0.0, {}};
      of.parts.reserve(doer.instances);
      for (const Cell& cell : doer.cells) {
        const double less = removed(doer, cell);
        if (less != 0.0) {
          references += double{cell.reference};
          all += cell.time;
        }
        of.ticks += less;
        of.parts.insert(of.parts.end(), cell.instances,
                        cell.time > 0.0 ? static_cast<float>(less / cell.time) : 0.0F);
      }
      if (of.ticks <= 0.0) continue;
      out.ticks += of.ticks;
      out.locations.push_back(std::move(of));
    }
    if (out.ticks < least_) return {};
    const double unknown = uncertainty() * references / out.ticks;
    out.low = std::max(0.0, std::min(1.0 - unknown, is_all_removed_ ? kNotNeeded : 1.0));
    out.high = 1.0 + unknown;
    // Of who deals, each tick less is a gain to the end.
    if (is_all_of_dealer_) out.high = std::max(out.high, all / out.ticks);
    return out;
  }

  // Of the level, as a part of it: by how much the locations at this level differ.
  [[nodiscard]] double uncertainty() const {
    double count = 0.0, sum = 0.0, squares = 0.0, of_one = 0.0;
    for (const Doer& doer : doers_) {
      if (doer.is_named) continue;
      double time = 0.0, level = 0.0, differences = 0.0;
      for (const Cell& cell : doer.cells) {
        time += cell.time;
        level += double{cell.reference};
        differences += cell.excess() * cell.excess();
      }
      if (level <= 0.0) continue;
      const double ratio = time / level;
      ++count;
      sum += ratio;
      squares += ratio * ratio;
      of_one = std::max(of_one, std::sqrt(differences) / level);
    }
    if (count == 0.0) return 0.0;
    const double between = std::sqrt(std::max(0.0, squares / count - sum * sum / count / count));
    return std::max(between, of_one);
  }

  static constexpr float kNobodyElses = -1.0F;  // a reference that is not known yet

  const Population& population_;
  const double least_;
  std::vector<Doer> doers_;
  std::vector<std::vector<double>> work_;  // of the population: by stretch
  std::size_t stretches_ = 0;
  std::vector<bool> is_dealt_;   // by stretch
  double usual_ = 0.0;           // excess of a slow cell
  bool is_all_removed_ = false;  // what nobody else does has no level of its own
  bool is_all_of_dealer_ = false;
  std::vector<double> scratch_;
};

}  // namespace

Excess find_excess(const std::vector<LocationWork>& work, const Population& population,
                   double least) {
  return ExcessSearch(work, population, least).run();
}

}  // namespace tarry::analysis
