// SPDX-License-Identifier: BSD-3-Clause
#include "base/for_each.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <new>
#include <string>
#include <system_error>
#include <vector>

namespace tarry::base {
namespace {

Error error_at(std::size_t item) {
  return {ErrorCode::Failed, "item " + std::to_string(item), "", ""};
}

std::thread refuse(const std::function<void()>&) {
  throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
}

TEST(ForEach, DoesEveryItemOnce) {
  for (const unsigned threads : {0u, 1u, 3u, 200u}) {
    std::vector<std::atomic<int>> done(100);
    ASSERT_TRUE(for_each(done.size(), threads, [&](std::size_t item) {
                  ++done[item];
                  return kOk;
                }).ok());
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

TEST(ForEach, WithoutItemsDoesNothing) {
  EXPECT_TRUE(for_each(0, 4, [](std::size_t) -> Status { return error_at(0); }).ok());
}

// No item returns before all have begun, each in a thread of its own.
TEST(ForEach, WorksInAsManyThreadsAsWanted) {
  std::barrier all(4);
  EXPECT_TRUE(for_each(4, 4, [&](std::size_t) {
                all.arrive_and_wait();
                return kOk;
              }).ok());
}

TEST(ForEach, DoesAllInTheCallingThreadIfThreadsAreRefused) {
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::size_t> done;
  EXPECT_TRUE(for_each(
                  3, 64,
                  [&](std::size_t item) {
                    EXPECT_EQ(std::this_thread::get_id(), caller);
                    done.push_back(item);
                    return kOk;
                  },
                  refuse)
                  .ok());
  EXPECT_THAT(done, testing::ElementsAre(0, 1, 2));
}

// The second item fails first: the first one waits for it.
TEST(ForEach, ReturnsTheFirstErrorByOrderOfItems) {
  std::atomic<bool> second_has_failed = false;
  const Status status = for_each(2, 2, [&](std::size_t item) -> Status {
    if (item == 0) {
      second_has_failed.wait(false);
    } else {
      second_has_failed = true;
      second_has_failed.notify_one();
    }
    return error_at(item);
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().what, "item 0");
}

TEST(ForEach, BeginsNoItemAfterOneHasFailed) {
  std::vector<std::size_t> begun;
  const Status status = for_each(10, 1, [&](std::size_t item) -> Status {
    begun.push_back(item);
    return item == 2 ? Status(error_at(item)) : kOk;
  });
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(begun, testing::ElementsAre(0, 1, 2));
}

TEST(ForEach, ExceptionsOfAnyThreadAreErrors) {
  for (const unsigned threads : {1u, 4u}) {
    std::barrier all(threads);
    const Status status = for_each(4, threads, [&](std::size_t) -> Status {
      all.arrive_and_wait();
      throw std::bad_alloc();
    });
    ASSERT_FALSE(status.ok());
    EXPECT_THAT(status.error().message(), testing::StartsWith("not enough memory"));
  }
}

}  // namespace
}  // namespace tarry::base
