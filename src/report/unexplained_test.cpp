// SPDX-License-Identifier: BSD-3-Clause
#include "report/unexplained.h"

#include <gtest/gtest.h>

namespace tarry::report {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::SeverityCube;

// Two ranks are in MPI_Send for 8 and in main for 2 of 10 s each; nothing explains 5 s in each
// call, and for `without_core` of the 8 s a rank had no core.
SeverityCube send_cube(double without_core) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.callpaths.resize(2);
  cube.callpaths[0].region = "main";
  cube.callpaths[1].region = "MPI_Send";
  cube.callpaths[1].parent = CallPathId{0};
  cube.experiment.ranks = 2;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    cube.locations.emplace_back();
    cube.locations.back().rank = model::Rank{rank};
  }
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    cube.set(cube.find("time"), CallPathId{0}, LocationIndex{rank}, 2.0);
    cube.set(cube.find("time"), CallPathId{1}, LocationIndex{rank}, 8.0);
    cube.set(cube.find("mpi_unexplained"), CallPathId{1}, LocationIndex{rank}, 5.0);
    cube.set(cube.find("lost_cores"), CallPathId{1}, LocationIndex{rank}, without_core);
  }
  return cube;
}

TEST(Unexplained, HasNoCauseIfThreadsHadCores) {
  const std::string unknown =
      "The cause of 10.00 s in MPI_Send on all ranks is unknown: wait states and bytes moved do "
      "not "
      "explain it.";
  EXPECT_EQ(unexplained_note(send_cube(0.0)), unknown);
  EXPECT_EQ(unexplained_note(send_cube(3.9)), unknown);
}

TEST(Unexplained, IsTheLackOfCoresIfTheCallHadNoneMostOfItsTime) {
  EXPECT_EQ(
      unexplained_note(send_cube(7.5)),
      "Wait states and bytes moved do not explain 10.00 s in MPI_Send on all ranks. The lack of "
      "cores does: for 15.00 s of the 16.00 s there, the threads had no core.");
}

TEST(Unexplained, IsNotTalkedOfBelowATwentiethOfTheTime) {
  SeverityCube cube = send_cube(0.0);
  for (std::uint32_t rank = 0; rank < 2; ++rank)
    cube.set(cube.find("mpi_unexplained"), CallPathId{1}, LocationIndex{rank}, 0.4);
  EXPECT_EQ(unexplained_note(cube), "");
}

}  // namespace
}  // namespace tarry::report
