// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/give_matches.h"

#include <gtest/gtest.h>

#include <set>

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

}  // namespace
}  // namespace tarry::compressed
