// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/scratch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "base/temporary_directory.h"

namespace tarry::event_library {
namespace {

constexpr std::size_t kLarge = 9'000'000;  // numbers of 8 bytes, more than what stays in memory

std::vector<std::uint64_t> numbers(std::size_t count) {
  std::vector<std::uint64_t> all(count);
  std::iota(all.begin(), all.end(), 7);
  return all;
}

TEST(Scratch, KeepsWhatIsAppendedInMemoryAndInAFile) {
  auto folder = base::TemporaryDirectory::make();
  ASSERT_TRUE(folder.ok());
  for (const std::size_t count : {std::size_t{0}, std::size_t{1000}, kLarge}) {
    const std::vector<std::uint64_t> expected = numbers(count);
    ScratchTable<std::uint64_t> table(folder->path());
    for (std::size_t done = 0; done < count;) {
      const std::size_t part = std::min<std::size_t>(count - done, done % 1'000'003 + 1);
      ASSERT_TRUE(table.append(std::span(expected).subspan(done, part)).ok());
      done += part;
    }
    EXPECT_EQ(table.size(), count);
    ASSERT_TRUE(table.map().ok());
    ASSERT_TRUE(table.map().ok());
    EXPECT_EQ(table.size(), count);
    EXPECT_TRUE(
        std::equal(table.items().begin(), table.items().end(), expected.begin(), expected.end()));
    if (count > 0) table.items()[count / 2] = 1;  // it may be changed
    const ScratchTable<std::uint64_t> moved = std::move(table);
    EXPECT_EQ(moved.size(), count);
    EXPECT_TRUE(std::filesystem::is_empty(folder->path()));  // the file has no name
  }
}

TEST(Scratch, SaysWhereItCannotWrite) {
  ScratchTable<std::uint64_t> table("/nowhere");
  const base::Status status = table.append(numbers(kLarge));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().where, "/nowhere");
}

}  // namespace
}  // namespace tarry::event_library
