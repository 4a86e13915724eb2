// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/log_survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::trace::eventlog {
namespace {

TEST(LogSurvey, FindsTheRegionMostEventsReferTo) {
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x100)
      .simple(2, RecordKind::RegionEnter, 7)
      .simple(3, RecordKind::RegionLeave, 7)
      .simple(4, RecordKind::RegionEnter, 7)
      .message(5, RecordKind::MpiSend, 1, 0, 0, 8);
  log.write(directory.path() / "log");
  const LogSurvey survey = survey_log(directory.path() / "log");
  EXPECT_EQ(survey.regions, 3u);
  EXPECT_FALSE(survey.function_is_frequent);
  EXPECT_EQ(survey.frequent, 7u);
  EXPECT_EQ(survey.most_event_file_bytes, (64u << 10) + 4 * 20 + 44);
}

TEST(LogSurvey, KnowsTheTeamsOfForksAndIgnoresJoinsOfOthers) {
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  LogBuilder log;
  log.simple(1, RecordKind::ThreadFork, 2)
      .simple(2, RecordKind::ThreadJoin, fork_and_team(1, 7))
      .simple(3, RecordKind::ThreadFork, 2)
      .simple(4, RecordKind::ThreadJoin, fork_and_team(3, 8))
      .simple(5, RecordKind::ThreadJoin, fork_and_team(4'000'000'000, 8))
      .simple(6, RecordKind::ThreadJoin, fork_and_team(2, 9));
  log.write(directory.path() / "log");
  EXPECT_THAT(survey_log(directory.path() / "log").teams, testing::ElementsAre(7, 9));
}

TEST(LogSurvey, PassesOverFunctionsThatAreNotConverted) {
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0x100)
      .simple(2, RecordKind::FunctionEnter, 0x200)
      .simple(3, RecordKind::FunctionLeave, 0x200)
      .simple(4, RecordKind::FunctionEnter, 0x200)
      .simple(5, RecordKind::FunctionLeave, 0x200)
      .simple(6, RecordKind::FunctionLeave, 0x100);
  log.write(directory.path() / "log");
  const LogSurvey survey = survey_log(directory.path() / "log", {0x200});
  EXPECT_EQ(survey.regions, 1u);
  EXPECT_EQ(survey.frequent, 0x100u);
  EXPECT_EQ(survey.most_event_file_bytes, (64u << 10) + 2 * 20);
}

TEST(LogSurvey, UnreadableLogsAreEmpty) {
  const LogSurvey survey = survey_log("/no/such/log");
  EXPECT_EQ(survey.regions, 0u);
  EXPECT_EQ(survey.most_event_file_bytes, 0u);
}

}  // namespace
}  // namespace tarry::trace::eventlog
