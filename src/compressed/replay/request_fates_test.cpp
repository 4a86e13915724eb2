// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/request_fates.h"

#include <gtest/gtest.h>

#include "compressed/replay/made_trace.h"

namespace tarry::replay {
namespace {

using End = RequestFate::End;

TEST(RequestFates, AReceiveFromAnybodyIsFromWhomItCame) {
  MadeTrace made(4);
  const compressed::Trace trace = made.make([](MadeRank& rank) {
    if (rank.rank() != 1) return;
    for (int round = 0; round < 3; ++round) {
      for (int n = 0; n < 3; ++n) rank.call("MPI_Irecv", {rank.post(compressed::kAnyPeer, -1)});
      rank.call("MPI_Isend", {rank.send(2, 8, 0, ActionKind::StartSend)});
      // The newest request completes first: the send, the third, then the first and the second.
      rank.call("MPI_Waitall", {MadeRank::done(ActionKind::SendDone, 0), rank.got(3, 8, 30, 0),
                                rank.got(2, 8, 20, 1), rank.got(0, 8, round, 0)});
    }
    rank.call("MPI_Irecv", {rank.post(0, 1)});
    rank.call("MPI_Wait", {MadeRank::done(ActionKind::Cancelled, 0)});
    rank.call("MPI_Irecv", {rank.post(0, 1)});
  });
  RequestFates fates(trace, 1, 0);
  const auto next_is = [&](End end, std::int64_t peer, std::int64_t tag) {
    const RequestFate fate = fates.next();
    EXPECT_EQ(fate.end, end);
    EXPECT_EQ(fate.peer, peer);
    EXPECT_EQ(fate.tag, tag);
  };
  for (int round = 0; round < 3; ++round) {
    next_is(End::Completed, 1, 20);     // rank 2, relative to 1
    next_is(End::Completed, 3, round);  // rank 0
    next_is(End::Completed, 2, 30);     // rank 3
    EXPECT_EQ(fates.next().end, End::Completed);
  }
  next_is(End::Cancelled, 0, 0);
  next_is(End::Never, 0, 0);
  next_is(End::Never, 0, 0);  // there is no such request
}

}  // namespace
}  // namespace tarry::replay
