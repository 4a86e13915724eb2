// SPDX-License-Identifier: BSD-3-Clause
#include "report/load.h"

#include <algorithm>
#include <utility>

#include "report/byte_source.h"
#include "report/cube3.h"
#include "report/cube_types.h"
#include "report/cubex_rows.h"
#include "report/json_report.h"
#include "report/report_limits.h"
#include "report/tar.h"

namespace tarry::report {

namespace {

enum class Format { Json, Cube3, Cubex };

// The first letter decides; a file named .json is parsed as JSON whatever it begins with.
Format format_of(const std::string& file, std::string_view start) {
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  const char letter = first == std::string_view::npos ? '\0' : start[first];
  if (letter == '{' || letter == '[' || file.ends_with(".json")) return Format::Json;
  if (letter == '<' || start.starts_with("\xef\xbb\xbf<")) return Format::Cube3;
  return Format::Cubex;
}

base::Result<OpenCubex> open_content(const std::string& file) {
  constexpr std::uint64_t kStart = 512;
  TRY_ASSIGN(ByteSource source, ByteSource::open(file));
  const std::uint64_t size = source.size();
  TRY_ASSIGN(std::string start, source.read(0, std::min(size, kStart)));
  if (is_gzip(start)) {
    TRY_ASSIGN(const std::string packed, source.read(0, size));
    TRY_ASSIGN(std::string unpacked, gunzip(packed, largest_unpacked(size)));
    source = ByteSource::in_memory(std::move(unpacked));
    TRY_ASSIGN(start, source.read(0, std::min(source.size(), kStart)));
  }
  const Format format = format_of(file, start);
  if (format == Format::Cubex) return open_cubex(std::move(source), size, file);
  TRY_ASSIGN(std::string content, source.read(0, source.size()));
  base::Result<SeverityCube> cube =
      format == Format::Json ? parse_json_report(content) : parse_cube3(std::move(content));
  if (!cube.ok()) return std::move(cube).error();
  TRY(check_values(*cube));
  return OpenCubex{std::move(cube).value(), nullptr};
}

base::Result<OpenCubex> open(const std::string& file) {
  base::Result<OpenCubex> report = open_content(file);
  const base::Status checked = report.ok() ? check_structure(report->cube) : base::Status();
  if (report.ok() && checked.ok()) return report;
  Error error = report.ok() ? checked.error() : std::move(report).error();
  error.where = file;
  return error;
}

}  // namespace

base::Result<SeverityCube> open_report(const std::string& file) {
  TRY_ASSIGN(OpenCubex report, open(file));
  return std::move(report.cube);
}

base::Result<SeverityCube> load_report(const std::string& file) {
  TRY_ASSIGN(OpenCubex report, open(file));
  if (report.rows != nullptr) TRY(report.rows->verify());
  if (report.rows != nullptr) report.rows->limit_memory();
  TRY(report.cube.read_all());
  return std::move(report.cube);
}

}  // namespace tarry::report
