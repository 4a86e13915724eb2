// SPDX-License-Identifier: BSD-3-Clause
// However the files of an archive are damaged: no crash, no event that was not written, and a
// counted anomaly or an error that says what and where.
#include <algorithm>
#include <random>

#include "base/temporary_directory.h"
#include "trace/otf2/archive_test_support.h"

namespace tarry::trace::otf2::test {
namespace {

using base::ErrorCode;
using model::CommId;
using model::CommRank;
using model::RegionId;

constexpr const char* kLacking = "events that the definitions state and the event files lack";
constexpr const char* kCut =
    "locations whose event file is truncated or damaged (read up to there)";

struct ReadResult {
  std::vector<std::string> lines;
  model::Anomalies anomalies;

  [[nodiscard]] std::uint64_t count(const std::string& anomaly) const {
    const auto found = anomalies.counts().find(anomaly);
    return found == anomalies.counts().end() ? 0 : found->second;
  }
};

ReadResult read_location(model::TraceSource& trace, std::uint32_t location) {
  EventLines events(trace.definitions());
  ReadResult result;
  const auto status = trace.read(model::LocationIndex{location}, events, result.anomalies);
  EXPECT_TRUE(status.ok()) << status.error().message();
  result.lines = std::move(events.lines);
  return result;
}

ReadResult read_location(const fs::path& directory, std::uint32_t location) {
  auto trace = open_archive(directory);
  if (!trace.ok()) {
    ADD_FAILURE() << trace.error().message();
    return {};
  }
  return read_location(**trace, location);
}

void write_events(LocationWriter& to) {
  to.program_begin({1000}, RegionId{});
  for (std::int64_t i = 0; i < 5; ++i) {
    to.enter({2000 + 100 * i}, RegionId{1});
    to.mpi_send({2010 + 100 * i}, {CommRank{1}, CommId{0}, 7, 1024, {}});
    to.collective_end({2020 + 100 * i},
                      {model::CollectiveOp::Bcast, CommId{0}, CommRank{0}, 1, 2, {}});
    const model::CounterValue values[] = {{std::uint64_t{1} << 40 | 7}, {0}};
    to.counters_read({2030 + 100 * i}, model::CounterSetId{0}, values);
    to.leave({2030 + 100 * i}, RegionId{1});
  }
  to.program_end({9000}, RegionId{});
}

constexpr std::uint64_t kEvents = 27;

void write_archive(const fs::path& directory) {
  auto archive = ArchiveWriter::create(directory);
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(2);
  definitions.program = "/bin/app";
  definitions.regions = {region_named("f"), region_named("g")};
  definitions.counters.resize(2);
  definitions.counter_sets = {{{model::CounterId{1}, model::CounterId{0}}, {}}};
  definitions.clock = {1000, 1000, 8000, 0};
  for (model::Location& location : definitions.locations)
    write_location(**archive, location, {{1000, 3}, {9000, 3}}, write_events);
  write_definitions(**archive, definitions);
}

// Reads as much as possible; checks only that it ends and never delivers more than was declared.
void read_everything(const fs::path& directory) {
  auto trace = open_archive(directory);
  if (!trace.ok()) {
    EXPECT_FALSE(trace.error().what.empty());
    return;
  }
  const auto& locations = (*trace)->definitions().locations;
  for (std::uint32_t i = 0; i < locations.size(); ++i)
    EXPECT_LE(read_location(**trace, i).lines.size(), locations[i].event_count);
}

TEST(DamagedArchive, EventFileCutAnywhereGivesTheEventsBefore) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_archive(directory.path());
  const std::vector<std::string> all = read_location(directory.path(), 0).lines;
  ASSERT_EQ(all.size(), kEvents);
  const fs::path file = directory.path() / "traces" / "0.evt";
  const std::string bytes = read_file(file);
  std::size_t longest = 0;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    write_file(file, bytes.substr(0, length));
    const ReadResult cut = read_location(directory.path(), 0);
    ASSERT_LE(cut.lines.size(), all.size()) << length;
    EXPECT_TRUE(std::equal(cut.lines.begin(), cut.lines.end(), all.begin())) << length;
    EXPECT_GE(cut.lines.size(), longest) << length;
    longest = cut.lines.size();
    EXPECT_EQ(cut.count(kLacking), kEvents - cut.lines.size()) << length;
    const bool has_mark_of_end = length + 1 == bytes.size();  // a second mark follows it
    EXPECT_EQ(cut.count(kCut), has_mark_of_end ? 0u : 1u) << length;
  }
  EXPECT_EQ(longest, kEvents);
}

