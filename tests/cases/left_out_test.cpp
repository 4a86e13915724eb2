// SPDX-License-Identifier: BSD-3-Clause
// If patterns are left out, their costs, classes and findings are left out too, and no number of
// another pattern changes.
#include <gtest/gtest.h>

#include "analysis/analyze.h"
#include "analysis/patterns/catalogue.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::testing {
namespace {

// Rank 1 waits 2 for the message of rank 0, for which 2 of `a` pay. Rank 2 waits 4 at the barrier
// for rank 1, which did 1 of `c` and 1 in MPI_Recv longer and waited 2: these 2 are charged to `a`
// again.
constexpr const char* kChain =
    "ranks 3\ncomm bc 1,2\n"
    "0: main 0..10 { a 0..4 MPI_Send 4..5 to=1 }\n"
    "1: main 0..10 { b 0..2 MPI_Recv 2..5 from=0  c 5..6 MPI_Barrier 6..7 comm=bc }\n"
    "2: main 0..10 { b 0..2 MPI_Barrier 2..7 comm=bc }\n";

model::SeverityCube without(const std::vector<std::string>& skip) {
  auto parsed = trace::synthetic::parse_case(kChain, "x.case");
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
  trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
  analysis::Options options;
  options.threads = 2;
  options.left_out = *analysis::metrics_left_out({}, skip);
  auto analysis = analysis::analyze(source, options);
  EXPECT_TRUE(analysis.ok()) << analysis.error().message();
  return std::move(analysis->cube);
}

double total(const model::SeverityCube& cube, std::string_view metric) {
  const model::MetricId id = cube.find(metric);
  return id.valid() ? cube.total(id) : -1.0;
}

std::vector<std::string> told(const model::SeverityCube& cube) {
  std::vector<std::string> out;
  for (const model::Finding& finding : cube.findings)
    for (const model::Victims& victims : finding.victims)
      out.push_back(cube.callpaths[finding.callpath.index()].region + " " + victims.metric);
  return out;
}

TEST(LeftOut, NothingIsAllThereIs) {
  const model::SeverityCube cube = without({});
  for (const char* model : {"", "__waitfirst"}) {
    EXPECT_DOUBLE_EQ(total(cube, std::string("delay") + model), 6.0);
    EXPECT_DOUBLE_EQ(total(cube, std::string("delay_barrier") + model), 2.0);
    EXPECT_DOUBLE_EQ(total(cube, std::string("delay_barrier_longterm") + model), 2.0);
    EXPECT_DOUBLE_EQ(total(cube, std::string("wait_propagating") + model), 2.0);
  }
}

TEST(LeftOut, ItsCostsGoAndWhatItPassesOnStays) {
  const model::SeverityCube cube = without({"mpi_latesender"});
  for (const std::string model : {"", "__waitfirst"}) {
    EXPECT_DOUBLE_EQ(total(cube, "delay" + model), 4.0);
    EXPECT_DOUBLE_EQ(total(cube, "delay_barrier" + model), 2.0);
    EXPECT_DOUBLE_EQ(total(cube, "delay_barrier_longterm" + model), 2.0);
    EXPECT_DOUBLE_EQ(total(cube, "delay_unattributed" + model), 0.0);
    EXPECT_DOUBLE_EQ(total(cube, "wait_indirect" + model), 2.0);
    EXPECT_DOUBLE_EQ(total(cube, "wait_propagating" + model), 0.0);
    EXPECT_DOUBLE_EQ(total(cube, "waitstates_direct_vs_indirect_all" + model), 4.0);
    EXPECT_FALSE(cube.find("delay_latesender" + model).valid());
    EXPECT_FALSE(cube.find("mpi_wait_direct_latesender" + model).valid());
  }
  for (const std::string& finding : told(cube)) EXPECT_TRUE(finding.ends_with("mpi_barrier_wait"));
}

TEST(LeftOut, FindingsThatOnlyItHasGo) {
  const model::SeverityCube cube = without({"mpi_barrier_wait"});
  EXPECT_DOUBLE_EQ(total(cube, "delay"), 2.0);
  EXPECT_DOUBLE_EQ(total(cube, "delay_latesender"), 2.0);
  EXPECT_EQ(told(cube), std::vector<std::string>{"a mpi_latesender"});
  EXPECT_TRUE(told(without({"mpi_point2point", "mpi_synchronization"})).empty());
}

}  // namespace
}  // namespace tarry::testing
