// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/give_matches.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "compressed/format/parser.h"
#include "compressed/model/cursor.h"
#include "compressed/synthetic/programs.h"

namespace tarry::compressed {
namespace {

// Replaces all sources of messages that any rank may have sent by kUnknown.
Trace without_sources(Trace trace) {
  for (Event& event : trace.events) {
    const Elastic& posted = event.of(Parameter::PostedPeer);
    std::int64_t asked = 0;
    if (posted.empty()) continue;
    std::vector<ElasticPair> pairs = event.of(Parameter::Peer).pairs();
    for (ElasticPair& pair : pairs) {
      const auto& of_rank = std::get<Sequence>(*posted.of(pair.ranks.lowest()));
      if (!of_rank.is_constant(asked) || asked != kAnyPeer) continue;
      Sequence unknown;
      unknown.append(Run{kUnknown, 0, std::get<Sequence>(pair.values).size()});
      unknown.seal();
      pair.values = std::move(unknown);
    }
    event.of(Parameter::Peer) = Elastic::of_pairs(std::move(pairs));
  }
  return trace;
}

// In each round, rank 0 gets one message of each worker.
TEST(GiveMatches, EveryMessageIsReceivedOnce) {
  constexpr std::uint32_t kRanks = 7;
  const Trace recorded = compressed_program(synthetic::Program{"any-worker", kRanks, 5, 1});
  const Trace erased = without_sources(recorded);
  ASSERT_NE(erased, recorded);
  const base::Result<Trace> trace = give_matches(erased);
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  Cursor cursor(*trace, 0);
  std::multiset<std::int64_t> round;
  std::uint32_t rounds = 0;
  for (CursorCall call; cursor.next(call);)
    for (const Action& action : call.actions) {
      if (action.kind == ActionKind::Receive) round.insert(action.peer);
      if (action.kind != ActionKind::Collective) continue;
      EXPECT_EQ(round, (std::multiset<std::int64_t>{1, 2, 3, 4, 5, 6}));
      round.clear();
      ++rounds;
    }
  EXPECT_EQ(rounds, 5u);
  for (std::size_t i = 0; i < trace->events.size(); ++i)
    EXPECT_EQ(trace->events[i].times, recorded.events[i].times);
}

TEST(GiveMatches, ATraceThatSaysThemStaysAsItIs) {
  const Trace recorded = compressed_program(synthetic::Program{"any-worker", 4, 3, 1});
  EXPECT_EQ(*give_matches(recorded), recorded);
}

// Both ranks receive from the other one, and nobody sends.
TEST(GiveMatches, RanksThatWaitWithoutAnEndAreRefused) {
  base::Result<Trace> trace = parse_sound_text(
      "tarry-compressed-trace 1\nranks 2\ncomm 0 MPI_COMM_WORLD [0..1]\nsite 0 MPI_Recv\n"
      "event 0 kind=receive posted-peer=any posted-tag=5 peer=" +
          std::to_string(kUnknown) + " tag=5 bytes=8\nend\n",
      "test");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  const base::Result<Trace> given = give_matches(std::move(*trace));
  ASSERT_FALSE(given.ok());
  EXPECT_EQ(given.error().message(),
            "ranks wait for each other without an end: rank 0 in MPI_Recv (call 0) waits for a "
            "message from any rank with tag 5; rank 1 in MPI_Recv (call 0) waits for a message "
            "from any rank with tag 5");
}

}  // namespace
}  // namespace tarry::compressed
