// SPDX-License-Identifier: BSD-3-Clause
// Rows that are computed from those of several reports when they are asked for, so that no more
// than a few rows of each are in memory.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "algebra/operations.h"
#include "algebra/united.h"
#include "model/row_source.h"
#include "model/severity_cube.h"

namespace tarry::algebra {

// Finds the rows of reports by the call paths of the united one, with values by its locations.
// Thread: one.
class PlacedRows {
 public:
  PlacedRows(const model::SeverityCube& united, const std::vector<Placement>& placements);

  // Returns the row of `report`, which is the one that `number` says; empty if all are zero.
  [[nodiscard]] std::vector<double> row(const model::SeverityCube& report, std::size_t number,
                                        model::MetricId metric, model::CallPathId callpath) const;
  // Returns the united call paths for which one of the reports has values, ascending. Each is given
  // with its number and its number of the metric.
  struct Owner {
    const model::SeverityCube* report;
    std::size_t number;
    model::MetricId metric;
  };
  [[nodiscard]] std::vector<model::CallPathId> callpaths(const std::vector<Owner>& owners) const;

 private:
  struct Place {
    std::vector<model::CallPathId> origins;       // by united call path; !valid(): none
    std::vector<model::CallPathId> callpaths;     // by call path of the report
    std::vector<model::LocationIndex> locations;  // by location of the report
  };
  std::size_t united_callpaths_;
  std::size_t united_locations_;
  std::vector<Place> places_;  // by report
};

// Thread: one.
class CombinedRows final : public model::RowSource {
 public:
  // `united` has the metrics of the result; they are found in the reports by their ids.
  CombinedRows(Operation operation, std::vector<model::SeverityCube> reports,
               const model::SeverityCube& united, const std::vector<Placement>& placements);

  base::Result<std::vector<model::CallPathId>> callpaths(model::MetricId metric) override;
  base::Result<std::vector<double>> row(model::MetricId metric,
                                        model::CallPathId callpath) override;

 private:
  using Owner = PlacedRows::Owner;
  void contribute(std::vector<double>& row, bool is_first, std::size_t report,
                  std::vector<double> values) const;
  void keep_extreme(std::vector<double>& row, const std::vector<double>& values) const;
  void finish(std::vector<double>& row, std::size_t contributions, std::size_t owners) const;

  Operation operation_;
  std::vector<model::SeverityCube> reports_;
  PlacedRows placed_;
  std::vector<std::vector<Owner>> owners_;  // the reports that have the metric, by metric
  std::vector<bool> is_extreme_;            // whether values are least or largest ones, by metric
};

// All locations of a report added up in one. Thread: one.
class CollapsedRows final : public model::RowSource {
 public:
  explicit CollapsedRows(model::SeverityCube report) : report_(std::move(report)) {}

  base::Result<std::vector<model::CallPathId>> callpaths(model::MetricId metric) override;
  base::Result<std::vector<double>> row(model::MetricId metric,
                                        model::CallPathId callpath) override;

 private:
  model::SeverityCube report_;
};

}  // namespace tarry::algebra
