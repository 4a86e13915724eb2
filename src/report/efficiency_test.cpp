// SPDX-License-Identifier: BSD-3-Clause
#include "report/efficiency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/cube_types.h"
#include "report/sample_cube.h"

namespace tarry::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Efficiency, FactorsMultiply) {
  const SeverityCube cube = sample_cube();  // the ranks compute 2, 1.5, 1.25 and 2 of 2.5 seconds
  const Efficiency it = efficiencies({cube}).front();
  EXPECT_DOUBLE_EQ(it.load_balance, 1.6875 / 2);
  EXPECT_DOUBLE_EQ(it.communication, 0.8);
  EXPECT_DOUBLE_EQ(it.parallel, 0.675);
  EXPECT_NEAR(it.parallel, it.load_balance * it.communication, 1e-15);
  EXPECT_EQ(it.computation_scalability, 1);
  EXPECT_EQ(it.global, it.parallel);
  EXPECT_FALSE(it.hybrid);
  EXPECT_FALSE(it.network);
}

TEST(Efficiency, OfTheNetwork) {
  SeverityCube cube = sample_cube();
  cube.experiment.ideal_duration_s = 2.25;  // instead of the real 2.5 s
  const Efficiency it = efficiencies({cube}).front();
  ASSERT_TRUE(it.network);
  EXPECT_DOUBLE_EQ(it.network->serialisation, 2 / 2.25);
  EXPECT_DOUBLE_EQ(it.network->transfer, 0.9);
  EXPECT_NEAR(it.network->serialisation * it.network->transfer, it.communication, 1e-15);
  EXPECT_NE(efficiency_text({cube}).find("      Transfer efficiency             90.0 %\n"),
            std::string::npos);
}

TEST(Efficiency, RunsAreComparedWithTheFirst) {
  SeverityCube larger = sample_cube();
  for (const std::uint32_t callpath : {0u, 1u}) {
    const model::MetricId comp = larger.find("comp");
    std::vector<double> twice = larger.row(comp, model::CallPathId{callpath});
    for (double& value : twice) value *= 2;
    larger.set_row(comp, model::CallPathId{callpath}, std::move(twice));
  }
  larger.experiment.duration_s = 5;
  const std::vector<Efficiency> all = efficiencies({sample_cube(), larger});
  EXPECT_DOUBLE_EQ(all[1].parallel, 0.675);
  EXPECT_DOUBLE_EQ(all[1].computation_scalability, 0.5);
  EXPECT_DOUBLE_EQ(all[1].global, 0.675 / 2);
}

// Two ranks have two threads each: the losses in MPI and between the threads multiply.
TEST(Efficiency, OfMpiWithOpenMp) {
  SeverityCube cube = sample_cube();
  for (std::uint32_t l = 0; l < 4; ++l) {
    cube.locations[l].rank = model::Rank{l / 2};
    cube.locations[l].thread = l % 2;
  }
  const Efficiency it = efficiencies({cube}).front();
  ASSERT_TRUE(it.hybrid);
  // The initial threads are outside of MPI for 2 and 1.25 of 2.5 seconds.
  EXPECT_DOUBLE_EQ(it.hybrid->mpi_load_balance, 1.625 / 2);
  EXPECT_DOUBLE_EQ(it.hybrid->mpi_communication, 0.8);
  EXPECT_DOUBLE_EQ(it.hybrid->mpi_parallel, 0.65);
  EXPECT_NEAR(it.hybrid->mpi_parallel * it.hybrid->omp_parallel, it.parallel, 1e-15);
}

TEST(Efficiency, AsTheTableOfPop) {
  SeverityCube ideal = sample_cube();
  ideal.experiment.ideal_duration_s = 2.5;
  EXPECT_EQ(efficiency_csv({sample_cube(), ideal}, {"a", "b, c"}),
            "metric,a,\"b, c\"\n"
            "Global efficiency,0.675,0.675\n"
            "Parallel efficiency,0.675,0.675\n"
            "Load balance,0.84375,0.84375\n"
            "Communication efficiency,0.8,0.8\n"
            "Serialisation efficiency,,0.8\n"
            "Transfer efficiency,,1\n"
            "Computation scaling,1,1\n"
            "IPC scaling,,\n"
            "Instruction scaling,,\n"
            "Frequency scaling,,\n");
}

TEST(Efficiency, AsTextAndJson) {
  const std::vector<SeverityCube> cubes{sample_cube(), sample_cube()};
  EXPECT_EQ(efficiency_text(cubes),
            "ranks x threads                          4x1         4x1\n"
            "run time, s                            2.500       2.500\n"
            "\n"
            "Global efficiency                     67.5 %      67.5 %\n"
            "  Parallel efficiency                 67.5 %      67.5 %\n"
            "    Load balance                      84.4 %      84.4 %\n"
            "    Communication efficiency          80.0 %      80.0 %\n"
            "  Computation scalability            100.0 %     100.0 %\n");
  const auto json = nlohmann::json::parse(efficiency_json(cubes));
  EXPECT_EQ(json["schema"], "tarry-efficiency/1");
  ASSERT_EQ(json["runs"].size(), 2u);
  EXPECT_DOUBLE_EQ(json["runs"][1]["parallel"].get<double>(), 0.675);
  EXPECT_FALSE(json["runs"][0].contains("mpi_parallel"));
}

