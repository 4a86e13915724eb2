// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tarry::model {
namespace {

TEST(Metric, IdsAreUniqueAndParentsComeFirst) {
  std::set<std::string_view> seen;
  for (const MetricInfo& info : all_metrics()) {
    if (!info.parent.empty()) {
      EXPECT_TRUE(seen.contains(info.parent)) << info.id << " comes before its parent";
      EXPECT_EQ(all_metrics()[find_metric(info.parent).index()].unit, info.unit) << info.id;
    }
    EXPECT_TRUE(seen.insert(info.id).second) << info.id << " is there twice";
    EXPECT_FALSE(info.meaning.empty()) << info.id;
  }
}

TEST(Metric, UnknownIdIsNotFound) {
  EXPECT_FALSE(find_metric("no_such_metric").valid());
  EXPECT_EQ(all_metrics()[metric("mpi_latesender").index()].name, "MPI Late Sender");
}

}  // namespace
}  // namespace tarry::model
