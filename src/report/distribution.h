// SPDX-License-Identifier: BSD-3-Clause
// How the value of a line of a report is distributed over the ranks, or over the threads of a run
// with one rank.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/query.h"
#include "report/text_layout.h"

namespace tarry::report {

// What a distribution is over: all ranks of the cube, ascending, or its only rank's threads.
class Members {
 public:
  explicit Members(const model::SeverityCube& cube);

  [[nodiscard]] std::size_t count() const { return count_; }
  // Returns "rank" or "thread".
  [[nodiscard]] const char* noun() const { return noun_; }
  // Adds a row of the cube to sums by member, whose number is count().
  void add(const std::vector<double>& row, std::vector<double>& sums) const;

 private:
  std::vector<std::size_t> member_of_;  // by location
  std::size_t count_ = 0;
  const char* noun_ = "rank";
};

// Computes distributions of a metric. The rows are those of table() with the same arguments.
class Distribution {
 public:
  Distribution(const model::SeverityCube& cube, model::MetricId metric, By by, bool inclusive);

  // Returns the values by member. A row of By::Location, By::Rank and By::Host has none.
  [[nodiscard]] std::vector<double> of(const TableRow& row, const Members& members) const;

 private:
  [[nodiscard]] std::vector<bool> call_paths_of(const TableRow& row) const;

  const model::SeverityCube& cube_;
  model::MetricId metric_;
  By by_;
  bool inclusive_;
};

// Draws a column of distributions beside the lines of a table.
class DistributionColumn {
 public:
  // There is no column if the run has one member only, or `room` (columns) is too small for it.
  DistributionColumn(const model::SeverityCube& cube, const TextStyle& style, std::size_t room);

  [[nodiscard]] bool is_shown() const { return cells_ != 0; }
  [[nodiscard]] const Members& members() const { return members_; }
  // Returns the heading, "ranks", as wide as the column.
  [[nodiscard]] std::string heading() const;
  // Returns the bar of values by member, as wide as the column. Without values, or if one of them
  // is negative, it is empty.
  [[nodiscard]] std::string bar(const std::vector<double>& values) const;
  // Returns a sentence that says what the bars show.
  [[nodiscard]] std::string legend() const;
  [[nodiscard]] std::size_t width() const;

 private:
  Members members_;
  bool unicode_;
  std::size_t per_cell_ = 1;
  std::size_t cells_ = 0;
};

}  // namespace tarry::report
