// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_states.h"

#include <gtest/gtest.h>

#include <set>

#include "model/metric.h"

namespace tarry::model {
namespace {

TEST(WaitStates, NoneIsPartOfAnother) {
  std::set<std::string_view> ids;
  for (const WaitMetric& wait : all_wait_metrics())
    EXPECT_TRUE(ids.insert(wait.id).second) << wait.id;
  for (const std::string_view id : ids) {
    const MetricId metric = find_metric(id);
    if (!metric.valid()) continue;  // no pattern looks for it yet
    for (std::string_view above = all_metrics()[metric.index()].parent; !above.empty();
         above = all_metrics()[find_metric(above).index()].parent)
      EXPECT_FALSE(ids.contains(above)) << id << " is part of " << above;
  }
}

TEST(WaitStates, NamesBeginWithTheParadigm) {
  for (const WaitMetric& wait : all_wait_metrics()) {
    const std::string_view prefix = wait.paradigm == Paradigm::Mpi      ? "mpi_"
                                    : wait.paradigm == Paradigm::OpenMp ? "omp_"
                                                                        : "pthread_";
    EXPECT_TRUE(wait.id.starts_with(prefix)) << wait.id;
  }
}

}  // namespace
}  // namespace tarry::model
