// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "base/atomic_file.h"
#include "report/csv_report.h"
#include "report/cube_types.h"
#include "report/efficiency.h"
#include "report/findings.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/load.h"
#include "report/quantity.h"
#include "report/sample_cube.h"
#include "report/text_report.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Quantity, NumbersAsPeopleReadThem) {
  using model::Unit;
  EXPECT_EQ(quantity(0, Unit::Seconds), "0 s");
  EXPECT_EQ(quantity(3725.4, Unit::Seconds), "3725 s");
  EXPECT_EQ(quantity(18.1256, Unit::Seconds), "18.13 s");
  EXPECT_EQ(quantity(0.000043573, Unit::Seconds), "43.57 us");
  EXPECT_EQ(quantity(0.99999, Unit::Seconds), "1.000 s");
  EXPECT_EQ(quantity(0.9994, Unit::Seconds), "999.4 ms");
  EXPECT_EQ(quantity(0.001, Unit::Seconds), "1.000 ms");
  EXPECT_EQ(quantity(9.99996, Unit::Seconds), "10.00 s");
  EXPECT_EQ(quantity(-0.5, Unit::Seconds), "-500.0 ms");
  EXPECT_EQ(quantity(96, Unit::Occurrences), "96");
  EXPECT_EQ(quantity(1.5, Unit::Occurrences), "1.500");
  EXPECT_EQ(quantity(2565089, Unit::Occurrences), "2.565 M");
  EXPECT_EQ(quantity(128, Unit::Bytes), "128 B");
  EXPECT_EQ(quantity(1048576, Unit::Bytes), "1.000 MiB");
  EXPECT_EQ(percent(1, 8), "12.5 %");
  EXPECT_EQ(percent(1, 1e9), "<0.1 %");
  EXPECT_EQ(percent(0, 0), "0.0 %");
}

TEST(TextReport, Overview) {
  EXPECT_EQ(text_report(sample_cube(), {}, {}),
            R"(wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks

15.0 % of the time is waiting, most of it (13.8 %) in MPI_Recv called from main/solve: Late Sender on ranks 1-2.

Metric                                         total    of time  id
Time                                         10.00 s    100.0 %  time
  Execution                                  10.00 s    100.0 %  execution
    Computation                              6.750 s     67.5 %  comp
    MPI                                      3.250 s     32.5 %  mpi
      MPI Synchronization                    1.000 s     10.0 %  mpi_synchronization
        MPI Collective Synchronization       1.000 s     10.0 %  mpi_sync_collective
          MPI Wait at Barrier               125.0 ms      1.2 %  mpi_barrier_wait
      MPI Communication                      2.250 s     22.5 %  mpi_communication
        MPI point-to-point communication     2.250 s     22.5 %  mpi_point2point
          MPI Late Sender                    1.375 s     13.8 %  mpi_latesender
Visits                                            96             visits
MPI bytes transferred                      1.004 MiB             bytes
  MPI P2P bytes transferred                1.004 MiB             bytes_p2p
    MPI P2P bytes received                 1.004 MiB             bytes_rcvd
()" + std::to_string(model::all_metrics().size() - 14) +
                R"( metrics with nothing in them are not shown)

MPI Late Sender: 1.375 s, 13.8 % of the time
  A receiver waits because the message is sent later than it is expected
  where
       1.375 s  100.0 %  main/solve/MPI_Recv  (caller at wave.c:42)
  who    2 of 4 ranks; per rank: min 0 s, median 250.0 ms, max 875.0 ms
      875.0 ms   63.6 %  rank 2
      500.0 ms   36.4 %  rank 1

MPI Wait at Barrier: 125.0 ms, 1.2 % of the time
  Waiting in a barrier for the last process to enter it
  where
      125.0 ms  100.0 %  main/MPI_Barrier  (caller at wave.c:10)
  who    1 of 4 ranks; per rank: min 0 s, median 0 s, max 125.0 ms
      125.0 ms  100.0 %  rank 2

Warnings
  2 messages <received> without a send & more
)");
}

