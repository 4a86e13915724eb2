// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/request_table.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace tarry::runtime::mpi {
namespace {

class RequestTableTest : public testing::Test {
 protected:
  ~RequestTableTest() override { table_.release(); }

  std::uint32_t add(std::uint64_t handle, const void* variable) {
    Request request;
    request.handle = handle;
    request.variable = variable;
    request.id = table_.next_id();
    request.kind = RequestKind::Send;
    EXPECT_TRUE(table_.add(request));
    return request.id;
  }

  // Returns the id of the operation that completes; 0 if there is none.
  std::uint32_t complete(std::uint64_t handle, const void* variable) {
    Request request;
    return table_.complete(handle, variable, request) ? request.id : 0;
  }

  RequestTable table_;
  int variables_[2000] = {};
};

TEST_F(RequestTableTest, CompletesOnce) {
  const std::uint32_t id = add(10, &variables_[0]);
  EXPECT_EQ(complete(10, &variables_[0]), id);
  EXPECT_EQ(complete(10, &variables_[0]), 0u);
  EXPECT_EQ(complete(11, &variables_[0]), 0u);
}

TEST_F(RequestTableTest, IdsAreNeverZeroAndNeverTheSame) {
  EXPECT_EQ(table_.next_id(), 1u);
  EXPECT_EQ(table_.next_id(), 2u);
}

TEST_F(RequestTableTest, SharedHandleIsToldApartByVariable) {
  const std::uint32_t first = add(10, &variables_[0]);
  const std::uint32_t second = add(10, &variables_[1]);
  const std::uint32_t third = add(10, &variables_[2]);
  EXPECT_EQ(complete(10, &variables_[1]), second);
  EXPECT_EQ(complete(10, &variables_[2]), third);
  EXPECT_EQ(complete(10, &variables_[0]), first);
}

TEST_F(RequestTableTest, SharedHandleElsewhereIsTheOldest) {
  const std::uint32_t first = add(10, &variables_[0]);
  const std::uint32_t second = add(10, &variables_[1]);
  EXPECT_EQ(complete(10, &variables_[5]), first);
  EXPECT_EQ(complete(10, nullptr), second);
  EXPECT_EQ(complete(10, nullptr), 0u);
}

TEST_F(RequestTableTest, ManyUnderOneHandleAndMany) {
  std::vector<std::uint32_t> shared;
  std::vector<std::uint32_t> own;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    shared.push_back(add(7, &variables_[i]));
    own.push_back(add(1000 + 16 * i, &variables_[1000 + i]));
  }
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(complete(7, &variables_[i]), shared[i]);
  for (std::uint64_t i = 1000; i-- > 0;)
    EXPECT_EQ(complete(1000 + 16 * i, &variables_[1000 + i]), own[i]);
  EXPECT_EQ(complete(7, nullptr), 0u);
}

TEST_F(RequestTableTest, PersistentRequestStaysAndGetsNewIds) {
  Request request;
  request.handle = 20;
  request.variable = &variables_[0];
  request.kind = RequestKind::Receive;
  request.persistent = true;
  request.active = false;
  ASSERT_TRUE(table_.add(request));
  EXPECT_EQ(complete(20, &variables_[0]), 0u);  // inactive
  Request started;
  ASSERT_TRUE(table_.start(20, &variables_[0], true, 7, started));
  EXPECT_EQ(started.id, 1u);
  EXPECT_EQ(complete(20, &variables_[0]), 1u);
  EXPECT_EQ(complete(20, &variables_[0]), 0u);
  ASSERT_TRUE(table_.start(20, &variables_[0], true, 7, started));
  EXPECT_EQ(complete(20, &variables_[0]), 2u);
  ASSERT_TRUE(table_.start(20, &variables_[0], false, 7, started));
  EXPECT_EQ(started.id, 3u);
  EXPECT_FALSE(started.recorded);
  ASSERT_TRUE(table_.forget(20, &variables_[0], started));
  EXPECT_FALSE(table_.forget(20, &variables_[0], started));
  EXPECT_FALSE(table_.start(20, &variables_[0], true, 7, started));
}

TEST_F(RequestTableTest, CancellationIsRememberedUntilCompletion) {
  add(30, &variables_[0]);
  table_.mark_cancelled(30, &variables_[0]);
  Request request;
  ASSERT_TRUE(table_.look(30, &variables_[0], request));
  EXPECT_TRUE(request.cancelled);
  ASSERT_TRUE(table_.complete(30, &variables_[0], request));
  EXPECT_TRUE(request.cancelled);
  EXPECT_FALSE(table_.look(30, &variables_[0], request));
}

TEST_F(RequestTableTest, ThreadsCompleteWhatOthersStarted) {
  table_.shared();
  constexpr std::uint64_t kCount = 500;
  std::vector<std::thread> threads;
  for (std::uint64_t t = 1; t <= 3; ++t)
    threads.emplace_back([this, t] {
      for (std::uint64_t i = 0; i < kCount; ++i) add(t * 10000 + i, nullptr);
    });
  for (std::thread& thread : threads) thread.join();
  threads.clear();
  for (std::uint64_t t = 1; t <= 3; ++t)
    threads.emplace_back([this, t] {
      const std::uint64_t other = t % 3 + 1;
      for (std::uint64_t i = 0; i < kCount; ++i)
        EXPECT_NE(complete(other * 10000 + i, nullptr), 0u);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST_F(RequestTableTest, ReportedOnce) {
  const std::uint32_t id = add(10, &variables_[0]);
  Request request;
  EXPECT_TRUE(table_.report(10, request));
  EXPECT_EQ(request.id, id);
  EXPECT_FALSE(table_.report(10, request));
  EXPECT_TRUE(table_.complete(10, &variables_[0], request));
  EXPECT_TRUE(request.reported);
  EXPECT_FALSE(table_.report(10, request));
}

TEST_F(RequestTableTest, WhichOfSeveralIsMeantIsNotKnown) {
  add(10, &variables_[0]);
  add(10, &variables_[1]);
  Request request;
  EXPECT_FALSE(table_.report(10, request));
}

TEST_F(RequestTableTest, PartitionedSendBeginsWithItsLastPartition) {
  Request request;
  request.handle = 10;
  request.variable = &variables_[0];
  request.kind = RequestKind::Send;
  request.partitions = 4;
  request.persistent = true;
  request.active = false;
  ASSERT_TRUE(table_.add(request));
  EXPECT_FALSE(table_.make_ready(10, 4, true, 5, request)) << "is not started";
  for (const std::uint64_t begin : {20u, 40u}) {
    ASSERT_TRUE(table_.start(10, &variables_[0], true, begin - 10, request));
    EXPECT_FALSE(request.recorded);
    const std::uint32_t id = request.id;
    EXPECT_FALSE(table_.make_ready(10, 3, true, begin - 1, request));
    ASSERT_TRUE(table_.make_ready(10, 1, true, begin, request));
    EXPECT_TRUE(request.recorded);
    EXPECT_EQ(request.begin, begin);
    EXPECT_EQ(request.id, id);
    EXPECT_FALSE(table_.make_ready(10, 1, true, begin + 1, request)) << "has begun before";
    ASSERT_TRUE(table_.complete(10, &variables_[0], request));
    EXPECT_TRUE(request.recorded);
  }
  EXPECT_FALSE(table_.make_ready(11, 4, true, 5, request)) << "is unknown";
}

}  // namespace
}  // namespace tarry::runtime::mpi