// The library would read on in what the previous chunk left in its buffer.
TEST(DamagedArchive, CutInALaterChunk) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(1);
  definitions.regions = {region_named("f")};
  constexpr std::int64_t kMany = 250'000;
  write_location(**archive, definitions.locations[0], {}, [](LocationWriter& to) {
    for (std::int64_t i = 0; i < kMany; ++i) to.enter({i}, RegionId{0});
  });
  write_definitions(**archive, definitions);
  const fs::path file = directory.path() / "traces" / "0.evt";
  const std::string bytes = read_file(file);
  constexpr std::size_t kChunk = 1 << 20;
  ASSERT_GT(bytes.size(), 2 * kChunk);
  for (const std::size_t length :
       {kChunk - 1, kChunk, kChunk + 1, kChunk + 18, kChunk + 1000, 2 * kChunk, 2 * kChunk + 97}) {
    write_file(file, bytes.substr(0, length));
    const ReadResult cut = read_location(directory.path(), 0);
    ASSERT_FALSE(cut.lines.empty());
    // Each event takes 11 bytes, the rest of a chunk less than 4 events.
    EXPECT_LE(cut.lines.size(), length / 11);
    EXPECT_GE(cut.lines.size() + 3 * 4, length / 11);
    EXPECT_EQ(cut.lines.back(), std::to_string(cut.lines.size() - 1) + " enter f");
    EXPECT_EQ(cut.count(kLacking), kMany - cut.lines.size());
  }
}

TEST(DamagedArchive, EveryFlippedBit) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_archive(directory.path());
  for (const char* name : {"traces.otf2", "traces.def", "traces/0.evt", "traces/0.def"}) {
    SCOPED_TRACE(name);
    const fs::path file = directory.path() / name;
    const std::string bytes = read_file(file);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      std::string flipped = bytes;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
      write_file(file, flipped);
      read_everything(directory.path());
      if (testing::Test::HasFailure()) FAIL() << "bit " << bit;
    }
    write_file(file, bytes);
  }
}

TEST(DamagedArchive, DefinitionsCutAnywhere) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_archive(directory.path());
  for (const char* name : {"traces.otf2", "traces.def", "traces/0.def"}) {
    SCOPED_TRACE(name);
    const fs::path file = directory.path() / name;
    const std::string bytes = read_file(file);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      write_file(file, bytes.substr(0, length));
      read_everything(directory.path());
    }
    write_file(file, bytes);
  }
}

TEST(DamagedArchive, RandomBytes) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_archive(directory.path());
  std::mt19937 random(20240501);
  for (const char* name : {"traces.def", "traces/0.evt", "traces/0.def"}) {
    SCOPED_TRACE(name);
    const fs::path file = directory.path() / name;
    const std::string bytes = read_file(file);
    for (int round = 0; round < 1000; ++round) {
      std::string changed = bytes;
      for (int changes = 0; changes < 4; ++changes)
        changed[18 + random() % (changed.size() - 18)] = static_cast<char>(random() % 256);
      write_file(file, changed);
      read_everything(directory.path());
    }
    write_file(file, bytes);
  }
}

TEST(DamagedArchive, MissingFilesOfALocation) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_archive(directory.path());
  fs::remove(directory.path() / "traces" / "0.evt");
  fs::remove(directory.path() / "traces" / "1.def");
  const ReadResult without_events = read_location(directory.path(), 0);
  EXPECT_TRUE(without_events.lines.empty());
  EXPECT_EQ(without_events.count("locations without an event file"), 1u);
  EXPECT_EQ(without_events.count(kLacking), kEvents);
  const ReadResult without_definitions = read_location(directory.path(), 1);
  EXPECT_EQ(without_definitions.lines.size(), kEvents);
  EXPECT_EQ(without_definitions.count(
                "locations without a local definition file (ids and times taken as global)"),
            1u);
}

void expect_error(const fs::path& path, ErrorCode code, const std::string& what,
                  const fs::path& where) {
  const auto trace = open_archive(path);
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().code, code);
  EXPECT_EQ(trace.error().what, what);
  EXPECT_EQ(trace.error().where, where.string());
  EXPECT_FALSE(trace.error().hint.empty());
}

TEST(DamagedArchive, WhatMakesATraceUnreadableIsAnError) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const fs::path anchor = directory.path() / "traces.otf2";
  const fs::path definitions = directory.path() / "traces.def";
  expect_error(directory.path(), ErrorCode::NotFound, "no OTF2 trace here", anchor);
  expect_error(anchor, ErrorCode::NotFound, "no OTF2 trace here", anchor);
  write_archive(directory.path());
  const std::string definition_bytes = read_file(definitions);
  write_file(definitions, definition_bytes.substr(0, 18));
  expect_error(directory.path(), ErrorCode::BadInput,
               "the trace defines no location that has events", definitions);
  fs::remove(definitions);
  expect_error(directory.path(), ErrorCode::NotFound, "cannot read the trace's definitions",
               definitions);
  constexpr std::size_t kSubstrate = 28;
  constexpr std::size_t kCompression = 29;
  const std::string bytes = read_file(anchor);
  std::string changed = bytes;
  changed[kSubstrate] = 2;
  write_file(anchor, changed);
  expect_error(directory.path(), ErrorCode::Unsupported, "the trace is stored in SIONlib files",
               anchor);
  changed = bytes;
  changed[kCompression] = 2;
  write_file(anchor, changed);
  expect_error(directory.path(), ErrorCode::Unsupported, "the trace's event files are compressed",
               anchor);
  write_file(anchor, "something else");
  expect_error(directory.path(), ErrorCode::BadInput, "not the anchor file of an OTF2 trace",
               anchor);
}

