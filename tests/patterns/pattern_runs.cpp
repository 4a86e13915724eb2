// SPDX-License-Identifier: BSD-3-Clause
#include "patterns/pattern_runs.h"

#include <gtest/gtest.h>

#include "analysis/analyze.h"
#include "analysis/declared/parser.h"
#include "analysis/declared/plugin_library.h"
#include "support/cube_comparison.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::testing {

using analysis::declared::PatternSet;

model::SeverityCube analyze(model::TraceSource& source, const PatternSet* set, unsigned threads) {
  analysis::Options options;
  options.threads = threads;
  options.patterns = set;
  options.findings = false;
  auto analysis = analysis::analyze(source, options);
  EXPECT_TRUE(analysis.ok()) << analysis.error().message();
  return analysis.ok() ? std::move(analysis->cube) : model::SeverityCube();
}

model::SeverityCube analyze_text(const std::string& text, const PatternSet* set, unsigned threads) {
  const auto parsed = trace::synthetic::parse_case(text, "x.case");
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
  if (!parsed.ok()) return {};
  trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
  return analyze(source, set, threads);
}

Values values(const model::SeverityCube& cube, std::string_view id) {
  Values found;
  const model::MetricId metric = cube.find(id);
  EXPECT_TRUE(metric.valid()) << id;
  if (!metric.valid()) return found;
  const std::vector<std::string> paths = path_names(cube);
  cube.for_each_row(metric, [&](model::CallPathId path, const std::vector<double>& row) {
    for (std::size_t l = 0; l < row.size(); ++l)
      if (row[l] != 0.0)
        found[paths[path.index()] + ' ' + std::to_string(cube.locations[l].rank.value) + '.' +
              std::to_string(cube.locations[l].thread)] = row[l];
  });
  return found;
}

double total(const model::SeverityCube& cube, std::string_view metric) {
  const model::MetricId id = cube.find(metric);
  EXPECT_TRUE(id.valid()) << metric;
  return id.valid() ? cube.total(id) : -1.0;
}

PatternSet plugins(const std::string& name) {
  PatternSet set;
  const base::Status loaded =
      analysis::declared::load_library(std::string(TARRY_PLUGINS) + '/' + name + ".so", set);
  EXPECT_TRUE(loaded.ok()) << loaded.error().message();
  set.limits.seconds = 1;
  set.limits.bytes = 1 << 26;
#ifdef TARRY_SANITIZED
  set.limits.bytes = 0;  // a sanitizer takes more address space than there is
  std::erase_if(set.patterns,
                [](const auto& pattern) { return pattern.name.starts_with("hoards"); });
#endif
  return set;
}

PatternSet declared(const std::string& text) {
  PatternSet set;
  const base::Status parsed = analysis::declared::parse(text, "x.pattern", set);
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
  return set;
}

}  // namespace tarry::testing
