// SPDX-License-Identifier: BSD-3-Clause
// Tests which files the writer leaves. Their content is tested by reading it back:
// round_trip_test.cpp.
#include "trace/otf2/archive_writer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/temporary_directory.h"

// The OTF2 library leaks these small objects when it cannot write their files, as these tests cause
// it to; nothing else may leak.
extern "C" [[gnu::visibility("default")]] const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:otf2_evt_writer_new\nleak:otf2_def_writer_new\nleak:otf2_global_def_writer_new\n";
}

namespace tarry::trace::otf2 {
namespace {

namespace fs = std::filesystem;

TEST(ArchiveWriter, EventFilesAndDefinitionsComeFromIndependentWriters) {
  const base::TemporaryDirectory temporary = *base::TemporaryDirectory::make();
  const fs::path directory = temporary.path() / "archive";
  model::Definitions definitions;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    // Acts as two processes would: each with a writer of its own on the same directory.
    auto writer = ArchiveWriter::create(directory);
    ASSERT_TRUE(writer.ok()) << writer.error().message();
    auto location = (*writer)->open_location(rank);
    ASSERT_TRUE(location.ok()) << location.error().message();
    (*location)->enter({110}, model::RegionId{0});
    (*location)->leave({120}, model::RegionId{0});
    const auto count = (*location)->finish({});
    ASSERT_TRUE(count.ok()) << count.error().message();
    EXPECT_EQ(*count, 2u);
    ASSERT_TRUE((*writer)->close().ok());
    EXPECT_FALSE(fs::exists(directory / "traces.otf2"));
    model::Location entry;
    entry.trace_id = rank;
    entry.rank = model::Rank{rank};
    definitions.locations.push_back(entry);
  }
  auto writer = ArchiveWriter::create(directory);
  ASSERT_TRUE(writer.ok());
  const auto written = (*writer)->write_definitions(definitions);
  ASSERT_TRUE(written.ok()) << written.error().message();
  ASSERT_TRUE((*writer)->close().ok());
  for (const char* file : {"traces.otf2", "traces.def", "traces/0.evt", "traces/0.def",
                           "traces/1.evt", "traces/1.def"})
    EXPECT_TRUE(fs::exists(directory / file)) << file;
}

// Writes events of the largest kind, with values that take all their bytes.
void write_large_events(LocationWriter& writer, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i)
    writer.nonblocking_collective_complete({static_cast<std::int64_t>((i + 1) << 50)},
                                           {.op = model::CollectiveOp::Allreduce,
                                            .comm = model::CommId{static_cast<std::uint32_t>(i)},
                                            .root = model::CommRank{0xFFFFFF00},
                                            .bytes_sent = ~std::uint64_t{1},
                                            .bytes_received = ~std::uint64_t{1},
                                            .request = model::RequestId{~std::uint64_t{1}}});
}

TEST(ArchiveWriter, FewEventsMayBeAnnounced) {
  for (const std::uint64_t count : {1u, 4000u, 4001u}) {
    const base::TemporaryDirectory temporary = *base::TemporaryDirectory::make();
    const fs::path directory = temporary.path() / "archive";
    auto archive = ArchiveWriter::create(directory);
    ASSERT_TRUE(archive.ok());
    auto location = (*archive)->open_location(0, count);
    ASSERT_TRUE(location.ok());
    write_large_events(**location, count);
    const auto written = (*location)->finish({{.ticks = 5, .offset = -3}});
    ASSERT_TRUE(written.ok()) << written.error().message();
    EXPECT_EQ(*written, count);
    // There are as many bytes as without the limit, for readers that depend on the size of chunks.
    auto again = (*archive)->open_location(1);
    ASSERT_TRUE(again.ok());
    write_large_events(**again, count);
    ASSERT_TRUE((*again)->finish({{.ticks = 5, .offset = -3}}).ok());
    for (const char* suffix : {".evt", ".def"})
      EXPECT_EQ(fs::file_size(directory / "traces" / (std::string("0") + suffix)),
                fs::file_size(directory / "traces" / (std::string("1") + suffix)));
  }
}

TEST(ArchiveWriter, MoreEventsThanAnnouncedAreAnError) {
  for (const std::uint64_t count : {1u, 5000u}) {
    const base::TemporaryDirectory temporary = *base::TemporaryDirectory::make();
    const fs::path directory = temporary.path() / "archive";
    auto archive = ArchiveWriter::create(directory);
    ASSERT_TRUE(archive.ok());
    auto location = (*archive)->open_location(0, count);
    ASSERT_TRUE(location.ok());
    write_large_events(**location, count + 1);
    EXPECT_FALSE((*location)->finish({}).ok());
  }
}

// `block` puts something that cannot be written in the place of a file.
void expect_errors(void (*block)(const fs::path& file)) {
  const base::TemporaryDirectory temporary = *base::TemporaryDirectory::make();
  const fs::path directory = temporary.path() / "archive";
  fs::create_directories(directory / "traces");
  for (const char* file : {"traces/0.evt", "traces/1.def", "traces.def", "traces.otf2"})
    block(directory / file);
  auto writer = ArchiveWriter::create(directory);
  ASSERT_TRUE(writer.ok());
  for (const std::uint64_t id : {0, 1}) {
    auto location = (*writer)->open_location(id);
    ASSERT_TRUE(location.ok());
    (*location)->enter({110}, model::RegionId{1});
    const auto count = (*location)->finish({});
    ASSERT_FALSE(count.ok()) << id;
    EXPECT_EQ(count.error().where, (directory / "traces" / (std::to_string(id) + ".evt")).string());
  }
  const auto written = (*writer)->write_definitions({});
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().where, (directory / "traces.def").string());
  const auto closed = (*writer)->close();
  ASSERT_FALSE(closed.ok());
  EXPECT_EQ(closed.error().where, (directory / "traces.otf2").string());
}

TEST(ArchiveWriter, UnwritableFilesAreErrors) {
  expect_errors([](const fs::path& file) { fs::create_directory(file); });
}

TEST(ArchiveWriter, FullDiskIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  expect_errors([](const fs::path& file) { fs::create_symlink("/dev/full", file); });
}

TEST(ArchiveWriter, ReplacesAnArchive) {
  const base::TemporaryDirectory temporary = *base::TemporaryDirectory::make();
  const fs::path directory = temporary.path() / "archive";
  for (int round = 0; round < 2; ++round) {
    auto writer = ArchiveWriter::create(directory);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->write_definitions({}).ok());
    ASSERT_TRUE((*writer)->close().ok());
  }
}

TEST(ArchiveWriter, UnwritableDirectoryIsAnError) {
  const auto writer = ArchiveWriter::create("/proc/no-such-place");
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error().code, base::ErrorCode::Io);
  EXPECT_EQ(writer.error().where, "/proc/no-such-place/traces");
}

}  // namespace
}  // namespace tarry::trace::otf2
