// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/without_files.h"

#include <gtest/gtest.h>

#include <string>

#include "compressed/format/parser.h"
#include "compressed/format/writer.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

Trace trace_with(const std::string& version, const std::string& events) {
  auto trace = parse_text("tarry-compressed-trace " + version +
                              "\nranks 1\ncomm 0 MPI_COMM_WORLD [0]\n" + events + "end\n",
                          "t");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : Trace{};
}

// A transfer and an access to a window are under way together; a message is completed with the
// transfer.
TEST(WithoutFiles, OtherActionsStayAndRequestsKeepTheirMeaning) {
  const Trace trace = trace_with(
      "3",
      "site 0 MPI_Win_create\nevent 0 kind=make-window size=8 unit=1\nafter - 5 7\n"
      "site 1 MPI_File_open\nevent 1 kind=open-file size=0 mode=2 name=0\nafter 0 5 7\n"
      "site 2 MPI_Rput\nevent 2 kind=start-access bytes=8 received=0 target=0 at=0\n"
      "after 1 5 7\n"
      "site 3 MPI_Isend\nevent 3 kind=start-send peer=0 tag=0 bytes=8\nafter 2 5 7\n"
      "site 4 MPI_File_iwrite\nevent 4 kind=start-transfer bytes=8 received=0\nafter 3 5 7\n"
      "site 5 MPI_Waitall\nevent 5 actions=2 kind=[access-done send-done] request=0\n"
      "after 4 5 7\n"
      "site 6 MPI_File_iwrite\nevent 6 kind=start-transfer bytes=8 received=0\nafter 5 5 7\n"
      "site 7 MPI_Wait\nevent 7 kind=access-done request=1\nafter 6 5 7\n"
      "site 8 MPI_Wait\nevent 8 kind=access-done request=0\nafter 7 5 7\n");
  const auto made = without_files(trace);
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_EQ(made->notes, std::vector<std::string>{std::string(kMeanTimes)});
  const std::vector<std::vector<Action>> expected = {
      {{.kind = ActionKind::MakeWindow, .size = 8, .unit = 1}},
      {},
      {{.kind = ActionKind::StartAccess, .bytes = 8, .target = 0, .at = 0}},
      {{.kind = ActionKind::StartSend, .bytes = 8}},
      {},
      {{.kind = ActionKind::SendDone}},
      {},
      {{.kind = ActionKind::AccessDone}},
      {}};
  Cursor cursor(*made, 0);
  CursorCall call;
  for (const std::vector<Action>& actions : expected) {
    ASSERT_TRUE(cursor.next(call));
    EXPECT_EQ(call.actions, actions);
  }
  EXPECT_FALSE(cursor.next(call));
}

TEST(WithoutFiles, TimesStayAsTheyAreWhereNoCallCompletesMessagesToo) {
  const Trace trace =
      trace_with("3",
                 "site 0 MPI_File_open\nevent 0 kind=open-file size=0 mode=2 name=0\nafter - 5 7\n"
                 "site 1 MPI_File_write\nevent 1 loop=(2,8) kind=transfer bytes=8 received=0\n"
                 "after 0 5 7\nafter 2 3*7 100*7\n"
                 "site 2 MPI_Send\nevent 2 x=8 kind=send peer=0 tag=0 bytes=8\nafter 1 5*8 60*8\n");
  const auto made = without_files(trace);
  ASSERT_TRUE(made.ok()) << made.error().message();
  ASSERT_EQ(made->events.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(made->events[i].times, trace.events[i].times);
  EXPECT_EQ(made->events[2], trace.events[2]);
  EXPECT_TRUE(made->notes.empty());
  Cursor cursor(*made, 0);
  CursorCall call;
  std::size_t actions = 0;
  std::size_t calls = 0;
  for (; cursor.next(call); ++calls) actions += call.actions.size();
  EXPECT_EQ(calls, 17u);
  EXPECT_EQ(actions, 8u);
}

TEST(WithoutFiles, ATraceWithoutFilesIsTheSame) {
  const Trace trace = trace_with("1", "site 0 MPI_File_sync\nevent 0\nafter - 5 7\n");
  const auto same = without_files(trace);
  ASSERT_TRUE(same.ok());
  EXPECT_EQ(write_text(*same), write_text(trace));
}

}  // namespace
}  // namespace tarry::compressed
