// SPDX-License-Identifier: BSD-3-Clause
// The instances of a call path on the locations that execute it, in cells that are compared with
// each other. A cell is an instance at the same place or, where locations have different numbers of
// instances, their sum between two operations of all processes. Source:
// docs/decisions/037-interventions.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/interventions/work_levels.h"
#include "base/release.h"

namespace tarry::analysis {

inline constexpr double kAlike = 3.0;          // ratio of long to short instances of one kind
inline constexpr std::uint32_t kRepeated = 3;  // instances between two operations of all processes

// Instances of a location that are compared as one.
struct WorkCell {
  double time = 0.0;
  float reference = 0.0F;
  float noise = 0.0F;
  std::uint32_t instances = 0;
  std::uint32_t stretch = 0;

  [[nodiscard]] double excess() const { return time - double{reference}; }
};

// The instances of one location.
struct Doer {
  model::LocationIndex location;
  std::pmr::vector<double> times;
  std::vector<std::uint32_t> ends;  // by stretch: number of instances up to its end
  std::pmr::vector<WorkCell> cells;
  std::vector<std::size_t> first_cells;  // by stretch, with one more entry
  bool is_named = false, is_persistent = false;

  // Releases the times once the cells have them.
  void forget_times() {
    instances = times.size();
    base::release(times);
  }
  std::size_t instances = 0;

  [[nodiscard]] std::uint32_t begin(std::size_t stretch) const {
    return stretch == 0 ? 0 : ends[stretch - 1];
  }
  [[nodiscard]] std::span<WorkCell> cells_of(std::size_t stretch) {
    return std::span<WorkCell>(cells).subspan(first_cells[stretch],
                                              first_cells[stretch + 1] - first_cells[stretch]);
  }
};

class WorkCells {
 public:
  // `work`: that of the locations that do it, ascending by location.
  WorkCells(const std::vector<LocationWork>& work, const Population& population);

  std::vector<Doer> doers;

  [[nodiscard]] std::size_t stretches() const { return is_dealt_.size(); }
  // Returns whether instances are compared with a usual time anywhere; their cells have it as
  // reference.
  [[nodiscard]] bool is_any_dealt() const;
  // Returns the number of locations that do not do it.
  [[nodiscard]] std::size_t others() const {
    return population_.all.size() - std::min(population_.all.size(), doers.size());
  }
  // Returns the total computation of each location of the population in a stretch.
  void all_work(std::size_t stretch, std::vector<double>& out) const;

  // Calls f(at) for the cells of all doers that are compared; at(doer) is that of a doer.
  template <class F>
  void for_each_compared(F f) {
    for (std::size_t s = 0; s < stretches(); ++s) {
      if (is_dealt_[s]) continue;
      const std::size_t cells = doers.front().first_cells[s + 1] - doers.front().first_cells[s];
      for (std::size_t k = 0; k < cells; ++k)
        f([ s, k ](auto& doer) -> auto& { return doer.cells[doer.first_cells[s] + k]; });
    }
  }

 private:
  void read(const LocationWork& work);
  std::size_t align();
  [[nodiscard]] bool is_even(std::size_t stretch) const;
  [[nodiscard]] bool is_dealt(std::size_t stretch, bool is_only, bool has_dealer) const;
  [[nodiscard]] bool is_of_one_kind(std::size_t stretch) const;
  [[nodiscard]] bool is_balanced(std::size_t stretch) const;
  void add_dealt(std::uint32_t stretch);
  void add_compared(std::uint32_t stretch);

  const Population& population_;
  std::vector<std::vector<double>> work_;  // by location of the population, then by stretch
  std::vector<bool> is_dealt_;             // by stretch
};

}  // namespace tarry::analysis
