// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "explorer/source_file.h"
#include "report/json_report.h"
#include "report/query.h"
#include "report/sample_cube.h"

namespace tarry::explorer {
namespace {

using model::CallPathId;
using model::SeverityCube;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;

Session session_of(std::vector<SeverityCube> cubes, const std::vector<fs::path>& folders = {}) {
  std::vector<std::unique_ptr<ReportAnswers>> reports;
  for (SeverityCube& cube : cubes)
    reports.push_back(std::make_unique<ReportAnswers>("run\xff", std::move(cube), folders));
  return Session(std::move(reports));
}

Session sample_session() { return session_of({report::sample_cube()}); }

std::vector<double> numbers(const Answer& answer) {
  EXPECT_EQ(answer.status, 200) << answer.body;
  std::vector<double> values(answer.body.size() / sizeof(double));
  std::memcpy(values.data(), answer.body.data(), values.size() * sizeof(double));
  return values;
}

std::string metric(const SeverityCube& cube, const char* id) {
  return std::to_string(cube.find(id).value);
}

// Fails whenever a row is asked for.
class Damaged final : public model::RowSource {
 public:
  base::Result<std::vector<CallPathId>> callpaths(model::MetricId /*metric*/) override {
    return std::vector{CallPathId{0}};
  }
  base::Result<std::vector<double>> row(model::MetricId /*metric*/,
                                        CallPathId /*callpath*/) override {
    return base::Error{base::ErrorCode::BadInput, "a row is damaged", "", ""};
  }
};

TEST(Session, SaysWhatTheReportSaysFirst) {
  const Answer answer =
      session_of({report::sample_cube(), report::sample_cube()}).answer("/api/session", {});
  const json session = json::parse(answer.body);
  EXPECT_EQ(answer.type, kJsonType);
  EXPECT_EQ(session["schema"], "tarry-explorer/1");
  EXPECT_EQ(session["timeline"], false);
  ASSERT_EQ(session["reports"].size(), 2u);
  EXPECT_EQ(session["reports"][1]["name"], "run?");
  EXPECT_EQ(session["reports"][1]["headline"][0],
            "wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks");
  EXPECT_THAT(std::string(session["reports"][1]["headline"][1]), HasSubstr("is waiting"));
}

TEST(Session, SaysWhatCallPathsCostOthersIfThereIsNoFinding) {
  SeverityCube cube = report::sample_cube();
  cube.set_row(cube.find("delay"), CallPathId{1}, {0.5, 0, 0, 0});
  const auto costs = [](const SeverityCube& of) -> json {
    return json::parse(*session_of({of}).description())["reports"][0]["costs"];
  };
  EXPECT_EQ(costs(cube),
            json::parse(R"([{"place":"main/solve on rank 0","callpath":1,"cost_s":0.5}])"));
  cube.findings = {report::sample_finding()};
  EXPECT_EQ(costs(cube), json::array());
}

TEST(Session, HasTheDiagnosisOrNone) {
  const Session none = sample_session();
  EXPECT_EQ(json::parse(*none.description())["diagnosis"], false);
  EXPECT_EQ(none.answer("/api/diagnosis", {}).body, "null");
  std::vector<std::unique_ptr<ReportAnswers>> reports;
  reports.push_back(std::make_unique<ReportAnswers>("run", report::sample_cube(),
                                                    std::vector<std::filesystem::path>()));
  const Session session(std::move(reports), nullptr,
                        {R"({"kinds":[]})", {{3, R"({"row":3,"kind_times":[]})"}}});
  EXPECT_EQ(json::parse(*session.description())["diagnosis"], true);
  const Answer answer = session.answer("/api/diagnosis", {});
  EXPECT_EQ(answer.type, kJsonType);
  EXPECT_EQ(answer.body, R"({"kinds":[]})");
  EXPECT_EQ(session.answer("/api/diagnosis/0", {}).status, 404);
  EXPECT_EQ(session.answer("/api/diagnosis/row", {{"row", "3"}}).body,
            R"({"row":3,"kind_times":[]})");
  for (const char* row : {"2", "-1", "x", ""})
    EXPECT_EQ(session.answer("/api/diagnosis/row", {{"row", row}}).status, 400) << row;
}

TEST(Session, StructureIsThatOfTheReport) {
  SeverityCube cube = report::sample_cube();
  cube.topologies = {
      {"ring", {{"x", 2, true}}, {model::LocationIndex{3}, model::LocationIndex{1}}, {0, 1}}};
  const std::string structure = session_of({cube}).answer("/api/report/0/structure", {}).body;
  EXPECT_EQ(structure, report::json_structure(cube));
  EXPECT_EQ(json::parse(structure)["topologies"], json::parse(R"([{"name": "ring",
      "dimensions": [{"name": "x", "size": 2, "periodic": true}],
      "coordinates": [[3, 0], [1, 1]]}])"));
}

TEST(Session, LeastAndLargestValuesAreLeftOut) {
  SeverityCube cube = report::sample_cube();
  model::CubeMetric longest;
  longest.id = "max_time";
  longest.sum = model::CubeMetric::Sum::Most;
  cube.metrics.push_back(longest);
  EXPECT_EQ(
      json::parse(session_of({cube}).answer("/api/report/0/structure", {}).body)["metrics"].size(),
      report::sample_cube().metrics.size());
}

TEST(Session, SumsOfCallPathsAreExclusive) {
  const SeverityCube cube = report::sample_cube();
  EXPECT_THAT(numbers(sample_session().answer("/api/report/0/callpaths",
                                              {{"metric", metric(cube, "time")}})),
              ElementsAre(2.0, 4.75, 2.25, 1.0));
}

TEST(Session, SumsOfLocationsAreOfAllOrSomeCallPaths) {
  const SeverityCube cube = report::sample_cube();
  const Session session = sample_session();
  const auto sums = [&](Parameters parameters) {
    parameters["metric"] = metric(cube, "time");
    return numbers(session.answer("/api/report/0/locations", parameters));
  };
  EXPECT_EQ(sums({}), cube.sums_by_location(cube.find("time")));
  EXPECT_THAT(sums({{"callpath", "1"}}), ElementsAre(1.5, 1.0, 0.75, 1.5));
  EXPECT_THAT(sums({{"callpath", "1"}, {"inclusive", "0"}}), ElementsAre(1.5, 1.0, 0.75, 1.5));
  EXPECT_THAT(sums({{"callpath", "1"}, {"inclusive", "1"}}), ElementsAre(1.75, 1.75, 1.75, 1.75));
  EXPECT_THAT(sums({{"callpath", ""}, {"inclusive", "1"}}), ElementsAre(0.0, 0.0, 0.0, 0.0));
  EXPECT_THAT(sums({{"callpath", "0,3"}}), ElementsAre(0.75, 0.75, 0.75, 0.75));
  EXPECT_THAT(sums({{"callpath", "1,3"}, {"inclusive", "1"}}), ElementsAre(2.0, 2.0, 2.0, 2.0));
}

TEST(Session, SumsOfRegionsAreOfAllTheirCallPaths) {
  SeverityCube cube = report::sample_cube();
  for (std::uint32_t c : {1, 2}) cube.callpaths[c].region = "both";
  cube.callpaths[3].region = "another";
  const Session session = session_of({cube});
  const auto sums = [&](const char* callpaths, const char* inclusive, const char* regions) {
    return numbers(session.answer("/api/report/0/locations", {{"metric", metric(cube, "time")},
                                                              {"callpath", callpaths},
                                                              {"inclusive", inclusive},
                                                              {"regions", regions}}));
  };
  EXPECT_EQ(sums("2", "0", "1"), sums("1,2", "0", "0"));
  EXPECT_EQ(sums("2,3", "0", "1"), sums("1,2,3", "0", "0"));
  EXPECT_EQ(sums("0", "1", "1"), sums("0", "1", "0"));
}

TEST(Session, WhatCannotBeIsAnError) {
  const Session session = sample_session();
  const auto status = [&](const char* address, const Parameters& parameters) {
    const Answer answer = session.answer(address, parameters);
    EXPECT_EQ(answer.type, kJsonType);
    EXPECT_TRUE(json::parse(answer.body)["error"].is_string());
    return answer.status;
  };
  EXPECT_EQ(status("/api", {}), 404);
  EXPECT_EQ(status("/api/report/0", {}), 404);
  EXPECT_EQ(status("/api/report/0/", {}), 404);
  EXPECT_EQ(status("/api/report/1/structure", {}), 404);
  EXPECT_EQ(status("/api/report/-1/structure", {}), 404);
  EXPECT_EQ(status("/api/report/0/structure/more", {}), 404);
  EXPECT_EQ(status("/api/report/0/callpaths", {}), 400);
  EXPECT_EQ(status("/api/report/0/callpaths", {{"metric", "time"}}), 400);
  EXPECT_EQ(status("/api/report/0/callpaths", {{"metric", "4294967296"}}), 400);
  const auto of_callpaths = [&](const std::string& list) {
    return status("/api/report/0/locations", {{"metric", "0"}, {"callpath", list}});
  };
  EXPECT_EQ(of_callpaths("4"), 400);
  EXPECT_EQ(of_callpaths("1,"), 400);
  std::string many = "0";
  for (int i = 0; i < 1000; ++i) many += ",0";
  EXPECT_EQ(of_callpaths(many), 400);
  for (const char* flag : {"inclusive", "regions"})
    EXPECT_EQ(status("/api/report/0/locations", {{"metric", "0"}, {flag, "2"}}), 400);
}

TEST(Session, AReportThatIsDamagedLateGivesAnError) {
  SeverityCube cube = report::sample_cube();
  cube.take_rows_from(std::make_shared<Damaged>());
  const Session session = session_of({std::move(cube)});
  const Answer answer = session.answer("/api/report/0/callpaths", {{"metric", "0"}});
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(json::parse(answer.body)["error"], "a row is damaged");
  EXPECT_EQ(session.answer("/api/session", {}).status, 500);
}

class Sources : public testing::Test {
 protected:
  Answer ask(const std::string& file) {
    SeverityCube cube = report::sample_cube();
    cube.callpaths[1].file = file;
    return session_of({std::move(cube)}, {folder.path()})
        .answer("/api/report/0/source", {{"file", file}});
  }
  void put(const std::string& name, const std::string& text) {
    ASSERT_TRUE(base::write_file(folder.path() / name, text).ok());
  }