// Reads back an archive with one location whose events come from `write`.
template <class Write>
ReadResult write_and_read(const fs::path& directory, Write write,
                          std::uint64_t declared = ~std::uint64_t{0}) {
  auto archive = ArchiveWriter::create(directory);
  EXPECT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(1);
  definitions.clock = {1'000'000, 1000, 8000, 0};
  definitions.regions = {region_named("f")};
  write_location(**archive, definitions.locations[0], {}, write);
  if (declared != ~std::uint64_t{0}) definitions.locations[0].event_count = declared;
  write_definitions(**archive, definitions);
  return read_location(directory, 0);
}

TEST(DamagedArchive, DeclaredCountBoundsWhatIsRead) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto three = [](LocationWriter& to) {
    for (std::int64_t time : {1, 2, 3}) to.enter({1000 + time}, RegionId{0});
  };
  for (const std::uint64_t declared : {0, 2}) {
    const ReadResult read = write_and_read(directory.path(), three, declared);
    EXPECT_EQ(read.lines.size(), declared);
    EXPECT_EQ(read.count("locations with more events than the definitions state (rest not read)"),
              1u);
  }
  const ReadResult read = write_and_read(directory.path(), three, 5);
  EXPECT_EQ(read.lines.size(), 3u);
  EXPECT_EQ(read.count("locations with fewer events than the definitions state"), 1u);
  EXPECT_EQ(read.count(kLacking), 2u);
}

TEST(DamagedArchive, UndefinedIdsAndImpossibleRanks) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const ReadResult read = write_and_read(directory.path(), [](LocationWriter& to) {
    to.enter({1001}, RegionId{9});
    to.mpi_send({1002}, {CommRank{0}, CommId{5}, 0, 0, {}});
    to.mpi_recv({1003}, {CommRank{1}, CommId{0}, 0, 0, {}});
    to.collective_end({1004}, {model::CollectiveOp::Bcast, CommId{0}, CommRank{1}, 0, 0, {}});
    to.leave({1005}, RegionId{9});
    to.counters_read({1006}, model::CounterSetId{7}, {});
    to.leave({1006}, RegionId{0});
  });
  EXPECT_EQ(read.lines,
            (std::vector<std::string>{"1001 enter (undefined region)",
                                      "1005 leave (undefined region)", "1006 leave f"}));
  EXPECT_EQ(read.count("events of undefined regions (shown as one region)"), 2u);
  EXPECT_EQ(read.count("messages and collectives in undefined communicators (skipped)"), 1u);
  EXPECT_EQ(read.count("messages and collectives with impossible ranks (skipped)"), 2u);
  EXPECT_EQ(read.count("values of undefined counters (skipped)"), 1u);
  EXPECT_EQ(read.count(kLacking), 0u);
}

// Replaces the time stamp `from` in the file of location 0.
void change_time(const fs::path& directory, std::uint64_t from, std::uint64_t to) {
  const auto stamp = [](std::uint64_t time) {
    std::string bytes(1, '\5');
    for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(time >> shift);
    return bytes;
  };
  const fs::path file = directory / "traces" / "0.evt";
  std::string bytes = read_file(file);
  const std::size_t position = bytes.find(stamp(from));
  ASSERT_NE(position, std::string::npos);
  bytes.replace(position, 9, stamp(to));
  write_file(file, bytes);
}

TEST(DamagedArchive, TimesThatCannotBe) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto four = [](LocationWriter& to) {
    for (std::int64_t time : {1000, 3000, 5000, 7000}) to.enter({time}, RegionId{0});
  };
  const auto changed = [&](std::uint64_t from, std::uint64_t to) {
    write_and_read(directory.path(), four);
    change_time(directory.path(), from, to);
    return read_location(directory.path(), 0);
  };
  using Lines = std::vector<std::string>;
  const ReadResult far_future = changed(3000, 3000 | std::uint64_t{1} << 40);
  EXPECT_EQ(far_future.lines,
            (Lines{"1000 enter f", "1000 enter f", "5000 enter f", "7000 enter f"}));
  EXPECT_EQ(far_future.count("time stamps outside of the run (time of the event before used)"), 1u);
  const ReadResult little_back = changed(5000, 2500);
  EXPECT_EQ(little_back.lines,
            (Lines{"1000 enter f", "3000 enter f", "3000 enter f", "7000 enter f"}));
  EXPECT_EQ(
      little_back.count("time stamps earlier than the one before (time of the event before used)"),
      1u);
  const ReadResult far_back = changed(3000, 400'000);
  EXPECT_EQ(far_back.lines, (Lines{"1000 enter f", "400000 enter f"}));
  EXPECT_EQ(far_back.count(kCut), 1u);
  EXPECT_EQ(far_back.count(kLacking), 2u);
}

}  // namespace
}  // namespace tarry::trace::otf2::test
