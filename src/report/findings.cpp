// SPDX-License-Identifier: BSD-3-Clause
#include "report/findings.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/joined.h"
#include "model/lost_cores.h"
#include "report/cube_types.h"
#include "report/lost_cores.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/text_escape.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

using model::Episode;
using model::Finding;
using model::Victims;
using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* kLostCoresKind = "lost_cores";
constexpr std::size_t kMostLinks = 5;  // links of a chain in a sentence
constexpr double kWide = 0.05;         // Part of a gain; a wider range is shown.

std::string text_of_seconds(double value) { return quantity(value, model::Unit::Seconds); }

std::vector<std::uint32_t> numbers(const std::vector<model::Rank>& ranks) {
  std::vector<std::uint32_t> out;
  for (const model::Rank rank : ranks) out.push_back(rank.value);
  return out;
}

// Returns "on rank 3", "on thread 1", or "on rank 3, threads 0-1".
std::string on(const SeverityCube& cube, const std::vector<model::Rank>& ranks,
               const std::vector<std::uint32_t>& threads) {
  Sufferers who;
  who.all = cube.experiment.ranks;
  who.ranks = numbers(ranks);
  if (threads.empty()) return on_ranks(who);
  const std::string which =
      fmt::format("thread{} {}", threads.size() == 1 ? "" : "s", base::joined(threads));
  if (cube.experiment.ranks == 1) return "on " + which;
  return fmt::format("on rank {}, {}", ranks.front().value, which);
}

// Returns the region, with as many callers as distinguish it from regions of the same name in other
// links.
std::string region_text(const SeverityCube& cube, const Finding& finding, CallPathId callpath) {
  const auto caller = [&](CallPathId of) { return cube.callpaths[of.index()].parent; };
  const auto region = [&](CallPathId of) { return cube.callpaths[of.index()].shown_name(); };
  std::vector<CallPathId> others;
  for (const Victims& each : finding.victims)
    if (each.callpath != callpath && region(each.callpath) == region(callpath))
      others.push_back(each.callpath);
  std::string text = region(callpath);
  while (!others.empty() && caller(callpath).valid()) {
    callpath = caller(callpath);
    text.insert(0, region(callpath) + "/");
    for (CallPathId& other : others) other = caller(other);
    std::erase_if(others, [&](CallPathId other) {
      return !other.valid() || region(other) != region(callpath);
    });
  }
  return text;
}

std::string link_text(const SeverityCube& cube, const Finding& finding, const Victims& victims) {
  const MetricId known = model::find_metric(victims.metric);
  const std::string name =
      known.valid() ? short_name(model::all_metrics()[known.index()].name) : victims.metric;
  if (victims.metric == "omp_idle_threads")
    return fmt::format("idle threads {} ({})", on(cube, victims.ranks, {}),
                       text_of_seconds(victims.wait_s));
  return fmt::format("{} {} ({}, {})", region_text(cube, finding, victims.callpath),
                     on(cube, victims.ranks, victims.threads), name,
                     text_of_seconds(victims.wait_s));
}

OrderedJson span_json(const Episode::Span& span) {
  OrderedJson out;
  if (!span.metric.empty()) out["metric"] = span.metric;
  out["callpath"] = span.callpath.value;
  out["location"] = span.location.value;
  out["begin_s"] = span.begin_s;
  out["end_s"] = span.end_s;
  return out;
}

void add_call_site(const SeverityCube& cube, CallPathId callpath, OrderedJson& out) {
  const std::string& call_site = cube.callpaths[callpath.index()].call_site;
  if (!call_site.empty()) out["callsite"] = valid_utf8(call_site);
}

OrderedJson finding_json(const SeverityCube& cube, const Finding& finding) {
  OrderedJson victims = OrderedJson::array();
  for (const Victims& each : finding.victims) {
    victims.push_back({{"metric", each.metric},
                       {"callpath", each.callpath.value},
                       {"ranks", numbers(each.ranks)},
                       {"wait_s", each.wait_s},
                       {"steps", each.steps}});
    if (!each.threads.empty()) victims.back()["threads"] = each.threads;
    add_call_site(cube, each.callpath, victims.back());
  }
  OrderedJson out{{"kind", "delay"},
                  {"callpath", finding.callpath.value},
                  {"ranks", numbers(finding.ranks)},
                  {"delay_s", finding.delay_s},
                  {"cost_s", finding.cost_s},
                  {"gain_s", finding.gain_s},
                  {"gain_low_s", finding.gain_low_s},
                  {"gain_high_s", finding.gain_high_s},
                  {"gain_alone_s", finding.gain_alone_s},
                  {"explained", finding.explained},
                  {"model", finding.model},
                  {"victims", std::move(victims)}};
  add_call_site(cube, finding.callpath, out);
  if (!finding.threads.empty()) out["threads"] = finding.threads;
  if (!finding.together_with.empty()) out["together_with"] = finding.together_with;
  if (!finding.depends_on.empty()) out["depends_on"] = finding.depends_on;
  if (!finding.episode.waits.empty()) {
    OrderedJson waits = OrderedJson::array();
    for (const Episode::Span& span : finding.episode.waits) waits.push_back(span_json(span));
    out["episode"] = {{"cause", span_json(finding.episode.cause)}, {"waits", std::move(waits)}};
  }
  out["text"] = valid_utf8(finding_text(cube, finding));
  return out;
}

