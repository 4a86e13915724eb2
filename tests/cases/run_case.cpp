// SPDX-License-Identifier: BSD-3-Clause
// Runs one case: analyzes the trace from memory with 1, 2 and 3 threads, then again after a detour
// through an OTF2 archive, and reports by file and line what differs from the case. The report must
// be the same when it is written and read whole, and on demand, and with the ranks in another
// order.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyze.h"
#include "analysis/declared/parser.h"
#include "base/files.h"
#include "cases/case_check.h"
#include "cases/event_check.h"
#include "cases/permuted_case.h"
#include "clocks/corrected_source.h"
#include "support/cube_comparison.h"
#include "support/invariants.h"
#include "support/read_on_demand.h"
#include "trace/otf2/archive_reader.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"
#include "trace/write_archive.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;
using analysis::declared::PatternSet;
using base::Result;
using Failures = std::vector<std::string>;

void append(Failures& all, const Failures& more, const std::string& prefix) {
  for (const std::string& one : more) all.push_back(prefix + one);
}

// A case with the patterns of the files that it names.
struct PatternCase : trace::synthetic::Case {
  explicit PatternCase(trace::synthetic::Case of) : Case(std::move(of)) {}
  PatternSet set;
};

base::Status read_patterns(const fs::path& path, PatternCase& of) {
  for (const std::string& name : of.patterns) {
    const fs::path file = path.parent_path() / name;
    const Result<std::string> text = base::read_file(file);
    if (!text.ok())
      return base::Error{base::ErrorCode::NotFound,
                         "the patterns that the case names in 'pattern " + name + "' are missing",
                         file.string(), ""};
    TRY(analysis::declared::parse(*text, file.string(), of.set));
  }
  return base::kOk;
}

Result<analysis::Analysis> analyze(const PatternCase& expected, model::TraceSource& source,
                                   unsigned threads,
                                   std::optional<model::Supposition> supposition = {}) {
  analysis::Options options;
  options.threads = threads;
  options.rma_progress = expected.rma_progress;
  if (!expected.set.patterns.empty()) options.patterns = &expected.set;
  options.supposition = std::move(supposition);
  return analysis::analyze(source, options);
}

base::Status check_suppositions(const PatternCase& expected, model::TraceSource& source,
                                Failures& failures) {
  using Kind = trace::synthetic::Expectation::Kind;
  for (const trace::synthetic::Expectation& line : expected.expectations) {
    if (line.kind != Kind::WhatIf && line.kind != Kind::Balance) continue;
    const model::Supposition supposition{line.text, line.on, line.factor,
                                         line.kind == Kind::Balance};
    for (const unsigned threads : {1u, 3u}) {
      TRY_ASSIGN(const analysis::Analysis analysis,
                 analyze(expected, source, threads, supposition));
      append(failures, check_prospect(expected, line, *analysis.prospect), "");
    }
  }
  return base::kOk;
}

// Checks the cube of `source` for every thread count; returns that of one thread.
Result<model::SeverityCube> check_source(const PatternCase& expected, model::TraceSource& source,
                                         const std::string& how, Failures& failures) {
  TRY_ASSIGN(analysis::Analysis analysis, analyze(expected, source, 1));
  model::SeverityCube cube = std::move(analysis.cube);
  append(failures, check_expectations(expected, cube), how);
  append(failures, check_invariants(cube, source), how + expected.file + ": ");
  for (const unsigned threads : {2u, 3u}) {
    TRY_ASSIGN(const analysis::Analysis again, analyze(expected, source, threads));
    append(failures, differences(cube, again.cube),
           how + expected.file + ": 1 and " + std::to_string(threads) + " threads: ");
    TRY_ASSIGN(const Failures of_events,
               check_events(cube, source, threads, expected.rma_progress));
    append(failures, of_events, how + expected.file + ": ");
  }
  return cube;
}

// All clocks later by the same time change no value, if every kind of event is handed on.
base::Status check_later(const PatternCase& expected, const model::SeverityCube& cube,
                         Failures& failures) {
  constexpr std::int64_t kLater = 1000;
  trace::synthetic::MemorySource memory(expected.definitions, expected.timelines);
  clocks::Corrections corrections;
  const auto locations = static_cast<std::uint32_t>(expected.definitions.locations.size());
  for (std::uint32_t i = 0; i < locations; ++i) {
    const clocks::TimeMap::Segment later = {.from = {}, .anchor = {}, .shift = kLater};
    corrections.processes.push_back({i, 1, clocks::TimeMap({later})});
  }
  clocks::CorrectedSource source(memory, std::move(corrections));
  TRY_ASSIGN(const analysis::Analysis again, analyze(expected, source, 1));
  append(failures, differences(cube, again.cube), expected.file + ": with later clocks: ");
  return base::kOk;
}

base::Status check_permuted(const PatternCase& expected, const model::SeverityCube& cube,
                            Failures& failures) {
  const trace::synthetic::Case reversed = with_ranks_reversed(expected);
  trace::synthetic::MemorySource source(reversed.definitions, reversed.timelines);
  TRY_ASSIGN(const analysis::Analysis again, analyze(expected, source, 1));
  append(failures, check_invariants(again.cube, source), expected.file + ": with other ranks: ");
  append(failures, differences_of_permuted(cube, again.cube), expected.file + ": ");
  return base::kOk;
}

base::Status run(const fs::path& path, const fs::path& scratch, Failures& failures) {
  TRY_ASSIGN(trace::synthetic::Case read, trace::synthetic::read_case(path));
  PatternCase expected(std::move(read));
  TRY(read_patterns(path, expected));
  trace::synthetic::MemorySource memory(expected.definitions, expected.timelines);
  TRY_ASSIGN(const model::SeverityCube cube, check_source(expected, memory, "", failures));
  TRY(check_suppositions(expected, memory, failures));
  TRY(check_later(expected, cube, failures));
  TRY(check_permuted(expected, cube, failures));
  TRY(trace::write_archive(memory, scratch, trace::Times::MadeUp));
  TRY_ASSIGN(const auto archive, trace::otf2::open_archive(scratch));
  TRY_ASSIGN(const model::SeverityCube from_file,
             check_source(expected, *archive, "from OTF2: ", failures));
  append(failures, differences(cube, from_file), expected.file + ": memory and OTF2: ");
  // Metrics of patterns are the last ones, but below their parents when they have been read.
  if (expected.set.patterns.empty())
    append(failures, differences_when_written(cube, (scratch / "report.cubex").string()),
           expected.file + ": read on demand: ");
  return base::kOk;
}

int main(const char* program, const fs::path& path) {
  const fs::path scratch = fs::temp_directory_path() /
                           ("tarry-case-" + path.stem().string() + "-" + std::to_string(getpid()));
  Failures failures;
  const base::Status status = run(path, scratch, failures);
  if (!status.ok()) failures.push_back(status.error().message());
  for (const std::string& failure : failures) std::fprintf(stderr, "%s\n", failure.c_str());
  if (failures.empty()) {
    fs::remove_all(scratch);
    return 0;
  }
  std::fprintf(stderr, "\nrun again: %s %s\nthe trace as OTF2: %s\n", program, path.c_str(),
               scratch.c_str());
  return 1;
}

}  // namespace
}  // namespace tarry::testing

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FILE.case\n", argv[0]);
    return 2;
  }
  return tarry::testing::main(argv[0], argv[1]);
}
