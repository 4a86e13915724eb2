// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric_description.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/wait_states.h"

namespace tarry::model {
namespace {

TEST(MetricDescription, OfAWaitStateSaysWhatToDo) {
  for (const WaitStateInfo& state : all_wait_states()) {
    const MetricInfo& metric = info(state.metric);
    const std::string text = description_of(metric);
    const bool is_certain = confidence_of(metric.id) == "max";
    EXPECT_TRUE(text.starts_with(std::string(metric.meaning) +
                                 (is_certain ? "\nUsually: " : "\nConfidence: ")))
        << metric.id;
    EXPECT_NE(text.find(".\nWhat to do: "), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), is_certain ? 2 : 3) << text;
    EXPECT_EQ(text.find_first_of("`[#"), std::string::npos) << text;
    EXPECT_EQ(text.back(), '.') << text;
  }
}

TEST(MetricDescription, SaysHowSureAWaitStateIs) {
  EXPECT_EQ(confidence_of("mpi_latesender"), "max");
  EXPECT_EQ(confidence_of("mpi_latereceiver"), "medium");
  EXPECT_EQ(confidence_of("mpi_lrwo_same"), "medium");
  EXPECT_EQ(confidence_of("mpi_alltoallv_overlap"), "low");
  EXPECT_EQ(confidence_of("time"), "max");
  EXPECT_NE(
      description_of(info(metric::mpi_latereceiver)).find("\nConfidence: Medium: a send that "),
      std::string::npos);
}

TEST(MetricDescription, HasNoMarkup) {
  const std::string text = description_of(info(metric::mpi_lswo_same));
  EXPECT_TRUE(text.ends_with(
      "\nWhat to do: Receive what comes first: MPI_ANY_SOURCE, or MPI_Waitany over all requests. "
      "Send in the order in which the receiver needs the data."))
      << text;
}

TEST(MetricDescription, OfOtherMetricsIsTheirMeaning) {
  EXPECT_EQ(description_of(info(metric::mpi_point2point)), "Time in point-to-point calls");
}

}  // namespace
}  // namespace tarry::model
