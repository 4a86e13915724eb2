// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/html_diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "diagnosis/report/case_diagnosis.h"

namespace tarry::diagnosis {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// The picture has 20 columns, one for each second.
constexpr const char* kTwoRanks =
    "period 1000\n"
    "end 20000\n"
    "P0 t=500..3500 main > work@a.c:5\n"
    "P0 t=4500..9500 main > MPI_Barrier@a.c:6\n"
    "P1 t=500..7500 main > work@a.c:5\n"
    "P1 t=8500..9500 main > MPI_Barrier@a.c:6 > poll@1\n"
    "P0-1 t=10500..18500 main > rest@a.c:7\n"
    "P0-1 t=19500..19500 main > MPI_Recv@a.c:8 > poll@2\n";

std::string page_of(const std::string& text) {
  return html_diagnosis(diagnosis_of(text, {.picture = true}), "wave");
}

json data_in(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"picture\">";
  const std::size_t from = page.find(begin) + begin.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from));
}

// Returns by row the content of its columns from the left: "frame" or "frame!symptom", with the
// number of equal columns in front: "3 work!cause".
std::vector<std::string> shown(const json& data) {
  std::vector<std::string> rows;
  for (const json& row : data["rows"]) {
    std::string text;
    for (std::size_t at = 0; at < row["cells"].size(); at += 2) {
      const json& cell = data["cells"][row["cells"][at + 1].get<std::size_t>()];
      text += (text.empty() ? "" : ", ") + row["cells"][at].dump() + ' ';
      const int frame = cell[0].get<int>();
      text += frame < 0 ? "nothing" : data["frames"][frame][1].get<std::string>();
      if (cell[1].get<int>() >= 0)
        text +=
            (data["marks"][cell[1].get<int>()][2] == 1 ? "!symptom" : "!cause") + cell[2].dump();
    }
    rows.push_back(text);
  }
  return rows;
}

TEST(HtmlDiagnosis, CellsSayWhichRankIsWhereAtWhichTime) {
  const json data = data_in(page_of(kTwoRanks));
  EXPECT_EQ(data["columns"], 20);
  EXPECT_EQ(data["run"]["seconds"], 20.0);
  EXPECT_EQ(data["run"]["row"], "rank");
  const std::vector<std::string> rows = shown(data);
  ASSERT_EQ(rows.size(), 2U);
  const std::string rest = "9 rest@a.c:7, 1 MPI_Recv@a.c:8!symptom10";
  EXPECT_EQ(rows[0], "4 work@a.c:5!cause10, 6 MPI_Barrier@a.c:6!symptom10, " + rest);
  EXPECT_EQ(rows[1], "8 work@a.c:5!cause10, 2 MPI_Barrier@a.c:6!symptom10, " + rest);
}

TEST(HtmlDiagnosis, FramesFindingsAndPhasesAreThoseOfTheDiagnosis) {
  const Diagnosis made = diagnosis_of(kTwoRanks, {.picture = true});
  const json data = data_in(html_diagnosis(made, "wave"));
  ASSERT_EQ(data["findings"].size(), made.findings.size());
  const int symptom = data["findings"][0]["symptom"].get<int>();
  EXPECT_EQ(data["frames"][symptom][1], "MPI_Barrier@a.c:6");
  EXPECT_EQ(data["labels"][data["frames"][symptom][2].get<int>()], "synchronization");
  EXPECT_EQ(data["frames"][data["frames"][symptom][0].get<int>()][1], "main");
  ASSERT_EQ(data["phases"].size(), 2U);
  EXPECT_EQ(data["phases"][0], json::parse("[0, 0.0, 10.0, 0]"));
}

TEST(HtmlDiagnosis, SaysWhenNothingIsKnown) {
  const std::string page = page_of(
      "period 1000\nend 20000\nP0 t=500..19500 main > work@5\nP1 t=500..19500 main > work@5\n");
  EXPECT_THAT(page, HasSubstr("No significant loss was found."));
  EXPECT_THAT(page, HasSubstr("<p>None.</p>"));
  EXPECT_THAT(page, Not(HasSubstr("has no samples")));
  EXPECT_EQ(shown(data_in(page))[1], "20 work@5");
}

TEST(HtmlDiagnosis, HostileNamesStayText) {
  Diagnosis made = diagnosis_of(kTwoRanks, {.picture = true});
  // The paths stay the same, with other names.
  samples::CallingContextTree paths;
  for (std::uint32_t at = 1; at < made.paths.size(); ++at) {
    samples::Site site = made.paths[FrameId{at}];
    site.name = "</script><script>alert('" + std::to_string(at) + "')</script>\"\xff";
    paths.child(made.paths.parent(FrameId{at}), paths.intern(site));
  }
  made.paths = paths;
  const std::string page = html_diagnosis(made, "</title><script>alert(0)</script>\xfe");
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("</script>\"")));
  EXPECT_EQ(page.find('\xff'), std::string::npos);
  EXPECT_EQ(page.find('\xfe'), std::string::npos);
  for (const char* outside : {"http:", "https:", "src=", "href=", "@import", "url("})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  const json data = data_in(page);
  EXPECT_EQ(data["frames"][0][1].get<std::string>().substr(0, 16), "</script><script");
}

}  // namespace
}  // namespace tarry::diagnosis
