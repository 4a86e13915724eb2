// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compressed_analysis.h"

#include "compressed/format/trace_file.h"
#include "compressed/queries/trace_cube.h"
#include "experiment/report_file.h"
#include "report/cubex.h"

namespace tarry::cli {

namespace fs = std::filesystem;
using experiment::Experiment;

namespace {

void add_recording_warnings(const fs::path& file, model::SeverityCube& cube) {
  const fs::path absolute = fs::absolute(file);
  const Experiment around(absolute.parent_path().parent_path());
  if (around.path(experiment::Part::Compressed) == absolute)
    experiment::add_recording_warnings(around, cube);
}

}  // namespace

base::Result<model::SeverityCube> write_compressed_analysis(const fs::path& file,
                                                            const fs::path& output) {
  TRY_ASSIGN(const compressed::Trace trace, compressed::read_trace(file.string()));
  model::SeverityCube cube = compressed::trace_cube(trace);
  cube.experiment.attributes["tarry.version"] = TARRY_VERSION;
  add_recording_warnings(file, cube);
  TRY(report::write_cubex(cube, output.string()));
  return cube;
}

}  // namespace tarry::cli
