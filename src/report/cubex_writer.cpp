// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <vector>

#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/cubex_row_writer.h"

namespace tarry::report {

base::Status write_cubex(const SeverityCube& cube, const std::string& path) {
  const CubexLayout layout = cubex_layout(cube);
  std::vector<std::uint32_t> positions(layout.callpaths.size());  // by call path
  for (std::uint32_t i = 0; i < positions.size(); ++i) positions[layout.callpaths[i].index()] = i;
  CubexRowWriter writer(cube, layout);
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m) {
    const MetricId metric{m};
    base::Status written = kOk;
    if (std::is_sorted(positions.begin(), positions.end())) {
      cube.for_each_row(metric, [&](CallPathId callpath, const std::vector<double>& row) {
        if (written.ok()) written = writer.put(metric, positions[callpath.index()], row);
      });
      TRY(std::move(written));
      continue;
    }
    for (std::uint32_t i = 0; i < positions.size(); ++i)
      TRY(writer.put(metric, i, cube.copy_of_row(metric, layout.callpaths[i])));
  }
  TRY(cube.reading());
  return writer.finish(path);
}

}  // namespace tarry::report
