// SPDX-License-Identifier: BSD-3-Clause
#include "model/undecided_waits.h"

#include <gtest/gtest.h>

namespace tarry::model {
namespace {

TEST(UndecidedWaits, ComeBackFromTheAttribute) {
  CubeExperiment experiment;
  EXPECT_EQ(undecided_waits(experiment, "mpi_latesender"), std::nullopt);
  note_undecided("mpi_latesender", {3, 0.1 + 0.2}, experiment);
  note_undecided("mpi_barrier_wait", {1, 1e-9}, experiment);
  EXPECT_EQ(undecided_waits(experiment, "mpi_latesender"), (UndecidedWaits{3, 0.1 + 0.2}));
  EXPECT_EQ(undecided_waits(experiment, "mpi_barrier_wait"), (UndecidedWaits{1, 1e-9}));
  EXPECT_EQ(undecided_waits(experiment, "mpi_wait_nxn"), std::nullopt);
}

TEST(UndecidedWaits, AreNoneInAnAttributeWithoutSense) {
  CubeExperiment experiment;
  for (const char* text :
       {"", "a", "a 1", "a x 1", "a 0 1", "a 1 -1", "a 1 nan", "a 1 1 1", ";;"}) {
    experiment.attributes[kUndecidedWaits] = text;
    EXPECT_EQ(undecided_waits(experiment, "a"), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tarry::model
