// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/drawn_sizes.h"

#include <gtest/gtest.h>

namespace tarry::replay {
namespace {

using compressed::ElasticPair;
using compressed::Parameter;
using compressed::RankSet;
using compressed::ValueHistogram;

// One event: ranks 0 and 1 share a histogram, ranks 2 and 3 have one each, rank 4 has none.
compressed::Trace trace_with_sizes() {
  compressed::Trace trace;
  trace.ranks = 5;
  trace.sites.resize(2);
  trace.events.resize(2);
  trace.events[1].site = compressed::SiteId{1};
  const RankSet shared = RankSet::of_sorted({0, 1});
  trace.events[1].of(Parameter::Bytes) =
      compressed::Elastic::of_pairs({{ValueHistogram{{{8, 3}, {100, 2}}}, shared},
                                     {ValueHistogram{{{7, 1}, {10, 2}}}, RankSet(2)},
                                     {ValueHistogram{{{5, 4}}}, RankSet(3)},
                                     {compressed::Sequence::of({}), RankSet(4)}});
  return trace;
}

TEST(DrawnSizes, SumsAreThoseOfTheHistograms) {
  const compressed::Trace trace = trace_with_sizes();
  EXPECT_NE(drawn_sizes(trace.events[1], 0), nullptr);
  EXPECT_EQ(drawn_sizes(trace.events[1], 0), drawn_sizes(trace.events[1], 1));
  EXPECT_EQ(drawn_sizes(trace.events[1], 4), nullptr);
  EXPECT_EQ(drawn_sizes(trace.events[0], 0), nullptr);
  DrawnSizes sizes(trace);
  sizes.add(0, {{1, {4, 0}}});
  sizes.add(1, {{1, {1, 0}}});
  sizes.add(3, {{1, {0, 4}}});
  SiteCounts counts(2);
  counts[1].sent = 1000;
  sizes.add_bytes_to(counts);
  EXPECT_EQ(counts[1].sent, 1000u + 3 * 8 + 2 * 100);
  EXPECT_EQ(counts[1].received, 20u);
  EXPECT_EQ(counts[0].sent, 0u);
}

TEST(DrawnSizes, OfTwoKindsOfMessagesEachHasTheMean) {
  const compressed::Trace trace = trace_with_sizes();
  DrawnSizes sizes(trace);
  sizes.add(2, {{1, {2, 1}}});
  SiteCounts counts(2);
  sizes.add_bytes_to(counts);
  EXPECT_EQ(counts[1].sent, 18u);
  EXPECT_EQ(counts[1].received, 9u);
}

}  // namespace
}  // namespace tarry::replay
