// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/call_assembler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compressed/capture/assembled_fixture.h"

namespace tarry::compressed {
namespace {

using model::CommId;
using model::RegionId;
using model::RequestId;
using model::Ticks;

TEST_F(Assembled, InlinedFunctionsAreLeftOut) {
  regions[4].is_inlined = true;
  events.enter(Ticks{100}, RegionId{0});
  events.enter(Ticks{200}, RegionId{4});
  call(200, 220, 2, [] {});
  events.leave(Ticks{220}, RegionId{4});
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(sites.sites()[calls[0].site.index()].stack.size(), 1u);
  EXPECT_TRUE(left_out.empty());
}

// The readers of compressed traces refuse them.
TEST_F(Assembled, ImpossibleSizesAreTakenAsEmpty) {
  events.enter(Ticks{100}, RegionId{0});
  call(200, 260, 3, [&] {
    model::MessageRecord record = message(0, 32);
    record.bytes = std::uint64_t{1} << 63;
    events.mpi_isend(Ticks{220}, record);
  });
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].actions.at(0).bytes, 0);
  EXPECT_THAT(
      left_out.sentences(),
      testing::ElementsAre("messages and collectives with impossible sizes (taken as empty): 1"));
}

TEST_F(Assembled, ValuesDoNotDependOnTheRankAndTimesAreNanoseconds) {
  events.enter(Ticks{100}, RegionId{0});
  events.enter(Ticks{110}, RegionId{4});
  call(200, 220, 1, [&] { events.mpi_irecv_request(Ticks{210}, RequestId{31}); });
  call(220, 260, 3, [&] { events.mpi_isend(Ticks{220}, message(0, 32)); });
  events.buffer_flush(Ticks{270}, Ticks{280});
  EXPECT_TRUE(calls.empty());  // the source that it asks for is not known yet
  call(300, 400, 2, [&] {
    events.mpi_irecv(Ticks{390}, message(1, 31));
    events.mpi_isend_complete(Ticks{390}, RequestId{32});
  });
  ASSERT_EQ(calls.size(), 3u);
  const Action& post = calls[0].actions.at(0);
  EXPECT_EQ(post.kind, ActionKind::PostReceive);
  EXPECT_EQ(post.posted_peer, 4);  // 1 - 2 modulo 5
  EXPECT_EQ(post.posted_tag, 9);
  EXPECT_EQ(post.bytes, 64);
  EXPECT_EQ(calls[1].actions.at(0).peer, 3);
  ASSERT_EQ(calls[2].actions.size(), 2u);
  EXPECT_EQ(calls[2].actions[0].request, 1);  // the older one of two
  EXPECT_EQ(calls[2].actions[0].peer, 4);
  EXPECT_EQ(calls[2].actions[1].request, 0);
  EXPECT_EQ(calls[0].before_ns, 50u);
  EXPECT_EQ(calls[0].duration_ns, 10u);
  EXPECT_EQ(calls[2].before_ns, 15u);  // the time without the flush
  EXPECT_EQ(calls[2].duration_ns, 50u);
  const Site& site = sites.sites()[calls[2].site.index()];
  EXPECT_EQ(site.function, "MPI_Waitall");
  ASSERT_EQ(site.stack.size(), 2u);
  EXPECT_EQ(sites.frames()[site.stack[1].index()], (Frame{"step", "a.c", 7}));
  EXPECT_TRUE(left_out.empty());
}

TEST_F(Assembled, WildcardsStayWhateverTheyGet) {
  constexpr auto kAny = model::MpiArguments::kAny;
  call(200, 220, 1, [&] {
    events.mpi_arguments(Ticks{210}, {CommId{6}, kAny, kAny, 16, 1});
    events.mpi_irecv_request(Ticks{210}, RequestId{31});
  });
  call(220, 230, 1, [&] {
    events.mpi_arguments(Ticks{225}, {CommId{4}, 1, kAny, 16, 1});
    events.mpi_irecv_request(Ticks{225}, RequestId{32});
  });
  call(240, 250, 2, [&] {
    events.mpi_irecv(Ticks{245}, message(3, 31));
    events.mpi_request_cancelled(Ticks{245}, RequestId{32});
    events.mpi_arguments(Ticks{245}, {{}, kAny, 9, 8, 2});
    events.mpi_recv(Ticks{245}, message(3, 33));
  });
  ASSERT_EQ(calls.size(), 3u);
  const Action& any = calls[0].actions.at(0);
  EXPECT_EQ(any.posted_peer, kAnyPeer);
  EXPECT_EQ(any.posted_tag, kAnyTag);
  EXPECT_EQ(any.bytes, 64);
  const Action& cancelled = calls[1].actions.at(0);  // only its own call knows it
  EXPECT_EQ(cancelled.posted_peer, 4);               // 1 - 2 modulo 5
  EXPECT_EQ(cancelled.posted_tag, kAnyTag);
  ASSERT_EQ(calls[2].actions.size(), 3u);
  EXPECT_EQ(calls[2].actions[0].peer, 1);
  const Action& blocking = calls[2].actions[2];
  EXPECT_EQ(blocking.posted_peer, kAnyPeer);
  EXPECT_EQ(blocking.posted_tag, 9);
  EXPECT_EQ(blocking.peer, 1);
}

