// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/log_reader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <utility>

#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::trace::eventlog {
namespace {

class LogReaderTest : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& bytes) {
    const std::filesystem::path path = directory_.path() / "thread-0.log";
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    return path;
  }
  static std::vector<std::uint64_t> times(LogReader& log) {
    std::vector<std::uint64_t> out;
    for (LogRecord record; log.next(record);) out.push_back(record.ticks);
    return out;
  }
  base::TemporaryDirectory directory_ = *base::TemporaryDirectory::make();
};

LogBuilder three_records() {
  LogBuilder log;
  log.simple(1, RecordKind::FunctionEnter, 0xABC);
  log.message(2, RecordKind::MpiSend, 3, 1, 42, 800);
  log.collective(5, RecordKind::CollectiveEnd, 1, 0, 2, 10, 20);
  return log;
}

TEST_F(LogReaderTest, DeliversEveryFieldOfEveryKind) {
  auto log = LogReader::open(file(three_records().bytes()));
  ASSERT_TRUE(log.ok());
  LogRecord record;
  ASSERT_TRUE(log->next(record));
  EXPECT_EQ(record.kind, RecordKind::FunctionEnter);
  EXPECT_EQ(record.ticks, 1001u);
  EXPECT_EQ(record.payload(), 0xABCu);
  ASSERT_TRUE(log->next(record));
  const auto message = record.as<MessageRecord>();
  EXPECT_EQ(message.peer, 3u);
  EXPECT_EQ(message.comm, 1u);
  EXPECT_EQ(message.tag, 42u);
  EXPECT_EQ(message.bytes, 800u);
  ASSERT_TRUE(log->next(record));
  const auto collective = record.as<CollectiveRecord>();
  EXPECT_EQ(collective.root, 2u);
  EXPECT_EQ(collective.bytes_received, 20u);
  EXPECT_FALSE(log->next(record));
  EXPECT_FALSE(log->next(record));
  EXPECT_EQ(log->damaged_windows(), 0u);
  EXPECT_FALSE(log->cut_short());
}

TEST_F(LogReaderTest, ContinuesInTheNextWindow) {
  LogBuilder builder;
  for (std::uint64_t i = 0; i < 600; ++i)
    if (i % 7 == 0)
      builder.collective(i, RecordKind::CollectiveEnd, 1, 0, 2, 10, 20);
    else
      builder.simple(i, RecordKind::RegionEnter, i);
  ASSERT_GT(builder.header.windows, 2u);
  auto log = LogReader::open(file(builder.bytes()));
  ASSERT_TRUE(log.ok());
  const std::vector<std::uint64_t> all = times(*log);
  ASSERT_EQ(all.size(), 600u);
  for (std::uint64_t i = 0; i < 600; ++i) EXPECT_EQ(all[i], 1000 + i);
}

TEST_F(LogReaderTest, RecordThatWasNeverCompletedEndsItsWindowOnly) {
  LogBuilder builder;
  builder.simple(1, RecordKind::RegionEnter);
  builder.message(2, RecordKind::None, 1, 1, 1, 1);  // complete but for its kind
  builder.simple(3, RecordKind::RegionLeave);
  while (builder.header.windows == 1) builder.simple(4, RecordKind::RegionEnter);
  auto log = LogReader::open(file(builder.bytes()));
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(times(*log), (std::vector<std::uint64_t>{1001, 1004}));
  EXPECT_EQ(log->damaged_windows(), 0u);
}

TEST_F(LogReaderTest, UnknownKindEndsItsWindowAndIsCounted) {
  LogBuilder builder;
  builder.simple(1, RecordKind::RegionEnter).simple(2, static_cast<RecordKind>(200));
  builder.simple(3, RecordKind::RegionLeave);
  auto log = LogReader::open(file(builder.bytes()));
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(times(*log), std::vector<std::uint64_t>{1001});
  EXPECT_EQ(log->damaged_windows(), 1u);
}

TEST_F(LogReaderTest, RecordThatReachesOverItsWindowIsDamage) {
  LogBuilder builder;
  for (std::uint64_t i = 0; i < 255; ++i) builder.simple(i, RecordKind::RegionEnter);
  const MessageRecord record{pack_time(999, RecordKind::MpiSend), 0, 0, 0, 0, 0};
  builder.body.append(reinterpret_cast<const char*>(&record), sizeof record);
  builder.header.windows = 2;
  auto log = LogReader::open(file(builder.bytes()));
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(times(*log).size(), 255u);
  EXPECT_GE(log->damaged_windows(), 1u);
}

TEST_F(LogReaderTest, WrongHeadersAreErrors) {
  EXPECT_FALSE(LogReader::open(directory_.path() / "missing").ok());
  EXPECT_FALSE(LogReader::open(file("")).ok());
  EXPECT_FALSE(LogReader::open(file(std::string(kHeaderBytes, 'x'))).ok());
  LogBuilder version = three_records();
  version.header.version = 99;
  EXPECT_FALSE(LogReader::open(file(version.bytes())).ok());
  std::string zero_window = three_records().bytes();
  std::memset(zero_window.data() + offsetof(LogHeader, window_bytes), 0, 8);
  EXPECT_FALSE(LogReader::open(file(zero_window)).ok());
}

TEST_F(LogReaderTest, EveryTruncationReadsWhatIsThere) {
  const std::string whole = three_records().bytes();
  for (std::size_t body = 0; body <= 96; ++body) {
    auto log = LogReader::open(file(whole.substr(0, kHeaderBytes + body)));
    ASSERT_TRUE(log.ok());
    const std::size_t expected = body < 16 ? 0 : body < 48 ? 1 : body < 96 ? 2 : 3;
    EXPECT_EQ(times(*log).size(), expected) << body;
  }
}

TEST_F(LogReaderTest, CutFileIsNoticed) {
  LogBuilder builder = three_records();
  builder.header.windows = 3;
  auto log = LogReader::open(file(builder.bytes().substr(0, kHeaderBytes + 4096)));
  ASSERT_TRUE(log.ok());
  EXPECT_TRUE(log->cut_short());
}

TEST_F(LogReaderTest, RandomContentNeitherCrashesNorHangs) {
  std::mt19937_64 random(42);
  for (int round = 0; round < 200; ++round) {
    std::string bytes = three_records().bytes();
    for (std::size_t i = sizeof(LogHeader); i < bytes.size(); i += 8) {
      const std::uint64_t word = random();
      std::memcpy(bytes.data() + i, &word, 8);
    }
    auto log = LogReader::open(file(bytes));
    ASSERT_TRUE(log.ok());
    EXPECT_LE(times(*log).size(), 256u);
  }
}

}  // namespace
}  // namespace tarry::trace::eventlog
