// SPDX-License-Identifier: BSD-3-Clause
// Rows of a cube whose call paths are united or left out, computed when they are asked for.
#pragma once

#include <vector>

#include "model/row_source.h"
#include "model/severity_cube.h"

namespace tarry::report {

// The call paths of a cube that make up each call path of another one, ascending.
using Origins = std::vector<std::vector<model::CallPathId>>;

// Metrics and locations are those of the cube. Thread: one.
class UnitedRows final : public model::RowSource {
 public:
  // Only the rows of `from` count; its call paths may be gone. `special_origins` hold for the
  // metric `special`, if that is valid.
  UnitedRows(model::SeverityCube from, Origins origins, model::MetricId special = {},
             Origins special_origins = {});

  base::Result<std::vector<model::CallPathId>> callpaths(model::MetricId metric) override;
  base::Result<std::vector<double>> row(model::MetricId metric,
                                        model::CallPathId callpath) override;

 private:
  [[nodiscard]] const Origins& origins_of(model::MetricId metric) const {
    return special_.valid() && metric == special_ ? special_origins_ : origins_;
  }

  model::SeverityCube from_;
  Origins origins_;
  model::MetricId special_;
  Origins special_origins_;
};

}  // namespace tarry::report