TEST_F(Assembled, ElementsAreThoseOfTheNextAction) {
  call(200, 220, 3, [&] {
    events.mpi_arguments(Ticks{200}, {{}, kUnknown, kUnknown, 16, 1});
    events.mpi_isend(Ticks{200}, message(0, 32));
    events.mpi_isend(Ticks{200}, message(0, 33));
    // Arguments of a record that was lost.
    events.mpi_arguments(Ticks{200}, {{}, kUnknown, kUnknown, 17, 2});
  });
  call(220, 230, 3, [&] { events.mpi_isend(Ticks{220}, message(0, 34)); });
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].actions.at(0).count, 16);
  EXPECT_EQ(calls[0].actions.at(0).datatype, 1);
  EXPECT_EQ(calls[0].actions.at(1).count, kUnknown);
  EXPECT_EQ(calls[1].actions.at(0).datatype, kUnknown);
}

TEST_F(Assembled, ACallSiteIsTheInnermostFrame) {
  regions.push_back(region("@a.c:8", model::Paradigm::Compiler));
  events.enter(Ticks{100}, RegionId{0});
  call(200, 220, 2, [&] { events.call_site(Ticks{200}, RegionId{5}); });
  call(220, 230, 2, [] {});
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_NE(calls[0].site, calls[1].site);
  const Site& site = sites.sites()[calls[0].site.index()];
  ASSERT_EQ(site.stack.size(), 2u);
  EXPECT_TRUE(is_call_site(sites.frames()[site.stack[1].index()]));
  EXPECT_EQ(sites.sites()[calls[1].site.index()].stack.size(), 1u);
}

// No record says that the request of a send was freed, so a reader cannot take it off its list.
TEST_F(Assembled, WhatIsFreedStaysOpen) {
  call(200, 210, 3, [&] { events.mpi_isend(Ticks{200}, message(0, 1)); });
  call(210, 220, 3, [&] { events.mpi_isend(Ticks{210}, message(0, 2)); });  // its request is freed
  call(220, 230, 3, [&] { events.mpi_isend(Ticks{220}, message(0, 3)); });
  call(230, 240, 2, [&] {
    events.mpi_isend_complete(Ticks{235}, RequestId{3});
    events.mpi_isend_complete(Ticks{235}, RequestId{1});
  });
  ASSERT_EQ(calls.size(), 4u);
  ASSERT_EQ(calls[3].actions.size(), 2u);
  EXPECT_EQ(calls[3].actions[0].request, 0);
  EXPECT_EQ(calls[3].actions[1].request, 1);
}

TEST_F(Assembled, TheQueueOfCallsThatWaitIsLimited) {
  call(200, 210, 1, [&] { events.mpi_irecv_request(Ticks{205}, RequestId{1}); });
  for (int i = 0; i < 3; ++i) call(220, 230, 2, [] {});
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_EQ(calls[0].actions.at(0).posted_peer, kUnknown);
  call(300, 310, 2, [&] { events.mpi_irecv(Ticks{305}, message(3, 1)); });
  ASSERT_EQ(calls.size(), 5u);  // its end is known nevertheless
  EXPECT_EQ(calls[4].actions.at(0).peer, 1);
  EXPECT_THAT(left_out.sentences(),
              testing::ElementsAre(testing::HasSubstr("what they ask for: 1")));
}

TEST_F(Assembled, WhatCannotBeRepresentedIsCounted) {
  events.mpi_isend(Ticks{150}, message(0, 1));  // a send outside any call
  call(200, 210, 2, [&] { events.mpi_isend_complete(Ticks{205}, RequestId{1}); });
  call(210, 220, 3, [&] {
    model::MessageRecord foreign = message(0, 2);
    foreign.comm = CommId{5};
    events.mpi_isend(Ticks{210}, foreign);
  });
  call(220, 230, 1, [&] { events.mpi_irecv_request(Ticks{225}, RequestId{3}); });
  call(230, 240, 2, [&] { events.mpi_request_cancelled(Ticks{235}, RequestId{3}); });
  events.enter(Ticks{250}, RegionId{2});
  events.finish();
  assembler.finish();
  ASSERT_EQ(calls.size(), 5u);
  EXPECT_TRUE(calls[0].actions.empty());
  EXPECT_TRUE(calls[1].actions.empty());
  EXPECT_EQ(calls[3].actions.at(0).kind, ActionKind::Cancelled);
  EXPECT_THAT(
      left_out.sentences(),
      testing::ElementsAre(testing::HasSubstr("MPI calls without an end"),
                           testing::HasSubstr("MPI records outside of MPI calls"),
                           testing::HasSubstr("requests that were not seen to begin"),
                           testing::HasSubstr("communicators that the process is no member of")));
}

}  // namespace
}  // namespace tarry::compressed
