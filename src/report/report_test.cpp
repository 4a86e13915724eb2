// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "report/csv_report.h"
#include "report/cube_types.h"
#include "report/findings.h"
#include "report/json_report.h"
#include "report/load.h"
#include "report/quantity.h"
#include "report/sample_cube.h"
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

TEST(Query, RecursionCountsOnce) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.locations.push_back({model::Rank{0}, 0, "n", "cpu"});
  cube.callpaths = {{CallPathId{}, "f", "", 0, "", ""},
                    {CallPathId{0}, "f", "", 0, "", ""},
                    {CallPathId{1}, "g", "", 0, "", ""}};
  for (std::uint32_t i = 0; i < 3; ++i)
    cube.set(model::metric::time, CallPathId{i}, LocationIndex{0}, 1.0);
  const std::vector<TableRow> rows = table(cube, model::metric::time, By::Region, true);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].value, 3.0);
  EXPECT_EQ(rows[1].value, 1.0);
}

TEST(Query, HostsAndCallSitesAddUp) {
  SeverityCube cube = sample_cube();
  cube.callpaths[2].call_site = "wave.c:44";
  const std::vector<TableRow> hosts = table(cube, model::metric::comp, By::Host, false);
  ASSERT_EQ(hosts.size(), 2u);
  EXPECT_EQ(hosts[0].label, "n1");
  EXPECT_EQ(hosts[0].value, 3.5);
  EXPECT_EQ(hosts[1].label, "n2");
  EXPECT_EQ(hosts[1].value, 3.25);
  EXPECT_EQ(hosts[1].index, 2u);
  for (const bool inclusive : {false, true}) {
    const std::vector<TableRow> sites = table(cube, model::metric::time, By::CallSite, inclusive);
    ASSERT_EQ(sites.size(), 2u);
    EXPECT_EQ(sites[0].label, "(no known place)");
    EXPECT_EQ(sites[0].value, 7.75);
    EXPECT_EQ(sites[1].label, "MPI_Recv@wave.c:44");
    EXPECT_EQ(sites[1].value, 2.25);
  }
}

TEST(WaitingSummary, OneSentenceForEveryCase) {
  SeverityCube cube = sample_cube();
  const MetricId late = model::metric::mpi_latesender, barrier = model::metric::mpi_barrier_wait;
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

TEST(WaitingSummary, IdleThreadsCount) {
  SeverityCube cube = sample_cube();
  const MetricId idle = model::metric::omp_idle_threads;
  cube.set_row(idle, CallPathId{1}, {4.0, 0, 0, 0});
  EXPECT_EQ(waiting_summary(cube),
            "55.0 % of the time is waiting (40.0 % idle threads), most of it (40.0 %) in threads "
            "that idle during main/solve on rank 0.");
  cube.set_row(model::metric::mpi_barrier_wait, CallPathId{3}, {});
  cube.set_row(model::metric::mpi_latesender, CallPathId{2}, {});
  EXPECT_EQ(waiting_summary(cube),
            "40.0 % of the time is waiting, all of it in threads that idle during main/solve on "
            "rank 0.");
  EXPECT_EQ(total_waiting(cube), 4.0);
}

TEST(WaitingSummary, NeverDeniesAGain) {
  SeverityCube cube = sample_cube();
  cube.findings = {sample_finding()};
  cube.set_row(model::metric::mpi_barrier_wait, CallPathId{3}, {});
  cube.set_row(model::metric::mpi_latesender, CallPathId{2}, {});
  EXPECT_EQ(waiting_summary(cube), "No wait state was found; the run can still be shortened.");
  cube.set_row(model::metric::mpi_latesender, CallPathId{2}, {0, 0, 0.001, 0});
  EXPECT_EQ(waiting_summary(cube),
            "Only <0.1 % of the time is waiting; the run can still be shortened.");
  cube.findings.front().gain_s = 0.0;
  EXPECT_EQ(waiting_summary(cube), "Only <0.1 % of the time is waiting.");
}

TEST(CsvReport, EveryValueHasALine) {
  const std::string csv = csv_report(sample_cube(), {{model::metric::mpi_latesender}, {}, 0, {}});
  EXPECT_EQ(csv,
            "metric,unit,callpath_id,callpath,file,line,rank,thread,host,value\n"
            "mpi_latesender,sec,2,main/solve/MPI_Recv,,,1,0,n1,0.5\n"
            "mpi_latesender,sec,2,main/solve/MPI_Recv,,,2,0,n2,0.875\n");
  const std::string inclusive =
      csv_report(sample_cube(), {{model::metric::mpi_latesender}, {}, 0, true});
  EXPECT_THAT(inclusive, HasSubstr("mpi_latesender,sec,0,main,wave.c,10,2,0,n2,0.875\n"));
}

TEST(CsvReport, TablesAndQuoting) {
  SeverityCube cube = sample_cube();
  cube.callpaths[1].region = "f(int, \"x\")";
  EXPECT_EQ(csv_report(cube, {{model::metric::comp}, By::Region, 0, false}),
            "metric,unit,region,file,line,value\n"
            "comp,sec,\"f(int, \"\"x\"\")\",wave.c,42,4.75\n"
            "comp,sec,main,wave.c,10,2\n");
  EXPECT_EQ(csv_report(cube, {{model::metric::visits}, By::Rank, 1, false}),
            "metric,unit,rank,value\nvisits,occ,0,24\n");
  EXPECT_THAT(csv_report(cube, {{}, By::Metric, 0, false}), HasSubstr("\ntime,sec,10\n"));
  EXPECT_EQ(csv_report(cube, {{model::metric::comp}, By::Host, 0, false}),
            "metric,unit,host,value\ncomp,sec,n1,3.5\ncomp,sec,n2,3.25\n");
  cube.callpaths[2].call_site = "wave.c:44";
  EXPECT_EQ(csv_report(cube, {{model::metric::time}, By::CallSite, 0, false}),
            "metric,unit,region,call_site,file,line,value\ntime,sec,,,,,7.75\n"
            "time,sec,MPI_Recv,wave.c:44,,,2.25\n");
}

TEST(JsonReport, KeepsTheSchema) {
  EXPECT_EQ(json_report(sample_cube(), {{model::metric::mpi_latesender}, {}, 0, false}), R"({
  "schema": "tarry-report/1",
  "experiment": {"program": "wave", "ranks": 4, "threads": 1, "duration_s": 2.5, "warnings": ["2 messages <received> without a send & more"]},
  "metrics": [
    {"id": "mpi_latesender", "name": "MPI Late Sender", "unit": "sec", "parent": "mpi_point2point", "total": 1.375, "description": "A receiver waits because the message is sent later than it is expected\nUsually: The sender had more to do before it, or was itself held up. The wait is then only where the trouble shows: the delay costs name the call path on the sender that ran longer than on the receiver, and the finding names the rank at the end of the chain.\nWhat to do: Look at the cause that the finding names, not at the receive. Even out the work between the two, or send earlier: as soon as the data are there, before other work. Post the receive early (MPI_Irecv) and do other work before waiting for it.", "costs": "delay_latesender_aggregate"}
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
  "topologies": [],
  "severity": [
    {"metric": "mpi_latesender", "callpath": 2, "location": 1, "value": 0.5},
    {"metric": "mpi_latesender", "callpath": 2, "location": 2, "value": 0.875}
  ],
  "findings": [],
  "wait_statistics": []
}
)");
}

TEST(JsonReport, ReadsBackWhatItWrote) {
  SeverityCube cube = sample_cube();
  cube.topologies.push_back({"ring", {{"x", 4, true}}, {}, {}});
  ASSERT_TRUE(cube.topologies[0].add(LocationIndex{2}, std::vector<std::uint32_t>{3}));
  cube.callpaths[1].region = "f\n\"\\\xff";  // whatever a symbol table gives
  cube.set(model::metric::time, CallPathId{0}, LocationIndex{0}, 0.1 + 0.2);
  const std::string text = json_report(cube, {});
  const base::Result<SeverityCube> read = parse_json_report(text);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(json_report(*read, {}), text);
  EXPECT_EQ(read->callpaths[1].region, "f\n\"\\?");
  EXPECT_EQ(read->callpaths[2].paradigm, "mpi");
  EXPECT_EQ(read->topologies, cube.topologies);
}

TEST(JsonReport, KeepsDescriptionsOfMetricsThatNoCatalogHas) {
  SeverityCube cube = sample_cube();
  cube.metrics[0].id = "of_somebody";
  cube.metrics[0].description = "What \"it\" means";
  const base::Result<SeverityCube> read = parse_json_report(json_report(cube, {}));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read->metrics[0].description, "What \"it\" means");
}

