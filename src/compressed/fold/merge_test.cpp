// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/merge.h"

#include <gtest/gtest.h>

#include <string>

#include "compressed/fold/folder.h"
#include "compressed/fold/unite_levels.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

// Returns the calls of one rank: a letter per site, the peer given by `peer`.
Trace of_rank(std::uint32_t rank, std::uint32_t ranks, const std::string& letters,
              std::int64_t peer = 1) {
  Folder folder;
  for (const char letter : letters) {
    Call call;
    call.site = SiteId{static_cast<std::uint32_t>(letter - 'A')};
    call.before_ns = 1000;
    Action action;
    action.peer = peer;
    call.actions.push_back(action);
    folder.add(call);
  }
  Trace trace;
  trace.ranks = ranks;
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    trace.sites.push_back({std::string("MPI_") + letter, {}});
  trace.events = folder.finish(rank);
  canonicalise(trace);
  return trace;
}

std::string expanded(const Trace& trace, std::uint32_t rank) {
  std::string out;
  Cursor cursor(trace, rank);
  for (CursorCall call; cursor.next(call);)
    out += trace.sites[trace.events[call.event].site.index()].function.back();
  EXPECT_EQ(cursor.error(), "");
  return out;
}

std::string repeated(const std::string& text, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

// X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel Applications",
// section 5.2.4, figures 5.4 and 5.5: loops of different lengths over the same events. S is Isend,
// R Irecv, W Waitall.
TEST(Merge, LoopsThatDifferShareTheirEvents) {
  const std::string zero = repeated("SR", 5) + "SRW";
  const std::string one = repeated("SRW", 6);
  const Trace merged = merge(of_rank(0, 2, zero), of_rank(1, 2, one));
  EXPECT_EQ(expanded(merged, 0), zero);
  EXPECT_EQ(expanded(merged, 1), one);
  EXPECT_EQ(expanded(merged, 0).size(), 13u);
  EXPECT_EQ(expanded(merged, 1).size(), 18u);
  EXPECT_LE(merged.events.size(), 5u);
}

TEST(Merge, RanksThatAreAlikeAreOne) {
  std::vector<Trace> traces;
  for (std::uint32_t rank = 0; rank < 100; ++rank)
    traces.push_back(of_rank(rank, 100, repeated("XSRW", 50)));
  const Trace merged = merge_all(traces);
  ASSERT_EQ(merged.events.size(), 4u);
  for (const Event& event : merged.events) {
    EXPECT_EQ(event.ranks, RankSet::first(100));
    for (const Elastic& element : event.parameters) EXPECT_LE(element.pairs().size(), 1u);
    for (const EventTimes& t : event.times) EXPECT_EQ(t.ranks, RankSet::first(100));
  }
}

// A grid has nine groups of ranks: four corners, four edges and the inner points.
Trace grid_rank(std::uint32_t rank, std::uint32_t width) {
  const std::uint32_t x = rank % width;
  const std::uint32_t y = rank / width;
  std::string step;
  if (y > 0) step += "N";
  if (x > 0) step += "W";
  if (x + 1 < width) step += "E";
  if (y + 1 < width) step += "S";
  return of_rank(rank, width * width, "A" + repeated(step + "B", 20) + "F");
}

TEST(Merge, AGridHasTheSameEventsWhateverItsSize) {
  std::size_t events = 0;
  for (const std::uint32_t width : {4u, 8u, 16u}) {
    std::vector<Trace> traces;
    for (std::uint32_t rank = 0; rank < width * width; ++rank)
      traces.push_back(grid_rank(rank, width));
    const std::vector<Trace> parts = traces;
    const Trace merged = merge_all(std::move(traces));
    if (events == 0) events = merged.events.size();
    EXPECT_EQ(merged.events.size(), events);
    for (std::uint32_t rank = 0; rank < width * width; ++rank)
      ASSERT_EQ(expanded(merged, rank), expanded(parts[rank], rank)) << rank;
  }
}

// Blocks may be united in any order as long as they are aligned.
TEST(Merge, DoesNotDependOnWhoUnitesTheBlocks) {
  std::vector<Trace> traces;
  for (std::uint32_t rank = 0; rank < 7; ++rank)
    traces.push_back(
        of_rank(rank, 7, "A" + repeated("BC" + std::string(rank % 3, 'D'), 4) + "E", rank));
  const auto pair = [&](std::size_t i) { return merge(traces[i], traces[i + 1]); };
  const Trace upper = merge(pair(4), traces[6]);
  Trace all = merge(merge(pair(0), pair(2)), upper);
  unite_levels(all);
  EXPECT_EQ(all, merge_all(traces));
}

}  // namespace
}  // namespace tarry::compressed
