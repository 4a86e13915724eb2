// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/log_writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "trace/eventlog/log_reader.h"

namespace tarry::runtime::core {
namespace {

using trace::eventlog::kUnitBytes;
using trace::eventlog::pack_time;
using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;

constexpr std::uint64_t kWindow = 64u << 10;

class LogWriterTest : public testing::Test {
 protected:
  LogWriterTest() {
    char pattern[] = "/tmp/tarry-log-XXXXXX";
    directory_ = mkdtemp(pattern);
  }
  ~LogWriterTest() override { std::filesystem::remove_all(directory_); }

  int create() {
    LogHeader start{};
    start.thread = 3;
    start.window_bytes = kWindow;
    start.tick_base = 1000;
    return log_.create(directory_.c_str(), start);
  }
  void put(std::uint64_t place, std::uint64_t ticks, std::uint64_t payload) {
    *reinterpret_cast<RecordHead*>(log_.window_begin() + place * kUnitBytes) = {
        pack_time(ticks, RecordKind::FunctionEnter), payload};
  }
  std::vector<std::uint64_t> payloads() const {
    auto reader = trace::eventlog::LogReader::open(file());
    EXPECT_TRUE(reader.ok());
    std::vector<std::uint64_t> found;
    trace::eventlog::LogRecord record;
    while (reader->next(record)) found.push_back(record.payload());
    return found;
  }
  std::string file() const { return directory_ + "/thread-3.log"; }

  std::string directory_;
  LogWriter log_;
};

TEST_F(LogWriterTest, WritesWindowAfterWindow) {
  ASSERT_EQ(create(), 0);
  put(0, 1, 11);
  put(1, 2, 12);
  ASSERT_EQ(log_.next_window(directory_.c_str(), false), 0);
  EXPECT_EQ(log_.header()->windows, 2u);
  put(0, 3, 13);
  EXPECT_EQ(payloads(), (std::vector<std::uint64_t>{11, 12, 13}));  // still being written
  log_.close(directory_.c_str(), log_.window_begin() + kUnitBytes);
  EXPECT_EQ(payloads(), (std::vector<std::uint64_t>{11, 12, 13}));
  EXPECT_EQ(std::filesystem::file_size(file()), 4096 + 2 * kWindow);
}

TEST_F(LogWriterTest, OldWindowCanStayForARecordInFlight) {
  ASSERT_EQ(create(), 0);
  put(0, 1, 11);
  auto* in_flight = reinterpret_cast<RecordHead*>(log_.window_begin() + kUnitBytes);
  ASSERT_EQ(log_.next_window(directory_.c_str(), true), 0);
  put(0, 3, 13);
  *in_flight = {pack_time(2, RecordKind::FunctionEnter), 12};
  EXPECT_EQ(payloads(), (std::vector<std::uint64_t>{11, 12, 13}));
}

TEST_F(LogWriterTest, DoesNotTouchAnExistingFile) {
  ASSERT_EQ(create(), 0);
  put(0, 1, 11);
  LogWriter second;
  LogHeader start{};
  start.thread = 3;
  start.window_bytes = kWindow;
  EXPECT_EQ(second.create(directory_.c_str(), start), EEXIST);
  EXPECT_EQ(second.header(), nullptr);
  EXPECT_EQ(payloads(), (std::vector<std::uint64_t>{11}));
}

TEST_F(LogWriterTest, SaysThatTheDirectoryIsMissing) {
  std::filesystem::remove_all(directory_);
  EXPECT_EQ(create(), ENOENT);
}

}  // namespace
}  // namespace tarry::runtime::core
