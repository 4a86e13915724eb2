// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/stack_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstddef>

namespace tarry::runtime::unwinding {
namespace {

constexpr std::size_t kPage = 4096;

// Two pages that are no thread's stack.
class UnknownStack : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(pages_, MAP_FAILED);
    first_ = reinterpret_cast<std::uint64_t>(pages_);
    *reinterpret_cast<std::uint64_t*>(first_ + kPage - 8) = 17;
    *reinterpret_cast<std::uint64_t*>(first_ + kPage) = 23;
    memory_.enter(first_ + kPage - 16);
  }
  void TearDown() override { munmap(pages_, 2 * kPage); }

  void* const pages_ =
      mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::uint64_t first_ = 0, value_ = 0;
  StackMemory memory_{stack_of_this_thread(), {}};
};

TEST_F(UnknownStack, IsReadWhereItIs) {
  EXPECT_TRUE(memory_.has_left_thread());
  ASSERT_TRUE(memory_.read(first_ + kPage - 8, value_));
  EXPECT_EQ(value_, 17U);
  ASSERT_TRUE(memory_.read(first_ + kPage, value_));
  EXPECT_EQ(value_, 23U);
  EXPECT_FALSE(memory_.read(first_ + kPage + 1, value_));
  EXPECT_FALSE(memory_.read(first_, value_));  // far below the stack pointer
}

// Another thread may end what is mapped behind the stack at any moment.
TEST_F(UnknownStack, EndsWhereMemoryHasGoneMeanwhile) {
  ASSERT_TRUE(memory_.read(first_ + kPage, value_));
  ASSERT_EQ(munmap(static_cast<std::byte*>(pages_) + kPage, kPage), 0);
  errno = 5;
  EXPECT_FALSE(memory_.read(first_ + kPage, value_));
  EXPECT_EQ(errno, 5);
  EXPECT_TRUE(memory_.read(first_ + kPage - 8, value_));
}

TEST(StackMemory, OfThisThreadIsReadDirectly) {
  const volatile std::uint64_t here = 29;
  const auto address = reinterpret_cast<std::uint64_t>(&here);
  StackMemory memory(stack_of_this_thread(), {});
  memory.enter(address);
  std::uint64_t value = 0;
  ASSERT_TRUE(memory.read(address, value));
  EXPECT_EQ(value, 29U);
  EXPECT_FALSE(memory.has_left_thread());
}

}  // namespace
}  // namespace tarry::runtime::unwinding
