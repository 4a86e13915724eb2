// SPDX-License-Identifier: BSD-3-Clause
// Tests what the pass before a replay finds in calls on files, with two ranks.
#include "compressed/replay/file_survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/replay/made_trace.h"

namespace tarry::replay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Action kOpened{.kind = ActionKind::OpenFile, .size = 0, .mode = compressed::kFileWrite};
const Action kView{.kind = ActionKind::SetFile, .at = 0, .size = 8, .unit = 4, .extent = 8};

Action written(std::int64_t at, std::int64_t bytes, ActionKind kind = ActionKind::Transfer) {
  return {.kind = kind, .bytes = bytes, .at = at};
}

base::Result<Survey> look(const std::function<void(MadeRank&)>& program) {
  const compressed::Trace trace = MadeTrace(2).make(program);
  return survey(trace, 0, compressed::memberships(trace.communicators, 0), {});
}

// Returns the error of a call on a file that was opened.
std::string error_of(const std::string& function, const Action& action,
                     const Action& opened = kOpened) {
  const base::Result<Survey> found = look([&](MadeRank& rank) {
    rank.call("MPI_File_open", {opened});
    rank.call(function, {action});
  });
  return found.ok() ? "" : found.error().message();
}

// Returns what of such a call cannot be replayed.
std::set<std::string> unsupported(const std::string& function, const std::vector<Action>& actions) {
  const base::Result<Survey> found = look([&](MadeRank& rank) {
    rank.call("MPI_File_open", {kOpened});
    rank.call(function, actions);
  });
  EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().message());
  return found.ok() ? found->unsupported : std::set<std::string>{};
}

TEST(FileSurvey, CountsBytesAndCollectiveCalls) {
  const base::Result<Survey> found = look([](MadeRank& rank) {
    rank.call("MPI_File_open", {kOpened});
    rank.call("MPI_File_set_view", {kView});
    rank.call("MPI_File_write_at_all", {written(3, 100)});
    rank.call("MPI_File_write_at", {written(3, 20)});
    Action read = written(compressed::kUnknown, 0, ActionKind::StartTransfer);
    read.received = 60;
    rank.call("MPI_File_iread", {read});
    rank.call("MPI_Wait", {MadeRank::done(ActionKind::AccessDone, 0)});
    rank.call("MPI_File_close", {{.kind = ActionKind::CloseFile}});
  });
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_TRUE(found->has_files);
  EXPECT_THAT(found->unsupported, IsEmpty());
  EXPECT_EQ(found->collectives[0].calls, 4u);
  EXPECT_TRUE(found->uses[0]);
  EXPECT_EQ(found->send_room, 100u);
  EXPECT_EQ(found->receive_room, 60u);
  EXPECT_EQ(found->recorded[2].sent, 100u);
  EXPECT_EQ(found->recorded[4].received, 60u);
}

TEST(FileSurvey, CallsMustFitTheirFunctions) {
  EXPECT_EQ(error_of("MPI_File_write_at", written(0, 8)), "");
  for (const char* function : {"MPI_File_iwrite_at", "MPI_File_write_all_end", "MPI_File_sync",
                               "MPI_File_close", "MPI_Barrier", "MPI_File_rewrite"})
    EXPECT_THAT(
        error_of(function, written(0, 8)),
        HasSubstr(std::string(function) + " does what only other functions do with a file"));
  for (const char* function : {"MPI_File_get_size", "MPI_File_set_info"})
    EXPECT_THAT(
        error_of(function, kView),
        HasSubstr(std::string(function) + " does what only other functions do with a file"));
  EXPECT_THAT(error_of("MPI_File_open", kOpened, {.kind = ActionKind::OpenFile, .mode = 4}),
              HasSubstr("a file is opened neither for reading nor for writing"));
  Action other = written(0, 8);
  other.file = 1;
  EXPECT_THAT(error_of("MPI_File_write_at", other),
              HasSubstr("a call on a file that the process has not opened"));
}

