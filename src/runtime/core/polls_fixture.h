// SPDX-License-Identifier: BSD-3-Clause
// What tests of streaks of polls begin with.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "runtime/core/poll_streak.h"

namespace tarry::runtime::core {

inline constexpr std::uint32_t kRegion = 7;

// A thread whose log is an array, after one recorded poll from 1000 to 1010.
class Polls : public testing::Test {
 protected:
  Polls() {
    process.settings.polls = trace::eventlog::PollChoice::Estimated;
    thread.cursor = reinterpret_cast<std::uint64_t>(log);
    thread.limit = reinterpret_cast<std::uint64_t>(log + 8);
    put(1000, RecordKind::RegionEnter);
    put(1010, RecordKind::RegionLeave);
    begin_streak(thread, {1000}, {1010}, false);
  }
  ~Polls() override { process.settings = {}; }
  void put(std::uint64_t ticks, RecordKind kind) {
    *reinterpret_cast<RecordHead*>(thread.cursor) = {pack_time(ticks, kind), kRegion};
    thread.cursor += sizeof(RecordHead);
  }
  [[nodiscard]] std::uint64_t calls() const {
    return trace::eventlog::calls_of_leave(log[1].payload);
  }
  [[nodiscard]] std::uint64_t ticks() const {
    return trace::eventlog::unpack_ticks(log[1].time_and_kind) - 1000;
  }

  RecordHead log[8] = {};
  ThreadState thread;
};

}  // namespace tarry::runtime::core
