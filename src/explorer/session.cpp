// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/session.h"

#include <bit>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/parse_number.h"
#include "base/split.h"
#include "base/utf8.h"

namespace tarry::explorer {
namespace {

using base::Error;
using base::ErrorCode;
using model::CallPathId;
using model::MetricId;

constexpr std::size_t kMostCallPaths = 1000;  // of one question

// Whoever calls has asked for something that cannot be.
Error no_such(std::string_view what, std::string_view which) {
  return Error{ErrorCode::Usage, "no such " + std::string(what), std::string(which), ""};
}

Answer failure(const Error& error) {
  const int status = error.code == ErrorCode::Usage      ? 400
                     : error.code == ErrorCode::NotFound ? 404
                                                         : 500;
  return explorer::failure(status, error.message());
}

Answer numbers(const std::vector<double>& values) {
  static_assert(std::endian::native == std::endian::little, "answers are little endian");
  return {.type = kBytesType,
          .body = std::string(reinterpret_cast<const char*>(values.data()),
                              values.size() * sizeof(double))};
}

Answer as_answer(const base::Result<std::string>& text, const char* type) {
  return text.ok() ? Answer{.type = type, .body = *text} : failure(text.error());
}

Answer as_answer(const base::Result<std::vector<double>>& values) {
  return values.ok() ? numbers(*values) : failure(values.error());
}

std::string parameter(const Parameters& parameters, const char* name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? "" : found->second;
}

// Returns the position that a text names in a list of `count`.
base::Result<std::uint32_t> position(std::string_view what, std::string_view text,
                                     std::size_t count) {
  std::uint32_t number = 0;
  if (!base::parse_number(text, number) || number >= count) return no_such(what, text);
  return number;
}

base::Result<MetricId> metric_in(const ReportAnswers& report, const Parameters& parameters) {
  TRY_ASSIGN(const std::uint32_t metric,
             position("metric", parameter(parameters, "metric"), report.cube().metrics.size()));
  return MetricId{metric};
}

base::Result<std::vector<double>> location_sums(ReportAnswers& report,
                                                const Parameters& parameters) {
  TRY_ASSIGN(const MetricId metric, metric_in(report, parameters));
  const std::string inclusive = parameter(parameters, "inclusive");
  if (inclusive != "0" && inclusive != "1" && !inclusive.empty())
    return Error{ErrorCode::Usage, "neither 0 nor 1", "inclusive=" + inclusive, ""};
  const std::string of_regions = parameter(parameters, "regions");
  if (of_regions != "0" && of_regions != "1" && !of_regions.empty())
    return Error{ErrorCode::Usage, "neither 0 nor 1", "regions=" + of_regions, ""};
  if (!parameters.contains("callpath")) return report.location_sums(metric);
  std::vector<CallPathId> callpaths;
  const std::string list = parameter(parameters, "callpath");
  if (list.empty()) return report.location_sums(metric, callpaths, false);  // the sum of none
  for (const std::string_view each : base::split(list, ',')) {
    TRY_ASSIGN(const std::uint32_t callpath,
               position("call path", each, report.cube().callpaths.size()));
    callpaths.emplace_back(callpath);
    if (callpaths.size() > kMostCallPaths)
      return Error{ErrorCode::Usage, "more than 1000 call paths in one question", "", ""};
  }
  return of_regions == "1" ? report.region_sums(metric, callpaths, inclusive == "1")
                           : report.location_sums(metric, callpaths, inclusive == "1");
}

base::Result<std::vector<double>> callpath_sums(ReportAnswers& report,
                                                const Parameters& parameters) {
  TRY_ASSIGN(const MetricId metric, metric_in(report, parameters));
  return report.callpath_sums(metric);
}

Answer answer_of(const TimelineAnswers* timeline, std::string_view question,
                 const Parameters& parameters) {
  if (question.empty())
    return {.type = kJsonType, .body = timeline == nullptr ? "null" : timeline->description()};
  if (timeline == nullptr)
    return failure(Error{ErrorCode::NotFound, "there is no timeline", "", ""});
  if (question == "/picture") return as_answer(asked_picture(*timeline, parameters), kBytesType);
  if (question == "/communication") return {.type = kJsonType, .body = timeline->communication()};
  if (question == "/counter") return as_answer(asked_counter(*timeline, parameters), kJsonType);
  if (question == "/waits") return as_answer(asked_waits(*timeline, parameters), kJsonType);
  if (question == "/details") return as_answer(asked_details(*timeline, parameters), kJsonType);
  return failure(Error{ErrorCode::NotFound, "nothing has this address", std::string(question), ""});
}

Answer answer_of(const DiagnosisAnswers& diagnosis, std::string_view question,
                 const Parameters& parameters) {
  if (question.empty())
    return {.type = kJsonType, .body = diagnosis.whole.empty() ? "null" : diagnosis.whole};
  if (question != "/row")
    return failure(
        Error{ErrorCode::NotFound, "nothing has this address", std::string(question), ""});
  const std::string which = parameter(parameters, "row");
  std::uint32_t row = 0;
  const bool is_number = base::parse_number(which, row);
  const auto found = is_number ? diagnosis.rows.find(row) : diagnosis.rows.end();
  if (found == diagnosis.rows.end()) return failure(no_such("rank or thread with samples", which));
  return {.type = kJsonType, .body = found->second};
}

Answer answer_of(ReportAnswers& report, std::string_view question, const Parameters& parameters) {
  if (question == "structure") return as_answer(report.structure(), kJsonType);
  if (question == "callpaths") return as_answer(callpath_sums(report, parameters));
  if (question == "locations") return as_answer(location_sums(report, parameters));
  if (question == "source")
    return as_answer(report.source(parameter(parameters, "file")), kTextType);
  return failure(Error{ErrorCode::NotFound, "nothing has this address", std::string(question), ""});
}

}  // namespace

Answer failure(int status, std::string_view sentence) {
  return {.status = status,
          .type = kJsonType,
          .body = nlohmann::json{{"error", base::valid_utf8(sentence)}}.dump()};
}

Answer Session::answer(std::string_view address, const Parameters& parameters) const {
  if (address == "/api/session") return as_answer(description(), kJsonType);
  const std::string_view diagnosis = "/api/diagnosis";
  if (address.starts_with(diagnosis))
    return answer_of(diagnosis_, address.substr(diagnosis.size()), parameters);
  const std::string_view timeline = "/api/timeline";
  if (address.starts_with(timeline))
    return answer_of(timeline_.get(), address.substr(timeline.size()), parameters);
  const std::string_view report = "/api/report/";
  const Error nothing{ErrorCode::NotFound, "nothing has this address", std::string(address), ""};
  if (!address.starts_with(report)) return failure(nothing);
  address.remove_prefix(report.size());
  const std::size_t slash = address.find('/');
  if (slash == std::string_view::npos) return failure(nothing);
  const base::Result<std::uint32_t> number =
      position("report", address.substr(0, slash), reports_.size());
  if (!number.ok()) return explorer::failure(404, number.error().message());
  return answer_of(*reports_[*number], address.substr(slash + 1), parameters);
}

base::Result<std::string> Session::description() const {
  nlohmann::ordered_json session = {{"schema", "tarry-explorer/1"},
                                    {"version", TARRY_VERSION},
                                    {"reports", nlohmann::ordered_json::array()},
                                    {"timeline", timeline_ != nullptr},
                                    {"diagnosis", !diagnosis_.whole.empty()}};
  for (const auto& report : reports_) {
    TRY_ASSIGN(const FirstScreen first, report->first_screen());
    nlohmann::ordered_json parts = nlohmann::ordered_json::array();
    for (const report::TimePart& part : first.time_parts)
      parts.push_back({{"name", part.name}, {"time_s", part.time_s}, {"metrics", part.metrics}});
    nlohmann::ordered_json costs = nlohmann::ordered_json::array();
    for (const DelayCost& cost : first.costs)
      costs.push_back(
          {{"place", cost.place}, {"callpath", cost.callpath.value}, {"cost_s", cost.cost_s}});
    session["reports"].push_back({{"name", base::valid_utf8(report->name())},
                                  {"headline", first.headline},
                                  {"time_parts", std::move(parts)},
                                  {"costs", std::move(costs)}});
  }
  return session.dump();
}

}  // namespace tarry::explorer
