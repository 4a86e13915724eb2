// SPDX-License-Identifier: BSD-3-Clause
// JSON reports that nobody should write; .cubex files are in foreign_report_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "report/cube_types.h"
#include "report/json_report.h"
#include "report/load.h"

namespace tarry::report {
namespace {

TEST(HostileReport, CyclesAndAbsurdCountsAreErrors) {
  const auto error = [](const std::string& metrics, const std::string& callpaths) {
    const base::Result<SeverityCube> read =
        parse_json_report(R"({"schema": "tarry-report/1", "locations": [], "severity": [],)"
                          R"("metrics": [)" +
                          metrics + R"(], "callpaths": [)" + callpaths + "]}");
    return read.ok() ? "read" : read.error().message();
  };
  const std::string start = "not a report of schema tarry-report/1: ";
  EXPECT_EQ(error(R"({"id": "a", "parent": "b"}, {"id": "b", "parent": "a"})", ""),
            start + "metric 'a' comes before its parent 'b', or is its own parent");
  EXPECT_EQ(error(R"({"id": "a", "parent": "a"})", ""),
            start + "metric 'a' comes before its parent 'a', or is its own parent");
  EXPECT_EQ(error(R"({"id": "a", "parent": "left out"})", ""), "read");
  EXPECT_EQ(error("", R"({"id": 0, "parent": 1}, {"id": 1, "parent": 0})"),
            start + "call path 0 comes before its parent");
  EXPECT_EQ(error("", R"({"id": 0, "parent": 0})"), start + "call path 0 comes before its parent");
  EXPECT_EQ(error("", R"({"id": 4294967295})"), start + "a call path has no id");
  std::string many = R"({"id": "0"})";
  for (int i = 1; i < 10'001; ++i) many += ", {\"id\": \"" + std::to_string(i) + "\"}";
  EXPECT_EQ(error(many, ""), start + "it has more than 10000 metrics");
}

TEST(HostileReport, DeepNestingIsAnError) {
  EXPECT_EQ(parse_json_report(std::string(200'000, '[')).error().message(),
            "not valid JSON (is the file truncated?)");
  const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_EQ(parse_json_report(R"({"schema": )" + nested + "}").error().message(),
            "not a report of schema tarry-report/1: its schema is ''");
}

TEST(HostileReport, DeepTreesAreErrors) {
  const base::TemporaryDirectory folder = *base::TemporaryDirectory::make();
  std::string callpaths = R"({"id": 0, "parent": null})";
  for (int i = 1; i <= 100'000; ++i)
    callpaths += fmt::format(", {{\"id\": {}, \"parent\": {}}}", i, i - 1);
  const std::string file = (folder.path() / "deep.json").string();
  ASSERT_TRUE(
      base::write_file(file, R"({"schema": "tarry-report/1", "metrics": [], "locations": [],)"
                             R"("severity": [], "callpaths": [)" +
                                 callpaths + "]}")
          .ok());
  const base::Result<SeverityCube> read = load_report(file);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message(), "the call paths have more than 100000 levels: " + file +
                                        " (the file is damaged, or not from a real run)");
}

}  // namespace
}  // namespace tarry::report
