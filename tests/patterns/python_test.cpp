// SPDX-License-Identifier: BSD-3-Clause
// Patterns in Python: they give the numbers of the same patterns in C++ and in a text, and those
// that throw, loop without end, ask for too much or crash are stopped with the line where they
// were.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "analysis/declared/parser.h"
#include "analysis/declared/python_file.h"
#include "base/files.h"
#include "patterns/pattern_runs.h"
#include "support/cube_comparison.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/generated_source.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;
using analysis::declared::load_python;
using analysis::declared::PatternSet;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const fs::path kSource = TARRY_SOURCE;

PatternSet python(const std::string& file) {
  PatternSet set;
  set.limits.seconds = 1;
  set.limits.bytes = 1 << 28;
  const base::Status loaded = load_python(kSource / file, TARRY_PYTHON_BRIDGE, set);
  EXPECT_TRUE(loaded.ok()) << loaded.error().message();
  return set;
}

PatternSet text(const std::string& file) {
  const auto read = base::read_file(kSource / file);
  EXPECT_TRUE(read.ok());
  return declared(*read);
}

// A text with patterns that is a file while it lives.
class File {
 public:
  explicit File(const std::string& text)
      : path_(fs::path(::testing::TempDir()) / ("p" + std::to_string(getpid()) + ".py")) {
    EXPECT_TRUE(base::write_file(path_, text).ok());
  }
  ~File() { fs::remove(path_); }
  [[nodiscard]] std::string name() const { return path_.string(); }
  [[nodiscard]] std::string error() const {
    PatternSet set;
    set.limits.seconds = 1;
    const base::Status loaded = load_python(name(), TARRY_PYTHON_BRIDGE, set);
    return loaded.ok() ? "" : loaded.error().message();
  }

 private:
  fs::path path_;
};

constexpr const char* kMessages =
    "ranks 2\n"
    "0: main 0..10 { MPI_Send 3..3.2 to=1 MPI_Recv 4..5.1 from=1 MPI_Allreduce 6..8 bytes=8/8 }\n"
    "1: main 0..10 { MPI_Recv 1..3.5 from=0 MPI_Send 5..5.1 to=0 MPI_Allreduce 7..8 bytes=8/8 }\n";

TEST(PythonPatterns, AreMadeFromTheTemplate) {
  const PatternSet set = python("examples/guides/pattern/waits_for_master.py");
  const model::SeverityCube cube = analyze_text(kMessages, &set, 1);
  EXPECT_THAT(cube.experiment.warnings, IsEmpty());
  EXPECT_EQ(values(cube, "waits_for_master"), (Values{{"main/MPI_Recv 1.0", 2.0}}));
  const model::CubeMetric& metric = cube.metrics[cube.find("waits_for_master").index()];
  EXPECT_EQ(metric.name, "Waits for the master");
  EXPECT_EQ(metric.description, "A worker waits for a message of rank 0");
  EXPECT_EQ(metric.parent, cube.find("mpi_latesender"));
  for (const unsigned threads : {2u, 3u})
    EXPECT_THAT(differences(cube, analyze_text(kMessages, &set, threads)), IsEmpty());
}

TEST(PythonPatterns, AreThoseInCxxAndInTexts) {
  auto complete = trace::synthetic::complete({.ranks = 7, .iterations = 12});
  ASSERT_TRUE(complete.ok()) << complete.error().message();
  trace::synthetic::GeneratedSource source(*complete);
  const PatternSet in_python = python("examples/patterns/late_sender.py");
  const PatternSet in_cxx = plugins("late_sender");
  const PatternSet in_text = text("examples/patterns/late_sender.pattern");
  const auto of = [&](const PatternSet& set, unsigned threads) {
    return values(analyze(source, &set, threads), "late_sender");
  };
  const Values expected = values(analyze(source, &in_text, 1), "mpi_latesender");
  EXPECT_GT(expected.size(), 10u);
  EXPECT_EQ(of(in_text, 1), expected);
  EXPECT_EQ(of(in_cxx, 1), expected);
  EXPECT_EQ(of(in_python, 1), expected);
  EXPECT_EQ(of(in_python, 3), expected);
}

