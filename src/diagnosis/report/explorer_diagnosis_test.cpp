// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/explorer_diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "diagnosis/report/case_diagnosis.h"
#include "diagnosis/report/finding_text.h"
#include "diagnosis/report/json_diagnosis.h"
#include "diagnosis/report/picture_data.h"
#include "diagnosis/report/text_diagnosis.h"

namespace tarry::diagnosis {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr Wanted kWanted{.picture = true, .severities = true, .path_times = true};

// Two phases: up to the barrier, and up to the end of the run.
constexpr const char* kTwoPhases =
    "period 1000\n"
    "end 20000\n"
    "P0 t=500..3500 _start > main > work@a.c:5\n"
    "P0 t=4500..9500 _start > main > MPI_Barrier@a.c:6\n"
    "P1 t=500..7500 _start > main > work@a.c:5\n"
    "P1 t=8500..9500 _start > main > MPI_Barrier@a.c:6\n"
    "P0-1 t=10500..18500 _start > main > rest@a.c:7\n"
    "P0-1 t=19500..19500 _start > main > MPI_Recv@a.c:8 > poll@2\n";

// The same with many samples, so that what MPI_Recv waits for is unknown.
constexpr const char* kManySamples =
    "period 4\n"
    "end 20000\n"
    "P0 t=2..3998 main > work@a.c:5\n"
    "P0 t=4002..9998 main > MPI_Barrier@a.c:6\n"
    "P1 t=2..7998 main > work@a.c:5\n"
    "P1 t=8002..9998 main > MPI_Barrier@a.c:6\n"
    "P0-1 t=10002..18998 main > rest@a.c:7\n"
    "P0-1 t=19002..19998 main > MPI_Recv@a.c:8\n";

json data_of(const Diagnosis& made) { return json::parse(explorer_diagnosis(made, "wave").whole); }

// Returns the seconds of a list of times by call path.
std::map<std::string, double> by_path(const json& data, const json& times) {
  std::map<std::string, double> made;
  for (std::size_t at = 0; at < times.size(); at += 2) {
    std::string path;
    for (int frame = times[at].get<int>(); frame >= 0; frame = data["frames"][frame][0].get<int>())
      path = data["frames"][frame][1].get<std::string>() + (path.empty() ? "" : "/") + path;
    made[path] = times[at + 1].get<double>();
  }
  return made;
}

TEST(ExplorerDiagnosis, HasTheNumbersAndThePictureOfTheOtherReports) {
  const Diagnosis made = diagnosis_of(kTwoPhases, kWanted);
  const json data = data_of(made);
  EXPECT_EQ(data["diagnosis"], json::parse(json_diagnosis(made, "wave")));
  EXPECT_EQ(data["picture"], json::parse(picture_data(made, "wave")));
}

TEST(ExplorerDiagnosis, HasTheWordsOfTheText) {
  const Diagnosis made = diagnosis_of(kManySamples, kWanted);
  const json data = data_of(made);
  const std::string text = text_diagnosis(made, "wave");
  EXPECT_THAT(text, HasSubstr("wave: " + data["run"].get<std::string>() + "\n"));
  ASSERT_EQ(data["kinds"].size(), 2U);
  EXPECT_EQ(data["kinds"][1]["phases"], json::parse("[1]"));
  EXPECT_EQ(data["kinds"][1]["title"], "Phase 1, 10.00 s to 20.00 s, up to the end");
  EXPECT_THAT(text, HasSubstr("\n" + data["kinds"][0]["title"].get<std::string>() + "\n" +
                              data["kinds"][0]["parts"].get<std::string>() + "\n"));
  ASSERT_EQ(data["findings"].size(), made.findings.size());
  for (const json& finding : data["findings"]) {
    std::string lines = finding["headline"].get<std::string>() + "\n";
    for (const json& line : finding["details"]) lines += "  " + line.get<std::string>() + "\n";
    EXPECT_THAT(text, HasSubstr("\n" + lines));
  }
  const json& first = data["findings"][0];
  EXPECT_EQ(first["kind"], 0);
  ASSERT_EQ(first["symptoms"].size(), 1U);
  EXPECT_EQ(data["frames"][first["symptoms"][0].get<int>()][1], "MPI_Barrier@a.c:6");
  EXPECT_EQ(data["frames"][first["causes"][0].get<int>()][1], "work@a.c:5");
  ASSERT_EQ(data["unresolved"].size(), 1U);
  EXPECT_EQ(data["unresolved"][0]["kind"], 1);
  EXPECT_THAT(text, HasSubstr("\n  " + data["unresolved"][0]["text"].get<std::string>() + "\n"));
}

TEST(ExplorerDiagnosis, HasTheTimeOfEveryPathByPhaseAndKind) {
  const json data = data_of(diagnosis_of(kTwoPhases, kWanted));
  const std::map<std::string, double> first = {{"main/work@a.c:5", 12},
                                               {"main/MPI_Barrier@a.c:6", 8}};
  const std::map<std::string, double> second = {{"main/rest@a.c:7", 18},
                                                {"main/MPI_Recv@a.c:8/poll@2", 2}};
  ASSERT_EQ(data["kind_times"].size(), 2U);
  EXPECT_EQ(by_path(data, data["kind_times"][0]), first);
  EXPECT_EQ(by_path(data, data["kind_times"][1]), second);
  ASSERT_EQ(data["phase_times"].size(), 2U);
  for (const json& phase : data["phase_times"])
    EXPECT_EQ(by_path(data, phase[1]), phase[0] == 0 ? first : second);
  // The label of a frame is that of the text.
  for (const json& frame : data["frames"])
    if (frame[1] == "MPI_Barrier@a.c:6") {
      EXPECT_EQ(data["picture"]["labels"][frame[2].get<int>()], "synchronization");
    }
}

TEST(ExplorerDiagnosis, ShowsWaitsOfThreadsAsWaits) {
  const json data =
      data_of(diagnosis_of("period 1000\n"
                           "end 20000\n"
                           "P0 t=500..5500 main > work@a.c:5\n"
                           "P0 t=6500..9500 main > __pthread_cond_wait@6 > futex_wait@1\n"
                           "P0 t=10500..14500 main > pthread_create@7\n"
                           "P0 t=15500..19500 main > __pthread_clockjoin_ex@8 > futex_wait@1\n",
                           kWanted));
  std::map<std::string, std::string> labels;
  for (const json& frame : data["frames"])
    labels[frame[1]] = data["picture"]["labels"][frame[2].get<int>()];
  EXPECT_THAT(labels, testing::UnorderedElementsAre(std::pair("main", "computation"),
                                                    std::pair("work@a.c:5", "computation"),
                                                    std::pair("__pthread_cond_wait@6", "wait"),
                                                    std::pair("futex_wait@1", "wait"),
                                                    std::pair("pthread_create@7", "computation"),
                                                    std::pair("__pthread_clockjoin_ex@8", "wait")));
}

TEST(ExplorerDiagnosis, HasTheTimeOfEveryPathByRank) {
  const ExplorerDiagnosis answers = explorer_diagnosis(diagnosis_of(kTwoPhases, kWanted), "wave");
  const json data = json::parse(answers.whole);
  EXPECT_EQ(data["rows"], json::parse("[0,1]"));
  ASSERT_EQ(answers.rows.size(), 2U);
  const json first = json::parse(answers.rows.at(0)), second = json::parse(answers.rows.at(1));
  EXPECT_EQ(first["row"], 0);
  ASSERT_EQ(first["kind_times"].size(), 2U);
  EXPECT_EQ(by_path(data, first["kind_times"][0]),
            (std::map<std::string, double>{{"main/work@a.c:5", 4}, {"main/MPI_Barrier@a.c:6", 6}}));
  EXPECT_EQ(by_path(data, second["kind_times"][0]),
            (std::map<std::string, double>{{"main/work@a.c:5", 8}, {"main/MPI_Barrier@a.c:6", 2}}));
  EXPECT_EQ(by_path(data, second["kind_times"][1])["main/rest@a.c:7"], 9);
}

// Threads of the only rank are rows.
TEST(ExplorerDiagnosis, HasTheTimeOfEveryThreadOfOneRank) {
  const ExplorerDiagnosis answers = explorer_diagnosis(
      diagnosis_of(
          "period 1000\nend 10000\nP0 t=500..9500 main > a@1\nP0.1 t=500..9500 main > b@2\n",
          kWanted),
      "wave");
  ASSERT_EQ(answers.rows.size(), 2U);
  EXPECT_EQ(by_path(json::parse(answers.whole),
                    json::parse(answers.rows.at(1))["kind_times"][0])["main/b@2"],
            10);
}

TEST(ExplorerDiagnosis, AKindHasTheTimeOfAllItsPhases) {
  std::string text = "period 1000\nend 40000\n";
  for (int begin = 0; begin < 40'000; begin += 10'000)
    text += "P0-1 t=" + std::to_string(begin + 500) + ".." + std::to_string(begin + 6500) +
            " main > work@5\nP0-1 t=" + std::to_string(begin + 7500) + ".." +
            std::to_string(begin + 9500) + " main > MPI_Barrier@6\n";
  const json data = data_of(diagnosis_of(text, kWanted));
  ASSERT_EQ(data["kinds"].size(), 2U);  // up to the first barrier, and between barriers
  ASSERT_EQ(data["kinds"][1]["phases"].size(), 3U);
  EXPECT_EQ(by_path(data, data["kind_times"][1])["main/work@5"], 42);
  for (const json& phase : data["phase_times"])
    EXPECT_EQ(by_path(data, phase[1])["main/work@5"], 14);
}

TEST(ExplorerDiagnosis, NamesAreValid) {
  Diagnosis made = diagnosis_of(kTwoPhases, kWanted);
  samples::CallingContextTree paths;
  for (std::uint32_t at = 1; at < made.paths.size(); ++at) {
    samples::Site site = made.paths[FrameId{at}];
    site.name += "\xff</script>\n";
    paths.child(made.paths.parent(FrameId{at}), paths.intern(site));
  }
  made.paths = paths;
  EXPECT_TRUE(json::accept(explorer_diagnosis(made, "\xfe").whole));
}

}  // namespace
}  // namespace tarry::diagnosis
