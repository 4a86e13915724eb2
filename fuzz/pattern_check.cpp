// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz/pattern_check.h"

#include "analysis/analyze.h"
#include "analysis/declared/parser.h"
#include "support/cube_comparison.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::fuzz {
namespace {

using analysis::declared::PatternSet;

// It has all that is a root event.
constexpr const char* kCase =
    "ranks 2\nthreads 2\n"
    "0.0: main 0..30 { sweep 1..9 { MPI_Send 3..3.2 to=1 tag=5 bytes=8 MPI_Recv 4..5.1 from=1 }\n"
    "  MPI_Reduce 10..12 root=0 bytes=8/8 MPI_Allreduce 13..15 bytes=8/8\n"
    "  omp_set_lock 16..16.5 { acquire@16.5 lock=1 order=1 }\n"
    "  omp_unset_lock 20..20.5 { release@20 lock=1 order=1 } }\n"
    "0.1: main 0..30 { omp_set_lock 17..21 { acquire@21 lock=1 order=2 }\n"
    "  omp_unset_lock 22..22.5 { release@22 lock=1 order=2 } }\n"
    "1.0: main 0..30 { sweep 1..9 { MPI_Recv 1..3.5 from=0 tag=5 MPI_Send 5..5.1 to=0 bytes=9 }\n"
    "  MPI_Reduce 11..12 root=0 bytes=8/0 MPI_Allreduce 14..15 bytes=8/8 }\n"
    "1.1: main 0..30\n";

std::string analyze(const PatternSet& set, unsigned threads, model::SeverityCube& cube) {
  static const auto parsed = trace::synthetic::parse_case(kCase, "fuzz.case");
  if (!parsed.ok()) return parsed.error().message();
  trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
  analysis::Options options;
  options.threads = threads;
  options.patterns = &set;
  options.findings = false;
  auto analysis = analysis::analyze(source, options);
  if (!analysis.ok()) return analysis.error().message();
  cube = std::move(analysis->cube);
  return "";
}

}  // namespace

std::string check_pattern(const std::string& text, bool* is_refused) {
  PatternSet set;
  const base::Status parsed = analysis::declared::parse(text, "fuzz.pattern", set);
  if (is_refused != nullptr) *is_refused = !parsed.ok();
  if (!parsed.ok())
    return parsed.error().where.starts_with("fuzz.pattern:") ? "" : "an error without its place";
  if (set.patterns.empty()) return "a text without patterns that is not refused";
  model::SeverityCube one, two;
  for (const auto& [threads, cube] : {std::pair{1u, &one}, std::pair{2u, &two}})
    if (const std::string problem = analyze(set, threads, *cube); !problem.empty()) return problem;
  const auto different = testing::differences(one, two);
  return different.empty() ? "" : "one worker and two differ: " + different.front();
}

}  // namespace tarry::fuzz
