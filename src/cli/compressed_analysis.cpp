// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compressed_analysis.h"

#include <array>
#include <fstream>
#include <string_view>

#include "cli/compress_step.h"
#include "compress/analysis/trace_cube.h"
#include "compress/text/format.h"
#include "compress/text/trace_file.h"
#include "report/cubex.h"

namespace tarry::cli {

namespace fs = std::filesystem;

namespace {

bool is_compressed_trace(const fs::path& file) {
  if (file.extension() == ".tct") return true;
  std::array<char, compress::kFormatName.size()> first{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(first.data(), first.size());
  const std::string_view begin(first.data(), static_cast<std::size_t>(stream.gcount()));
  return begin == compress::kFormatName || begin.starts_with("\x28\xB5\x2F\xFD");  // zstd
}

}  // namespace

fs::path compressed_trace_to_analyze(const fs::path& given) {
  std::error_code ignored;
  if (!fs::is_directory(given, ignored)) return is_compressed_trace(given) ? given : fs::path();
  const fs::path inside = compressed_trace_in(given);
  const bool has_another =
      fs::exists(given / "traces.otf2", ignored) || fs::exists(given / "raw", ignored);
  return !has_another && fs::exists(inside, ignored) ? inside : fs::path();
}

base::Result<model::SeverityCube> write_compressed_analysis(const fs::path& file,
                                                            const fs::path& output) {
  TRY_ASSIGN(const compress::Trace trace, compress::read_trace(file.string()));
  model::SeverityCube cube = compress::trace_cube(trace);
  cube.experiment.attributes["tarry.version"] = TARRY_VERSION;
  TRY(report::write_cubex(cube, output.string()));
  return cube;
}

}  // namespace tarry::cli
