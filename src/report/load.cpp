// SPDX-License-Identifier: BSD-3-Clause
#include "report/load.h"

#include "base/files.h"
#include "report/cube3.h"
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/json_report.h"
#include "report/report_limits.h"
#include "report/tar.h"

namespace tarry::report {

namespace {

// The first letter decides; a file named .json is parsed as JSON whatever it begins with.
base::Result<SeverityCube> parse(const std::string& file, std::string content) {
  const std::uint64_t size = content.size();
  if (is_gzip(content)) {
    TRY_ASSIGN(content, gunzip(content, largest_unpacked(size)));
  }
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  const char letter = first == std::string::npos ? '\0' : content[first];
  if (letter == '{' || letter == '[' || file.ends_with(".json")) return parse_json_report(content);
  if (letter == '<' || content.starts_with("\xef\xbb\xbf<")) return parse_cube3(std::move(content));
  return parse_cubex(std::move(content), size);
}

}  // namespace

base::Result<SeverityCube> load_report(const std::string& file) {
  TRY_ASSIGN(std::string content, base::read_file(file));
  base::Result<SeverityCube> cube = parse(file, std::move(content));
  const base::Status checked = cube.ok() ? check_limits(*cube) : base::Status();
  if (cube.ok() && checked.ok()) return cube;
  Error error = cube.ok() ? checked.error() : std::move(cube).error();
  error.where = file;
  return error;
}

}  // namespace tarry::report