// This part follows from the metrics and two attributes of the run.
OrderedJson lost_cores_json(const LostCoresFinding& lost) {
  OrderedJson out{
      {"kind", kLostCoresKind}, {"callpath", lost.callpath.value}, {"ranks", numbers(lost.ranks)},
      {"delay_s", lost.lost_s}, {"cost_s", lost.cost_s},           {"gain_s", lost.path_s},
      {"model", lost.model},    {"victims", OrderedJson::array()}, {"locations", lost.threads}};
  if (lost.cores != 0) out["cores"] = lost.cores;
  if (lost.is_mostly_in_calls) out["without_core_s"] = lost.all_s;
  out["text"] = lost_cores_text(lost);
  return out;
}

// A report in JSON has these attributes only here.
void read_lost_cores(const Json& json, SeverityCube& cube) {
  const auto keep = [&](const char* attribute, const char* key) {
    const auto value = json.find(key);
    if (value != json.end() && value->is_number() && *value != Json(0))
      cube.experiment.attributes.emplace(attribute, value->dump());
  };
  keep(model::kLostOnCriticalPath, "gain_s");
  keep(model::kCoresOfRun, "cores");
}

// Reads values of any type; `is_sound` says whether all of them were as expected.
class FindingReader {
 public:
  explicit FindingReader(const SeverityCube& cube) : cube_(cube) {}

  bool read(const Json& json, Finding& out) {
    out.callpath = callpath(json);
    out.ranks = ranks(json);
    out.delay_s = real(json, "delay_s");
    out.cost_s = real(json, "cost_s");
    out.gain_s = real(json, "gain_s");
    // Reports of earlier versions have only the gain.
    out.gain_low_s = real(json, "gain_low_s", out.gain_s);
    out.gain_high_s = real(json, "gain_high_s", out.gain_s);
    out.gain_alone_s = real(json, "gain_alone_s", out.gain_s);
    out.explained = !json.is_object() || json.value("explained", Json(true)) != Json(false);
    out.model = text(json, "model");
    out.threads = numbers_of(json, "threads");
    out.together_with = numbers_of(json, "together_with");
    for (const Json& each : list(json, "depends_on"))
      if (each.is_string()) out.depends_on.push_back(each.get<std::string>());
    for (const Json& each : list(json, "victims"))
      out.victims.push_back({text(each, "metric"), callpath(each), ranks(each),
                             real(each, "wait_s"), real(each, "steps"),
                             numbers_of(each, "threads")});
    if (const auto found = json.find("episode"); found != json.end() && found->is_object()) {
      if (const auto cause = found->find("cause"); cause != found->end())
        out.episode.cause = span(*cause, "");
      for (const Json& each : list(*found, "waits"))
        out.episode.waits.push_back(span(each, text(each, "metric")));
    }
    return is_sound_;
  }

 private:
  static const Json& list(const Json& in, const char* key) {
    static const Json kNone = Json::array();
    const auto found = in.is_object() ? in.find(key) : in.end();
    return in.is_object() && found != in.end() && found->is_array() ? *found : kNone;
  }
  std::uint64_t whole(const Json& in, const char* key, std::uint64_t end) {
    if (in.is_object())
      if (const auto found = in.find(key); found != in.end() && found->is_number_unsigned())
        if (const auto value = found->get<std::uint64_t>(); value < end) return value;
    is_sound_ = false;
    return 0;
  }
  CallPathId callpath(const Json& in) {
    return CallPathId{static_cast<std::uint32_t>(whole(in, "callpath", cube_.callpaths.size()))};
  }
  double real(const Json& in, const char* key, double otherwise = 0.0) {
    if (in.is_object())
      if (const auto found = in.find(key); found != in.end() && found->is_number())
        if (const auto value = found->get<double>(); std::isfinite(value)) return value;
    return otherwise;
  }
  std::string text(const Json& in, const char* key) {
    if (in.is_object())
      if (const auto found = in.find(key); found != in.end() && found->is_string())
        return found->get<std::string>();
    return "";
  }
  static std::vector<std::uint32_t> numbers_of(const Json& in, const char* key) {
    std::vector<std::uint32_t> out;
    for (const Json& each : list(in, key))
      if (each.is_number_unsigned() && each.get<std::uint64_t>() < 0xFFFFFFFFu)
        out.push_back(each.get<std::uint32_t>());
    return out;
  }
  static std::vector<model::Rank> ranks(const Json& in) {
    std::vector<model::Rank> out;
    for (const std::uint32_t rank : numbers_of(in, "ranks")) out.push_back(model::Rank{rank});
    return out;
  }
  Episode::Span span(const Json& in, std::string metric) {
    return {
        std::move(metric), callpath(in),
        LocationIndex{static_cast<std::uint32_t>(whole(in, "location", cube_.locations.size()))},
        real(in, "begin_s"), real(in, "end_s")};
  }

