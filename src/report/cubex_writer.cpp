// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/cubex_row_writer.h"
#include "report/wait_statistics_text.h"

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

base::Status write_statistics_beside(const SeverityCube& cube, const std::string& path) {
  const std::string file = statistics_beside(path);
  const std::string text = wait_statistics_text(cube);
  if (!cube.wait_statistics.empty()) return base::write_file(file, text);
  const base::Result<std::string> former = base::read_file(file);
  if (former.ok() && former->starts_with(text.substr(0, text.find('\n')))) {
    std::error_code ignored;  // then the former statistics stay
    std::filesystem::remove(file, ignored);
  }
  return kOk;
}

}  // namespace tarry::report
