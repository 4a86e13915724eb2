// SPDX-License-Identifier: BSD-3-Clause
#include "report/load.h"

#include <cmath>

#include "base/files.h"
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/json_report.h"

namespace tarry::report {

namespace {

// The first letter decides; a file named .json is parsed as JSON whatever it begins with.
base::Result<SeverityCube> parse(const std::string& file, std::string content) {
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  const bool is_json =
      first != std::string::npos && (content[first] == '{' || content[first] == '[');
  if (is_json || file.ends_with(".json")) return parse_json_report(content);
  return parse_cubex(std::move(content));
}

bool are_finite(const SeverityCube& cube) {
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    for (const CallPathId callpath : cube.callpaths_with_values(MetricId{m}))
      for (const double value : cube.row(MetricId{m}, callpath))
        if (!std::isfinite(value)) return false;
  return true;
}

}  // namespace

base::Result<SeverityCube> load_report(const std::string& file) {
  TRY_ASSIGN(std::string content, base::read_file(file));
  base::Result<SeverityCube> cube = parse(file, std::move(content));
  if (cube.ok() && are_finite(*cube)) return cube;
  Error error = cube.ok() ? Error{base::ErrorCode::BadInput, "a value is not a number", "", ""}
                          : std::move(cube).error();
  error.where = file;
  return error;
}

}  // namespace tarry::report