  const SeverityCube& cube_;
  bool is_sound_ = true;
};

}  // namespace

std::string who_text(const SeverityCube& cube, const Finding& finding) {
  return on(cube, finding.ranks, finding.threads);
}

std::string cause_name(const SeverityCube& cube, const Finding& finding) {
  return shown_path(cube, finding.callpath) + " " + who_text(cube, finding);
}

std::string chain_text(const SeverityCube& cube, const Finding& finding) {
  const std::vector<Victims>& victims = finding.victims;
  std::string out;
  double steps = 0.0;
  for (std::size_t i = 0; i < victims.size(); ++i) {
    if (i >= kMostLinks - 1 && i + 1 < victims.size()) {
      if (i == kMostLinks - 1) out += ", " + counted(victims.size() - kMostLinks, "more link");
      continue;
    }
    const bool is_further = std::round(victims[i].steps) > std::round(steps) && i != 0;
    if (i != 0) out += is_further ? ", from there " : " and ";
    out += link_text(cube, finding, victims[i]);
    steps = victims[i].steps;
  }
  return out;
}

bool is_gain(const SeverityCube& cube, double seconds) {
  return seconds > 0.0 && seconds >= 0.0005 * cube.experiment.duration_s;
}

bool has_wide_range(const Finding& finding) {
  return finding.gain_high_s - finding.gain_low_s > kWide * finding.gain_s;
}

std::string gain_text(const SeverityCube& cube, const Finding& finding) {
  const double whole = cube.experiment.duration_s;
  if (!is_gain(cube, finding.gain_s)) return "removing this excess would not shorten the run";
  std::string text = "removing this excess";
  if (!finding.together_with.empty()) {
    std::vector<std::uint32_t> others;
    for (const std::uint32_t other : finding.together_with) others.push_back(other + 1);
    text += fmt::format(" and that of finding{} {}", others.size() == 1 ? "" : "s",
                        base::joined(others));
  }
  text += fmt::format(" would shorten the run by {} ({}", text_of_seconds(finding.gain_s),
                      percent(finding.gain_s, whole));
  if (has_wide_range(finding))
    text += fmt::format(", {} to {}", text_of_seconds(finding.gain_low_s),
                        text_of_seconds(finding.gain_high_s));
  return text + ')';
}

std::string finding_text(const SeverityCube& cube, const Finding& finding) {
  const std::string chain = finding.victims.empty() ? "" : ": " + chain_text(cube, finding);
  return fmt::format("{} takes {} too long and costs others {} of waiting{}; {}.",
                     cause_name(cube, finding), text_of_seconds(finding.delay_s),
                     text_of_seconds(finding.cost_s), chain, gain_text(cube, finding));
}

std::string findings_text(const SeverityCube& cube) {
  OrderedJson out = OrderedJson::array();
  const std::optional<LostCoresFinding> lost = lost_cores(cube);
  bool is_told = !lost.has_value();
  for (const Finding& finding : cube.findings) {
    if (!is_told && lost->path_s >= finding.gain_s) out.push_back(lost_cores_json(*lost));
    is_told = is_told || lost->path_s >= finding.gain_s;
    out.push_back(finding_json(cube, finding));
  }
  if (!is_told) out.push_back(lost_cores_json(*lost));
  return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

void read_findings(const Json& array, SeverityCube& cube) {
  if (!array.is_array()) return;
  for (const Json& each : array) {
    if (each.is_object() && each.value("kind", Json()) == Json(kLostCoresKind)) {
      read_lost_cores(each, cube);
      continue;
    }
    Finding finding;
    if (FindingReader(cube).read(each, finding)) cube.findings.push_back(std::move(finding));
  }
}

void read_findings(std::string_view text, SeverityCube& cube) {
  read_findings(Json::parse(text, nullptr, false), cube);
}

}  // namespace tarry::report
