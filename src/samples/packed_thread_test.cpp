// SPDX-License-Identifier: BSD-3-Clause
#include "samples/packed_thread.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "samples/sample_format.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

template <class Record>
std::string bytes_of(const std::vector<Record>& records, std::size_t bytes) {
  std::string out(bytes, '\0');
  if (!records.empty()) std::memcpy(out.data(), records.data(), records.size() * sizeof(Record));
  return out;
}

class PackedThreadTest : public testing::Test {
 protected:
  PackedThreadTest() { process.folder = directory.path(); }

  void write(const std::vector<SampleRecord>& records,
             std::uint32_t version = kSampleVersion) const {
    SampleHeader header{};
    std::memcpy(header.magic, kSampleMagic, sizeof header.magic);
    header.version = version;
    header.handler_ns = 300;
    header.lived_ns = 4000;
    const std::vector<PathNode> nodes{{0, 0, 0, 0, PathNodeKind::Root, 0},
                                      {0x100, 0, 4, 0, PathNodeKind::Call, 0},
                                      {0x200, 1, 4, 0, PathNodeKind::Instruction, 0}};
    const std::string text =
        bytes_of(std::vector{header}, kSampleHeaderBytes) + bytes_of(records, kSampleWindowBytes);
    ASSERT_TRUE(base::write_file(files().records, text).ok());
    ASSERT_TRUE(base::write_file(files().paths, bytes_of(nodes, 49152)).ok());
  }
  void pack() const {
    const base::Status packed = pack_thread(process, 0);
    ASSERT_TRUE(packed.ok()) << packed.error().message();
  }
  [[nodiscard]] ThreadFiles files() const { return files_of_thread(process, 0); }
  [[nodiscard]] SampledThread read() const {
    auto thread = read_sampled_thread(process, 0);
    EXPECT_TRUE(thread.ok()) << thread.error().message();
    return std::move(*thread);
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  SampledProcess process;
};

const std::vector<SampleRecord> kRecords{SampleRecord::of(10, 1),
                                         SampleRecord::of(1, SampleRecord::kUpperTime),
                                         SampleRecord::of(20, 2, 1, 5, 3)};

TEST_F(PackedThreadTest, WhatIsReadStaysWhatItWas) {
  write(kRecords);
  const SampledThread before = read();
  pack();
  EXPECT_EQ(fs::file_size(files().records), sizeof(SampleHeader) + 3 * sizeof(SampleRecord));
  EXPECT_LT(fs::file_size(files().paths), 3 * sizeof(PathNode));
  const SampledThread after = read();
  EXPECT_FALSE(after.is_cut);
  EXPECT_EQ(after.nodes.size(), 3u);
  ASSERT_EQ(after.records.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(after.records[i].since_begin_ns, before.records[i].since_begin_ns);
    EXPECT_EQ(after.records[i].node, before.records[i].node);
    EXPECT_EQ(after.records[i].calls, before.records[i].calls);
  }
  EXPECT_EQ(after.header.handler_ns, 300u);
  EXPECT_EQ(after.header.lived_ns, 4000u);
}

TEST_F(PackedThreadTest, PackingAgainChangesNothing) {
  write(std::vector<SampleRecord>(1000, SampleRecord::of(10, 1)));
  pack();
  const auto once = base::read_file(files().records);
  pack();
  EXPECT_EQ(*once, *base::read_file(files().records));
  EXPECT_EQ(read().records.size(), 1000u);
}

TEST_F(PackedThreadTest, ACutFileIsTold) {
  write(kRecords);
  pack();
  fs::resize_file(files().records, fs::file_size(files().records) - 1);
  EXPECT_TRUE(read().is_cut);
  EXPECT_EQ(read().records.size(), 1u);
  fs::resize_file(files().records, sizeof(SampleHeader) - 1);
  EXPECT_FALSE(read_sampled_thread(process, 0).ok());
}

TEST_F(PackedThreadTest, WithoutSamplesTheHeaderIsLeft) {
  write({});
  pack();
  EXPECT_EQ(fs::file_size(files().records), sizeof(SampleHeader));
  EXPECT_TRUE(read().records.empty());
  EXPECT_FALSE(read().is_cut);
}

TEST_F(PackedThreadTest, EarlierVersionsAreReadAndStayAsTheyAre) {
  write(kRecords, kOldestSampleVersion);
  EXPECT_EQ(read().records.size(), 2u);
  pack();
  EXPECT_EQ(fs::file_size(files().records), kSampleHeaderBytes + kSampleWindowBytes);
  EXPECT_EQ(fs::file_size(files().paths), kSampleWindowBytes);
  EXPECT_EQ(read().records.size(), 2u);
  write(kRecords, kSampleVersion + 1);
  EXPECT_FALSE(read_sampled_thread(process, 0).ok());
}

TEST_F(PackedThreadTest, DamagedHeadersAreRefused) {
  write(kRecords);
  pack();
  std::string text = *base::read_file(files().records);
  for (const std::uint32_t begin : {1u, 100'000u}) {
    std::memcpy(text.data() + offsetof(SampleHeader, header_bytes), &begin, sizeof begin);
    ASSERT_TRUE(base::write_file(files().records, text).ok());
    EXPECT_FALSE(read_sampled_thread(process, 0).ok()) << begin;
  }
}

}  // namespace
}  // namespace tarry::samples