TEST(TextReport, Tables) {
  Selection by_region{{model::metric("time")}, By::Region, 2, true};
  EXPECT_EQ(text_report(sample_cube(), by_region, {}),
            R"(wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks

Time by region, with what is called from there
     10.00 s  100.0 %  main  (wave.c:10)
     7.000 s   70.0 %  solve  (wave.c:42)
  and 2 rows more
     10.00 s  in all

Warnings
  2 messages <received> without a send & more
)");
  const Selection by_location{{model::metric("mpi_latesender")}, By::Location, 0, false};
  EXPECT_THAT(text_report(sample_cube(), by_location, {}),
              HasSubstr("    875.0 ms   63.6 %  rank 2 thread 0  (n2)\n"));
}

TEST(TextReport, OneMetricShowsItsSubtreeAndPlaces) {
  const Selection one{{model::metric("bytes_p2p")}, {}, 1, false};
  const std::string text = text_report(sample_cube(), one, {});
  EXPECT_THAT(text, HasSubstr("  MPI P2P bytes transferred   1.004 MiB             bytes_p2p\n"
                              "    MPI P2P bytes received    1.004 MiB             bytes_rcvd\n"
                              "(1 metric with nothing in it is not shown)\n"));
  EXPECT_THAT(text, HasSubstr("    1.000 MiB   99.6 %  rank 2\n    and 1 rank more\n"));
  EXPECT_THAT(text, Not(HasSubstr("Late Sender")));
}

TEST(TextReport, SmallWaitStatesStayInTheTree) {
  SeverityCube cube = sample_cube();
  cube.experiment.program = "/home/user/bin/wave";
  cube.callpaths[1].file = "/home/user/src/wave.c";
  cube.set_row(model::metric("mpi_barrier_wait"), CallPathId{3}, {0, 0, 0.001, 0});
  const std::string text = text_report(cube, {}, {});
  EXPECT_THAT(text, testing::StartsWith("wave: 4 ranks"));
  EXPECT_THAT(text, HasSubstr("main/solve/MPI_Recv  (caller at wave.c:42)\n"));
  EXPECT_THAT(text, Not(HasSubstr("main/MPI_Barrier")));
  EXPECT_THAT(text, HasSubstr("\n(and 1 smaller wait state in the tree above; --metric ID tells "
                              "where it lies)\n"));
  EXPECT_THAT(text_report(cube, {{}, {}, 9, false}, {}), HasSubstr("main/MPI_Barrier"));
}

TEST(TextReport, ColourOnlyOnRequest) {
  EXPECT_THAT(text_report(sample_cube(), {}, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_report(sample_cube(), {}, {true}), HasSubstr("\x1b[1mwave"));
}

TEST(Query, RecursionCountsOnce) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.locations.push_back({model::Rank{0}, 0, "n", "cpu"});
  cube.callpaths = {{CallPathId{}, "f", "", 0, "", ""},
                    {CallPathId{0}, "f", "", 0, "", ""},
                    {CallPathId{1}, "g", "", 0, "", ""}};
  for (std::uint32_t i = 0; i < 3; ++i)
    cube.set(model::metric("time"), CallPathId{i}, LocationIndex{0}, 1.0);
  const std::vector<TableRow> rows = table(cube, model::metric("time"), By::Region, true);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].value, 3.0);
  EXPECT_EQ(rows[1].value, 1.0);
}

TEST(WaitingSummary, OneSentenceForEveryCase) {
  SeverityCube cube = sample_cube();
  const MetricId late = model::metric("mpi_latesender"),
                 barrier = model::metric("mpi_barrier_wait");
  cube.set_row(barrier, CallPathId{3}, {});
  EXPECT_EQ(waiting_summary(cube),
            "13.8 % of the time is waiting, all of it in MPI_Recv called from main/solve: "
            "Late Sender on ranks 1-2.");
  cube.set_row(late, CallPathId{2}, {0.5, 0.5, 0.5, 0.5});
  EXPECT_THAT(waiting_summary(cube), HasSubstr("Late Sender on all ranks."));
  cube.set_row(late, CallPathId{2}, {0, 0, 0.001, 0});
  EXPECT_EQ(waiting_summary(cube), "Only <0.1 % of the time is waiting.");
  cube.set_row(late, CallPathId{2}, {});
  EXPECT_EQ(waiting_summary(cube), "No waiting was found.");
  EXPECT_EQ(waiting_summary(SeverityCube{}), "No time was recorded.");
}

