// SPDX-License-Identifier: BSD-3-Clause
// Computes scalabilities from counters in traces: runs with known factors, as reports on disk.
#include "report/efficiency.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "analysis/analyze.h"
#include "report/cubex.h"
#include "support/cube_comparison.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::testing {
namespace {

constexpr const char* kCounters =
    "counter PAPI_TOT_INS\ncounter PAPI_TOT_CYC\ncounters papi PAPI_TOT_INS,PAPI_TOT_CYC\n";

// The rank that waits in the barrier executes many instructions there, which are not useful.
constexpr const char* kTwoRanks =
    "0,1: main 0..10 papi=0,0..106000000000,212000000000 {\n"
    "  MPI_Barrier 6..10 papi=6000000000,12000000000..106000000000,212000000000 }\n";
constexpr const char* kFourRanks =
    "0,1,2,3: main 0..5 papi=7,9..80003750000007,90006000000009 {\n"
    "  MPI_Barrier 4..5 papi=3750000007,6000000009..80003750000007,90006000000009 }\n";

// Returns the analysis of a case after writing and reading it.
model::SeverityCube report_of(const std::string& text) {
  auto parsed = trace::synthetic::parse_case(text, "x.case");
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
  trace::synthetic::MemorySource source(parsed->definitions, parsed->timelines);
  analysis::Options options;
  options.threads = 2;
  auto analysis = analysis::analyze(source, options);
  EXPECT_TRUE(analysis.ok()) << analysis.error().message();
  const std::string file = (std::filesystem::path(::testing::TempDir()) /
                            ("tarry-efficiency" + std::to_string(getpid()) + ".cubex"))
                               .string();
  EXPECT_TRUE(report::write_cubex(analysis->cube, file).ok());
  auto cube = report::read_cubex(file);
  EXPECT_TRUE(cube.ok()) << cube.error().message();
  std::filesystem::remove(file);
  EXPECT_EQ(differences(analysis->cube, *cube), std::vector<std::string>{});
  return std::move(*cube);
}

// The runs have 12 and 16 s of computation, 12 and 15 thousand million instructions, at 0.5 and
// 0.625 for each of 24 thousand million cycles: 12/15 * 0.625/0.5 * 1.5/2 = 12/16.
TEST(EfficiencyOfCases, ScalabilitiesAreExact) {
  const std::vector<report::Efficiency> all =
      report::efficiencies({report_of(std::string("ranks 2\n") + kCounters + kTwoRanks),
                            report_of(std::string("ranks 4\n") + kCounters + kFourRanks)});
  EXPECT_EQ(all[0].counted.instructions, 12e9);
  EXPECT_EQ(all[0].counted.cycles, 24e9);
  EXPECT_DOUBLE_EQ(all[0].counted.frequency_hz, 2e9);
  EXPECT_EQ(all[1].counted.instructions, 15e9);
  EXPECT_EQ(all[1].counted.cycles, 24e9);
  const report::Efficiency::Scalability& factors = all[1].scalability;
  EXPECT_DOUBLE_EQ(factors.instructions.value(), 0.8);
  EXPECT_DOUBLE_EQ(factors.ipc.value(), 1.25);
  EXPECT_DOUBLE_EQ(factors.frequency.value(), 0.75);
  EXPECT_DOUBLE_EQ(all[1].computation_scalability, 0.75);
  EXPECT_NEAR(*factors.instructions * *factors.ipc * *factors.frequency,
              all[1].computation_scalability, 1e-9);
}

}  // namespace
}  // namespace tarry::testing