// Nothing else would look at these calls.
TEST(FileSurvey, NothingIsDoneWhereMpiStartsOrEnds) {
  for (const char* function : {"MPI_Init", "MPI_Finalize"})
    EXPECT_THAT(error_of(function, kOpened),
                HasSubstr(std::string(function) +
                          " does what only other functions do with a window or file"));
}

// Without a mode, for example.
TEST(FileSurvey, FailedCallsMayAskForAnything) {
  const Action failed{.kind = ActionKind::OpenFile,
                      .mode = compressed::kFileCreate | compressed::kFileFailed};
  EXPECT_EQ(error_of("MPI_File_open", kOpened, failed), "");
}

// A file that could not be opened is not there.
TEST(FileSurvey, FailedCallsOpenNothing) {
  Action failed = kOpened;
  failed.mode |= compressed::kFileFailed;
  EXPECT_THAT(error_of("MPI_File_sync", {.kind = ActionKind::SetFile}, failed),
              HasSubstr("a call on a file that the process has not opened"));
}

TEST(FileSurvey, PiecesOfViewsHaveWholeUnits) {
  EXPECT_EQ(error_of("MPI_File_set_view", kView), "");
  Action odd = kView;
  odd.unit = 3;
  EXPECT_THAT(error_of("MPI_File_set_view", odd),
              HasSubstr("a view of a file whose pieces are no multiples of its unit"));
}

TEST(FileSurvey, SomeViewsCannotBeMade) {
  EXPECT_THAT(unsupported("MPI_File_set_view", {kView}), IsEmpty());
  Action short_one = kView, large = kView;
  short_one.extent = 7;
  large.size = large.extent = std::int64_t{1} << 31;
  for (const Action& view : {short_one, large})
    EXPECT_THAT(unsupported("MPI_File_set_view", {view}),
                ElementsAre("MPI_File_set_view (pieces that overlap or have more than 2 GiB)"));
}

// Otherwise some members would wait for others that do not come.
TEST(FileSurvey, MembersMustLeaveOutTheSameCalls) {
  const auto calls = [](const Action& opened, const Action& view) {
    const base::Result<Survey> found = look([&](MadeRank& rank) {
      rank.call("MPI_File_open", {opened});
      rank.call("MPI_File_open", {kOpened});
      rank.call("MPI_File_set_view", {view});
    });
    EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().message());
    if (!found.ok()) return std::uint64_t{0};
    EXPECT_EQ(found->collectives[0].calls, 3u);
    return found->collectives[0].operations;
  };
  Action failed = kOpened, unknown = kView;
  failed.mode |= compressed::kFileFailed;
  unknown.at = compressed::kUnknown;
  EXPECT_EQ(calls(kOpened, kView), calls(kOpened, kView));
  EXPECT_NE(calls(kOpened, kView), calls(failed, kView));
  EXPECT_NE(calls(kOpened, kView), calls(kOpened, unknown));
}

TEST(FileSurvey, WhatTheTraceDoesNotSayIsNotReplayed) {
  const std::string reason = " (the trace does not say what it does)";
  EXPECT_THAT(unsupported("MPI_File_write", {}), ElementsAre("MPI_File_write" + reason));
  EXPECT_THAT(unsupported("MPI_File_write_at", {written(compressed::kUnknown, 8)}),
              ElementsAre("MPI_File_write_at" + reason));
  for (const char* function : {"MPI_File_set_view", "MPI_File_set_size", "MPI_File_seek_shared"})
    EXPECT_THAT(unsupported(function, {{.kind = ActionKind::SetFile}}),
                ElementsAre(function + reason));
  EXPECT_THAT(unsupported("MPI_File_sync", {{.kind = ActionKind::SetFile}}), IsEmpty());
  EXPECT_THAT(unsupported("MPI_File_write", {written(compressed::kUnknown, 8)}), IsEmpty());
  EXPECT_THAT(unsupported("MPI_File_get_size", {}), IsEmpty());
}

}  // namespace
}  // namespace tarry::replay