TEST(CsvReport, EveryValueHasALine) {
  const std::string csv = csv_report(sample_cube(), {{model::metric("mpi_latesender")}, {}, 0, {}});
  EXPECT_EQ(csv,
            "metric,unit,callpath_id,callpath,file,line,rank,thread,host,value\n"
            "mpi_latesender,sec,2,main/solve/MPI_Recv,,,1,0,n1,0.5\n"
            "mpi_latesender,sec,2,main/solve/MPI_Recv,,,2,0,n2,0.875\n");
  const std::string inclusive =
      csv_report(sample_cube(), {{model::metric("mpi_latesender")}, {}, 0, true});
  EXPECT_THAT(inclusive, HasSubstr("mpi_latesender,sec,0,main,wave.c,10,2,0,n2,0.875\n"));
}

TEST(CsvReport, TablesAndQuoting) {
  SeverityCube cube = sample_cube();
  cube.callpaths[1].region = "f(int, \"x\")";
  EXPECT_EQ(csv_report(cube, {{model::metric("comp")}, By::Region, 0, false}),
            "metric,unit,region,file,line,value\n"
            "comp,sec,\"f(int, \"\"x\"\")\",wave.c,42,4.75\n"
            "comp,sec,main,wave.c,10,2\n");
  EXPECT_EQ(csv_report(cube, {{model::metric("visits")}, By::Rank, 1, false}),
            "metric,unit,rank,value\nvisits,occ,0,24\n");
  EXPECT_THAT(csv_report(cube, {{}, By::Metric, 0, false}), HasSubstr("\ntime,sec,10\n"));
}

TEST(JsonReport, KeepsTheSchema) {
  EXPECT_EQ(json_report(sample_cube(), {{model::metric("mpi_latesender")}, {}, 0, false}), R"({
  "schema": "tarry-report/1",
  "experiment": {"program": "wave", "ranks": 4, "threads": 1, "duration_s": 2.5, "warnings": ["2 messages <received> without a send & more"]},
  "metrics": [
    {"id": "mpi_latesender", "name": "MPI Late Sender", "unit": "sec", "parent": "mpi_point2point", "total": 1.375}
  ],
  "callpaths": [
    {"id": 0, "parent": null, "region": "main", "file": "wave.c", "line": 10, "role": "function"},
    {"id": 1, "parent": 0, "region": "solve", "file": "wave.c", "line": 42, "role": "function"},
    {"id": 2, "parent": 1, "region": "MPI_Recv", "file": null, "line": null, "role": "point2point"},
    {"id": 3, "parent": 0, "region": "MPI_Barrier", "file": null, "line": null, "role": "barrier"}
  ],
  "locations": [
    {"id": 0, "rank": 0, "thread": 0, "host": "n1", "kind": "cpu"},
    {"id": 1, "rank": 1, "thread": 0, "host": "n1", "kind": "cpu"},
    {"id": 2, "rank": 2, "thread": 0, "host": "n2", "kind": "cpu"},
    {"id": 3, "rank": 3, "thread": 0, "host": "n2", "kind": "cpu"}
  ],
  "severity": [
    {"metric": "mpi_latesender", "callpath": 2, "location": 1, "value": 0.5},
    {"metric": "mpi_latesender", "callpath": 2, "location": 2, "value": 0.875}
  ],
  "findings": []
}
)");
}

TEST(JsonReport, ReadsBackWhatItWrote) {
  SeverityCube cube = sample_cube();
  cube.callpaths[1].region = "f\n\"\\\xff";  // whatever a symbol table gives
  cube.set(model::metric("time"), CallPathId{0}, LocationIndex{0}, 0.1 + 0.2);
  const std::string text = json_report(cube, {});
  const base::Result<SeverityCube> read = parse_json_report(text);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(json_report(*read, {}), text);
  EXPECT_EQ(read->callpaths[1].region, "f\n\"\\?");
  EXPECT_EQ(read->callpaths[2].paradigm, "mpi");
}

