// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/work_cells.h"

#include <cmath>
#include <numeric>

#include "analysis/interventions/reference_level.h"
#include "analysis/interventions/work_survey.h"

namespace tarry::analysis {
namespace {

constexpr double kAboutEven = 0.1;  // largest difference, as part of the mean over locations

std::span<const double> instances(const Doer& doer, std::size_t stretch) {
  return std::span<const double>(doer.times)
      .subspan(doer.begin(stretch), doer.ends[stretch] - doer.begin(stretch));
}

// Returns a value that `part` of the times are below.
double nth(std::span<const double> times, double part) {
  std::vector<double> sorted(times.begin(), times.end());
  const auto nth =
      sorted.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), nth, sorted.end());
  return *nth;
}

}  // namespace

WorkCells::WorkCells(const std::vector<LocationWork>& work, const Population& population)
    : population_(population) {
  for (const LocationWork& each : work) read(each);
  const std::size_t stretches = align();
  for (Doer& doer : doers) doer.cells.reserve(doer.times.size() + stretches);  // at most so many
  const bool has_dealer = std::any_of(population.all.begin(), population.all.end(),
                                      [](const LocationWork& each) { return each.deals; });
  for (std::uint32_t s = 0; s < stretches; ++s) {
    for (Doer& doer : doers) doer.first_cells.push_back(doer.cells.size());
    is_dealt_.push_back(is_dealt(s, stretches == 1, has_dealer));
    if (is_dealt_.back())
      add_dealt(s);
    else
      add_compared(s);
  }
  for (Doer& doer : doers) {
    doer.first_cells.push_back(doer.cells.size());
    doer.forget_times();
  }
}

void WorkCells::read(const LocationWork& work) {
  Doer& doer = doers.emplace_back();
  doer.location = work.location;
  WorkLog::read(
      work.log, [&](double time) { doer.times.push_back(time); },
      [&] { doer.ends.push_back(static_cast<std::uint32_t>(doer.times.size())); });
}

// Returns the number of stretches. It is 1 unless all locations have equally many.
std::size_t WorkCells::align() {
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
  if (fewest == most) return most;
  for (std::vector<double>& work : work_) work = {std::accumulate(work.begin(), work.end(), 0.0)};
  for (Doer& doer : doers) doer.ends = {static_cast<std::uint32_t>(doer.times.size())};
  return 1;
}

bool WorkCells::is_any_dealt() const {
  return std::find(is_dealt_.begin(), is_dealt_.end(), true) != is_dealt_.end();
}

void WorkCells::all_work(std::size_t stretch, std::vector<double>& out) const {
  out.clear();
  for (const std::vector<double>& work : work_)
    out.push_back(stretch < work.size() ? work[stretch] : 0.0);
}

bool WorkCells::is_even(std::size_t stretch) const {
  const auto count = [&](const Doer& doer) { return doer.ends[stretch] - doer.begin(stretch); };
  return std::all_of(doers.begin(), doers.end(),
                     [&](const Doer& doer) { return count(doer) == count(doers.front()); });
}

// Returns whether instances are compared with the usual time of an instance. This is so for
// locations that do the work different numbers of times, at different moments: programs that never
// meet, or locations that take the next piece when they are ready, so that slow ones do it less
// often in the same total time. Their instances must be of one kind.
bool WorkCells::is_dealt(std::size_t stretch, bool is_only, bool has_dealer) const {
  if (doers.size() < 2) return false;
  const bool even = is_even(stretch);
  const bool may_be_dealt = !even || (has_dealer && others() != 0);
  return ((is_only && !even) || (may_be_dealt && is_balanced(stretch))) && is_of_one_kind(stretch);
}

bool WorkCells::is_of_one_kind(std::size_t stretch) const {
  return std::all_of(doers.begin(), doers.end(), [&](const Doer& doer) {
    const std::span<const double> own = instances(doer, stretch);
    return !own.empty() && nth(own, 0.75) <= kAlike * nth(own, 0.25);
  });
}

bool WorkCells::is_balanced(std::size_t stretch) const {
  double least = INFINITY, most = 0.0, sum = 0.0, longest = 0.0;
  for (const Doer& doer : doers) {
    const std::span<const double> own = instances(doer, stretch);
    if (own.size() < kRepeated) return false;
    const double time = std::accumulate(own.begin(), own.end(), 0.0);
    least = std::min(least, time);
    most = std::max(most, time);
    sum += time;
    longest = std::max(longest, *std::max_element(own.begin(), own.end()));
  }
  return most - least <= longest + kAboutEven * sum / static_cast<double>(doers.size());
}

// Makes a cell of each instance and compares it with the usual time of an instance.
void WorkCells::add_dealt(std::uint32_t stretch) {
  std::vector<double> usual;
  for (const Doer& doer : doers) usual.push_back(nth(instances(doer, stretch), 0.5));
  const ReferenceLevel reference = reference_level(usual);
  for (Doer& doer : doers)
    for (const double time : instances(doer, stretch))
      doer.cells.push_back({time, static_cast<float>(reference.level),
                            static_cast<float>(reference.spread), 1, stretch});
}

void WorkCells::add_compared(std::uint32_t stretch) {
  const bool even = is_even(stretch);
  for (Doer& doer : doers) {
    WorkCell sum;
    sum.stretch = stretch;
    sum.instances = doer.ends[stretch] - doer.begin(stretch);
    for (const double time : instances(doer, stretch)) {
      if (even) doer.cells.push_back({time, 0.0F, 0.0F, 1, stretch});
      sum.time += time;
    }
    if (!even) doer.cells.push_back(sum);
  }
}

}  // namespace tarry::analysis
