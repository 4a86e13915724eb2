// SPDX-License-Identifier: BSD-3-Clause
// What a call path amounts to with all call paths below it, for each location. A large report has
// thousands of rows below a call path, and adding them up takes seconds. So sums of some subtrees
// are kept: as many as it takes for any other one to need a few rows only.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::explorer {

// Thread: one.
class SubtreeSums {
 public:
  // `cube` must outlive it. The sums that are kept take `most_bytes` at most, or those of one
  // metric if that is more.
  explicit SubtreeSums(const model::SeverityCube& cube,
                       std::uint64_t most_bytes = std::uint64_t{1} << 29);

  // Returns a value for each location.
  std::vector<double> of(model::MetricId metric, model::CallPathId callpath);
  // Goes on with the sums that are to be kept of the metric, by a few rows. Returns false if all
  // of them are there.
  bool keep_more(model::MetricId metric);
  // Returns whether another sum would push out what is kept.
  [[nodiscard]] bool is_full() const;

  // Rows that were read so far, for tests of what a question costs.
  [[nodiscard]] std::uint64_t rows_read() const { return rows_read_; }

 private:
  // A sum that is being made.
  struct Begun {
    std::uint32_t position = 0;  // of the top of the subtree
    std::uint32_t next = 0;      // what is to be added next
    std::vector<double> sum;
  };
  // By position in the order of the walk, like everything below.
  struct Kept {
    std::vector<bool> has_values;
    std::uint32_t first = 0, last = 0;  // the first and the last one that have values
    std::vector<std::uint32_t> rows;  // to be added up for a subtree, kept ones below it count once
    std::map<std::uint32_t, std::vector<double>> sums;
    std::uint32_t made_from = 0;  // from here on all sums that are to be kept are there
    std::optional<Begun> begun;   // that in front of it, by keep_more()
  };

  Kept& kept_for(model::MetricId metric);
  Kept plan_of(model::MetricId metric) const;
  void keep(Kept& kept, std::uint32_t position, std::vector<double> sum);
  void give_up_others(model::MetricId metric);
  [[nodiscard]] static bool is_kept(const Kept& kept, std::uint32_t position);
  [[nodiscard]] std::uint64_t bytes_of(const Kept& kept) const;
  // Adds what is missing of a subtree, whose kept subtrees are known. Returns false if `most_rows`
  // do not suffice.
  bool add_up(const Kept& kept, model::MetricId metric, Begun& begun, std::uint32_t most_rows);
  std::vector<double> added_up(const Kept& kept, model::MetricId metric, std::uint32_t position);

  const model::SeverityCube& cube_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  // of what is kept
  std::uint64_t rows_read_ = 0;
  std::vector<std::uint32_t> order_;     // call paths, each in front of those below it
  std::vector<std::uint32_t> position_;  // of each call path
  std::vector<std::uint32_t> end_;       // behind the last position of its subtree
  std::map<model::MetricId, Kept> kept_;
  std::list<model::MetricId> used_;  // the last one first
};

}  // namespace tarry::explorer