TEST(JsonReport, WhatIsWrongIsSaid) {
  const auto error = [](const std::string& text) {
    const base::Result<SeverityCube> read = parse_json_report(text);
    return read.ok() ? "read" : read.error().message();
  };
  EXPECT_EQ(error("{"), "not valid JSON (is the file truncated?)");
  EXPECT_EQ(error("[]"), "not a report by tarry-report/1: it is no object");
  EXPECT_EQ(error(R"({"schema": "other/2"})"),
            "not a report by tarry-report/1: its schema is 'other/2'");
  EXPECT_EQ(error(R"({"schema": "tarry-report/1"})"),
            "not a report by tarry-report/1: there is no list 'metrics'");
  EXPECT_EQ(
      error(R"({"schema": "tarry-report/1", "metrics": [], "callpaths": [], "locations": [],
                      "severity": [{"metric": "time", "callpath": 0, "location": 0, "value": 1}]})"),
      "not a report by tarry-report/1: a severity of something that is not listed, or without "
      "a value");
}

TEST(JsonReport, DamageNeverCrashes) {
  const std::string whole = json_report(sample_cube(), {});
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 4; ++i) damaged[random() % damaged.size()] ^= static_cast<char>(random());
    if (round % 3 == 0) damaged.resize(random() % damaged.size());
    const base::Result<SeverityCube> read = parse_json_report(damaged);
    EXPECT_TRUE(read.ok() || read.error().message().find('\n') == std::string::npos);
  }
}

TEST(Findings, AsSentence) {
  EXPECT_EQ(finding_text(sample_cube(), sample_finding()),
            "main/solve on rank 0 takes 500.0 ms too long and costs others 1.375 s of waiting: "
            "MPI_Recv on rank 1 (Late Sender, 500.0 ms), from there MPI_Recv on rank 2 (Late "
            "Sender, 875.0 ms); without it the run would take 250.0 ms less (10.0 %).");
  model::Finding without_gain = sample_finding();
  without_gain.gain_s = 0;
  EXPECT_TRUE(finding_text(sample_cube(), without_gain)
                  .ends_with("without it the run would not be shorter."));
}

TEST(Findings, NameThreads) {
  model::Finding finding = sample_finding();
  finding.threads = {1};
  finding.victims.front().threads = {0, 2, 3};
  EXPECT_TRUE(finding_text(sample_cube(), finding)
                  .starts_with("main/solve on rank 0, thread 1 takes 500.0 ms too long"));
  SeverityCube cube = sample_cube();
  cube.experiment.ranks = 1;
  EXPECT_EQ(cause_name(cube, finding), "main/solve on thread 1");
  EXPECT_TRUE(chain_text(cube, finding).starts_with("MPI_Recv on threads 0,2-3 (Late Sender"));
  finding.victims.front().metric = "omp_idle_threads";
  EXPECT_TRUE(chain_text(sample_cube(), finding).starts_with("idle threads on rank 1 (500.0 ms)"));
}

TEST(Findings, TellRegionsOfTheSameNameApart) {
  SeverityCube cube = sample_cube();
  cube.callpaths.push_back({CallPathId{0}, "MPI_Recv", "", 0, "point2point", "mpi"});
  cube.callpaths.push_back({CallPathId{1}, "solve", "", 0, "function", "compiler"});
  cube.callpaths.push_back({CallPathId{5}, "MPI_Recv", "", 0, "point2point", "mpi"});
  model::Finding finding = sample_finding();
  finding.victims.front().callpath = CallPathId{4};
  EXPECT_TRUE(chain_text(cube, finding).starts_with("main/MPI_Recv on rank 1 (Late"));
  EXPECT_THAT(chain_text(cube, finding), HasSubstr("from there solve/MPI_Recv on rank 2 (Late"));
  finding.victims.front().callpath = CallPathId{6};
  EXPECT_TRUE(chain_text(cube, finding).starts_with("solve/solve/MPI_Recv on rank 1 (Late"));
  EXPECT_THAT(chain_text(cube, finding), HasSubstr("main/solve/MPI_Recv on rank 2 (Late"));
  finding.victims.front().callpath = CallPathId{3};
  EXPECT_THAT(chain_text(cube, finding), HasSubstr("from there MPI_Recv on rank 2 (Late"));
}

