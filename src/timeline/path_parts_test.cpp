// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/path_parts.h"

#include <gtest/gtest.h>

namespace tarry::timeline {
namespace {

TEST(PathParts, TheLongestAreKeptInTheirOrder) {
  std::vector<PathPart> parts = {{50, 60, 1}, {0, 5, 0}, {5, 30, 2}, {30, 50, 0}};
  std::vector<PathPart> all = parts;
  keep_longest(all, 4);
  EXPECT_EQ(all, (std::vector<PathPart>{{0, 5, 0}, {5, 30, 2}, {30, 50, 0}, {50, 60, 1}}));
  keep_longest(parts, 2);
  EXPECT_EQ(parts, (std::vector<PathPart>{{5, 30, 2}, {30, 50, 0}}));
}

TEST(PathParts, OneLineIsOnThePathAtATime) {
  std::vector<PathPart> parts = {{30, 50, 0}, {0, 20, 1}, {15, 30, 2}, {16, 18, 0}};
  take_turns(parts);
  EXPECT_EQ(parts, (std::vector<PathPart>{{0, 20, 1}, {20, 30, 2}, {30, 50, 0}}));
}

TEST(PathParts, BytesAreReadBackOrRefused) {
  const std::vector<PathPart> parts = {{0, 5, 0}, {5, 1000, 2}, {1000, 1000, 1}};
  const std::string bytes = bytes_of(parts);
  const base::Result<std::vector<PathPart>> read = path_of(bytes, 1000, 3);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, parts);
  EXPECT_FALSE(path_of(bytes, 999, 3).ok());
  EXPECT_FALSE(path_of(bytes, 1000, 2).ok());
  EXPECT_FALSE(path_of(bytes.substr(0, bytes.size() - 1), 1000, 3).ok());
  EXPECT_TRUE(path_of("", 0, 0)->empty());
}

}  // namespace
}  // namespace tarry::timeline