  base::TemporaryDirectory folder = *base::TemporaryDirectory::make();
};

TEST_F(Sources, AreGivenIfTheReportNamesThem) {
  put("wave.c", "int main() {} // \xff\n");
  const Answer answer = ask("wave.c");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "int main() {} // ?\n");
  EXPECT_EQ(ask((folder.path() / "wave.c").string()).status, 200);
  EXPECT_EQ(ask("/build/of/somebody/wave.c").status, 200);  // moved since
  EXPECT_EQ(ask("other.c").status, 404);
  const Session session = session_of({report::sample_cube()}, {folder.path()});
  put("secret.c", "");
  EXPECT_EQ(session.answer("/api/report/0/source", {{"file", "secret.c"}}).status, 404);
  EXPECT_EQ(session.answer("/api/report/0/source", {}).status, 404);
}

TEST_F(Sources, NothingElseIsHandedOut) {
  put("key", "secret");
  put("key.pem", "secret");
  fs::create_symlink(folder.path() / "key", folder.path() / "link.c");
  fs::create_directory(folder.path() / "folder.c");
  EXPECT_EQ(ask("key").status, 404);
  EXPECT_EQ(ask("key.pem").status, 404);
  EXPECT_EQ(ask("link.c").status, 404);
  EXPECT_EQ(ask("folder.c").status, 404);
  EXPECT_EQ(ask("/dev/zero").status, 404);
  EXPECT_EQ(ask("/etc/passwd").status, 404);
  put("large.c", std::string(kLargestSource + 1, 'x'));
  EXPECT_EQ(ask("large.c").status, 404);
  EXPECT_THAT(ask("large.c").body, HasSubstr("too large"));
}

}  // namespace
}  // namespace tarry::explorer
