// SPDX-License-Identifier: BSD-3-Clause
#include "score/score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "score/sample_run.h"
#include "score/score_output.h"

namespace tarry::score {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> names(const std::vector<GroupScore>& groups) {
  std::vector<std::string> out;
  for (const GroupScore& group : groups) out.push_back(group.name);
  return out;
}

class ScoreTest : public testing::Test {
 protected:
  [[nodiscard]] Score without_tiny() const {
    std::vector<bool> excluded(cube.callpaths.size());
    excluded[kTiny] = true;
    return score_of(cube, regions_of(cube), excluded);
  }

  model::SeverityCube cube = sample_run();
};

TEST_F(ScoreTest, GroupsAddUp) {
  const Score made = score_of(cube, regions_of(cube), std::nullopt);
  ASSERT_THAT(names(made.groups), ElementsAre("ALL", "USR", "MPI", "COM"));
  const GroupScore& all = made.groups[0];
  EXPECT_EQ(all.visits, 2 + 30 + 30 + 5000 + 1500 + 2);
  EXPECT_DOUBLE_EQ(all.time_s, 15);
  EXPECT_DOUBLE_EQ(all.trace_bytes, made.groups[1].trace_bytes + made.groups[2].trace_bytes +
                                        made.groups[3].trace_bytes);
  EXPECT_EQ(made.groups[1].largest_trace_bytes, 4000 * 22 + 1000 * 24);
  EXPECT_EQ(made.regions.front().name, "tiny");
}

TEST_F(ScoreTest, FiltersMakeAGroup) {
  const Score made = without_tiny();
  EXPECT_EQ(made.groups.back().name, "FLT");
  EXPECT_EQ(made.groups.back().visits, 5000);
  EXPECT_EQ(made.groups.back().largest_trace_bytes, 4000 * 22);
  ASSERT_TRUE(made.with_filter);
  EXPECT_LT(made.with_filter->trace_bytes, made.whole.trace_bytes / 2);
  EXPECT_TRUE(made.regions.front().is_filtered);
}

TEST_F(ScoreTest, TextShowsGroupsAndRegions) {
  const std::string text = score_text(without_tiny(), 1);
  EXPECT_THAT(text, HasSubstr("wave: 2 ranks, 3 locations\n"));
  EXPECT_THAT(text, HasSubstr("with the filter: "));
  EXPECT_THAT(text, HasSubstr("USR-"));
  EXPECT_THAT(text, HasSubstr("tiny  tiny.c:3\n"));
  EXPECT_THAT(text, HasSubstr("and 5 regions"));
  EXPECT_THAT(text, Not(HasSubstr(" \n")));
}

TEST_F(ScoreTest, JsonHasEveryNumber) {
  const auto json = nlohmann::json::parse(score_json(without_tiny(), 0));
  EXPECT_EQ(json["schema"], "tarry-score/1");
  EXPECT_EQ(json["groups"][0]["group"], "ALL");
  ASSERT_EQ(json["regions"].size(), 6u);
  const auto& tiny = json["regions"][0];
  EXPECT_EQ(tiny["region"], "tiny");
  EXPECT_EQ(tiny["group"], "USR");
  EXPECT_EQ(tiny["file"], "tiny.c");
  EXPECT_EQ(tiny["visits"], 5000);
  EXPECT_EQ(tiny["trace_bytes"], 5000 * 22);
  EXPECT_EQ(tiny["filtered"], true);
  EXPECT_TRUE(nlohmann::json::parse(
                  score_json(score_of(cube, regions_of(cube), std::nullopt), 1))["with_filter"]
                  .is_null());
}

TEST_F(ScoreTest, CsvQuotesNames) {
  cube.callpaths[kTiny].region = "a<b, \"c\">";
  const std::string csv = score_csv(without_tiny(), 0);
  EXPECT_THAT(csv, HasSubstr("kind,group,region,place,filtered,visits,time_s,"));
  EXPECT_THAT(csv, HasSubstr("group,FLT,,,yes,5000,1,110000,88000,128000\n"));
  EXPECT_THAT(csv, HasSubstr("region,USR,\"a<b, \"\"c\"\">\",\"tiny.c:3\",yes,5000,"));
}

TEST_F(ScoreTest, CubesWithoutVisitsAreRefused) {
  EXPECT_TRUE(check_scorable(cube).ok());
  cube.leave_out({cube.find("visits")});
  EXPECT_THAT(check_scorable(cube).error().message(), HasSubstr("'visits'"));
}

}  // namespace
}  // namespace tarry::score
