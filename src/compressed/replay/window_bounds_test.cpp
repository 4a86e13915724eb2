// SPDX-License-Identifier: BSD-3-Clause
// Tests that no access may touch memory outside of its window or of the buffers, with two ranks of
// which rank 0 has a window.
#include "compressed/replay/window_bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compressed/replay/made_trace.h"

namespace tarry::replay {
namespace {

using testing::HasSubstr;

Action window_of(std::int64_t size) {
  Action action;
  action.kind = ActionKind::MakeWindow;
  action.size = size;
  action.unit = 1;
  return action;
}

Action synchronized(std::int64_t target, std::int64_t window = 0) {
  Action action;
  action.kind = ActionKind::Synchronize;
  action.target = target;
  action.window = window;
  return action;
}

// Elements of the only datatype of the trace, to rank 0 from rank 0.
Action moved(std::int64_t count, std::int64_t bytes, std::int64_t received) {
  Action action;
  action.kind = ActionKind::Access;
  action.target = 0;
  action.at = 0;
  action.count = count;
  action.datatype = 0;
  action.bytes = bytes;
  action.received = received;
  return action;
}

base::Result<Survey> surveyed(const compressed::Trace& trace) {
  return survey(trace, 0, compressed::memberships(trace.communicators, 0), {});
}

// Returns the room of the buffers, or 0 if the access is refused.
std::uint64_t room_in_window(std::int64_t size, const std::string& function, const Action& access) {
  compressed::Trace trace = MadeTrace(2).make([&](MadeRank& rank) {
    rank.call("MPI_Win_allocate", {window_of(rank.rank() == 0 ? size : 0)});
    if (rank.rank() == 0) rank.call(function, {access});
  });
  trace.datatypes = {"MPI_DOUBLE_INT"};
  const auto comms = compressed::memberships(trace.communicators, 0);
  const base::Result<Survey> found = survey(trace, 0, comms, {});
  if (!found.ok()) {
    ADD_FAILURE() << found.error().message();
    return 0;
  }
  EXPECT_EQ(found->send_room, found->receive_room);
  Agreement agreed;
  agreed.windows.resize(comms.size());
  agreed.windows[0] = {{{size, 1}}, {{0, 1}}};
  const base::Status checked = check_window_bounds(trace, 0, comms, 0, agreed);
  if (checked.ok()) return found->send_room;
  EXPECT_THAT(checked.error().message(), HasSubstr("reaches beyond the window of its target"));
  return 0;
}

TEST(WindowBounds, ElementsAreNextToEachOther) {
  EXPECT_EQ(room_in_window(12000, "MPI_Put", moved(1000, 12000, 0)), 12000);
  EXPECT_EQ(room_in_window(11999, "MPI_Put", moved(1000, 12000, 0)), 0);
  EXPECT_EQ(room_in_window(24, "MPI_Get", moved(2, 0, 24)), 24);
  EXPECT_EQ(room_in_window(23, "MPI_Get", moved(2, 0, 24)), 0);
}

TEST(WindowBounds, FunctionsWithoutCountMoveOneElement) {
  for (const char* function : {"MPI_Fetch_and_op", "MPI_Compare_and_swap"})
    for (const std::int64_t count : {0, 1}) {
      EXPECT_EQ(room_in_window(1, function, moved(count, 0, 0)), 1) << function;
      EXPECT_EQ(room_in_window(0, function, moved(count, 0, 0)), 0) << function;
    }
}

TEST(WindowSurvey, CallsOnWindowsDoNothingElse) {
  const Action window = window_of(8), put = moved(1, 4, 0), fence = synchronized(1);
  const auto error_of = [&](const std::string& function, const std::vector<Action>& actions) {
    const auto found = surveyed(MadeTrace(2).make([&](MadeRank& rank) {
      rank.call("MPI_Win_allocate", {window});
      rank.call("MPI_Win_allocate", {window});
      rank.call(function, actions);
    }));
    return found.ok() ? "" : found.error().message();
  };
  const auto refused = HasSubstr("does something else as well");
  Action sent;
  sent.kind = ActionKind::Send;
  sent.peer = 1;
  sent.tag = 0;
  EXPECT_THAT(error_of("MPI_Put", {put, put}), refused);
  EXPECT_THAT(error_of("MPI_Put", {fence, put}), refused);
  EXPECT_THAT(error_of("MPI_Send", {sent, put}), refused);
  EXPECT_THAT(error_of("MPI_Win_allocate", {window, window}), refused);
  EXPECT_THAT(error_of("MPI_Win_fence", {fence, fence}), refused);
  EXPECT_THAT(error_of("MPI_Win_start", {synchronized(0), synchronized(1, 1)}), refused);
  EXPECT_EQ(error_of("MPI_Win_start", {synchronized(0), synchronized(1)}), "");
  EXPECT_EQ(error_of("MPI_Win_post", {synchronized(0), synchronized(1)}), "");
}

}  // namespace
}  // namespace tarry::replay
