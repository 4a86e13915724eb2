// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/request_tracker.h"

#include "analysis/extract/extraction_fixture.h"

namespace tarry::analysis {
namespace {

using model::RequestId;
using RequestTrackerTest = ExtractionFixture;

TEST_F(RequestTrackerTest, ARequestEndsOnceAndAsWhatItWasStartedFor) {
  begin();
  RequestTracker requests(location());
  requests.start(RequestId{5}, RequestKind::Send, 3);
  requests.start(RequestId{6}, RequestKind::Receive, 4);
  EXPECT_EQ(requests.end(RequestId{5}, RequestKind::Send), 3u);
  EXPECT_EQ(requests.end(RequestId{5}, RequestKind::Send), std::nullopt);
  EXPECT_EQ(requests.end(RequestId{6}, RequestKind::Send), std::nullopt);
}

TEST_F(RequestTrackerTest, AnUnknownRequestIsOddInAProcessOfOneThread) {
  begin();
  RequestTracker requests(location());
  EXPECT_FALSE(requests.may_be_of_sibling());
  EXPECT_EQ(anomalies_.counts().size(), 1u);
}

TEST_F(RequestTrackerTest, AnUnknownRequestMayBeOfAnotherThread) {
  begin(2);
  RequestTracker requests(location());
  EXPECT_TRUE(requests.may_be_of_sibling());
  EXPECT_TRUE(anomalies_.counts().empty());
}

TEST_F(RequestTrackerTest, RequestsThatDoNotEndAreKeptWithTheirStart) {
  begin();
  RequestTracker requests(location());
  SendRecord send;
  send.time = Ticks{12};
  records().sends.push_back(send);
  requests.start(RequestId{5}, RequestKind::Send, 0);
  requests.finish();
  ASSERT_EQ(records().open.size(), 1u);
  EXPECT_EQ(records().open[0].request, 5u);
  EXPECT_EQ(records().open[0].time, Ticks{12});
  EXPECT_EQ(records().open[0].kind, RequestKind::Send);
}

}  // namespace
}  // namespace tarry::analysis
