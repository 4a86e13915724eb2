// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::timeline::test {
namespace {

using model::Paradigm;
using model::RegionRole;

model::Region region(const char* name, Paradigm paradigm, RegionRole role) {
  model::Region made;
  made.name = name;
  made.paradigm = paradigm;
  made.role = role;
  return made;
}

std::string_view kind_in_timeline(const model::Region& of) {
  model::Definitions definitions;
  definitions.regions = {of};
  return States(definitions).all().front().kind;
}

TEST(States, BodiesOfLoopsAreComputationAsInReports) {
  const auto openmp = [](const char* name, RegionRole role) {
    return kind_in_timeline(region(name, Paradigm::OpenMp, role));
  };
  EXPECT_EQ(openmp("!$omp for @a.c:5", RegionRole::Loop), "user");
  EXPECT_EQ(openmp("!$omp parallel @a.c:4", RegionRole::Parallel), "user");
  EXPECT_EQ(openmp("!$omp implicit barrier @a.c:9", RegionRole::ImplicitBarrier), "openmp");
  EXPECT_EQ(openmp("!$omp critical @a.c:7", RegionRole::Critical), "openmp");
}

TEST(States, CallsAreOfTheirParadigm) {
  EXPECT_EQ(kind_in_timeline(region("solve", Paradigm::Compiler, RegionRole::Function)), "user");
  EXPECT_EQ(kind_in_timeline(
                region("MEASUREMENT OFF", Paradigm::MeasurementSystem, RegionRole::Artificial)),
            "user");
  EXPECT_EQ(kind_in_timeline(region("MPI_Send", Paradigm::Mpi, RegionRole::PointToPoint)), "mpi");
  EXPECT_EQ(kind_in_timeline(region("MPI_Comm_rank", Paradigm::Mpi, RegionRole::Function)), "mpi");
  EXPECT_EQ(kind_in_timeline(region("pthread_mutex_lock", Paradigm::Pthread, RegionRole::Function)),
            "pthread");
  EXPECT_EQ(kind_in_timeline(region("write", Paradigm::Unknown, RegionRole::FileIo)), "io");
}

// Regions of one name are compared and drawn as one.
TEST(States, TheSameNameIsTheSameState) {
  model::Definitions definitions;
  for (const char* name : {"a", "b", "a"})
    definitions.regions.push_back(region(name, Paradigm::Compiler, RegionRole::Function));
  definitions.regions.push_back(region("a", Paradigm::Mpi, RegionRole::PointToPoint));
  const States states(definitions);
  EXPECT_THAT(std::vector(states.same().begin(), states.same().begin() + 4),
              testing::ElementsAre(0, 1, 0, 3));
}

}  // namespace
}  // namespace tarry::timeline::test
