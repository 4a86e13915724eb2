// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/path_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/temporary_directory.h"
#include "runtime/sampling/record_file.h"

namespace tarry::runtime::sampling {
namespace {

class SampleFileTest : public testing::Test {
 protected:
  // Replaces the file as `tarry record` does.
  void replace() const {
    const std::string other = file + ".other";
    std::ofstream(other) << "packed";
    std::filesystem::rename(other, file);
  }
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  std::string file = directory.path() / "samples";
};

PathNode call(std::uint64_t address) {
  PathNode node{};
  node.address = address;
  node.kind = PathNodeKind::Call;
  return node;
}

using PathTreeTest = SampleFileTest;

TEST_F(PathTreeTest, EachPathOnceUpToTheMost) {
  constexpr std::uint32_t kMost = 5000;
  PathTree tree;
  ASSERT_EQ(tree.create(file.c_str(), kMost), 0);
  const std::uint32_t first = tree.child(0, call(1));
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(tree.child(first, call(1)), 2u);
  EXPECT_EQ(tree.child(0, call(1)), first);
  PathNode other = call(1);
  other.module = 3;
  EXPECT_EQ(tree.child(0, other), 3u);
  for (std::uint32_t made = 4; made < kMost; ++made)
    ASSERT_EQ(tree.child(made - 1, call(made)), made);
  EXPECT_EQ(tree.child(0, call(99)), 0u) << "there is no room";
  EXPECT_EQ(tree.child(0, call(1)), first);
  tree.close();
  EXPECT_EQ(std::filesystem::file_size(file), kMost * sizeof(PathNode));
}

TEST_F(PathTreeTest, DoesNotGrowIntoAFileThatHasTakenItsPlace) {
  PathTree tree;
  ASSERT_EQ(tree.create(file.c_str(), 5000), 0);
  replace();
  std::uint32_t made = 0;
  while (tree.child(0, call(made)) != 0) ++made;
  EXPECT_LT(made, 4999u) << "stores beyond the end of a file end a program";
  EXPECT_EQ(std::filesystem::file_size(file), 6u);
  tree.close();
}

TEST_F(PathTreeTest, NoFileIsAnError) {
  PathTree tree;
  EXPECT_EQ(tree.create("/no/such/folder/file", 5000), ENOENT);
}

using RecordFileTest = SampleFileTest;

std::vector<SampleRecord> records_in(const std::filesystem::path& file) {
  std::vector<SampleRecord> out;
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(tarry::samples::kSampleHeaderBytes));
  for (SampleRecord record{}; stream.read(reinterpret_cast<char*>(&record), sizeof record);)
    out.push_back(record);
  return out;
}

TEST_F(RecordFileTest, WindowsFollowEachOtherUntilNoneIsLeft) {
  constexpr std::uint32_t kInWindow = RecordFile::kWindowBytes / sizeof(SampleRecord);
  std::atomic<std::int64_t> bytes_left{2 * RecordFile::kWindowBytes};
  RecordFile records;
  ASSERT_EQ(records.create(file.c_str(), SampleHeader{}, bytes_left), 0);
  for (std::uint32_t i = 0; i < 2 * kInWindow; ++i)
    ASSERT_EQ(records.add(std::uint64_t{i} << 20, i + 1, i, {i, 1}), 0);
  EXPECT_EQ(records.add(0, 1, 1, {}), RecordFile::kNoneLeft);
  records.close();
  const std::vector<SampleRecord> written = records_in(file);
  ASSERT_EQ(written.size(), 2 * kInWindow);
  for (std::uint32_t i = 0; i < 2 * kInWindow; ++i) {
    ASSERT_EQ(written[i].time, i << 16);
    ASSERT_EQ(written[i].node(), i + 1);
    ASSERT_EQ(written[i].common, i);
    ASSERT_EQ(written[i].calls(), std::min(i, SampleRecord::kMany));
    ASSERT_EQ(written[i].synchronisations(), 1u);
  }
}

TEST_F(RecordFileTest, DoesNotGrowIntoAFileThatHasTakenItsPlace) {
  std::atomic<std::int64_t> bytes_left{2 * RecordFile::kWindowBytes};
  RecordFile records;
  ASSERT_EQ(records.create(file.c_str(), SampleHeader{}, bytes_left), 0);
  replace();
  int error = 0;
  for (std::uint64_t time = 0; error == 0; ++time) error = records.add(time, 1, 0, {});
  EXPECT_EQ(error, ENOENT);
  EXPECT_EQ(std::filesystem::file_size(file), 6u);
  records.close();
}

TEST_F(RecordFileTest, UpperHalvesOfTimesHaveRecordsOfTheirOwn) {
  std::atomic<std::int64_t> bytes_left{RecordFile::kWindowBytes};
  RecordFile records;
  ASSERT_EQ(records.create(file.c_str(), SampleHeader{}, bytes_left), 0);
  constexpr std::uint64_t kUpper_ns = SampleRecord::kTimeUnit_ns << 32;
  for (const std::uint64_t time : {std::uint64_t{160}, 3 * kUpper_ns + 320, 3 * kUpper_ns + 480})
    ASSERT_EQ(records.add(time, 1, 0, {}), 0);
  records.close();
  const std::vector<SampleRecord> written = records_in(file);
  ASSERT_GE(written.size(), 5u);
  const auto expect = [&](std::size_t at, std::uint32_t time, std::uint32_t node) {
    EXPECT_EQ(written[at].time, time) << at;
    EXPECT_EQ(written[at].node(), node) << at;
  };
  expect(0, 10, 1);
  expect(1, 3, SampleRecord::kUpperTime);
  expect(2, 20, 1);
  expect(3, 30, 1);
  expect(4, 0, 0);
}

}  // namespace
}  // namespace tarry::runtime::sampling
