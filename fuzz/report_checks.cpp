// SPDX-License-Identifier: BSD-3-Clause
#include "report_checks.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "report/json_report.h"
#include "report/report_limits.h"
#include "report/text_report.h"

namespace tarry::fuzz {
namespace {

// What is shown of larger reports takes longer than it is worth.
constexpr std::size_t kMostShown = 1'000;

void check(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

template <class Node>
void check_tree(const std::vector<Node>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    check(!nodes[i].parent.valid() || nodes[i].parent.index() < i, "a parent after its child");
}

void check_rows(const model::SeverityCube& cube) {
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    for (const model::CallPathId callpath : cube.callpaths_with_values(model::MetricId{m})) {
      check(callpath.index() < cube.callpaths.size(), "a row of an unknown call path");
      check(cube.row(model::MetricId{m}, callpath).size() == cube.locations.size(),
            "a row with the wrong length");
    }
}

}  // namespace

void check_report(const base::Result<model::SeverityCube>& read) {
  if (!read.ok()) {
    const std::string message = read.error().message();
    check(!message.empty() && message.find('\n') == std::string::npos, "an error of many lines");
    return;
  }
  check_tree(read->metrics);
  check_tree(read->callpaths);
  check_rows(*read);
  if (!report::check_limits(*read).ok() || read->metrics.size() > kMostShown ||
      read->callpaths.size() > kMostShown || read->locations.size() > kMostShown)
    return;
  report::text_report(*read, {}, {});
  const std::string json = report::json_report(*read, {});
  const auto again = report::parse_json_report(json);
  check(again.ok(), again.ok() ? "" : again.error().message());
  check(again->metrics.size() == read->metrics.size() &&
            again->callpaths.size() == read->callpaths.size() &&
            again->locations.size() == read->locations.size(),
        "JSON loses a part of the report");
}

}  // namespace tarry::fuzz
