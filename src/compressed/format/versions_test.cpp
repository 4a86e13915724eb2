// SPDX-License-Identifier: BSD-3-Clause
// Versions of the format: version 2 has one-sided communication, version 3 operations on files.
#include <gtest/gtest.h>

#include <string>

#include "compressed/format/parser.h"
#include "compressed/format/writer.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

std::string refusal_of(const std::string& text) {
  const auto trace = parse_sound_text(text, "t");
  return trace.ok() ? "" : trace.error().message();
}

// As version 1 was written: calls on windows do nothing that it could tell.
const std::string kFirst =
    "tarry-compressed-trace 1\nranks 2\ncomm 0 MPI_COMM_WORLD [0 1]\n"
    "site 0 MPI_Win_create\nevent 0\nafter - 5*2 7*2\n"
    "site 1 MPI_Win_fence\nevent 1 loop=(2,10)\nafter 0 5*2 7*2\nafter 2 5*18 7*18\n"
    "site 2 MPI_Put\nevent 2 x=10\nafter 1 5*20 7*20\nend\n";

const std::string kSecond =
    "tarry-compressed-trace 2\nranks 2\ndatatype 0 MPI_DOUBLE\ncomm 0 MPI_COMM_WORLD [0 1]\n"
    "site 0 MPI_Win_create\nevent 0 kind=make-window size=80<0 0>800 unit=8\n"
    "after - 5*2 7*2\n"
    "site 1 MPI_Win_lock\nevent 1 loop=(3,10) kind=synchronize target=1 mode=exclusive\n"
    "after 0 5*2 7*2\nafter 3 5*18 7*18\n"
    "site 2 MPI_Accumulate\nevent 2 x=10 kind=access bytes=16 received=0 count=2 datatype=0 "
    "target=1 at=[0:4:10] reduction=sum\nafter 1 5*20 7*20\n"
    "site 3 MPI_Win_unlock\nevent 3 kind=synchronize target=none\nafter 2 5*20 7*20\n"
    "site 4 MPI_Win_free\nevent 4 x=1 kind=free-window\nafter 3 5*2 7*2\nend\n";

const std::string kThird =
    "tarry-compressed-trace 3\nranks 2\ncomm 0 MPI_COMM_WORLD [0 1]\n"
    "site 0 MPI_File_open\nevent 0 kind=open-file size=0 mode=6 name=3\nafter - 5*2 7*2\n"
    "site 1 MPI_File_set_view\nevent 1 kind=set-file at=8<0 0>0 size=8 unit=4 extent=16\n"
    "after 0 5*2 7*2\n"
    "site 2 MPI_File_iwrite_at\nevent 2 loop=(2,10) kind=start-transfer bytes=16 received=0 "
    "at=[0:4:10]\nafter 1 5*2 7*2\nafter 3 5*18 7*18\n"
    "site 3 MPI_Wait\nevent 3 x=10 kind=access-done request=0\nafter 2 5*20 7*20\n"
    "site 4 MPI_File_close\nevent 4 x=1 kind=close-file\nafter 3 5*2 7*2\n"
    "site 5 MPI_File_delete\nevent 5 kind=delete-file mode=256 name=3\n"
    "after 4 5*2 7*2\nend\n";

TEST(Versions, TheFirstIsReadAndStaysTheSame) {
  const auto trace = parse_text(kFirst, "t");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ(write_text(*trace), kFirst);
  Cursor cursor(*trace, 1);
  std::size_t calls = 0;
  for (CursorCall call; cursor.next(call); ++calls) EXPECT_TRUE(call.actions.empty());
  EXPECT_EQ(calls, 21u);
}

TEST(Versions, TheSecondHasOneSidedCommunication) {
  const auto trace = parse_text(kSecond, "t");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ(write_text(*trace), kSecond);
  Cursor cursor(*trace, 1);
  CursorCall call;
  ASSERT_TRUE(cursor.next(call));
  EXPECT_EQ(call.actions,
            (std::vector<Action>{{.kind = ActionKind::MakeWindow, .size = 800, .unit = 8}}));
  for (std::int64_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(cursor.next(call));
    EXPECT_EQ(call.actions,
              (std::vector<Action>{
                  {.kind = ActionKind::Synchronize, .target = 1, .mode = kModeExclusive}}));
    ASSERT_TRUE(cursor.next(call));
    EXPECT_EQ(call.actions, (std::vector<Action>{{.kind = ActionKind::Access,
                                                  .bytes = 16,
                                                  .count = 2,
                                                  .datatype = 0,
                                                  .target = 1,
                                                  .at = 4 * i,
                                                  .reduction = 2}}));
    ASSERT_TRUE(cursor.next(call));
    EXPECT_EQ(call.actions,
              (std::vector<Action>{{.kind = ActionKind::Synchronize, .target = kNoTarget}}));
  }
}

TEST(Versions, TheThirdHasOperationsOnFiles) {
  const auto trace = parse_text(kThird, "t");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ(write_text(*trace), kThird);
  Cursor cursor(*trace, 1);
  CursorCall call;
  ASSERT_TRUE(cursor.next(call));
  EXPECT_EQ(
      call.actions,
      (std::vector<Action>{
          {.kind = ActionKind::OpenFile, .size = 0, .mode = kFileCreate | kFileWrite, .name = 3}}));
  ASSERT_TRUE(cursor.next(call));
  EXPECT_EQ(call.actions,
            (std::vector<Action>{
                {.kind = ActionKind::SetFile, .at = 0, .size = 8, .unit = 4, .extent = 16}}));
  for (std::int64_t i = 0; i < 10; ++i) {
    ASSERT_TRUE(cursor.next(call));
    EXPECT_EQ(call.actions,
              (std::vector<Action>{{.kind = ActionKind::StartTransfer, .bytes = 16, .at = 4 * i}}));
    ASSERT_TRUE(cursor.next(call));
    EXPECT_EQ(call.actions, (std::vector<Action>{{.kind = ActionKind::AccessDone}}));
  }
  std::string text = kThird;
  text.replace(text.find(" 3\n"), 3, " 2\n");
  EXPECT_EQ(refusal_of(text),
            "version 2 of the format has no operations on files, which this trace has: version 3 "
            "does: t:1:24");
}

TEST(Versions, AVersionWithoutTheKindsIsRefused) {
  std::string text = kSecond;
  text.replace(text.find(" 2\n"), 3, " 1\n");
  EXPECT_EQ(refusal_of(text),
            "version 1 of the format has no one-sided communication, which "
            "this trace has: version 2 does: t:1:24");
  text.replace(text.find(" 1\n"), 3, " 4\n");
  EXPECT_EQ(refusal_of(text), "this tool cannot read version 4 of the format, only 1 to 3: t:1:24");
}

TEST(Versions, ValuesMustBePossible) {
  std::string text = kSecond;
  text.replace(text.find("reduction=sum"), 13, "reduction=14");
  EXPECT_NE(refusal_of(text).find("reduction cannot be 14"), std::string::npos) << refusal_of(text);
  text = kSecond;
  text.replace(text.find("mode=exclusive"), 14, "mode=512");
  EXPECT_NE(refusal_of(text).find("mode cannot be 512"), std::string::npos) << refusal_of(text);
}

}  // namespace
}  // namespace tarry::compressed