TEST(JsonReport, StructureIsTheReportWithoutValues) {
  const SeverityCube cube = sample_cube();
  auto report = nlohmann::json::parse(json_report(cube, {}));
  report.erase("severity");
  EXPECT_EQ(nlohmann::json::parse(json_structure(cube)), report);
}

TEST(JsonReport, WhatIsWrongIsSaid) {
  const auto error = [](const std::string& text) {
    const base::Result<SeverityCube> read = parse_json_report(text);
    return read.ok() ? "read" : read.error().message();
  };
  EXPECT_EQ(error("{"), "not valid JSON (is the file truncated?)");
  EXPECT_EQ(error("[]"), "not a report of schema tarry-report/1: it is not an object");
  EXPECT_EQ(error(R"({"schema": "other/2"})"),
            "not a report of schema tarry-report/1: its schema is 'other/2'");
  EXPECT_EQ(error(R"({"schema": "tarry-report/1"})"),
            "not a report of schema tarry-report/1: there is no list 'metrics'");
  EXPECT_EQ(error(R"({"schema": "tarry-report/1", "metrics": [], "callpaths": [], "severity": [],
                      "locations": [{"id": 0, "rank": 0}], "topologies": [{"dimensions":
                      [{"size": 2}], "coordinates": [[0, 2]]}]})"),
            "not a report of schema tarry-report/1: a place in a topology is outside of it, or its "
            "location is not listed");
  EXPECT_EQ(error(R"({"schema": "tarry-report/1", "metrics": [], "callpaths": [], "locations": [],
                      "severity": [{"metric": "time", "callpath": 0, "location": 0, "value": 1}]})"),
            "not a report of schema tarry-report/1: a severity has no value, or its metric, call "
            "path or location is not listed");
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

TEST(LoadReport, ByContent) {
  const base::TemporaryDirectory folder = *base::TemporaryDirectory::make();
  const std::string json = (folder.path() / "r.json").string();
  ASSERT_TRUE(base::write_file(json, json_report(sample_cube(), {})).ok());
  ASSERT_TRUE(load_report(json).ok());
  EXPECT_EQ(load_report(json)->experiment.program, "wave");
}

}  // namespace
}  // namespace tarry::report
