// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/compaction.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "trace/eventlog/log_format.h"

namespace tarry::runtime::core {
namespace {

using trace::eventlog::kUnitBytes;
using trace::eventlog::MessageRecord;
using trace::eventlog::pack_time;
using trace::eventlog::RecordHead;
using trace::eventlog::RecordKind;
using trace::eventlog::unpack_kind;

class Compaction : public testing::Test {
 protected:
  Compaction() {
    char name[] = "/tmp/compaction-XXXXXX";
    directory = mkdtemp(name);
    trace::eventlog::LogHeader header{};
    header.window_bytes = 4096;
    EXPECT_EQ(thread.log.create(directory.c_str(), header), 0);
    thread.cursor = thread.log.window_begin();
  }
  ~Compaction() override {
    thread.log.close(directory.c_str(), thread.cursor);
    unlink((directory + "/thread-0.log").c_str());
    rmdir(directory.c_str());
  }

  void put(RecordKind kind, std::uint64_t payload) {
    *reinterpret_cast<RecordHead*>(thread.cursor) = {pack_time(++time, kind), payload};
    thread.cursor += kUnitBytes;
  }
  void put_message(std::uint32_t tag, std::uint64_t bytes) {
    auto& record = *reinterpret_cast<MessageRecord*>(thread.cursor);
    record = {pack_time(++time, RecordKind::MpiSend), 1, 0, tag, 0, bytes};
    thread.cursor += sizeof record;
  }
  std::vector<std::pair<RecordKind, std::uint64_t>> kept() const {
    std::vector<std::pair<RecordKind, std::uint64_t>> out;
    for (std::uint64_t at = thread.log.window_begin(); at < thread.cursor;) {
      const auto& head = *reinterpret_cast<const RecordHead*>(at);
      const RecordKind kind = unpack_kind(head.time_and_kind);
      out.emplace_back(kind, kind == RecordKind::MpiSend ? 0 : head.payload);
      at += trace::eventlog::record_units(kind, head.payload) * kUnitBytes;
    }
    return out;
  }

  std::string directory;
  ThreadState thread;
  std::uint64_t time = 0;
};

using Kept = std::vector<std::pair<RecordKind, std::uint64_t>>;

TEST_F(Compaction, FunctionsWithoutCallsOfMpiGo) {
  put(RecordKind::FunctionEnter, 10);
  put(RecordKind::FunctionEnter, 11);
  put(RecordKind::FunctionEnter, 12);
  put(RecordKind::TeamBegin, 1);
  put(RecordKind::RegionEnter, 7);  // not a function of MPI
  put(RecordKind::RegionLeave, 7);
  put(RecordKind::TeamEnd, 1);
  put(RecordKind::FunctionLeave, 12);
  put(RecordKind::FunctionLeave, 11);
  put(RecordKind::FunctionEnter, 13);
  put_message(1, 14);  // looks like the enter of 14 if lengths are ignored
  put(RecordKind::FunctionLeave, 14);
  put(RecordKind::FunctionLeave, 13);
  put(RecordKind::FunctionLeave, 10);
  EXPECT_TRUE(compact(thread));
  EXPECT_EQ(kept(), (Kept{{RecordKind::FunctionEnter, 10},
                          {RecordKind::FunctionEnter, 13},
                          {RecordKind::MpiSend, 0},
                          {RecordKind::FunctionLeave, 14},
                          {RecordKind::FunctionLeave, 13},
                          {RecordKind::FunctionLeave, 10}}));
  EXPECT_EQ(reinterpret_cast<const RecordHead*>(thread.cursor)->time_and_kind, 0u);
}

TEST_F(Compaction, StatisticsOfCallsStay) {
  put(RecordKind::FunctionEnter, 10);
  put(RecordKind::Statistic, 10);
  put(RecordKind::FunctionLeave, 10);
  EXPECT_TRUE(compact(thread));
  EXPECT_EQ(kept(), (Kept{{RecordKind::FunctionEnter, 10},
                          {RecordKind::Statistic, 10},
                          {RecordKind::FunctionLeave, 10}}));
}

TEST_F(Compaction, AWindowOfEntersHasNoRoomToGive) {
  for (int i = 0; i < 4096 / 16; ++i) put(RecordKind::FunctionEnter, 10);
  EXPECT_FALSE(compact(thread));
  EXPECT_EQ(kept().size(), 4096u / 16);
}

TEST_F(Compaction, ARecordThatIsBeingWrittenStaysWhereItIs) {
  put(RecordKind::FunctionEnter, 10);
  put(RecordKind::FunctionLeave, 10);
  thread.writing = 1;
  EXPECT_FALSE(compact(thread));
  EXPECT_EQ(kept().size(), 2u);
}

}  // namespace
}  // namespace tarry::runtime::core
