// SPDX-License-Identifier: BSD-3-Clause
// Compares docs/definitions.md with the metrics that Tarry can write: those of the catalogue, and
// those that summaries, compressed traces and diagnoses add to it.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/queries/trace_cube.h"
#include "diagnosis/report/diagnosis_cube.h"
#include "model/metric.h"
#include "model/severity_cube.h"
#include "trace/summary/summary_metrics.h"

namespace tarry {
namespace {

constexpr std::string_view kSecondModel = "__waitfirst";

struct Place {
  std::string unit;
  std::string parent;  // empty for a root

  friend bool operator==(const Place&, const Place&) = default;
};
using Metrics = std::map<std::string, Place>;  // by id
using Problems = std::vector<std::string>;

std::string text_of(const Place& place) {
  return place.unit + ", " + (place.parent.empty() ? "root" : "part of " + place.parent);
}

void add_cube(const model::SeverityCube& cube, Metrics& to) {
  for (const model::CubeMetric& metric : cube.metrics) {
    const std::string parent =
        metric.parent.valid() ? cube.metrics[metric.parent.index()].id : std::string();
    const Place place{std::string(model::unit_name(metric.unit)), parent};
    const auto [at, is_new] = to.emplace(metric.id, place);
    EXPECT_TRUE(at->second == place) << metric.id << " has two places";
  }
}

Metrics metrics_of_the_product() {
  Metrics known;
  for (const model::MetricInfo& metric : model::all_metrics())
    known[std::string(metric.id)] = {
        std::string(model::unit_name(metric.unit)),
        metric.parent.valid() ? std::string(model::info(metric.parent).id) : std::string()};
  model::SeverityCube summary;
  const trace::summary::SummaryMetrics metrics(summary, {});
  add_cube(summary, known);
  add_cube(compressed::trace_cube({}), known);
  add_cube(diagnosis::diagnosis_cube({}, ""), known);
  return known;
}

// An item of the document: "- `id` (unit, part of `parent`, both models): ...".
struct Item {
  std::string id;
  Place place;
  bool both_models = false;
};

std::vector<Item> items_of(const std::string& text, Problems& problems) {
  static const std::regex kItem(
      "- `(\\w+)` \\((sec|occ|bytes), (?:root|part of `(\\w+)`)(, both models)?\\): .*");
  std::vector<Item> items;
  std::istringstream lines(text);
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("- `")) continue;
    if (std::regex_match(line, found, kItem))
      items.push_back({found[1], {found[2], found[3]}, found[4].matched});
    else
      problems.push_back("is no definition: " + line);
  }
  return items;
}

// The words for the Y of an id.
std::vector<std::string> kinds_of(const std::vector<Item>& items) {
  static const std::regex kSumOfKind("delay_(\\w+)_aggregate");
  std::vector<std::string> kinds;
  std::smatch found;
  for (const Item& item : items)
    if (std::regex_match(item.id, found, kSumOfKind)) kinds.push_back(found[1]);
  return kinds;
}

// The id of a family for one kind and one model; empty for an empty id.
std::string member(const std::string& family, const std::string& kind, std::string_view model) {
  static const std::regex kPlaceOfKind("_Y(?=_|$)");
  if (family.empty()) return "";
  return std::regex_replace(family, kPlaceOfKind, "_" + kind).append(model);
}

Metrics defined_in(const std::string& text, Problems& problems) {
  const std::vector<Item> items = items_of(text, problems);
  const std::vector<std::string> kinds = kinds_of(items);
  Metrics defined;
  const auto define = [&](const Item& item, const std::string& kind, std::string_view model) {
    const std::string id = member(item.id, kind, model);
    const Place place{item.place.unit, member(item.place.parent, kind, model)};
    if (!defined.emplace(id, place).second) problems.push_back("is defined twice: " + id);
  };
  for (const Item& item : items) {
    const bool is_family = member(item.id, "", "") != item.id;
    for (const std::string& kind : is_family ? kinds : std::vector<std::string>{""}) {
      define(item, kind, "");
      if (item.both_models) define(item, kind, kSecondModel);
    }
  }
  return defined;
}

Problems differences(const std::string& text, const Metrics& known) {
  Problems problems;
  const Metrics defined = defined_in(text, problems);
  for (const auto& [id, place] : known) {
    const auto found = defined.find(id);
    if (found == defined.end())
      problems.push_back("is not defined: " + id);
    else if (found->second != place)
      problems.push_back("is defined as " + text_of(found->second) + ", but is " + text_of(place) +
                         ": " + id);
  }
  for (const auto& [id, place] : defined)
    if (!known.contains(id)) problems.push_back("is no metric: " + id);
  return problems;
}

TEST(DefinitionsOfMetrics, AreThoseOfTheProduct) {
  std::ifstream file(TARRY_DEFINITIONS);
  ASSERT_TRUE(file) << TARRY_DEFINITIONS;
  std::ostringstream text;
  text << file.rdbuf();
  for (const std::string& problem : differences(text.str(), metrics_of_the_product()))
    ADD_FAILURE() << problem << " (docs/definitions.md)";
}

TEST(DefinitionsOfMetrics, HaveTwoModelsAndFamilies) {
  const std::string text =
      "- `delay` (sec, root, both models): sum.\n"
      "- `delay_a_aggregate` (sec, part of `delay`, both models): sum.\n"
      "- `delay_Y` (sec, part of `delay_Y_aggregate`, both models): costs.\n"
      "- `wait_Y_longterm` (sec, root): waits.\n"
      "- **Y** is a word.\n";
  const Metrics known{{"delay", {"sec", ""}},
                      {"delay__waitfirst", {"sec", ""}},
                      {"delay_a_aggregate", {"sec", "delay"}},
                      {"delay_a_aggregate__waitfirst", {"sec", "delay__waitfirst"}},
                      {"delay_a", {"sec", "delay_a_aggregate"}},
                      {"delay_a__waitfirst", {"sec", "delay_a_aggregate__waitfirst"}},
                      {"wait_a_longterm", {"sec", ""}}};
  EXPECT_EQ(differences(text, known), Problems{});
}

TEST(DefinitionsOfMetrics, AreComparedInBothDirections) {
  const Metrics known{{"bytes", {"bytes", ""}}, {"bytes_sent", {"bytes", "bytes"}}};
  const std::string good =
      "- `bytes` (bytes, root): sum.\n- `bytes_sent` (bytes, part of `bytes`): lengths.\n";
  EXPECT_EQ(differences(good, known), Problems{});
  EXPECT_EQ(differences("- `bytes` (bytes, root): sum.\n", known),
            Problems{"is not defined: bytes_sent"});
  EXPECT_EQ(differences(good + "- `byte` (bytes, root): one.\n", known),
            Problems{"is no metric: byte"});
  EXPECT_EQ(differences(good + "- `bytes` (bytes, root): sum.\n", known),
            Problems{"is defined twice: bytes"});
  EXPECT_EQ(differences(good + "- `occ` is a unit.\n", known),
            Problems{"is no definition: - `occ` is a unit."});
  EXPECT_EQ(differences("- `bytes` (occ, root): sum.\n- `bytes_sent` (bytes, root): all.\n", known),
            (Problems{"is defined as occ, root, but is bytes, root: bytes",
                      "is defined as bytes, root, but is bytes, part of bytes: bytes_sent"}));
}

}  // namespace
}  // namespace tarry
