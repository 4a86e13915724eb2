// SPDX-License-Identifier: BSD-3-Clause
// Versions of the format: version 2 has one-sided communication.
#include <gtest/gtest.h>

#include <string>

#include "compressed/format/parser.h"
#include "compressed/format/writer.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

std::string error_of(const std::string& text) {
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

TEST(Versions, AVersionWithoutTheKindsIsRefused) {
  std::string text = kSecond;
  text.replace(text.find(" 2\n"), 3, " 1\n");
  EXPECT_EQ(error_of(text),
            "version 1 of the format has no one-sided communication, which "
            "this trace has: version 2 does: t:1:24");
  text.replace(text.find(" 1\n"), 3, " 3\n");
  EXPECT_EQ(error_of(text), "this tool cannot read version 3 of the format, only 1 and 2: t:1:24");
}

TEST(Versions, ValuesMustBePossible) {
  std::string text = kSecond;
  text.replace(text.find("reduction=sum"), 13, "reduction=14");
  EXPECT_NE(error_of(text).find("reduction cannot be 14"), std::string::npos) << error_of(text);
  text = kSecond;
  text.replace(text.find("mode=exclusive"), 14, "mode=64");
  EXPECT_NE(error_of(text).find("mode cannot be 64"), std::string::npos) << error_of(text);
}

}  // namespace
}  // namespace tarry::compressed