TEST(PythonPatterns, ThatMisbehaveAreStoppedWithTheirLine) {
  PatternSet set = python("tests/patterns/misbehaving.py");
  const model::SeverityCube cube = analyze_text(kMessages, &set, 2);
  EXPECT_DOUBLE_EQ(total(cube, "late"), 3.0);
  EXPECT_DOUBLE_EQ(total(cube, "late"), total(cube, "mpi_latesender"));
  EXPECT_DOUBLE_EQ(total(cube, "whole"), 1.0);
  EXPECT_EQ(cube.metrics[cube.find("whole").index()].description, "Counts (confidence: medium)");
  const auto stopped = [&](const std::string& what, int line) {
    return Contains(HasSubstr("because the plug-in was stopped (" + what + " (" +
                              (kSource / "tests/patterns/misbehaving.py:").string() +
                              std::to_string(line) + ")"));
  };
  const std::vector<std::string>& warnings = cube.experiment.warnings;
  EXPECT_THAT(warnings, stopped("throws threw an exception: ValueError: this is too much", 39));
  // The line is that of the loop or that of what is in it.
  EXPECT_THAT(warnings,
              ::testing::AnyOf(stopped("loops computed for more than 1 s at one event", 54),
                               stopped("loops computed for more than 1 s at one event", 55)));
  EXPECT_THAT(warnings, stopped("hoards asked for more than 256 MiB of memory", 64));
  EXPECT_THAT(warnings, stopped("crashes crashed with signal 6", 71));
  EXPECT_THAT(warnings, Contains(HasSubstr("(leaves ended the process)")));
  EXPECT_THAT(warnings, stopped("fraction threw an exception: TypeError: 'float' object cannot be "
                                "interpreted as an integer",
                                85));
  EXPECT_THAT(warnings,
              stopped("throws_at_visit threw an exception: ValueError: no such visit", 108));
  EXPECT_THAT(
      warnings,
      ::testing::AnyOf(stopped("loops_at_visit computed for more than 1 s at one event", 115),
                       stopped("loops_at_visit computed for more than 1 s at one event", 116)));
  EXPECT_THAT(warnings, stopped("hoards_visits asked for more than 256 MiB of memory", 125));
  EXPECT_THAT(warnings, stopped("unlisted threw an exception: ValueError: counter 'PAPI_TOT_CYC' "
                                "is not in its list 'counters'",
                                133));
  EXPECT_THAT(warnings, stopped("begins threw an exception: KeyError: 'no settings'", 92));
  for (const char* name : {"throws", "loops", "hoards", "crashes", "leaves", "fraction", "begins",
                           "throws_at_visit", "loops_at_visit", "hoards_visits", "unlisted"})
    EXPECT_DOUBLE_EQ(total(cube, name), 0.0) << name;

  // The rest of the report is as without them.
  model::SeverityCube rest = cube;
  std::vector<model::MetricId> own;
  for (const auto& pattern : set.patterns) own.push_back(rest.find(pattern.name));
  rest.leave_out(own);
  rest.experiment.warnings.clear();
  EXPECT_THAT(differences(analyze_text(kMessages, nullptr, 1), rest), IsEmpty());
}

// It takes no processor time, so the clock stops it.
TEST(PythonPatterns, ThatSleepAreStopped) {
  const File file(
      "import time\nfrom tarry_pattern import Pattern\nclass P(Pattern):\n  name = 'sleeps'\n"
      "  def message(self, m, e):\n    time.sleep(1000)\n");
  PatternSet set;
  set.limits.seconds = 1;
  ASSERT_TRUE(load_python(file.name(), TARRY_PYTHON_BRIDGE, set).ok());
  const model::SeverityCube cube = analyze_text(kMessages, &set, 1);
  EXPECT_THAT(
      cube.experiment.warnings,
      Contains(HasSubstr("(sleeps spent more than 10 s at one event (" + file.name() + ":6)")));
  EXPECT_DOUBLE_EQ(total(cube, "sleeps"), 0.0);
  EXPECT_DOUBLE_EQ(total(cube, "mpi_latesender"), 3.0);
}

