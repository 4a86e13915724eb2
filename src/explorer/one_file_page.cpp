// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/one_file_page.h"

#include <fmt/format.h>

#include <algorithm>
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
constexpr std::size_t kMostOfRows = 4'000'000;  // bytes of sampled times by rank, before packing

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

// Returns the whole run and, with some time around it, the episode of each finding.
std::vector<timeline::Window> windows(const TimelineAnswers& timeline,
                                      const ReportAnswers& report) {
  constexpr double kAround = 0.1;  // part of the episode
  std::vector<timeline::Window> all = {timeline.whole()};
  for (const model::Finding& finding : report.cube().findings) {
    const model::Episode& episode = finding.episode;
    timeline::Window window{episode.cause.begin_s, episode.cause.end_s};
    for (const model::Episode::Span& wait : episode.waits) {
      window.from_s = std::min(window.from_s, wait.begin_s);
      window.to_s = std::max(window.to_s, wait.end_s);
    }
    const double around = kAround * (window.to_s - window.from_s);
    window.from_s = std::max(window.from_s - around, all.front().from_s);
    window.to_s = std::min(window.to_s + around, all.front().to_s);
    if (window.from_s < window.to_s) all.push_back(window);
  }
  return all;
}

// Returns curves of counters in a window. Those of few lines and of few counters are enough for a
// page.
base::Result<std::string> curves(const TimelineAnswers& timeline, const timeline::Window& window) {
  constexpr std::size_t kMostLines = 128, kMostCounters = 8;
  constexpr std::uint32_t kColumns = 300;
  std::string all;
  if (timeline.lines() > kMostLines) return all;
  std::size_t count = 0;
  for (std::uint32_t c = 0; c < timeline.counters().size() && count < kMostCounters; ++c) {
    if (!timeline.counters()[c].has_curve) continue;
    timeline::CounterRequest request;
    request.window = window;
    request.counter = c;
    request.columns = kColumns;
    TRY_ASSIGN(const std::string text, timeline.counter(request));
    all += (all.empty() ? "" : ",") + text;
    ++count;
  }
  return all;
}

struct Stored {
  std::string timeline = "null";
  std::string communication = "null";
  std::string waits = "[]";
  std::string pictures, folded, details, counters;  // elements of lists
};

base::Result<Stored> stored(const Session& session) {
  // As sharp as a large screen, and far below the size that a page may have.
  constexpr std::uint32_t kColumns = 1600, kRows = 256, kFoldedRows = 28;
  constexpr std::size_t kMostWaits = 20;  // of each wait state
  Stored all;
  const TimelineAnswers* const timeline = session.timeline();
  if (timeline == nullptr || session.reports().empty()) return all;
  all.timeline = timeline->description();
  all.communication = timeline->communication();
  TRY_ASSIGN(all.waits, timeline->waits_of_each_state(kMostWaits));
  const timeline::Window whole = timeline->whole();
  if (!(whole.from_s < whole.to_s)) return all;  // without a window, there is no picture
  for (const timeline::Window& window : windows(*timeline, *session.reports().front())) {
    TRY_ASSIGN(const std::string picture,
               timeline->picture(window, kColumns, kRows, timeline::PictureRows::Neighbors,
                                 timeline::PictureEffort::Full));
    TRY_ASSIGN(const std::string folded,
               timeline->picture(window, kColumns, kFoldedRows, timeline::PictureRows::Alike,
                                 timeline::PictureEffort::Full));
    timeline::DetailsRequest request;
    request.window = window;
    TRY_ASSIGN(const std::string details, timeline->details(request));
    const char* const comma = all.pictures.empty() ? "" : ",";
    all.pictures += fmt::format("{}\"{}\"", comma, base::base64(picture));
    all.folded += fmt::format("{}\"{}\"", comma, base::base64(folded));
    all.details += comma + details;
    TRY_ASSIGN(const std::string counters, curves(*timeline, window));
    all.counters += (all.counters.empty() || counters.empty() ? "" : ",") + counters;
  }
  return all;
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
  TRY_ASSIGN(const Stored times, stored(session));
  const DiagnosisAnswers& diagnosis = session.diagnosis();
  std::string rows;
  for (const auto& [number, times_of_row] : diagnosis.rows) {
    if (rows.size() + times_of_row.size() > kMostOfRows) break;
    rows += (rows.empty() ? "" : ",") + times_of_row;
  }
  return fmt::format(
      "{{\"session\":{},\"reports\":[{}],\"timeline\":{},\"pictures\":[{}],\"folded\":[{}],"
      "\"details\":[{}],"
      "\"counters\":[{}],\"communication\":{},\"waits\":{},\"diagnosis\":{},"
      "\"diagnosis_rows\":[{}],\"sources\":{}}}",
      description, reports, times.timeline, times.pictures, times.folded, times.details,
      times.counters, times.communication, times.waits,
      diagnosis.whole.empty() ? "null" : diagnosis.whole, rows, texts.dump());
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
