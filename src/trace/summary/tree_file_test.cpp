// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/tree_file.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/temporary_directory.h"
#include "trace/summary/made_up_trees.h"

namespace tarry::trace::summary {
namespace {

using trace::eventlog::LogBuilder;
using trace::eventlog::ProcessDefinitions;
using trace::eventlog::RecordKind;

LogBuilder log_of_some_calls(std::uint32_t thread = 0) {
  LogBuilder log(thread);
  log.simple(0, RecordKind::ProgramBegin)
      .simple(1, RecordKind::FunctionEnter, 1)
      .simple(2, RecordKind::FunctionEnter, 2)
      .message(3, RecordKind::MpiSend, 1, 0, 0, 80)
      .simple(4, RecordKind::FunctionLeave, 2)
      .simple(5, RecordKind::ThreadFork, 2)
      .simple(6, RecordKind::TeamBegin, 1)
      .simple(7, RecordKind::RegionEnter, 0)
      .simple(8, RecordKind::RegionLeave, 0)
      .simple(9, RecordKind::TeamEnd, 1)
      .simple(10, RecordKind::ThreadJoin, trace::eventlog::fork_and_team(1, 1))
      .simple(11, RecordKind::FunctionEnter, 3);
  return log;
}

std::uint64_t visits(const LoadedTree& tree, std::uint64_t function) {
  std::uint64_t out = 0;
  for (const Node& node : tree.cells)
    if (node.kind == NodeKind::Function && node.key == function) out += node.visits;
  return out;
}

constexpr std::size_t kRoom = 32 * kCellBytes;

// Returns a tree with open regions, without its log, as bytes, with room as the runtime leaves it.
std::string bytes_of_a_tree() {
  TreeState state{};
  std::vector<Node> cells(32);
  Tree tree{&state, cells.data(), static_cast<std::uint32_t>(cells.size()), nullptr};
  begin_tree(tree, 0, {100, 1000});
  const LogBuilder log = log_of_some_calls();
  const auto* at = reinterpret_cast<const unsigned char*>(log.body.data());
  EXPECT_EQ(fold_records(tree, at, at + log.body.size()), at + log.body.size());
  return tree_bytes(state, cells.data()) + std::string(kRoom, '\0');
}

// Whatever such a file contains, the result is an error or a tree that can be summarized.
void read_without_a_crash(const std::filesystem::path& path, bool must_fail) {
  const auto loaded = load_tree(path, CounterTable());
  if (loaded.ok()) {
    EXPECT_FALSE(must_fail);
    const ProcessSummary summary = summarise_process({*loaded}, ProcessDefinitions{});
    EXPECT_EQ(summary.cells.size(), summary.tree.paths.size());
  } else {
    EXPECT_EQ(loaded.error().code, base::ErrorCode::BadInput);
    EXPECT_EQ(loaded.error().where, path.string());
    EXPECT_FALSE(loaded.error().what.empty());
  }
}

TEST(TreeFile, WhatTheLogHoldsBehindTheTreeIsFolded) {
  const LoadedTree tree = tree_of(log_of_some_calls());
  EXPECT_EQ(visits(tree, 1), 1u);
  EXPECT_EQ(visits(tree, 2), 1u);
  EXPECT_EQ(visits(tree, 3), 1u);
  EXPECT_EQ(tree.state.frame_count, 0u);  // everything is closed
}

// The rest may have any length: it is read in parts.
TEST(TreeFile, ALongRestOfALogIsFoldedAsAWhole) {
  LogBuilder log(0, std::uint64_t{4} << 20);
  constexpr std::uint64_t kCalls = 40'000;
  for (std::uint64_t i = 0; i < kCalls; ++i)
    log.simple(3 * i, RecordKind::FunctionEnter, 1)
        .message(3 * i + 1, RecordKind::MpiSend, 1, 0, 0, 8)
        .simple(3 * i + 2, RecordKind::FunctionLeave, 1);
  const LoadedTree tree = tree_of(log);
  EXPECT_EQ(visits(tree, 1), kCalls);
  EXPECT_EQ(tree.state.odd[static_cast<std::size_t>(Odd::Damaged)], 0u);
}

TEST(TreeFile, WithoutItsLogATreeIsWhatWasFolded) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto path = directory.path() / "thread-0.tree";
  ASSERT_TRUE(base::write_file(path.string(), bytes_of_a_tree()).ok());
  const auto tree = load_tree(path, CounterTable());
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(visits(*tree, 2), 1u);
}

TEST(TreeFile, CutOffAnywhere) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto path = directory.path() / "thread-0.tree";
  const std::string whole = bytes_of_a_tree();
  ASSERT_TRUE(base::write_file(path.string(), whole).ok());
  const std::size_t used = whole.size() - kRoom;
  for (std::size_t size = whole.size(); size-- > 0;) {
    if ((size < kStateBytes || size > used) && size % 97 != 0 && size > 200) continue;  // alike
    std::filesystem::resize_file(path, size);
    read_without_a_crash(path, size < used);
  }
}

