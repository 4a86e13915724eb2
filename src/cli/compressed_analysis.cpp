// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compressed_analysis.h"

#include "compressed/format/trace_file.h"
#include "compressed/queries/trace_cube.h"
#include "report/cubex.h"

namespace tarry::cli {

namespace fs = std::filesystem;

base::Result<model::SeverityCube> write_compressed_analysis(const fs::path& file,
                                                            const fs::path& output) {
  TRY_ASSIGN(const compressed::Trace trace, compressed::read_trace(file.string()));
  model::SeverityCube cube = compressed::trace_cube(trace);
  cube.experiment.attributes["tarry.version"] = TARRY_VERSION;
  TRY(report::write_cubex(cube, output.string()));
  return cube;
}

}  // namespace tarry::cli
