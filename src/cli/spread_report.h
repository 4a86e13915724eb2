// SPDX-License-Identifier: BSD-3-Clause
// Shows how several runs of two versions differ, as text and as JSON of the schema tarry-spread/1:
// docs/formats/spread-json.md
#pragma once

#include <string>
#include <vector>

#include "algebra/spread.h"
#include "model/severity_cube.h"

namespace tarry::cli {

// The runs of one version, with their names.
struct RunGroup {
  std::vector<std::string> names;
  std::vector<model::SeverityCube> runs;
};

// Shows the rows with a regression, an improvement or an uncertain change, and with `all` the
// others as well; at most `top` rows.
std::string spread_text(const algebra::Spread& spread, const algebra::SpreadOptions& options,
                        const RunGroup& old_group, const RunGroup& new_group, std::size_t top,
                        bool all);
std::string spread_json(const algebra::Spread& spread, const algebra::SpreadOptions& options,
                        const RunGroup& old_group, const RunGroup& new_group);

}  // namespace tarry::cli
