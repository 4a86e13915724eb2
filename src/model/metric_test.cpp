// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric.h"

#include <gtest/gtest.h>

#include <string>

namespace tarry::model {
namespace {

TEST(Metric, IdsAreUniqueAndParentsComeFirst) {
  for (MetricId id{0}; id != metric_end(); ++id.value) {
    const MetricInfo& known = info(id);
    if (known.parent.valid()) {
      EXPECT_LT(known.parent, id) << known.id << " comes before its parent";
      EXPECT_EQ(info(known.parent).unit, known.unit) << known.id;
    }
    EXPECT_EQ(find_metric(known.id), id) << known.id << " is there twice";
    EXPECT_FALSE(known.meaning.empty()) << known.id;
  }
}

TEST(Metric, UnknownIdIsNotFound) {
  EXPECT_FALSE(find_metric("no_such_metric").valid());
  EXPECT_EQ(info(metric::mpi_latesender).name, "MPI Late Sender");
}

TEST(Metric, BothCostModelsHaveTheSameMetrics) {
  EXPECT_EQ(info(metric::delay).id, "delay");
  EXPECT_EQ(waits_first(metric::delay), find_metric("delay__waitfirst"));
  for (MetricId id = metric::delay; id != metric::critical_path; ++id.value) {
    const MetricInfo& first = info(id);
    const MetricInfo& second = info(waits_first(id));
    EXPECT_EQ(second.id, std::string(first.id) + "__waitfirst");
    EXPECT_EQ(second.parent, first.parent.valid() ? waits_first(first.parent) : MetricId{});
  }
  EXPECT_EQ(waits_first(metric::critical_path), metric_end());
}

}  // namespace
}  // namespace tarry::model
