// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/call_assembler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compressed/capture/location_calls.h"

namespace tarry::compressed {
namespace {

using model::CommId;
using model::CommRank;
using model::RegionId;
using model::RequestId;
using model::Ticks;

// Rank 2 of 5 with one thread. The regions are 0 main, 1 MPI_Irecv, 2 MPI_Waitall, 3 MPI_Isend, 4
// step.
class Assembled : public testing::Test {
 protected:
  static model::Region region(const char* name, model::Paradigm paradigm) {
    model::Region made;
    made.name = name;
    made.file = "a.c";
    made.begin_line = 7;
    made.paradigm = paradigm;
    return made;
  }

  Assembled() {
    communicators.add(CommId{4}, {2, 5});
    communicators.add(CommId{6}, {0, 2});
    assembler.begin_at(Ticks{100});
  }

  void call(std::int64_t begin, std::int64_t end, std::uint32_t function, auto actions) {
    events.enter(Ticks{begin}, RegionId{function});
    actions();
    events.leave(Ticks{end}, RegionId{function});
  }
  static model::MessageRecord message(std::uint32_t peer, std::uint64_t request) {
    return {CommRank{peer}, CommId{4}, 9, 64, RequestId{request}};
  }

  std::vector<model::Region> regions = {
      region("main", model::Paradigm::Compiler), region("MPI_Irecv", model::Paradigm::Mpi),
      region("MPI_Waitall", model::Paradigm::Mpi), region("MPI_Isend", model::Paradigm::Mpi),
      region("step", model::Paradigm::Compiler)};
  model::CallTree paths;
  model::Anomalies left_out;
  RankCommunicators communicators;
  SiteTable sites;
  std::vector<Call> calls;
  CallAssembler assembler{regions,
                          paths,
                          communicators,
                          sites,
                          2'000'000'000,
                          left_out,
                          [this](Call&& call) { calls.push_back(std::move(call)); },
                          3};
  LocationCalls events{regions, paths, left_out,
                       [this](RecordedCall&& call) { assembler.add(call); }};
};

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

// Rank 2 of 5 puts to its right neighbor's part of the window, and asks for what rank 1 has.
TEST_F(Assembled, CallsOnWindowsHaveTheirOperands) {
  using Shape = model::MpiOperands::Shape;
  const auto told = [&](Shape shape, std::uint32_t window, std::int64_t target = -1) {
    model::MpiOperands operands;
    operands.shape = shape;
    operands.object = window;
    operands.comm = CommId{4};
    operands.target = target;
    return operands;
  };
  call(200, 210, 1, [&] {
    model::MpiOperands made = told(Shape::MakeWindow, 7);
    made.size = 160;
    made.unit = 8;
    events.mpi_operands(Ticks{200}, made);
  });
  call(220, 230, 1, [&] {
    model::MpiOperands made = told(Shape::MakeWindow, 8);
    made.comm = CommId{6};
    events.mpi_operands(Ticks{220}, made);
  });
  call(240, 250, 1, [&] {
    model::MpiOperands put = told(Shape::Access, 7, 3);
    put.at = 5;
    put.bytes = 24;
    put.count = 3;
    put.datatype = 1;
    put.reduction = 2;
    events.mpi_operands(Ticks{240}, put);
  });
  call(260, 270, 1, [&] {
    model::MpiOperands get = told(Shape::StartAccess, 7, 1);
    get.received = 8;
    get.request = RequestId{3};
    events.mpi_operands(Ticks{260}, get);
  });
  call(280, 290, 2, [&] {
    events.rma_operation_completed(
        Ticks{290}, {model::RmaCompletion::Kind::NonBlocking, model::WindowId{7}, 3});
  });
  call(300, 310, 1, [&] {
    events.mpi_operands(Ticks{300}, told(Shape::Synchronize, 7, model::MpiOperands::kNone));
  });
  call(320, 330, 1, [&] { events.mpi_operands(Ticks{320}, told(Shape::FreeWindow, 7)); });
  call(340, 350, 1, [&] { events.mpi_operands(Ticks{340}, told(Shape::FreeWindow, 7)); });
  events.finish();
  assembler.finish();

  Action window{.kind = ActionKind::MakeWindow, .size = 160, .unit = 8};
  Action other{.kind = ActionKind::MakeWindow, .comm = 1};
  Action put{.kind = ActionKind::Access,
             .bytes = 24,
             .count = 3,
             .datatype = 1,
             .window = 1,
             .target = 1,
             .at = 5,
             .reduction = 2};
  Action get{.kind = ActionKind::StartAccess, .received = 8, .window = 1, .target = 4};
  Action done{.kind = ActionKind::AccessDone};
  Action nobody{.kind = ActionKind::Synchronize, .window = 1, .target = kNoTarget};
  Action freed{.kind = ActionKind::FreeWindow, .window = 1};
  ASSERT_EQ(calls.size(), 8u);
  const Action expected[] = {window, other, put, get, done, nobody, freed};
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_EQ(calls[i].actions, std::vector<Action>{expected[i]}) << i;
  EXPECT_TRUE(calls[7].actions.empty());
  EXPECT_EQ(
      left_out.sentences(),
      std::vector<std::string>{"calls on windows that were not seen to be made (left out): 1"});
}

// A file is opened, another one is not there; the first is written with a request and closed.
TEST_F(Assembled, CallsOnFilesHaveTheirOperands) {
  using Shape = model::MpiOperands::Shape;
  const auto tell = [&](Shape shape, std::uint32_t file, auto fill) {
    model::MpiOperands operands;
    operands.shape = shape;
    operands.object = file;
    operands.comm = CommId{6};
    fill(operands);
    call(200, 210, 1, [&] { events.mpi_operands(Ticks{200}, operands); });
  };
  const auto nothing = [](model::MpiOperands&) {};
  tell(Shape::OpenFile, 7, [](auto& o) { o.name = 3, o.size = 100, o.mode = kFileRead; });
  tell(Shape::OpenFile, 0, [](auto& o) { o.name = 4, o.mode = kFileRead | kFileFailed; });
  tell(Shape::OpenFile, 8, [](auto& o) { o.name = 4, o.size = 0, o.mode = kFileWrite; });
  tell(Shape::SetFile, 7, [](auto& o) { o.at = 16, o.size = 8, o.unit = 4, o.bytes = 32; });
  tell(Shape::SetFile, 7, nothing);
  tell(Shape::StartTransfer, 7, [](auto& o) { o.at = 5, o.bytes = 24, o.request = RequestId{3}; });
  tell(Shape::EndTransfer, 0, [](auto& o) { o.request = RequestId{3}; });
  tell(Shape::Transfer, 8, [](auto& o) { o.received = 9, o.count = 9, o.datatype = 1; });
  tell(Shape::CloseFile, 8, nothing);
  tell(Shape::CloseFile, 7, nothing);
  tell(Shape::DeleteFile, 0, [](auto& o) { o.name = 3; });
  tell(Shape::CloseFile, 7, nothing);
  events.finish();
  assembler.finish();

  const Action expected[] = {
      {.kind = ActionKind::OpenFile, .comm = 1, .size = 100, .mode = kFileRead, .name = 3},
      {.kind = ActionKind::OpenFile, .comm = 1, .mode = kFileRead | kFileFailed, .name = 4},
      {.kind = ActionKind::OpenFile, .comm = 1, .size = 0, .mode = kFileWrite, .name = 4},
      {.kind = ActionKind::SetFile, .at = 16, .size = 8, .unit = 4, .file = 1, .extent = 32},
      {.kind = ActionKind::SetFile, .file = 1},
      {.kind = ActionKind::StartTransfer, .bytes = 24, .at = 5, .file = 1},
      {.kind = ActionKind::AccessDone},
      {.kind = ActionKind::Transfer, .received = 9, .count = 9, .datatype = 1},
      {.kind = ActionKind::CloseFile},
      {.kind = ActionKind::CloseFile},
      {.kind = ActionKind::DeleteFile, .name = 3}};
  ASSERT_EQ(calls.size(), 12u);
  for (std::size_t i = 0; i < 11; ++i)
    EXPECT_EQ(calls[i].actions, std::vector<Action>{expected[i]}) << i;
  EXPECT_TRUE(calls[11].actions.empty());
  EXPECT_EQ(
      left_out.sentences(),
      std::vector<std::string>{"calls on files that were not seen to be opened (left out): 1"});
}

// An event trace knows neither displacements nor sizes.
TEST_F(Assembled, WindowsOfAnEventTraceHaveNoSizes) {
  model::Definitions definitions;
  definitions.communicators.resize(5);
  for (const std::uint32_t member : {4u, 3u, 2u, 1u, 0u})
    definitions.communicators[4].members.emplace_back(member);
  definitions.windows.push_back({"halo", CommId{4}});
  definitions.groups.push_back({model::Rank{4}, model::Rank{1}});
  regions[1].name = "MPI_Win_post";
  regions[3].name = "MPI_Rput";
  LocationCalls recorded(
      regions, paths, left_out, [this](RecordedCall&& call) { assembler.add(call); }, &definitions);
  const model::WindowId window{0};
  const auto in = [&](std::int64_t begin, std::uint32_t function, auto actions) {
    recorded.enter(Ticks{begin}, RegionId{function});
    actions(Ticks{begin + 1});
    recorded.leave(Ticks{begin + 5}, RegionId{function});
  };
  in(200, 2, [&](Ticks t) {
    recorded.rma_collective_end(t, {model::CollectiveOp::CreateHandle, window});
  });
  in(210, 1, [&](Ticks t) { recorded.rma_group_sync(t, {window, model::GroupId{0}}); });
  in(220, 2, [&](Ticks t) { recorded.rma_group_sync(t, {window, model::GroupId{0}}); });
  in(230, 2, [&](Ticks t) { recorded.rma_lock_requested(t, {window, CommRank{1}, 0, true}); });
  in(240, 3, [&](Ticks t) {
    recorded.rma_operation(t, {model::RmaOperation::Kind::Put, 0, window, CommRank{2}, 16, 0, 5});
  });
  in(250, 2, [&](Ticks t) {
    recorded.rma_operation_completed(t, {model::RmaCompletion::Kind::Remote, window, 5});
    recorded.rma_operation_completed(t, {model::RmaCompletion::Kind::NonBlocking, window, 5});
  });
  in(260, 2, [&](Ticks t) {
    recorded.rma_collective_end(t, {model::CollectiveOp::DestroyHandle, window});
  });
  recorded.finish();
  assembler.finish();

  Action made{.kind = ActionKind::MakeWindow};
  // World ranks 4 and 1 are the ranks 0 and 3 of the communicator.
  Action first{.kind = ActionKind::Synchronize, .target = 3};
  Action second{.kind = ActionKind::Synchronize, .target = 1};
  Action wait{.kind = ActionKind::Synchronize};
  Action lock{.kind = ActionKind::Synchronize, .target = 4, .mode = kModeExclusive};
  Action put{.kind = ActionKind::StartAccess, .bytes = 16, .target = 0};
  Action done{.kind = ActionKind::AccessDone};
  Action freed{.kind = ActionKind::FreeWindow};
  const std::vector<std::vector<Action>> expected = {{made}, {first, second}, {wait}, {lock},
                                                     {put},  {done},          {freed}};
  ASSERT_EQ(calls.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(calls[i].actions, expected[i]) << i;
}

}  // namespace
}  // namespace tarry::compressed