TEST(Findings, StandAtTheTop) {
  SeverityCube cube = sample_cube();
  cube.findings.push_back(sample_finding());
  const std::string text = text_report(cube, {}, {});
  EXPECT_LT(text.find("  1. main/solve on rank 0 takes 500.0 ms too long"), text.find("Metric "));
  EXPECT_NE(html_report(cube, {}).find("<li>main/solve on rank 0 takes 500.0 ms too long"),
            std::string::npos);
}

TEST(Findings, SurviveJson) {
  SeverityCube cube = sample_cube();
  cube.findings.push_back(sample_finding());
  cube.findings.back().threads = cube.findings.back().victims.back().threads = {2};
  const base::Result<SeverityCube> read = parse_json_report(json_report(cube, {}));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->findings, cube.findings);
}

TEST(Findings, ThoseThatMakeNoSenseAreLeftOut) {
  for (const char* text :
       {"", "[", "{}", "[1]", "[{}]", R"([{"callpath": 99}])", R"([{"callpath": -1}])",
        R"([{"callpath": 1, "victims": [{"callpath": 4}]}])",
        R"([{"callpath": 1, "episode": {"cause": {"callpath": 1, "location": 4}}}])"}) {
    SeverityCube cube = sample_cube();
    read_findings(std::string_view(text), cube);
    EXPECT_TRUE(cube.findings.empty()) << text;
  }
}

TEST(Efficiency, FactorsMultiply) {
  const SeverityCube cube = sample_cube();  // computes 2, 1.5, 1.25 and 2 of 2.5 seconds
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
  cube.experiment.ideal_duration_s = 2.25;  // of 2.5
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

// Two ranks of two threads: what is lost in MPI and what between the threads multiply.
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

// The sample with counters of its call paths main, solve, receive and barrier.
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
  EXPECT_EQ(it.counted.instructions, 16e9);  // not those in MPI
  EXPECT_EQ(it.counted.cycles, 8e9);
  EXPECT_EQ(it.counted.ipc, 2);
  EXPECT_DOUBLE_EQ(it.counted.frequency_hz, 8e9 / 6.75);
  EXPECT_EQ(it.scalability.instructions, 1);
  EXPECT_EQ(it.scalability.ipc, 1);
  EXPECT_EQ(it.scalability.frequency, 1);
}

// Three halves of the instructions at 1.6 of 2 per cycle in twice the time.
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

// A call path without any time is told by its region.
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
  // Nothing to compare with.
  const std::string other = efficiency_text({sample_cube(), cubes[0]});
  EXPECT_THAT(other, Not(HasSubstr("Instruction scalability")));
  EXPECT_THAT(other, HasSubstr("Cycles, 10^9                      no counter       8.000\n"));
}

TEST(HtmlReport, IsSelfContainedAndEscaped) {
  SeverityCube cube = sample_cube();
  cube.experiment.program = "<script>alert(1)";
  cube.callpaths[1].region = "operator<<<int>";
  const std::string html = html_report(cube, {});
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, HasSubstr("operator&lt;&lt;&lt;int&gt;"));
  EXPECT_THAT(html, HasSubstr("Late Sender"));
  for (const char* outside : {"http:", "https:", "src=", "<link", "@import", "url("})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  const auto count = [&](const std::string& tag) {
    std::size_t found = 0;
    for (std::size_t at = html.find(tag); at != std::string::npos; at = html.find(tag, at + 1))
      ++found;
    return found;
  };
  for (const std::string tag : {"details", "section", "table", "div", "summary", "tr", "td"})
    EXPECT_EQ(count("<" + tag + " ") + count("<" + tag + ">"), count("</" + tag + ">")) << tag;
}

TEST(HtmlReport, EmptyCubeIsAPage) {
  EXPECT_THAT(html_report(SeverityCube{}, {}), HasSubstr("No time was recorded."));
}

TEST(LoadReport, ByContentAndFolder) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / ("tarry-load" + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder);
  EXPECT_EQ(load_report(folder.string()).error().message(),
            "there is no analysis yet: " + folder.string() + " (run 'tarry analyze " +
                folder.string() + "' first)");
  const std::string json = (folder / "r.json").string();
  ASSERT_TRUE(base::write_file(json, json_report(sample_cube(), {})).ok());
  ASSERT_TRUE(load_report(json).ok());
  EXPECT_EQ(load_report(json)->experiment.program, "wave");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace tarry::report