TEST(PythonPatterns, SeeResultsAndCalls) {
  const PatternSet in_python = python("tests/patterns/results.py");
  const PatternSet in_cxx = plugins("results");
  const model::SeverityCube cube = analyze_text(kMessages, &in_python, 1);
  const model::SeverityCube expected = analyze_text(kMessages, &in_cxx, 1);
  EXPECT_GT(total(cube, "from_zero"), 0.0);
  for (const char* name : {"again", "from_zero", "calls"})
    EXPECT_EQ(values(cube, name), values(expected, name)) << name;
}

TEST(PythonPatterns, SeeVisitsAndCounters) {
  const std::string text =
      "ranks 2\ncounter PAPI_TOT_INS\ncounters papi PAPI_TOT_INS\n"
      "0: main 0..20 papi=0..1000 { solve 1..9 papi=10..500 { work 2..5 papi=50..350\n"
      "  work 6..8 papi=360..460 MPI_Send 8..8.5 to=1 papi=460..480 } work 10..12 papi=510..560 }\n"
      "1: main 0..20 papi=0..1000 { MPI_Recv 1..9 from=0 papi=10..40 }\n";
  const PatternSet in_python = python("tests/patterns/visits.py");
  const PatternSet in_cxx = plugins("visits");
  const model::SeverityCube cube = analyze_text(text, &in_python, 1);
  EXPECT_EQ(values(cube, "from_solve"), (Values{{"main/MPI_Recv 1.0", 5050.0}}));
  EXPECT_DOUBLE_EQ(total(cube, "in_solve"), 5.0);
  const model::SeverityCube expected = analyze_text(text, &in_cxx, 1);
  for (const auto& pattern : in_python.patterns)
    EXPECT_EQ(values(cube, pattern.name), values(expected, pattern.name)) << pattern.name;
  for (const unsigned threads : {2u, 4u})
    EXPECT_THAT(differences(cube, analyze_text(text, &in_python, threads)), IsEmpty());

  const PatternSet stalled = python("examples/guides/pattern/stalled.py");
  EXPECT_DOUBLE_EQ(total(analyze_text(text, &stalled, 1), "stalled"), 0.0);
}

TEST(PythonPatterns, SeeBarriersAndOneSidedCommunication) {
  const PatternSet set = python("tests/patterns/roots.py");
  const auto of = [&](const char* name) {
    return analyze_text(*base::read_file(kSource / "tests/cases" / name), &set, 1);
  };
  EXPECT_DOUBLE_EQ(total(of("delay_of_a_lock_at_a_barrier.case"), "barrier_wait"), 5.0);
  EXPECT_DOUBLE_EQ(total(of("delay_of_a_message_after_a_fence.case"), "fences"), 2.0);
}

// The file for editors has the classes and attributes of the module, and no others.
TEST(PythonPatterns, AreDescribedAsTheyAre) {
  const std::string stub = (kSource / "src/python_plugin/tarry_pattern.pyi").string();
  const File file(
      "import ast\n"
      "import tarry_pattern\n"
      "def public(names):\n"
      "    return sorted(name for name in names if not name.startswith('_'))\n"
      "with open('" +
      stub +
      "') as text:\n"
      "    classes = {each.name: each for each in ast.parse(text.read()).body\n"
      "               if isinstance(each, ast.ClassDef)}\n"
      "assert public(classes) == public(dir(tarry_pattern)), public(dir(tarry_pattern))\n"
      "functions = ['message', 'collective', 'lock', 'call', 'team_barrier', 'one_sided', "
      "'result', 'visit']\n"
      "for name, described in classes.items():\n"
      "    names = [each.name if isinstance(each, ast.FunctionDef) else each.target.id\n"
      "             for each in described.body if isinstance(each, (ast.FunctionDef, "
      "ast.AnnAssign))]\n"
      "    there = public(dir(getattr(tarry_pattern, name)))\n"
      "    there += functions if name == 'Pattern' else []\n"
      "    assert public(names) == sorted(there), (name, names, there)\n"
      "class Fine(tarry_pattern.Pattern):\n"
      "    name = 'fine'\n"
      "    def message(self, message, event): pass\n");
  EXPECT_EQ(file.error(), "");
}

