// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/one_file_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/base64.h"
#include "base/utf8.h"
#include "report/json_report.h"
#include "report/tar.h"

namespace tarry::explorer {
namespace {

using base::Error;
using base::ErrorCode;
using nlohmann::ordered_json;

// A browser unpacks the whole page. So many values take about 300 MB there.
constexpr std::uint64_t kMostValues = 5'000'000;

base::Status check_size(const ReportAnswers& report) {
  const model::SeverityCube& cube = report.cube();
  std::uint64_t values = 0;
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    values += cube.callpaths_with_values(model::MetricId{m}).size() * cube.locations.size();
  TRY(cube.reading());
  if (values <= kMostValues) return base::kOk;
  return Error{ErrorCode::Unsupported,
               fmt::format("the report may have {:.0f} million values, too many for one page",
                           static_cast<double>(values) * 1e-6),
               report.name(), "'tarry view' without --html shows it"};
}

// Returns the texts of the files in which the findings of a report lie.
ordered_json sources(const ReportAnswers& report) {
  ordered_json texts = ordered_json::object();
  const model::SeverityCube& cube = report.cube();
  std::set<std::string> files;
  const auto add = [&](model::CallPathId callpath) {
    for (; callpath.valid() && callpath.index() < cube.callpaths.size();
         callpath = cube.callpaths[callpath.index()].parent)
      files.insert(cube.callpaths[callpath.index()].file);
  };
  for (const model::Finding& finding : cube.findings) {
    add(finding.callpath);
    for (const model::Victims& victims : finding.victims) add(victims.callpath);
  }
  for (const std::string& file : files)
    if (const base::Result<std::string> text = report.source(file); text.ok())
      texts[base::valid_utf8(file)] = *text;
  return texts;
}

base::Result<std::string> data_of(const Session& session) {
  TRY_ASSIGN(const std::string description, session.description());
  std::string reports;
  ordered_json texts = ordered_json::array();
  for (const auto& report : session.reports()) {
    TRY(check_size(*report));
    reports += (reports.empty() ? "" : ",") + report::json_report(report->cube(), {});
    TRY(report->cube().reading());
    texts.push_back(sources(*report));
  }
  return fmt::format(
      "{{\"session\":{},\"reports\":[{}],\"timeline\":null,\"pictures\":[],\"details\":[],"
      "\"sources\":{}}}",
      description, reports, texts.dump());
}

}  // namespace

base::Result<std::string> one_file_page(const std::string& page, const Session& session) {
  const std::string_view begin = R"(<script type="application/json" id="tarry-data">)";
  const std::size_t at = page.find(begin);
  const std::size_t end = page.find("</script>", at);
  if (at == std::string::npos || end == std::string::npos || page.rfind(begin) != at)
    return Error{ErrorCode::BadInput, "the page of the explorer has no place for data", "",
                 "build the explorer of this version"};
  TRY_ASSIGN(const std::string data, data_of(session));
  TRY_ASSIGN(const std::string packed, report::gzip(data));
  return page.substr(0, at + begin.size()) + base::base64(packed) + page.substr(end);
}

}  // namespace tarry::explorer
