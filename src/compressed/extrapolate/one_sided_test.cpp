// SPDX-License-Identifier: BSD-3-Clause
// One-sided communication at sizes that were never recorded: every call on a window is the one that
// the program makes there.
#include <gtest/gtest.h>

#include "compressed/extrapolate/like_program_fixture.h"

namespace tarry::compressed {
namespace {

using like_program::Case;
using like_program::expect_like_program;
using Grids = std::vector<like_program::Sizes>;

class OneSided : public ::testing::TestWithParam<Case> {};

TEST_P(OneSided, MakesEveryCallOfTheProgram) { expect_like_program(GetParam(), 1); }

const Grids kChains{{2}, {3}, {4}, {5}, {6}};
// In a ring of two ranks, both neighbors are one.
const Grids kRings{{3}, {4}, {5}, {6}};
const Grids kMeshes{{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}, {6, 5}};
const Grids kTori{{3, 3}, {4, 3}, {4, 4}, {5, 4}, {6, 5}};

INSTANTIATE_TEST_SUITE_P(Small, OneSided,
                         ::testing::Values(Case{"fence-1d", kChains, {{7}, {8}, {60}}},
                                           Case{"fence-ring", kRings, {{7}, {8}, {60}}},
                                           Case{"fence-2d", kMeshes, {{7, 7}, {6, 10}, {12, 8}}},
                                           Case{"fence-torus", kTori, {{7, 7}, {6, 10}, {12, 8}}},
                                           Case{"groups-1d", kChains, {{7}, {8}, {60}}},
                                           Case{"groups-ring", kRings, {{7}, {8}, {60}}},
                                           Case{"groups-2d", kMeshes, {{7, 7}, {6, 10}, {12, 8}}},
                                           Case{"groups-torus", kTori, {{7, 7}, {6, 10}, {12, 8}}},
                                           Case{"locks-1d", kChains, {{7}, {8}, {60}}},
                                           Case{"locks-ring", kRings, {{7}, {8}, {60}}},
                                           Case{"locks-2d", kMeshes, {{7, 7}, {6, 10}, {12, 8}}},
                                           Case{"locks-torus", kTori, {{7, 7}, {6, 10}, {12, 8}}},
                                           Case{"results", kChains, {{7}, {64}}},
                                           Case{"columns", kTori, {{7, 7}, {6, 10}, {12, 8}}},
                                           Case{"tables", kTori, {{7, 7}, {12, 8}}}));

// 5,040 ranks, each with a point in each dimension.
class OneSidedOnLargeGrids : public ::testing::TestWithParam<Case> {};

TEST_P(OneSidedOnLargeGrids, MakesEveryCallOfTheProgram) { expect_like_program(GetParam(), 997); }

INSTANTIATE_TEST_SUITE_P(Large, OneSidedOnLargeGrids,
                         ::testing::Values(Case{"fence-ring", kRings, {{5'040}}},
                                           Case{"fence-2d", kMeshes, {{252, 240}}},
                                           Case{"groups-2d", kMeshes, {{252, 240}}},
                                           Case{"locks-torus", kTori, {{252, 240}}},
                                           Case{"results", kChains, {{4'096}}},
                                           Case{"tables", kTori, {{90, 90}}}));

}  // namespace
}  // namespace tarry::compressed