TEST(PythonPatterns, SeeLocks) {
  PatternSet set = python("tests/patterns/misbehaving.py");
  std::erase_if(set.patterns, [](const auto& pattern) { return pattern.name != "whole"; });
  const std::string locks =
      "ranks 1\nthreads 2\n"
      "0.0: main 0..20 { omp_set_lock 1..1.5 { acquire@1.5 lock=1 order=1 } "
      "omp_unset_lock 6..6.5 { release@6 lock=1 order=1 } }\n"
      "0.1: main 0..20 { omp_set_lock 2..7 { acquire@7 lock=1 order=2 } "
      "omp_unset_lock 8..8.5 { release@8 lock=1 order=2 } }\n";
  EXPECT_DOUBLE_EQ(total(analyze_text(locks, &set, 1), "whole"), 1.0);
}

TEST(PythonPatterns, AreCheckedWhenTheyAreRead) {
  const auto error = [](const std::string& text) { return File(text).error(); };
  const std::string begin = "from tarry_pattern import Pattern\nclass P(Pattern):\n  name = 'p'\n";
  EXPECT_THAT(error("x = 1\n"), HasSubstr("a file without patterns"));
  EXPECT_THAT(error("\nx = = 1\n"), ::testing::MatchesRegex(".*SyntaxError: .*py:2\\)\\)"));
  EXPECT_THAT(error("\n\nimport no_such_module\n"),
              ::testing::MatchesRegex(".*ModuleNotFoundError: .*py:3\\)\\)"));
  EXPECT_THAT(error("while True:\n  pass\n"), HasSubstr("computed for more than 1 s while it was"));
  EXPECT_THAT(error(begin), HasSubstr("pattern 'p' has no functions"));
  EXPECT_THAT(error(begin + "  def mesage(self, m, e): pass\n"),
              HasSubstr("(functions are message, collective, "));
  const std::string function = "  def message(self, m, e): pass\n";
  EXPECT_EQ(error(begin + function), "");
  EXPECT_THAT(error(begin + "  parent = 'mpi_latesendr'\n" + function),
              HasSubstr("pattern 'p' has the parent 'mpi_latesendr'"));
  EXPECT_THAT(error(begin + "  unless = ['mpi_latesendr']\n" + function),
              HasSubstr("pattern 'p' names 'mpi_latesendr'"));
  EXPECT_THAT(error(begin + "  asks_for = ['p']\n  def result(self, r, e): pass\n"),
              HasSubstr("pattern 'p' asks for 'p'"));
  EXPECT_THAT(error(begin + "  def result(self, r, e): pass\n"), HasSubstr("asks for no results"));
  EXPECT_THAT(error(begin + "  counters = ['a', 'b', 'c']\n" + function),
              HasSubstr("pattern 'p' names too many counters"));
  EXPECT_THAT(error("from tarry_pattern import Pattern\nclass V(Pattern):\n  name = 'v'\n"
                    "  def visit(self, v, e): pass\n" +
                    begin + "  asks_for = ['v']\n  def result(self, r, e): pass\n"),
              HasSubstr("'asks_for' takes wait states, and patterns before this one, that are "
                        "times and see no visits"));
  EXPECT_THAT(error(begin + "  title = 5\n" + function), HasSubstr("'title' of a pattern must be"));
  PatternSet set;
  EXPECT_THAT(load_python("/nowhere.py", TARRY_PYTHON_BRIDGE, set).error().message(),
              HasSubstr("no such file"));
  const File file(begin + function);
  const std::string missing = load_python(file.name(), "/no/bridge.so", set).error().message();
  EXPECT_THAT(missing, HasSubstr("patterns in Python cannot be run: /no/bridge.so is missing"));
  EXPECT_THAT(missing, HasSubstr("pybind11-dev"));
}

}  // namespace
}  // namespace tarry::testing
