// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/job_clocks.h"

#include <gtest/gtest.h>

#include <string>

#include "trace/finish/clock_model.h"

namespace tarry::trace::finish {
namespace {

using Offsets = std::vector<otf2::ClockOffset>;

class JobClocks : public testing::Test {
 protected:
  // Adds a process behind the others; `place` is that of its job.
  void add(const std::string& host, std::vector<std::uint32_t> place, Offsets offsets) {
    RawProcess process;
    process.identity.rank = static_cast<std::uint32_t>(processes_.size());
    process.identity.host = host;
    const bool is_of_last_job = !processes_.empty() && processes_.back().job == place;
    process.first_rank = is_of_last_job ? processes_.back().first_rank : process.identity.rank;
    process.job = std::move(place);
    process.clock_offsets = std::move(offsets);
    process.clock.begin = {1'000, 0, 1'700'000'000'000'000'000};
    processes_.push_back(std::move(process));
  }
  std::int64_t time(std::size_t process, std::uint64_t ticks) const {
    return corrected(ticks, processes_[process].clock_offsets);
  }
  std::vector<RawProcess> processes_;
};

TEST_F(JobClocks, ProcessesOfOneHostShareItsClock) {
  add("a", {}, {});
  add("b", {}, {{0, 50, 3}, {1000, 60, 4}});
  add("b", {0, 0}, {});
  add("a", {0, 0}, {{500, -52, 3}});  // in its job, b has the reference clock
  EXPECT_EQ(use_clock_of_run(processes_), 0u);
  EXPECT_EQ(time(2, 500), 555);
  EXPECT_EQ(time(3, 500), 500);
}

// Rank 0 of the started job is on a known host, and its other process has been compared with it.
TEST_F(JobClocks, AnOffsetLeadsThroughThatOfTheFirstProcessOfAJob) {
  add("a", {}, {});
  add("b", {}, {{0, 50, 3}});
  add("b", {0, 0}, {{0, 0, 0}});
  add("c", {0, 0}, {{100, 1000, 5}, {200, 1010, 6}});
  EXPECT_EQ(use_clock_of_run(processes_), 0u);
  EXPECT_EQ(time(3, 100), 1150);
  EXPECT_EQ(time(3, 200), 1260);
  EXPECT_EQ(processes_[3].clock_offsets[1].error, 9u);
}

TEST_F(JobClocks, UnknownHostsHaveTheirWallClocks) {
  add("a", {}, {});
  add("c", {0, 0}, {});
  processes_[1].clock.begin = {70'000, 0, 1'700'000'000'000'000'250};
  add("c", {0, 0}, {});
  EXPECT_EQ(use_clock_of_run(processes_), 1u);
  EXPECT_EQ(time(1, 70'000), 1'250);
  EXPECT_EQ(time(2, 70'001), 1'251);
}

TEST_F(JobClocks, OneJobKeepsItsOffsets) {
  add("a", {}, {});
  add("b", {}, {{0, 50, 3}});
  EXPECT_EQ(use_clock_of_run(processes_), 0u);
  EXPECT_EQ(time(0, 7), 7);
  EXPECT_EQ(time(1, 7), 57);
}

}  // namespace
}  // namespace tarry::trace::finish
