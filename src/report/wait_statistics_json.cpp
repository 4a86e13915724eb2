// SPDX-License-Identifier: BSD-3-Clause
#include "report/wait_statistics_json.h"

#include <nlohmann/json.hpp>

#include "model/undecided_waits.h"
#include "report/cube_types.h"
#include "report/report_limits.h"
#include "report/wait_statistics_text.h"

namespace tarry::report {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;
using model::LongWait;
using model::WaitStatistics;

OrderedJson wait_json(const LongWait& wait) {
  OrderedJson out = {{"callpath", wait.callpath.value},
                     {"enter_s", wait.enter_s},
                     {"exit_s", wait.exit_s},
                     {"wait_s", wait.wait_s}};
  if (wait.rank.valid()) out["rank"] = wait.rank.value;
  return out;
}

OrderedJson communicators_json(const WaitStatistics& each) {
  OrderedJson out = OrderedJson::array();
  for (const model::CommunicatorWaits& waits : each.by_communicator)
    out.push_back(
        {{"communicator", waits.communicator}, {"count", waits.count}, {"wait_s", waits.wait_s}});
  return out;
}

OrderedJson statistics_json(const WaitStatistics& each, const model::CubeExperiment& experiment) {
  OrderedJson out = {{"metric", each.metric},   {"count", each.count},
                     {"total_s", each.total_s}, {"mean_s", each.mean_s},
                     {"least_s", each.least_s}, {"median_s", each.median_s},
                     {"most_s", each.most_s}};
  if (each.count >= 2) out["variance_s2"] = each.variance_s2;
  if (each.count >= model::kWithQuartiles) {
    out["lower_quartile_s"] = each.lower_quartile_s;
    out["upper_quartile_s"] = each.upper_quartile_s;
  }
  if (const auto undecided = model::undecided_waits(experiment, each.metric)) {
    out["undecided_count"] = undecided->count;
    out["undecided_s"] = undecided->wait_s;
  }
  if (!each.by_communicator.empty()) out["by_communicator"] = communicators_json(each);
  out["longest"] = OrderedJson::array();
  for (const LongWait& wait : each.longest) out["longest"].push_back(wait_json(wait));
  return out;
}

double real_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

std::uint64_t count_in(const Json& object, const char* key, std::uint64_t otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>()
                                                              : otherwise;
}

std::vector<model::CommunicatorWaits> communicators_of(const Json& array) {
  std::vector<model::CommunicatorWaits> read;
  if (!array.is_array()) return read;
  for (const Json& each : array) {
    if (!each.is_object()) continue;
    const auto name = each.find("communicator");
    if (name != each.end() && name->is_string())
      read.push_back(
          {name->get<std::string>(), count_in(each, "count", 0), real_in(each, "wait_s")});
  }
  return read;
}

WaitStatistics statistics_of(const Json& object, const SeverityCube& cube) {
  WaitStatistics read;
  if (const auto id = object.find("metric"); id != object.end() && id->is_string())
    read.metric = id->get<std::string>();
  read.count = count_in(object, "count", 0);
  for (const auto& [key, into] : {std::pair{"total_s", &read.total_s},
                                  {"mean_s", &read.mean_s},
                                  {"least_s", &read.least_s},
                                  {"median_s", &read.median_s},
                                  {"most_s", &read.most_s},
                                  {"variance_s2", &read.variance_s2},
                                  {"lower_quartile_s", &read.lower_quartile_s},
                                  {"upper_quartile_s", &read.upper_quartile_s}})
    *into = real_in(object, key);
  read.by_communicator = communicators_of(object.value("by_communicator", Json()));
  const auto longest = object.find("longest");
  if (longest == object.end() || !longest->is_array()) return read;
  for (const Json& each : *longest) {
    if (!each.is_object()) continue;
    const std::uint64_t callpath = count_in(each, "callpath", CallPathId::kNone);
    if (callpath >= cube.callpaths.size()) continue;
    const std::uint64_t rank = count_in(each, "rank", model::Rank::kNone);
    read.longest.push_back(
        {CallPathId{static_cast<std::uint32_t>(callpath)},
         rank < model::Rank::kNone ? model::Rank{static_cast<std::uint32_t>(rank)} : model::Rank{},
         real_in(each, "enter_s"), real_in(each, "exit_s"), real_in(each, "wait_s")});
  }
  return read;
}

}  // namespace

std::string wait_statistics_json(const SeverityCube& cube) {
  OrderedJson out = OrderedJson::array();
  for (const WaitStatistics& each : cube.wait_statistics)
    out.push_back(statistics_json(each, cube.experiment));
  return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string communicators_json(const SeverityCube& cube) {
  OrderedJson out = OrderedJson::object();
  for (const WaitStatistics& each : cube.wait_statistics)
    if (!each.by_communicator.empty()) out[each.metric] = communicators_json(each);
  return out.empty() ? "" : out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

void read_communicators(std::string_view text, SeverityCube& cube) {
  const Json document = Json::parse(text, nullptr, false);
  if (!document.is_object()) return;
  for (WaitStatistics& each : cube.wait_statistics) {
    each.by_communicator = communicators_of(document.value(each.metric, Json()));
    if (!is_possible(each)) each.by_communicator.clear();
  }
}

void read_wait_statistics(const Json& array, SeverityCube& cube) {
  if (!array.is_array() || array.size() > kMostMetrics) return;
  for (const Json& each : array) {
    if (!each.is_object()) continue;
    WaitStatistics read = statistics_of(each, cube);
    if (read.count == 0 || !cube.find(read.metric).valid() || !is_possible(read)) continue;
    const model::UndecidedWaits undecided{count_in(each, "undecided_count", 0),
                                          real_in(each, "undecided_s")};
    if (undecided.count != 0) model::note_undecided(read.metric, undecided, cube.experiment);
    cube.wait_statistics.push_back(std::move(read));
  }
}

}  // namespace tarry::report
