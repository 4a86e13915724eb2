// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/wait_metric.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

std::string_view of_window_call(const char* name) {
  model::Region region;
  region.name = name;
  region.paradigm = model::Paradigm::Mpi;
  return info(wait_metric(DelayChannel::RmaCollective, model::classify(region))).id;
}

TEST(WaitMetric, CallsOnWindowsInEveryLanguage) {
  EXPECT_EQ(of_window_call("MPI_Win_fence"), "mpi_rma_wait_at_fence");
  EXPECT_EQ(of_window_call("MPI_Win_create_f08"), "mpi_rma_wait_at_create");
  for (const char* name :
       {"MPI_Win_free", "MPI_WIN_FREE", "MPI_Win_Free", "mpi_win_free_", "MPI_Win_free_f08"})
    EXPECT_EQ(of_window_call(name), "mpi_rma_wait_at_free") << name;
}

}  // namespace
}  // namespace tarry::analysis
