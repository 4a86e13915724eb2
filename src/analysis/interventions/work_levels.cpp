// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/work_levels.h"

#include <algorithm>
#include <cmath>

#include "analysis/interventions/half_of_mass.h"
#include "analysis/interventions/reference_level.h"
#include "analysis/interventions/work_cells.h"

namespace tarry::analysis {
namespace {

constexpr double kSlow = 0.4;   // part of the usual excess: an instance is slow from there on
constexpr double kSome = 0.1;   // part of the usual excess: worth removing where others are slow
constexpr double kNoise = 3.0;  // deviations of the normal ones that may be chance
constexpr double kNamed = 0.1;  // part of the largest excess of a location
// Part of the instances: a location is slow all the time from there on.
constexpr double kOften = 0.5;
constexpr std::size_t kMeasure = 3;  // locations that are a measure for each other
constexpr double kClear = 0.05;      // part of their time: so much more than they differ
constexpr double kSlack = 0.25;      // of the level of those to whom a location deals work
// Part of what nobody else does: some of it may be needed.
constexpr double kNotNeededByOthers = 0.75;
constexpr double kAddedAtMost = -1.0;  // part: an instance gets at most twice as long

class ExcessSearch {
 public:
  ExcessSearch(const std::vector<LocationWork>& work, const Population& population, double least)
      : population_(population), least_(least), cells_(work, population) {}

  Excess run() {
    if (!cells_.is_any_dealt() && bound() < least_) return {};
    // The locations that do it are a measure if some of them are slow.
    if (cells_.others() != 0 && cells_.doers.size() >= kMeasure) {
      compare_cells(0);
      if (Excess among_doers = excess(); among_doers.ticks >= kClear * time()) return among_doers;
    }
    compare_cells(cells_.others());
    return excess();
  }

 private:
  // Returns the largest possible reduction of the run time, if chains did not add up.
  [[nodiscard]] double bound() {
    double sum = 0.0;
    cells_.for_each_compared([&](auto at) {
      double least = INFINITY, most = 0.0;
      for (const Doer& doer : cells_.doers) {
        least = std::min(least, at(doer).time);
        most = std::max(most, at(doer).time);
      }
      sum += most - (cells_.others() != 0 ? 0.0 : least);
    });
    return sum * static_cast<double>(cells_.doers.size());
  }

  [[nodiscard]] double time() const {
    double sum = 0.0;
    for (const Doer& doer : cells_.doers)
      for (const WorkCell& cell : doer.cells) sum += cell.time;
    return sum;
  }

  Excess excess() {
    name();
    return conclude();
  }

  // Compares cells, with this many locations that do not do the work.
  void compare_cells(std::size_t idle) {
    std::vector<double> times;
    cells_.for_each_compared([&](auto at) {
      times.assign(idle, 0.0);
      for (const Doer& doer : cells_.doers) times.push_back(at(doer).time);
      const ReferenceLevel reference = reference_level(times);
      const bool is_done_by_few = idle != 0 && reference.level == 0.0;
      for (Doer& doer : cells_.doers) {
        at(doer).reference = is_done_by_few ? kNobodyElses : static_cast<float>(reference.level);
        at(doer).noise = static_cast<float>(reference.spread);
      }
    });
    if (idle == 0) return;
    std::vector<Doer*> others;
    for (Doer& doer : cells_.doers)
      if (!hold_against_own_instances(doer)) others.push_back(&doer);
    for (std::uint32_t s = 0; s < cells_.stretches(); ++s) hold_against_all_work(others, s);
  }

  // Work of a single location takes too long where it takes clearly longer than usual. Returns
  // false if all instances are alike.
  bool hold_against_own_instances(Doer& doer) {
    scratch_.clear();
    for (const WorkCell& cell : doer.cells)
      if (cell.reference == kNobodyElses && cell.time > 0.0) scratch_.push_back(cell.time);
    if (scratch_.size() < kRepeated) return false;
    const ReferenceLevel own = reference_level(scratch_);  // sorts them
    const auto slow = std::find_if(scratch_.begin(), scratch_.end(),
                                   [&](double time) { return time > kAlike * own.level; });
    if (slow == scratch_.end() || own.level <= 0.0) return false;
    for (WorkCell& cell : doer.cells)
      if (cell.reference == kNobodyElses) {
        cell.reference = static_cast<float>(std::min(cell.time, own.level));
        cell.noise = static_cast<float>(own.spread);
      }
    return true;
  }

  // The excess of work that a single location does is that of its whole work over the others.
  void hold_against_all_work(const std::vector<Doer*>& doers, std::uint32_t stretch) {
    AllWork all;
    for (Doer* const doer : doers) {
      const std::span<WorkCell> cells = doer->cells_of(stretch);
      double time = 0.0;
      for (const WorkCell& cell : cells)
        if (cell.reference == kNobodyElses) time += cell.time;
      double part = 0.0;
      if (time > 0.0) {
        if (all.sorted.empty()) all = all_work(stretch);
        const std::size_t own = place_of(doer->location);
        const bool is_repeated = doer->ends[stretch] - doer->begin(stretch) >= kRepeated;
        part = std::clamp(more_work(all, own, is_repeated) / time, 0.0, 1.0);
        is_all_removed_ = true;
        is_all_of_dealer_ |= population_.all[own].deals;
      }
      for (WorkCell& cell : cells)
        if (cell.reference == kNobodyElses)
          cell.reference = static_cast<float>(cell.time * (1.0 - part));
    }
  }

