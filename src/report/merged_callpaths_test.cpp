// SPDX-License-Identifier: BSD-3-Clause
#include "report/merged_callpaths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/temporary_directory.h"
#include "report/csv_report.h"
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/json_report.h"
#include "report/load.h"
#include "report/query.h"
#include "report/sample_cube.h"

namespace tarry::report {
namespace {

using testing::HasSubstr;

// The solver receives at two lines; the second has half of the values.
SeverityCube cube_with_call_sites() {
  SeverityCube cube = sample_cube();
  cube.callpaths.insert(cube.callpaths.begin() + 3, cube.callpaths[2]);
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m) {
    const std::vector<double> barrier = cube.row(MetricId{m}, CallPathId{3});
    std::vector<double> half = cube.row(MetricId{m}, CallPathId{2});
    for (double& value : half) value /= 2;
    cube.set_row(MetricId{m}, CallPathId{4}, barrier);
    cube.set_row(MetricId{m}, CallPathId{3}, half);
    cube.set_row(MetricId{m}, CallPathId{2}, half);
  }
  for (const auto& [path, line] : {std::pair{2u, 44u}, {3u, 45u}, {4u, 12u}}) {
    cube.callpaths[path].file = "src/wave.c";
    cube.callpaths[path].line = line;
    cube.callpaths[path].call_site = "wave.c:" + std::to_string(line);
  }
  model::mark_twins(cube.callpaths);
  cube.findings = {sample_finding()};
  return cube;
}

TEST(CallSites, TellCallsOfOneCallerApart) {
  const SeverityCube cube = cube_with_call_sites();
  EXPECT_EQ(path_name(cube, CallPathId{2}), "main/solve/MPI_Recv@wave.c:44");
  EXPECT_EQ(path_name(cube, CallPathId{3}), "main/solve/MPI_Recv@wave.c:45");
  EXPECT_EQ(path_name(cube, CallPathId{4}), "main/MPI_Barrier");
  EXPECT_EQ(source_place(cube, CallPathId{4}), "wave.c:12");
  const std::string json = json_report(cube, {});
  EXPECT_THAT(json,
              HasSubstr(R"({"id": 2, "parent": 1, "region": "MPI_Recv", "file": "src/wave.c", )"
                        R"("line": 44, "role": "point2point", "callsite": "wave.c:44"})"));
  const auto findings = nlohmann::json::parse(json)["findings"];
  EXPECT_FALSE(findings[0].contains("callsite"));  // a function has no call site
  EXPECT_EQ(findings[0]["victims"][0]["callsite"], "wave.c:44");
  const base::Result<SeverityCube> read = parse_json_report(json);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(json_report(*read, {}), json);
  EXPECT_EQ(path_name(*read, CallPathId{3}), "main/solve/MPI_Recv@wave.c:45");
  EXPECT_EQ(csv_report(cube, {{model::metric::mpi_latesender}, By::Region, 0, false}),
            "metric,unit,region,file,line,value\nmpi_latesender,sec,MPI_Recv,,,1.375\n");
}

TEST(CallSites, MergedTheyAreOneCallPath) {
  const SeverityCube cube = merge_callpaths(cube_with_call_sites(), {.call_sites = true});
  SeverityCube expected = sample_cube();
  expected.findings = {sample_finding()};
  EXPECT_EQ(json_report(cube, {}), json_report(expected, {}));
}

// The solver is inlined in main().
SeverityCube cube_with_inlined() {
  SeverityCube cube = cube_with_call_sites();
  cube.callpaths[1].is_inlined = true;
  return cube;
}

TEST(Inlined, TheyAreMarkedInFiles) {
  const SeverityCube cube = cube_with_inlined();
  const std::string json = json_report(cube, {});
  EXPECT_THAT(json, HasSubstr(R"("role": "function", "inlined": true})"));
  const base::Result<SeverityCube> read = parse_json_report(json);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(json_report(*read, {}), json);
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const std::string file = (directory.path() / "a.cubex").string();
  ASSERT_TRUE(write_cubex(cube, file).ok());
  const base::Result<SeverityCube> again = read_cubex(file);
  ASSERT_TRUE(again.ok()) << again.error().message();
  EXPECT_EQ(json_report(*again, {}), json);
}

TEST(Inlined, MergedTheirCallsAreThoseOfTheFunctionAround) {
  SeverityCube cube = cube_with_inlined();
  const double before = cube.total(model::metric::mpi_latesender);
  const model::MetricId visits = model::metric::visits;
  const double others = cube.total(visits) - cube.total(visits, CallPathId{1});
  cube = merge_callpaths(std::move(cube), {.inlined = true});
  ASSERT_EQ(cube.callpaths.size(), 4u);
  EXPECT_EQ(path_name(cube, CallPathId{1}), "main/MPI_Recv@wave.c:44");
  EXPECT_EQ(path_name(cube, CallPathId{2}), "main/MPI_Recv@wave.c:45");
  EXPECT_EQ(cube.total(model::metric::mpi_latesender), before);
  EXPECT_EQ(cube.total(visits), others);
  EXPECT_EQ(cube.findings[0].callpath, CallPathId{0});
}

TEST(Inlined, EqualCallsOfSeveralBecomeOne) {
  SeverityCube cube = cube_with_inlined();
  cube.callpaths[3].parent = CallPathId{0};
  cube.callpaths[3].call_site = cube.callpaths[2].call_site;
  cube.callpaths[3].line = cube.callpaths[2].line;
  const model::MetricId wait = model::metric::mpi_latesender;
  const double sum = cube.total(wait, CallPathId{2}) + cube.total(wait, CallPathId{3});
  cube = merge_callpaths(std::move(cube), {.inlined = true});
  ASSERT_EQ(cube.callpaths.size(), 3u);
  EXPECT_EQ(path_name(cube, CallPathId{1}), "main/MPI_Recv");
  EXPECT_EQ(cube.total(wait, CallPathId{1}), sum);
}

}  // namespace
}  // namespace tarry::report
