// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/definition_set.h"

#include <gtest/gtest.h>

namespace tarry::trace::eventlog {
namespace {

DefinitionSet process_set(std::uint32_t rank) {
  DefinitionSet set;
  set.size = 3;
  set.programs = {"/home/me/a.out"};
  set.functions[{"/home/me/a.out", 0x1000 + rank}];
  set.functions[{"/home/me/a.out", 0x500}];
  set.functions[{"/home/me/a.out", 0x500, "/home/me/a.out", 0x900}];
  set.functions[{"/home/me/a.out", 0x500, "/home/me/a.out", 0x900, true}];
  set.functions[{"/lib/with\ttab.so", 0x10, "/home/me/a.out", 0x910}];
  set.functions[{"/lib/with\ttab.so", 0x10 * rank}];
  set.short_functions[{"/home/me/a.out", 0x500}] = 500;
  set.short_functions[{"/lib/late.so", 0x8 * rank}] = 100 + rank;
  set.regions[{"MPI_Send", "", 0, model::RegionRole::PointToPoint, model::Paradigm::Mpi}];
  if (rank == 1) set.regions[{"a\\b\nc", "a.c", 7, model::RegionRole::Code, model::Paradigm::User}];
  set.communicators[{0, 0}] = {"world", "MPI_COMM_WORLD", rank == 0 ? "0-2" : "", ""};
  set.communicators[{7, 9}] = {"inter", rank == 2 ? "bridge" : "", rank == 1 ? "1" : "",
                               rank == 1 ? "0,2" : ""};
  set.communicators[{7, 10}] = {"intra", "", rank == 1 ? "0-5" : "", "", rank < 2 ? "2p,3" : ""};
  set.communicators[{7, 10}].neighbors[rank] = "0," + std::to_string(3 + rank);
  set.windows[{3, rank % 2}] = {{0, 0}, rank == 2 ? "halo" : ""};
  set.files[{5, 0}] = {{0, 0}, "output"};
  set.files[{5, 1 + rank}] = {{7, 10}, "with\ttab-" + std::to_string(rank)};
  set.groups[{4, rank}] = std::to_string(rank) + ",7";
  set.processes = {{rank, 100 + rank, "host", "host-" + std::to_string(100 + rank)}};
  return set;
}

DefinitionSet merged(DefinitionSet a, const DefinitionSet& b) {
  a.merge(b);
  return a;
}

TEST(DefinitionSet, MergeDoesNotDependOnOrderOrGrouping) {
  const DefinitionSet a = process_set(0);
  const DefinitionSet b = process_set(1);
  const DefinitionSet c = process_set(2);
  const DefinitionSet abc = merged(merged(a, b), c);
  EXPECT_EQ(abc, merged(a, merged(b, c)));
  EXPECT_EQ(abc, merged(merged(c, a), b));
  EXPECT_EQ(merged(a, b), merged(b, a));
  EXPECT_EQ(merged(abc, abc), abc);
}

TEST(DefinitionSet, MergeKeepsWhatOnlyOneProcessKnows) {
  const DefinitionSet all = merged(merged(process_set(2), process_set(1)), process_set(0));
  EXPECT_EQ(all.functions.size(), 10u);
  EXPECT_EQ(all.short_functions.size(), 4u);
  EXPECT_EQ(all.short_functions.at({"/lib/late.so", 0x10}), 102u);
  EXPECT_EQ(all.communicators.at({0, 0}).members, "0-2");
  EXPECT_EQ(all.communicators.at({7, 9}), (CommDefinition{"inter", "bridge", "1", "0,2"}));
  EXPECT_EQ(all.communicators.at({7, 10}),
            (CommDefinition{"intra", "", "0-5", "", "2p,3", {{0, "0,3"}, {1, "0,4"}, {2, "0,5"}}}));
  EXPECT_EQ(all.windows.at({3, 0}), (WindowDefinition{{0, 0}, "halo"}));
  EXPECT_EQ(all.files.size(), 4u);
  EXPECT_EQ(all.files.at({5, 2}), (FileDefinition{{7, 10}, "with\ttab-1"}));
  EXPECT_EQ(all.groups.size(), 3u);
  ASSERT_EQ(all.processes.size(), 3u);
  EXPECT_EQ(all.processes[1].directory, "host-101");
}

TEST(DefinitionSet, ContradictionsDoNotDependOnOrder) {
  DefinitionSet a = process_set(0);
  DefinitionSet b = process_set(0);
  b.programs = {"/home/me/b.out"};
  b.communicators[{0, 0}].members = "0-3";
  EXPECT_EQ(merged(a, b), merged(b, a));
}

TEST(DefinitionSet, SeveralProgramsAreNumbered) {
  DefinitionSet other = process_set(1);
  other.programs = {"/home/me/b.out"};
  const DefinitionSet all = merged(other, process_set(0));
  EXPECT_EQ(all.first_program(), "/home/me/a.out");
  EXPECT_EQ(all.program_number("/home/me/a.out"), 0u);
  EXPECT_EQ(all.program_number("/home/me/b.out"), 1u);
  EXPECT_EQ(all.program_number("/home/me/c.out"), 0u);
  EXPECT_EQ(*DefinitionSet::parse(all.serialize(true)), all);
}

TEST(DefinitionSet, IdsFollowKeysNotArrival) {
  DefinitionSet set = merged(process_set(1), process_set(0));
  set.assign_ids();
  EXPECT_EQ(set.regions.begin()->second, model::RegionId{0});
  EXPECT_EQ(set.functions.at({"/home/me/a.out", 0x500}), model::RegionId{2});
  EXPECT_EQ(set.functions.at({"/home/me/a.out", 0x500, "/home/me/a.out", 0x900}),
            model::RegionId{3});
  EXPECT_EQ(set.functions.at({"/lib/with\ttab.so", 0x10}), model::RegionId{8});
  EXPECT_EQ(set.late_region(), model::RegionId{10});
}

TEST(DefinitionSet, TextRoundTrip) {
  DefinitionSet set = merged(process_set(1), process_set(2));
  const auto before = DefinitionSet::parse(set.serialize(true));
  ASSERT_TRUE(before.ok());
  EXPECT_EQ(*before, set);
  set.assign_ids();
  const auto after = DefinitionSet::parse(set.serialize(true));
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(*after, set);
  EXPECT_EQ(*DefinitionSet::parse(DefinitionSet{}.serialize(true)), DefinitionSet{});
}

TEST(DefinitionSet, WithoutMembersOnlyKeysOfCommunicatorsRemain) {
  const DefinitionSet set = process_set(1);
  const auto brief = DefinitionSet::parse(set.serialize(false));
  ASSERT_TRUE(brief.ok());
  EXPECT_EQ(brief->communicators.size(), 3u);
  EXPECT_EQ(brief->communicators.at({7, 9}), CommDefinition{});
  EXPECT_EQ(brief->groups.at({4, 1}), "");
  EXPECT_EQ(brief->functions, set.functions);
}

TEST(DefinitionSet, EveryTruncationIsRejected) {
  const std::string text = process_set(1).serialize(true);
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(DefinitionSet::parse(text.substr(0, size)).ok()) << size;
}

}  // namespace
}  // namespace tarry::trace::eventlog