// Returns the sample with counters for its call paths main, solve, receive and barrier.
SeverityCube counted_cube(const char* instructions, const char* cycles, double each) {
  SeverityCube cube = sample_cube();
  const auto add = [&](const char* name, std::vector<double> by_callpath) {
    if (name == nullptr) return;
    model::CubeMetric metric;
    metric.id = metric.name = name;
    metric.unit = model::Unit::Occurrences;
    const model::MetricId id{static_cast<std::uint32_t>(cube.metrics.size())};
    cube.metrics.push_back(metric);
    for (std::uint32_t c = 0; c < by_callpath.size(); ++c)
      cube.set_row(id, model::CallPathId{c}, std::vector<double>(4, by_callpath[c] * each));
  };
  add(instructions, {1e9, 3e9, 7e9, 5e9});
  add(cycles, {1e9, 1e9, 6e9, 6e9});
  return cube;
}

TEST(Efficiency, CountersOfUsefulComputation) {
  const Efficiency it = efficiencies({counted_cube("PAPI_TOT_INS", "PAPI_TOT_CYC", 1)}).front();
  EXPECT_EQ(it.counted.instructions, 16e9);  // without instructions in MPI
  EXPECT_EQ(it.counted.cycles, 8e9);
  EXPECT_EQ(it.counted.ipc, 2);
  EXPECT_DOUBLE_EQ(it.counted.frequency_hz, 8e9 / 6.75);
  EXPECT_EQ(it.scalability.instructions, 1);
  EXPECT_EQ(it.scalability.ipc, 1);
  EXPECT_EQ(it.scalability.frequency, 1);
}

// The second run has three halves of the instructions, 1.6 instead of 2 per cycle, and twice the
// time.
TEST(Efficiency, ComputationScalabilityHasThreeFactors) {
  SeverityCube larger = counted_cube("instructions", nullptr, 1.5);
  SeverityCube with_cycles = counted_cube(nullptr, "cycles", 1.875);
  larger.metrics.push_back(with_cycles.metrics.back());
  const model::MetricId cycles = larger.find("cycles");
  for (std::uint32_t c = 0; c < 4; ++c)
    larger.set_row(cycles, model::CallPathId{c},
                   with_cycles.row(with_cycles.find("cycles"), model::CallPathId{c}));
  for (const std::uint32_t callpath : {0u, 1u}) {
    std::vector<double> twice = larger.row(larger.find("comp"), model::CallPathId{callpath});
    for (double& value : twice) value *= 2;
    larger.set_row(larger.find("comp"), model::CallPathId{callpath}, std::move(twice));
  }
  const Efficiency it =
      efficiencies({counted_cube("PAPI_TOT_INS", "PAPI_TOT_CYC", 1), larger}).back();
  EXPECT_DOUBLE_EQ(it.scalability.instructions.value(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(it.scalability.ipc.value(), 0.8);
  EXPECT_DOUBLE_EQ(it.scalability.frequency.value(), 1.875 / 2);
  EXPECT_DOUBLE_EQ(it.computation_scalability, 0.5);
  EXPECT_NEAR(*it.scalability.instructions * *it.scalability.ipc * *it.scalability.frequency,
              it.computation_scalability, 1e-9);
}

// If a call path has no time, its region decides.
TEST(Efficiency, CountersOfCallPathsWithoutTime) {
  SeverityCube cube = counted_cube("PAPI_TOT_INS", nullptr, 1);
  for (const char* metric : {"time", "execution", "comp", "mpi"})
    for (std::uint32_t c = 1; c < 4; ++c) cube.set_row(cube.find(metric), model::CallPathId{c}, {});
  EXPECT_EQ(efficiencies({cube}).front().counted.instructions, 16e9);
}

TEST(Efficiency, RunsWithoutCountersSaySo) {
  const std::vector<SeverityCube> cubes{counted_cube("PAPI_TOT_INS", "PAPI_TOT_CYC", 1),
                                        sample_cube(), counted_cube("PAPI_TOT_INS", nullptr, 2)};
  const std::string text = efficiency_text(cubes);
  EXPECT_THAT(text,
              HasSubstr("  Computation scalability            100.0 %     100.0 %     100.0 %\n"
                        "    Instruction scalability          100.0 %  no counter      50.0 %\n"
                        "    IPC scalability                  100.0 %  no counter  no counter\n"
                        "    Frequency scalability            100.0 %  no counter  no counter\n"
                        "\n"
                        "Useful computation:\n"
                        "Instructions, 10^9                    16.000  no counter      32.000\n"
                        "Cycles, 10^9                           8.000  no counter  no counter\n"
                        "Instructions per cycle                 2.000  no counter  no counter\n"
                        "Frequency, GHz                         1.185  no counter  no counter\n"));
  const auto json = nlohmann::json::parse(efficiency_json(cubes))["runs"];
  EXPECT_EQ(json[0]["ipc"], 2);
  EXPECT_EQ(json[0]["instructions"], 16e9);
  EXPECT_EQ(json[2]["instruction_scalability"], 0.5);
  for (const char* key : {"instructions", "cycles", "ipc", "frequency_hz",
                          "instruction_scalability", "ipc_scalability", "frequency_scalability"})
    EXPECT_FALSE(json[1].contains(key)) << key;
  EXPECT_FALSE(json[2].contains("ipc_scalability"));
  // The first run has no counters to compare with.
  const std::string other = efficiency_text({sample_cube(), cubes[0]});
  EXPECT_THAT(other, Not(HasSubstr("Instruction scalability")));
  EXPECT_THAT(other, HasSubstr("Cycles, 10^9                      no counter       8.000\n"));
}

}  // namespace
}  // namespace tarry::report