// Flips every byte of the cells and of the begin of the state, and some bytes of the rest.
TEST(TreeFile, FlippedBytes) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto path = directory.path() / "thread-0.tree";
  const std::string whole = bytes_of_a_tree();
  ASSERT_TRUE(base::write_file(path.string(), whole).ok());
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  const auto put_byte = [&](std::size_t at, char byte) {
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte).flush();
  };
  const std::size_t used = whole.size() - kRoom;
  for (std::size_t at = 0; at < used; ++at) {
    if (at >= 512 && at < kStateBytes && at % 31 != 0) continue;
    for (const unsigned flip : {0xffu, 1u << at % 8}) {
      put_byte(at, static_cast<char>(whole[at] ^ static_cast<char>(flip)));
      read_without_a_crash(path, at < sizeof kTreeMagic);
    }
    put_byte(at, whole[at]);
  }
}

// References to cells for which the file has room, but which are not used.
TEST(TreeFile, ReferencesToUnusedCells) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto path = directory.path() / "thread-0.tree";
  const std::string whole = bytes_of_a_tree();
  TreeState state{};
  std::memcpy(&state, whole.data(), sizeof state);
  ASSERT_GT(state.frame_count, 0u);
  for (NodeNumber* number : {&state.base, &state.charged, &state.frames[0].node}) {
    const NodeNumber before = std::exchange(*number, state.cells + 1);
    std::string damaged = whole;
    std::memcpy(damaged.data(), &state, sizeof state);
    ASSERT_TRUE(base::write_file(path.string(), damaged).ok());
    read_without_a_crash(path, true);
    *number = before;
  }
}

// The statements of the tree and the log about each other decide how the rest of the log is read.
TEST(TreeFile, DamagedLogsBesideATree) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const LogBuilder log = log_of_some_calls();
  const auto path = write_tree(log, directory.path());
  const std::string whole = log.bytes();
  const std::size_t end = trace::eventlog::kHeaderBytes + log.body.size();
  for (std::size_t at = 0; at < end; ++at) {
    if (at >= sizeof(trace::eventlog::LogHeader) && at < trace::eventlog::kHeaderBytes) continue;
    std::string damaged = whole;
    damaged[at] = static_cast<char>(~damaged[at]);
    if (at % 3 == 0) damaged.resize(at);
    ASSERT_TRUE(base::write_file((directory.path() / "thread-0.log").string(), damaged).ok());
    read_without_a_crash(path, false);
  }
}

TEST(TreeFile, OfAProcessWhatCannotBeReadIsCounted) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_tree(log_of_some_calls(0), directory.path());
  const auto second = write_tree(log_of_some_calls(1), directory.path());
  ASSERT_TRUE(base::write_file(second.string(), "TARRYTRE").ok());
  model::Anomalies anomalies;
  const auto trees = load_trees(directory.path(), CounterTable(), anomalies);
  ASSERT_TRUE(trees.ok());
  EXPECT_EQ(trees->size(), 1u);
  EXPECT_EQ(anomalies.sentences(),
            std::vector<std::string>{"call trees of threads that could not be read (left out): 1"});
}

}  // namespace
}  // namespace tarry::trace::summary