  // The whole computation of all locations in a stretch.
  struct AllWork {
    std::vector<double> by_location, sorted;
    double level = 0.0;
  };

  [[nodiscard]] AllWork all_work(std::uint32_t stretch) const {
    AllWork all;
    cells_.all_work(stretch, all.by_location);
    all.sorted = all.by_location;
    all.level = reference_level(all.sorted).level;  // sorts them
    return all;
  }

  [[nodiscard]] std::size_t place_of(model::LocationIndex location) const {
    const auto found = std::lower_bound(population_.all.begin(), population_.all.end(), location,
                                        [](const LocationWork& each, model::LocationIndex wanted) {
                                          return each.location < wanted;
                                        });
    return static_cast<std::size_t>(found - population_.all.begin());
  }

  // Returns the computation of a location in a stretch above the level of the others. If it repeats
  // something, as a stage of a pipeline does, the next slower locations would become the ones that
  // the others wait for. A location that deals work has to be well below its workers: if it is as
  // busy as they are, it lets them wait whenever two ask at once.
  [[nodiscard]] double more_work(const AllWork& all, std::size_t own, bool is_repeated) const {
    const double time = all.by_location[own];
    if (!is_repeated) return time - all.level;
    const double next = level_below(all.sorted, time);
    return time - (population_.all[own].deals && next < time ? kSlack * next : next);
  }

  // Determines which locations are slow, and whether they are slow all the time.
  void name() {
    HalfOfMass usual;
    for (const Doer& doer : cells_.doers)
      for (const WorkCell& cell : doer.cells)
        if (cell.excess() > 0.0) usual.add(cell.excess());
    usual_ = usual.value();
    for (Doer& doer : cells_.doers) doer.is_named = false;
    if (usual_ <= 0.0) return;
    double largest = 0.0;
    std::vector<double> sums;
    for (Doer& doer : cells_.doers) {
      const double size = std::min(usual_, usual_of(doer));
      double sum = 0.0;
      std::size_t slow = 0;
      for (const WorkCell& cell : doer.cells)
        if (is_slow(cell, size)) {
          sum += cell.excess();
          ++slow;
        }
      doer.is_persistent =
          static_cast<double>(slow) >= kOften * static_cast<double>(doer.cells.size());
      sums.push_back(sum);
      largest = std::max(largest, sum);
    }
    for (std::size_t d = 0; d < cells_.doers.size(); ++d)
      cells_.doers[d].is_named = sums[d] > 0.0 && sums[d] >= kNamed * largest;
  }

  [[nodiscard]] static bool is_slow(const WorkCell& cell, double usual) {
    return cell.excess() >= kSlow * usual && cell.excess() > kNoise * double{cell.noise};
  }
  // Returns the size of excess that has most of a location's own excess, because another location
  // may be slower by far.
  [[nodiscard]] static double usual_of(const Doer& doer) {
    double sum = 0.0, squares = 0.0;
    for (const WorkCell& cell : doer.cells)
      if (const double excess = cell.excess(); excess > 0.0) {
        sum += excess;
        squares += excess * excess;
      }
    return sum > 0.0 ? squares / sum : 0.0;
  }

  // Returns the time to be removed from a cell, in ticks.
  [[nodiscard]] double removed(const Doer& doer, const WorkCell& cell) const {
    if (cell.time <= 0.0) return 0.0;
    if (doer.is_persistent) return std::max(cell.excess(), kAddedAtMost * cell.time);
    const bool is_some =
        cell.excess() >= kSome * usual_ && cell.excess() > kNoise * double{cell.noise};
    return is_some ? cell.excess() : 0.0;
  }

  [[nodiscard]] Excess conclude() const {
    Excess out;
    double references = 0.0;  // references of shortened cells
    double all = 0.0;         // times of shortened cells
    for (const Doer& doer : cells_.doers) {
      if (!doer.is_named) continue;
      LocationExcess of{doer.location, 0.0, {}};
      of.parts.reserve(doer.instances);
      for (const WorkCell& cell : doer.cells) {
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
    out.low = std::max(0.0, std::min(1.0 - unknown, is_all_removed_ ? kNotNeededByOthers : 1.0));
    out.high = 1.0 + unknown;
    // Each tick that a dealer takes less is a gain, until it takes no time.
    if (is_all_of_dealer_) out.high = std::max(out.high, all / out.ticks);
    return out;
  }

  // Returns the uncertainty of the level as a part of it: by how much the locations at this level
  // differ.
  [[nodiscard]] double uncertainty() const {
    double count = 0.0, sum = 0.0, squares = 0.0, of_one = 0.0;
    for (const Doer& doer : cells_.doers) {
      if (doer.is_named) continue;
      double time = 0.0, level = 0.0, differences = 0.0;
      for (const WorkCell& cell : doer.cells) {
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
  WorkCells cells_;
  double usual_ = 0.0;           // excess of a slow cell
  bool is_all_removed_ = false;  // work of a single location has no level of its own
  bool is_all_of_dealer_ = false;
  std::vector<double> scratch_;
};

}  // namespace

Excess find_excess(const std::vector<LocationWork>& work, const Population& population,
                   double least) {
  return ExcessSearch(work, population, least).run();
}

}  // namespace tarry::analysis
