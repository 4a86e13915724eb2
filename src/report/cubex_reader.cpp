// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>

#include "report/cube_types.h"
#include "report/cube_xml.h"
#include "report/cubex.h"
#include "report/cubex_anchor.h"
#include "report/cubex_archive.h"
#include "report/cubex_format.h"
#include "report/cubex_rows.h"
#include "report/report_limits.h"
#include "report/tar.h"
#include "report/text_escape.h"
#include "report/wait_statistics_json.h"
#include "report/wait_statistics_text.h"

namespace tarry::report {
namespace {

// Scalasca writes the statistics of its report into a file beside it, and some versions name that
// file in the report. A file that cannot be read is no reason to refuse the report.
void read_statistics_beside(const std::string& report, Anchor& anchor) {
  constexpr std::uint64_t kLargest = std::uint64_t{16} << 20;
  namespace fs = std::filesystem;
  fs::path file = statistics_beside(report);
  if (const fs::path named = anchor.statistics_file;
      !named.empty() && named.filename() == named && named != "..")
    file = fs::path(report).replace_filename(named);
  std::error_code failure;
  if (!fs::is_regular_file(file, failure)) return;
  const auto read = [&]() -> base::Status {
    TRY_ASSIGN(const ByteSource bytes, ByteSource::open(file.string()));
    if (bytes.size() > kLargest)
      return Error{ErrorCode::BadInput, "it has more than 16 MiB", "", ""};
    TRY_ASSIGN(const std::string text, bytes.read(0, bytes.size()));
    return read_wait_statistics(text, anchor.callpaths, anchor.cube);
  };
  if (const base::Status done = read(); !done.ok())
    anchor.cube.experiment.warnings.push_back("the statistics of waits in '" +
                                              one_line(file.filename().string()) +
                                              "' were not read: " + done.error().message());
}

base::Result<OpenCubex> open_bytes(ByteSource bytes, std::uint64_t size, const std::string& path) {
  constexpr const char* kAnchor = "anchor.xml";
  constexpr std::uint64_t kStepsPerByte = 1000, kFewSteps = 10'000'000;
  const std::uint64_t limit = largest_unpacked(size);
  TRY_ASSIGN(CubexArchive archive, CubexArchive::open(std::move(bytes), limit));
  if (!archive.has(kAnchor))
    return Error{ErrorCode::BadInput, "not a .cubex report: there is no anchor.xml in it", "", ""};
  TRY_ASSIGN(std::string xml, archive.whole(kAnchor));
  if (is_gzip(xml)) {
    TRY_ASSIGN(xml, gunzip(xml, std::min(limit, kLargestXml)));
  }
  TRY_ASSIGN(Anchor anchor, read_anchor(std::move(xml)));
  if (archive.has(kStatisticsMember)) {
    TRY_ASSIGN(const std::string text, archive.whole(kStatisticsMember));
    read_wait_statistics(text, anchor.cube);
  } else if (!anchor.is_ours && !path.empty()) {
    read_statistics_beside(path, anchor);
  }
  OpenCubex out;
  out.rows = std::make_shared<CubexRows>(std::move(archive), anchor, limit, path);
  out.cube = std::move(anchor.cube);
  out.cube.take_rows_from(out.rows);
  // Expressions need all rows of the metrics that they name.
  if (!anchor.derived.usable.empty()) {
    out.rows->limit_memory();
    TRY(out.cube.read_all());
    for (std::string& failure :
         compute_derived(anchor.derived, out.cube, kFewSteps + size * kStepsPerByte, limit))
      out.cube.experiment.warnings.push_back(std::move(failure));
  }
  if (!anchor.has_duration) out.cube.experiment.duration_s = longest_time(out.cube);
  TRY(out.cube.reading());
  return out;
}

base::Result<SeverityCube> read_whole(OpenCubex report) {
  TRY(report.rows->verify());
  report.rows->limit_memory();
  TRY(report.cube.read_all());
  return std::move(report.cube);
}

}  // namespace

base::Result<OpenCubex> open_cubex(ByteSource bytes, std::uint64_t size, const std::string& path) {
  base::Result<OpenCubex> report = open_bytes(std::move(bytes), size, path);
  if (report.ok()) return report;
  Error error = std::move(report).error();
  error.where = path;
  return error;
}

base::Result<OpenCubex> open_cubex(const std::string& path) {
  TRY_ASSIGN(ByteSource bytes, ByteSource::open(path));
  const std::uint64_t size = bytes.size();
  return open_cubex(std::move(bytes), size, path);
}

base::Result<SeverityCube> parse_cubex(std::string archive) {
  const std::uint64_t size = archive.size();
  return parse_cubex(std::move(archive), size);
}

base::Result<SeverityCube> parse_cubex(std::string archive, std::uint64_t size) {
  TRY_ASSIGN(OpenCubex report, open_cubex(ByteSource::in_memory(std::move(archive)), size, ""));
  return read_whole(std::move(report));
}

base::Result<SeverityCube> read_cubex(const std::string& path) {
  TRY_ASSIGN(OpenCubex report, open_cubex(path));
  return read_whole(std::move(report));
}

}  // namespace tarry::report
