// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/fold_list.h"

#include <gtest/gtest.h>

#include <string>

namespace tarry::compressed {
namespace {

void append(FoldList& list, const std::string& letters) {
  for (const char letter : letters) {
    Call call;
    call.site = SiteId{static_cast<std::uint32_t>(letter - 'A')};
    list.append(call, {});
  }
}

std::string letters(const FoldList& list) {
  std::string out;
  for (const FoldEvent* event : list.all()) out += static_cast<char>('A' + event->site.value);
  return out;
}

// Returns the positions of the events of one site, the newest first.
std::string positions(const FoldEvent* event) {
  std::string out;
  for (; event != nullptr; event = event->previous_same)
    out += (out.empty() ? "" : " ") + std::to_string(event->position);
  return out;
}

TEST(FoldList, ComparesSites) {
  FoldList list(VectorForm::Folded);
  append(list, "ABCABCABD");
  EXPECT_TRUE(list.are_same(*list[0], *list[3], 3));
  EXPECT_TRUE(list.are_same(*list[1], *list[4], 4));
  EXPECT_FALSE(list.are_same(*list[3], *list[6], 3));
  EXPECT_FALSE(list.are_same(*list[0], *list[1], 1));
}

TEST(FoldList, ClosesManyGapsAtOnce) {
  FoldList list(VectorForm::Folded);
  append(list, "XABABYABABZ");
  list.drop(8, 10);
  list.drop(3, 5);
  list.close_gaps(3);
  EXPECT_EQ(letters(list), "XABYABZ");
  EXPECT_EQ(positions(list[4]), "4 1");
  EXPECT_TRUE(list.are_same(*list[1], *list[4], 2));
  list.drop(1, 2);
  list.close_gaps(1, 4);
  EXPECT_EQ(list[2]->position, 2u);
  EXPECT_EQ(list[3], nullptr);
}

// B has moved past C, and the second A and C were united with the first ones.
TEST(FoldList, ReplacesTwoIterationsByOne) {
  FoldList list(VectorForm::Folded);
  append(list, "BABCACB");
  MergedIteration merged;
  merged.events = {list[1], list[3], list[2]};
  merged.unused = {list[4], list[5]};
  list.replace(1, 6, merged);
  list.close_gaps(4);
  EXPECT_EQ(letters(list), "BACBB");
  EXPECT_EQ(positions(list[4]), "4 3 0");
  EXPECT_EQ(positions(list[2]), "2");
  EXPECT_EQ(list[3]->next_same, list[4]);
  EXPECT_EQ(list[1]->next_same, nullptr);
}

}  // namespace
}  // namespace tarry::compressed
