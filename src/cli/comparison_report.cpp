// SPDX-License-Identifier: BSD-3-Clause
#include "cli/comparison_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "model/metric.h"
#include "report/quantity.h"
#include "report/text_escape.h"

namespace tarry::cli {

using nlohmann::ordered_json;

std::string comparison_text(const algebra::Comparison& comparison) {
  if (comparison.are_equal())
    return fmt::format("The reports are equal: {}.\n", report::counted(comparison.cells, "value"));
  std::string out = fmt::format("The reports differ: {} of {}.\n", comparison.different,
                                report::counted(comparison.cells, "value"));
  const auto missing = [&](const char* where, const std::vector<std::string>& metrics) {
    if (metrics.empty()) return;
    constexpr std::size_t kMostNamed = 5;
    out += fmt::format("only the {} report has", where);
    for (std::size_t i = 0; i < std::min(metrics.size(), kMostNamed); ++i)
      out += ' ' + report::one_line(metrics[i]);
    if (metrics.size() > kMostNamed)
      out += fmt::format(" and {}", report::counted(metrics.size() - kMostNamed, "other metric"));
    out += '\n';
  };
  missing("first", comparison.only_in_first);
  missing("second", comparison.only_in_second);
  for (const algebra::Difference& each : comparison.largest)
    out += fmt::format("{:>12} {:>12}  {}  {}  rank {} thread {}\n",
                       report::quantity(each.first, each.unit),
                       report::quantity(each.second, each.unit), report::one_line(each.metric),
                       report::one_line(each.callpath), each.rank, each.thread);
  if (comparison.different > comparison.largest.size())
    out += fmt::format("and {} more (--top N)\n", comparison.different - comparison.largest.size());
  return out;
}

std::string comparison_json(const algebra::Comparison& comparison, double tolerance) {
  const auto names = [](const std::vector<std::string>& metrics) {
    ordered_json out = ordered_json::array();
    for (const std::string& metric : metrics) out.push_back(report::valid_utf8(metric));
    return out;
  };
  ordered_json differences = ordered_json::array();
  for (const algebra::Difference& each : comparison.largest)
    differences.push_back({{"metric", report::valid_utf8(each.metric)},
                           {"callpath", report::valid_utf8(each.callpath)},
                           {"rank", each.rank},
                           {"thread", each.thread},
                           {"unit", model::unit_name(each.unit)},
                           {"first", each.first},
                           {"second", each.second}});
  const ordered_json all{{"schema", "tarry-comparison/1"},
                         {"equal", comparison.are_equal()},
                         {"tolerance", tolerance},
                         {"values", comparison.cells},
                         {"different", comparison.different},
                         {"only_in_first", names(comparison.only_in_first)},
                         {"only_in_second", names(comparison.only_in_second)},
                         {"differences", std::move(differences)}};
  return all.dump(2) + "\n";
}

}  // namespace tarry::cli
