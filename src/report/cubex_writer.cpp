// SPDX-License-Identifier: BSD-3-Clause
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/cubex_row_writer.h"

namespace tarry::report {

base::Status write_cubex(const SeverityCube& cube, const std::string& path) {
  const CubexLayout layout = cubex_layout(cube);
  CubexRowWriter writer(cube, layout);
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    for (std::uint32_t i = 0; i < layout.callpaths.size(); ++i)
      TRY(writer.put(MetricId{m}, i, cube.row(MetricId{m}, layout.callpaths[i])));
  return writer.finish(path);
}

}  // namespace tarry::report
