// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/cursor.h"

#include <gtest/gtest.h>

#include <string>

namespace tarry::compressed {
namespace {

using Numbers = std::vector<std::int64_t>;

Elastic values(const Numbers& numbers, const std::vector<std::uint32_t>& ranks = {0}) {
  Sequence sequence;
  for (const std::int64_t number : numbers) sequence.append(number);
  sequence.seal();
  return Elastic(ElasticPair{std::move(sequence), RankSet::of_sorted(ranks)});
}

struct Loop {
  Numbers lengths;
  Numbers trips;
};

// Returns an event with loops that rank 0 calls `calls` times.
Event event(char letter, const std::vector<Loop>& loops, std::int64_t calls) {
  Event out;
  out.site = SiteId{static_cast<std::uint32_t>(letter - 'A')};
  out.ranks = RankSet(0);
  for (const Loop& loop : loops) out.levels.push_back({values(loop.lengths), values(loop.trips)});
  Sequence none;
  none.append(compressed::Run{0, 0, static_cast<std::uint64_t>(calls)});
  none.seal();
  out.of(Parameter::Actions) = Elastic(ElasticPair{none, RankSet(0)});
  return out;
}

struct Read {
  std::string letters;
  std::string error;
};

Read read(std::vector<Event> events, std::uint32_t rank = 0) {
  Trace trace;
  trace.ranks = 2;
  trace.events = std::move(events);
  Read out;
  Cursor cursor(trace, rank);
  for (CursorCall call; cursor.next(call);)
    out.letters += static_cast<char>('A' + trace.events[call.event].site.value);
  out.error = cursor.error();
  return out;
}

// X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel Applications",
// section 5.2.2: E1_(4,2) E2_(1,1 0) E3_(1,0 1) E4 is E1 E2 E4 E1 E3 E4.
TEST(Cursor, LeavesOutWhatHasNoTrips) {
  EXPECT_EQ(read({event('A', {{{4}, {2}}}, 2), event('B', {{{1, 1}, {1, 0}}}, 1),
                  event('C', {{{1, 1}, {0, 1}}}, 1), event('D', {}, 2)})
                .letters,
            "ABDACD");
}

// The same section says that a zero trip of the head is as good as one for each event of the loop.
TEST(Cursor, LeavesOutALoopByItsHead) {
  const Read head = read({event('X', {{{4}, {2}}}, 2), event('S', {{{3, 3}, {2, 0}}}, 2),
                          event('R', {}, 2), event('W', {}, 2)});
  const Read each =
      read({event('X', {{{4}, {2}}}, 2), event('S', {{{3, 1}, {2, 0}}}, 2),
            event('R', {{{1, 1, 1}, {1, 1, 0}}}, 2), event('W', {{{1, 1, 1}, {1, 1, 0}}}, 2)});
  EXPECT_EQ(head.letters, "XSRWSRWX");
  EXPECT_EQ(each.letters, head.letters);
  EXPECT_EQ(head.error + each.error, "");
}

TEST(Cursor, AnEventMayHeadSeveralLoops) {
  EXPECT_EQ(read({event('A', {{{2}, {2}}, {{1, 1}, {3, 1}}}, 4), event('B', {}, 2)}).letters,
            "AAABAB");
}

TEST(Cursor, ARankThatTakesNoPartHasNoCalls) {
  EXPECT_EQ(read({event('A', {}, 1)}, 1).letters, "");
}

TEST(Cursor, SaysWhatIsInconsistent) {
  EXPECT_EQ(read({event('A', {{{5}, {2}}}, 2)}).error,
            "a loop is longer than what is around it (event 1, rank 0)");
  EXPECT_EQ(read({event('A', {{{1}, {-1}}}, 2)}).error,
            "a loop has a negative number of trips (event 1, rank 0)");
  EXPECT_EQ(read({event('A', {{{1}, {3}}}, 2)}).error,
            "the values of actions are used up (event 1, rank 0)");
  EXPECT_EQ(read({event('A', {{{2}, {2}}}, 2), event('B', {{{1}, {1}}}, 2)}).error,
            "the lengths or trips of a loop are used up (event 2, rank 0)");
}

// A file edited by hand may ask for more passes than anybody can wait for.
TEST(Cursor, EndsALoopThatCallsNothing) {
  Event head = event('A', {{{1}, {INT64_MAX}}}, 1);
  Sequence none;
  none.append(compressed::Run{0, 0, UINT64_MAX / 2});
  none.seal();
  Sequence ones;
  ones.append(compressed::Run{1, 0, UINT64_MAX / 2});
  ones.seal();
  head.levels.push_back(
      {Elastic(ElasticPair{ones, RankSet(0)}), Elastic(ElasticPair{none, RankSet(0)})});
  EXPECT_EQ(read({head}).error, "a loop goes on and on without a call (event 1, rank 0)");
}

// One place may send on communicators of different sizes.
TEST(Cursor, DrawnPeersAreThereInTheirCommunicator) {
  Trace trace;
  trace.ranks = 4;
  trace.sites.push_back({"MPI_Send", {}});
  trace.communicators = {{"all", {0, 1, 2, 3}, {}, false, false},
                         {"two", {0, 1}, {}, false, false}};
  Event sends = event('A', {{{1}, {2}}}, 0);
  sends.of(Parameter::Actions) = values({1, 1});
  sends.of(Parameter::Kind) = values(Numbers(2, static_cast<std::int64_t>(ActionKind::Send)));
  sends.of(Parameter::Comm) = values({0, 1});
  sends.of(Parameter::Tag) = values({7, 7});
  sends.of(Parameter::Bytes) = values({8, 8});
  ValueHistogram peers;
  peers.add(3, 2);
  sends.of(Parameter::Peer) = Elastic(ElasticPair{peers, RankSet(0)});
  trace.events.push_back(sends);
  Cursor cursor(trace, 0);
  Numbers read;
  for (CursorCall call; cursor.next(call);) read.push_back(call.actions.at(0).peer);
  EXPECT_EQ(cursor.error(), "");
  EXPECT_EQ(read, (Numbers{3, 1}));
}

}  // namespace
}  // namespace tarry::compressed
