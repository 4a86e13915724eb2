// SPDX-License-Identifier: BSD-3-Clause
// What all call paths of a region amount to, for each location. A region may have thousands of call
// paths, such as those of a call of MPI, and adding up their rows takes seconds. So the sums of
// regions with many rows are kept.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/subtree_sums.h"
#include "model/severity_cube.h"

namespace tarry::explorer {

// Thread: one.
class RegionSums {
 public:
  // Both must outlive it. The sums that are kept take `most_bytes` at most, or those of one metric
  // if that is more.
  RegionSums(const model::SeverityCube& cube, SubtreeSums& subtrees,
             std::uint64_t most_bytes = std::uint64_t{1} << 28);

  // Returns a value for each location, of all call paths that have the region of `callpath`. With
  // what is below them if `inclusive`; a region that calls itself counts once then.
  std::vector<double> of(model::MetricId metric, model::CallPathId callpath, bool inclusive);
  // Goes on with the sums that are to be kept of the metric, by a few rows. Returns false if all of
  // them are there. Those of SubtreeSums should be there before.
  bool keep_more(model::MetricId metric);
  // Returns whether another sum would push out what is kept.
  [[nodiscard]] bool is_full() const;

  // Rows that were read so far for own values, for tests of what a question costs.
  [[nodiscard]] std::uint64_t rows_read() const { return rows_read_; }

 private:
  struct Region {
    std::vector<model::CallPathId> callpaths;
    std::vector<model::CallPathId> outermost;  // those without another one of the region above them
    bool calls = false;                        // whether anything is below them
  };
  using Key = std::pair<std::uint32_t, bool>;  // region, inclusive
  // A sum that is being made.
  struct Begun {
    Key key;
    std::size_t next = 0;  // call path to be added next
    std::vector<double> sum;
  };
  struct Kept {
    std::vector<Key> wanted;  // what is to be kept; those that are not there yet come last
    std::size_t made = 0;     // as many of them are there
    std::map<Key, std::vector<double>> sums;
    std::optional<Begun> begun;
  };

  [[nodiscard]] Key key_of(model::CallPathId callpath, bool inclusive) const;
  [[nodiscard]] const std::vector<model::CallPathId>& parts_of(Key key) const;
  Kept& kept_for(model::MetricId metric);
  void keep(Kept& kept, Key key, std::vector<double> sum);
  void give_up_others(model::MetricId metric);
  // Adds what is missing of a sum. Returns false if `most_parts` do not suffice.
  bool add_up(model::MetricId metric, Begun& begun, std::size_t most_parts);

  const model::SeverityCube& cube_;
  SubtreeSums& subtrees_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  // of what is kept
  std::uint64_t rows_read_ = 0;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> region_of_;  // by call path
  std::map<model::MetricId, Kept> kept_;
  std::list<model::MetricId> used_;  // the last one first
};

}  // namespace tarry::explorer
