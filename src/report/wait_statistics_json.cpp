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
using model::CallPathWaits;
using model::LongWait;
using model::WaitFigures;
using model::WaitStatistics;

// Keys of a call: where, when, and on which rank, if that is known.
template <class Call>
OrderedJson call_json(const Call& call) {
  OrderedJson out = {
      {"callpath", call.callpath.value}, {"enter_s", call.enter_s}, {"exit_s", call.exit_s}};
  if (call.rank.valid()) out["rank"] = call.rank.value;
  return out;
}

OrderedJson wait_json(const LongWait& wait) {
  OrderedJson out = call_json(wait);
  out["wait_s"] = wait.wait_s;
  if (wait.awaited.callpath.valid()) out["awaited"] = call_json(wait.awaited);
  return out;
}

void put_figures(const WaitFigures& each, OrderedJson& out) {
  out.update({{"count", each.count},
              {"total_s", each.total_s},
              {"mean_s", each.mean_s},
              {"least_s", each.least_s},
              {"median_s", each.median_s},
              {"most_s", each.most_s}});
  if (each.count >= 2) out["variance_s2"] = each.variance_s2;
  if (each.count >= model::kWithQuartiles) {
    out["lower_quartile_s"] = each.lower_quartile_s;
    out["upper_quartile_s"] = each.upper_quartile_s;
  }
}

OrderedJson longest_json(const WaitFigures& each) {
  OrderedJson out = OrderedJson::array();
  for (const LongWait& wait : each.longest) out.push_back(wait_json(wait));
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
  OrderedJson out = {{"metric", each.metric}};
  put_figures(each, out);
  if (const auto undecided = model::undecided_waits(experiment, each.metric)) {
    out["undecided_count"] = undecided->count;
    out["undecided_s"] = undecided->wait_s;
  }
  if (!each.by_communicator.empty()) out["by_communicator"] = communicators_json(each);
  out["longest"] = longest_json(each);
  if (each.by_callpath.empty()) return out;
  OrderedJson& callpaths = out["by_callpath"] = OrderedJson::array();
  for (const CallPathWaits& at : each.by_callpath) {
    OrderedJson& added = callpaths.emplace_back(OrderedJson{{"callpath", at.callpath.value}});
    put_figures(at, added);
    added["longest"] = longest_json(at);
  }
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

// Calls take(object) for the objects of an array, if there is such an array.
template <class Take>
void for_each_in(const Json& object, const char* key, const Take& take) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return;
  for (const Json& each : *found)
    if (each.is_object()) take(each);
}

// !valid(): the cube has no such call path.
CallPathId callpath_in(const Json& object, const SeverityCube& cube) {
  const std::uint64_t number = count_in(object, "callpath", CallPathId::kNone);
  return number < cube.callpaths.size() ? CallPathId{static_cast<std::uint32_t>(number)}
                                        : CallPathId{};
}

template <class Call>
void read_call(const Json& object, const SeverityCube& cube, Call& to) {
  to.callpath = callpath_in(object, cube);
  const std::uint64_t rank = count_in(object, "rank", model::Rank::kNone);
  if (rank < model::Rank::kNone) to.rank = model::Rank{static_cast<std::uint32_t>(rank)};
  to.enter_s = real_in(object, "enter_s");
  to.exit_s = real_in(object, "exit_s");
}

void read_figures(const Json& object, const SeverityCube& cube, WaitFigures& to) {
  to.count = count_in(object, "count", 0);
  for (const auto& [key, into] : {std::pair{"total_s", &to.total_s},
                                  {"mean_s", &to.mean_s},
                                  {"least_s", &to.least_s},
                                  {"median_s", &to.median_s},
                                  {"most_s", &to.most_s},
                                  {"variance_s2", &to.variance_s2},
                                  {"lower_quartile_s", &to.lower_quartile_s},
                                  {"upper_quartile_s", &to.upper_quartile_s}})
    *into = real_in(object, key);
  for_each_in(object, "longest", [&](const Json& each) {
    LongWait wait;
    read_call(each, cube, wait);
    if (!wait.callpath.valid()) return;
    wait.wait_s = real_in(each, "wait_s");
    if (const auto awaited = each.find("awaited"); awaited != each.end() && awaited->is_object())
      read_call(*awaited, cube, wait.awaited);
    to.longest.push_back(wait);
  });
}

WaitStatistics statistics_of(const Json& object, const SeverityCube& cube) {
  WaitStatistics read;
  if (const auto id = object.find("metric"); id != object.end() && id->is_string())
    read.metric = id->get<std::string>();
  read_figures(object, cube, read);
  for_each_in(object, "by_communicator", [&](const Json& each) {
    const auto name = each.find("communicator");
    if (name != each.end() && name->is_string())
      read.by_communicator.push_back(
          {name->get<std::string>(), count_in(each, "count", 0), real_in(each, "wait_s")});
  });
  for_each_in(object, "by_callpath", [&](const Json& each) {
    CallPathWaits at;
    at.callpath = callpath_in(each, cube);
    if (!at.callpath.valid()) return;
    read_figures(each, cube, at);
    if (at.count != 0) read.by_callpath.push_back(std::move(at));
  });
  return read;
}

}  // namespace

std::string wait_statistics_json(const SeverityCube& cube) {
  OrderedJson out = OrderedJson::array();
  for (const WaitStatistics& each : cube.wait_statistics)
    out.push_back(statistics_json(each, cube.experiment));
  return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
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

void read_wait_statistics(std::string_view text, SeverityCube& cube) {
  read_wait_statistics(Json::parse(text, nullptr, false), cube);
}

}  // namespace tarry::report
