// SPDX-License-Identifier: BSD-3-Clause
#include "report/load.h"

#include <filesystem>

#include "report/atomic_file.h"
#include "report/cubex.h"
#include "report/json_report.h"

namespace tarry::report {

using base::Error;
using base::ErrorCode;
using model::SeverityCube;

namespace {

base::Result<SeverityCube> parse(std::string content) {
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && content[first] == '{') return parse_json_report(content);
  return parse_cubex(std::move(content));
}

}  // namespace

base::Result<SeverityCube> load_report(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::string file = path;
  if (fs::is_directory(path, ignored)) {
    file = (fs::path(path) / "analysis.cubex").string();
    if (!fs::exists(file, ignored))
      return Error{ErrorCode::NotFound, "there is no analysis yet", path,
                   "run 'tarry analyze " + path + "' first"};
  }
  TRY_ASSIGN(std::string content, read_file(file));
  base::Result<SeverityCube> cube = parse(std::move(content));
  if (cube.ok()) return cube;
  Error error = std::move(cube).error();
  error.where = file;
  return error;
}

}  // namespace tarry::report
