// SPDX-License-Identifier: BSD-3-Clause
// Calls on windows and files, as they are assembled from events.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compressed/capture/assembled_fixture.h"
#include "compressed/capture/call_assembler.h"

namespace tarry::compressed {
namespace {

using model::CommId;
using model::CommRank;
using model::RegionId;
using model::RequestId;
using model::Ticks;

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
