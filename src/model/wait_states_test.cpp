// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_states.h"

#include <gtest/gtest.h>

#include <set>

namespace tarry::model {
namespace {

TEST(WaitStates, NoneIsPartOfAnother) {
  std::set<MetricId> ids;
  for (const WaitMetric& wait : all_wait_metrics())
    EXPECT_TRUE(ids.insert(wait.id).second) << info(wait.id).id;
  for (const MetricId id : ids)
    for (MetricId above = info(id).parent; above.valid(); above = info(above).parent)
      EXPECT_FALSE(ids.contains(above)) << info(id).id << " is part of " << info(above).id;
}

TEST(WaitStates, NamesBeginWithTheParadigm) {
  for (const WaitMetric& wait : all_wait_metrics()) {
    const std::string_view prefix = wait.paradigm == Paradigm::Mpi      ? "mpi_"
                                    : wait.paradigm == Paradigm::OpenMp ? "omp_"
                                                                        : "pthread_";
    EXPECT_TRUE(info(wait.id).id.starts_with(prefix)) << info(wait.id).id;
  }
}

}  // namespace
}  // namespace tarry::model
