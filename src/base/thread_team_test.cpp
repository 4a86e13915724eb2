// SPDX-License-Identifier: BSD-3-Clause
#include "base/thread_team.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <mutex>
#include <new>
#include <set>
#include <system_error>
#include <utility>

namespace tarry::base {
namespace {

// Starts `most` threads, then throws `refusal`.
template <class Refusal>
StartThread refusing_after(std::size_t most, Refusal refusal) {
  return [most, refusal](std::function<void()> body) mutable {
    if (most == 0) throw refusal;
    --most;
    return start_thread(std::move(body));
  };
}

const std::system_error kNoMore(std::make_error_code(std::errc::resource_unavailable_try_again));

std::set<std::size_t> members_that_work(ThreadTeam& team) {
  std::mutex mutex;
  std::set<std::size_t> members;
  team.run([&](std::size_t member) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(members.insert(member).second);
  });
  return members;
}

TEST(ThreadTeam, EachMemberWorksOnce) {
  ThreadTeam team(4);
  EXPECT_EQ(team.size(), 4u);
  EXPECT_EQ(members_that_work(team), (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST(ThreadTeam, TheFirstMemberIsTheCallingThread) {
  ThreadTeam team(3);
  std::thread::id first;
  team.run([&](std::size_t member) {
    if (member == 0) first = std::this_thread::get_id();
  });
  EXPECT_EQ(first, std::this_thread::get_id());
}

// Limits the size of this process' address space.
class AddressSpace {
 public:
  explicit AddressSpace(rlim_t most) {
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{most, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  ~AddressSpace() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST(ThreadTeam, GoesOnWithThoseItHasIfAThreadIsRefused) {
  const AddressSpace space(RLIM_INFINITY);
  ThreadTeam team(64, refusing_after(3, kNoMore));
  EXPECT_EQ(team.size(), 4u);
  EXPECT_EQ(members_that_work(team), (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST(ThreadTeam, TheCallingThreadStaysIfAllAreRefused) {
  ThreadTeam team(64, refusing_after(0, kNoMore));
  EXPECT_EQ(members_that_work(team), std::set<std::size_t>{0});
}

TEST(ThreadTeam, OnlyTheCallingThreadStaysWhereMemoryIsShort) {
  ThreadTeam without_memory(64, refusing_after(3, std::bad_alloc()));
  EXPECT_EQ(members_that_work(without_memory), std::set<std::size_t>{0});
  const AddressSpace space(rlim_t{1} << 50);
  ThreadTeam limited(64, refusing_after(3, kNoMore));
  EXPECT_EQ(members_that_work(limited), std::set<std::size_t>{0});
}

TEST(ThreadTeam, EndsWithoutHavingWorked) {
  const ThreadTeam team(4);
  EXPECT_EQ(team.size(), 4u);
}

TEST(ThreadTeam, HasAtLeastTheCallingThread) {
  EXPECT_EQ(ThreadTeam(0).size(), 1u);
  EXPECT_EQ(threads_or_cores(3), 3u);
  EXPECT_GE(threads_or_cores(0), 1u);
}

}  // namespace
}  // namespace tarry::base
