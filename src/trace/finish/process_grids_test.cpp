// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/process_grids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/finish/global_definitions.h"

namespace tarry::trace::finish {
namespace {

using model::LocationIndex;
using model::Rank;
using model::Topology;
using testing::ElementsAre;
using testing::IsEmpty;

// A run of seven ranks with communicators of these members and grids.
std::vector<ProcessGrid> grids_of(
    const std::vector<std::tuple<std::string, std::string, std::string>>& communicators) {
  eventlog::DefinitionSet set;
  set.size = 7;
  for (const auto& [name, members, grid] : communicators)
    set.communicators[{1, set.communicators.size()}] = {"intra", name, members, "", grid};
  return process_grids(set, communicators_of({}, set));
}

std::vector<std::string> names_of(const std::vector<ProcessGrid>& grids) {
  std::vector<std::string> names;
  for (const ProcessGrid& grid : grids) names.push_back(grid.name);
  return names;
}

TEST(ProcessGrids, HaveTheirRanksRowByRow) {
  const std::vector<ProcessGrid> grids = grids_of({{"", "0-6", ""}, {"plane", "5,0-4", "2p,3"}});
  ASSERT_THAT(names_of(grids), ElementsAre("plane"));
  // Ranks 1 and 3 have two threads; nothing is known of rank 5.
  const std::vector<Topology> topologies = topologies_of(
      grids, {Rank{0}, Rank{1}, Rank{1}, Rank{2}, Rank{3}, Rank{3}, Rank{4}, Rank{6}});
  ASSERT_EQ(topologies.size(), 1u);
  EXPECT_EQ(topologies[0], (Topology{"plane",
                                     {{"", 2, true}, {"", 3, false}},
                                     {LocationIndex{0}, LocationIndex{1}, LocationIndex{3},
                                      LocationIndex{4}, LocationIndex{6}},
                                     {0, 1, 0, 2, 1, 0, 1, 1, 1, 2}}));
}

TEST(ProcessGrids, AreNamedAfterTheirSize) {
  EXPECT_THAT(names_of(grids_of({{"", "0-2", "3"},
                                 {"", "3-5", "3"},
                                 {"", "0-6", "7p,1"},
                                 {"", "0-2", "3"},
                                 {"mine", "0-2", "3"},
                                 {"", "0-2", "3p"}})),
              ElementsAre("7 x 1 ranks", "3 ranks from rank 0", "mine", "3 ranks from rank 3",
                          "3 ranks from rank 0"));
}

TEST(ProcessGrids, AreLeftOutIfTheyMakeNoSense) {
  EXPECT_THAT(grids_of({{"", "0-5", "2"},
                        {"", "0-5", "2,4"},
                        {"", "0-5", "2,x"},
                        {"", "0-5", "2,3,"},
                        {"", "0-5", "0,6"},
                        {"", "0-5", "65536,65536,65536,65536,6"},
                        {"", "", "6"}}),
              IsEmpty());
  EXPECT_THAT(topologies_of(grids_of({{"", "0-1", "2"}}), {Rank{3}}), IsEmpty());
}

}  // namespace
}  // namespace tarry::trace::finish
