// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_states.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tarry::model {
namespace {

TEST(WaitStates, NoneIsPartOfAnother) {
  std::set<MetricId> ids;
  for (const WaitStateInfo& wait : all_waiting_states())
    EXPECT_TRUE(ids.insert(wait.metric).second) << info(wait.metric).id;
  for (const MetricId id : ids)
    for (MetricId above = info(id).parent; above.valid(); above = info(above).parent)
      EXPECT_FALSE(ids.contains(above)) << info(id).id << " is part of " << info(above).id;
}

TEST(WaitStates, NamesBeginWithTheParadigm) {
  for (const WaitStateInfo& wait : all_waiting_states()) {
    const std::string_view prefix = wait.paradigm == Paradigm::Mpi      ? "mpi_"
                                    : wait.paradigm == Paradigm::OpenMp ? "omp_"
                                                                        : "pthread_";
    EXPECT_TRUE(info(wait.metric).id.starts_with(prefix)) << info(wait.metric).id;
  }
}

TEST(WaitStates, PartsComeAfterWhatTheyArePartsOf) {
  MetricId call;
  for (const WaitStateInfo& state : all_wait_states()) {
    EXPECT_TRUE(
        find_metric(state.costs.empty() ? "delay" : "delay_" + std::string(state.costs)).valid())
        << state.costs;
    EXPECT_EQ(info(state.metric).unit, Unit::Seconds) << info(state.metric).id;
    for (const MetricId count : state.counts)
      EXPECT_TRUE(!count.valid() || info(count).unit == Unit::Occurrences) << info(count).id;
    if (state.is_waiting) call = info(state.metric).parent;
    MetricId above = state.metric;
    while (above.valid() && above != call) above = info(above).parent;
    EXPECT_TRUE(above.valid()) << info(state.metric).id;
  }
}

}  // namespace
}  // namespace tarry::model
