// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/one_file_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "report/json_report.h"
#include "report/sample_cube.h"
#include "report/tar.h"

namespace tarry::explorer {
namespace {

using model::SeverityCube;
using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kPage =
    "<html><script>app()</script><script type=\"application/json\" id=\"tarry-data\"></script>"
    "</html>";

Session one_report(SeverityCube cube, DiagnosisAnswers diagnosis = {}) {
  std::vector<std::unique_ptr<ReportAnswers>> reports;
  reports.push_back(std::make_unique<ReportAnswers>("run1", std::move(cube),
                                                    std::vector<std::filesystem::path>()));
  return Session(std::move(reports), nullptr, std::move(diagnosis));
}

// Undoes base64.
std::string bytes_of(std::string_view text) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(kLetters.find(c));
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xFFu);
  }
  return bytes;
}

json data_in(const std::string& page) {
  const std::string begin = "id=\"tarry-data\">";
  const std::size_t at = page.find(begin) + begin.size();
  const std::string text = page.substr(at, page.find("</script>", at) - at);
  const base::Result<std::string> unpacked = report::gunzip(bytes_of(text), 1u << 30);
  return unpacked.ok() ? json::parse(*unpacked) : json();
}

TEST(OneFilePage, HasTheWholeReport) {
  SeverityCube cube = report::sample_cube();
  cube.findings.push_back(report::sample_finding());
  const Session session = one_report(cube);
  const base::Result<std::string> page = one_file_page(kPage, session);
  ASSERT_TRUE(page.ok()) << page.error().message();
  EXPECT_TRUE(page->starts_with("<html><script>app()</script>"));
  EXPECT_TRUE(page->ends_with("</script></html>"));
  const json data = data_in(*page);
  EXPECT_EQ(data["session"], json::parse(*session.description()));
  ASSERT_EQ(data["reports"].size(), 1u);
  EXPECT_EQ(data["reports"][0], json::parse(report::json_report(cube, {})));
  EXPECT_EQ(data["timeline"], json());
  EXPECT_EQ(data["pictures"], json::array());
  EXPECT_EQ(data["sources"], json::parse("[{}]"));
  EXPECT_EQ(data["diagnosis"], json());
}

TEST(OneFilePage, HasTheDiagnosis) {
  const char* diagnosis = R"({"kinds":[{"title":"Phase 0 </script>"}]})";
  const base::Result<std::string> page = one_file_page(
      kPage,
      one_report(report::sample_cube(), {diagnosis, {{0, R"({"row":0})"}, {7, R"({"row":7})"}}}));
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(data_in(*page)["diagnosis"], json::parse(diagnosis));
  EXPECT_EQ(data_in(*page)["diagnosis_rows"], json::parse(R"([{"row":0},{"row":7}])"));
  EXPECT_EQ(data_in(*page)["session"]["diagnosis"], true);
}

TEST(OneFilePage, NamesDoNoHarm) {
  SeverityCube cube = report::sample_cube();
  cube.callpaths[1].region = "</script><script>alert(\"1\")</script>\xff'";
  const base::Result<std::string> page = one_file_page(kPage, one_report(cube));
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->find("alert"), std::string::npos);
  EXPECT_EQ(data_in(*page)["reports"][0]["callpaths"][1]["region"],
            "</script><script>alert(\"1\")</script>?'");
}

TEST(OneFilePage, APageWithoutAPlaceForDataIsAnError) {
  const std::string twice = std::string(kPage) + kPage;
  for (const char* page :
       {"", "<html></html>", twice.c_str(), "<script type=\"application/json\" id=\"tarry-data\">"})
    EXPECT_FALSE(one_file_page(page, one_report(report::sample_cube())).ok()) << page;
}

// Claims to have rows of zeros without number.
class Large final : public model::RowSource {
 public:
  base::Result<std::vector<model::CallPathId>> callpaths(model::MetricId /*metric*/) override {
    return std::vector<model::CallPathId>();
  }
  base::Result<std::vector<double>> row(model::MetricId /*metric*/,
                                        model::CallPathId /*callpath*/) override {
    return std::vector<double>();
  }
  base::Result<model::RowSums> sums(model::MetricId /*metric*/) override {
    model::RowSums sums;
    for (std::uint32_t c = 0; c < 4; ++c) sums.callpaths.emplace_back(c);
    sums.by_callpath.resize(4);
    return sums;
  }
};

TEST(OneFilePage, ALargeReportIsAnError) {
  SeverityCube cube = report::sample_cube();
  cube.locations.assign(10'000, cube.locations[0]);
  cube.take_rows_from(std::make_shared<Large>());
  const base::Result<std::string> page = one_file_page(kPage, one_report(std::move(cube)));
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().message(), HasSubstr("too many for one page"));
}

}  // namespace
}  // namespace tarry::explorer
