// SPDX-License-Identifier: BSD-3-Clause
// What the writer leaves in the file system. What it writes is tested by reading it back:
// round_trip_test.cpp.
#include "trace/otf2/archive_writer.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace tarry::trace::otf2 {
namespace {

namespace fs = std::filesystem;

fs::path fresh_directory(const std::string& name) {
  const fs::path directory = fs::path(testing::TempDir()) / ("tarry_archive_writer_" + name);
  fs::remove_all(directory);
  return directory;
}

TEST(ArchiveWriter, EventFilesAndDefinitionsComeFromIndependentWriters) {
  const fs::path directory = fresh_directory("independent");
  model::Definitions definitions;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    // As two processes would: each with a writer of its own on the same directory.
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
  fs::remove_all(directory);
}

TEST(ArchiveWriter, UnwritableDirectoryIsAnError) {
  const auto writer = ArchiveWriter::create("/proc/no-such-place");
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error().code, base::ErrorCode::Io);
  EXPECT_EQ(writer.error().where, "/proc/no-such-place/traces");
}

}  // namespace
}  // namespace tarry::trace::otf2
