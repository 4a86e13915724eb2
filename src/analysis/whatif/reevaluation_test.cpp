// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/reevaluation.h"

#include <gtest/gtest.h>

#include "analysis/records/location_records.h"

namespace tarry::analysis {
namespace {

using Kind = Link::Kind;

Step step(std::int64_t advance) {
  Step out;
  out.advance = Ticks{advance};
  return out;
}

Step call(std::int64_t advance, std::uint32_t callpath) {
  Step out = step(advance);
  out.callpath = CallPathId{callpath};
  out.is_mpi = true;
  return out;
}

workers::Bytes log_of(const std::vector<Step>& steps) {
  StepLog log;
  for (const Step& each : steps) log.add(each);
  return log.take();
}

// Location 0 works for 10 and sends for 2; location 1 works for 4, waits 6 and receives for 1.
class Message : public testing::Test {
 protected:
  Message() {
    std::vector<Step> sender{step(10), call(2, 0), step(8)};
    sender[0].sections = 1;
    sender[0].gives = {{Kind::Message, link_key(0, 0)}};
    std::vector<Step> receiver{step(4), call(1, 1), step(3)};
    receiver[0].sections = 1;
    receiver[1].may_wait = true;
    receiver[1].needs = {{Kind::Message, link_key(0, 0)}};
    logs = {log_of(sender), log_of(receiver)};
  }

  std::vector<GraphPart> parts() const {
    std::vector<GraphPart> out(2);
    for (std::uint32_t p = 0; p < 2; ++p) {
      out[p].location = model::LocationIndex{p};
      out[p].end = Ticks{p == 0 ? 20 : 14};
      out[p].log = logs[p];
      out[p].unified = unified;
      out[p].wants_post = no_posts;
    }
    out[0].sends = 1;
    out[0].changes = changes;
    return out;
  }

  std::vector<workers::Bytes> logs;
  workers::Bytes changes;
  // Changes the first step, by scenario.
  void change(const std::vector<std::int64_t>& less) {
    append_number(changes, 0);
    append_number(changes, less.size());
    for (std::size_t s = 0; s < less.size(); ++s) {
      append_number(changes, s);
      append_ticks(changes, Ticks{less[s]});
    }
  }
  // Returns one lane for each of the first scenarios.
  static std::vector<Lane> lanes(std::uint32_t count) {
    std::vector<Lane> out;
    for (std::uint32_t s = 0; s < count; ++s) out.push_back({{{s}}});
    return out;
  }

  const workers::Bytes no_posts{std::byte{0}};
  const std::vector<CallPathId> unified{CallPathId{2}, CallPathId{0}};
};

TEST_F(Message, NothingChanged) {
  Reevaluation graph(parts(), 2, 3);
  std::vector<Moment> moments{{0, 1, {}}, {1, 0, {}}, {1, 1, {}}, {1, kNoIndex, {}}};
  const Outcomes outcomes = graph.run({}, moments);
  EXPECT_EQ(graph.begin(), Ticks{0});
  EXPECT_EQ(outcomes.before, Ticks{20});
  EXPECT_TRUE(outcomes.after.empty());
  EXPECT_EQ(outcomes.waiting.before, Ticks{0});  // it was not requested
  EXPECT_EQ(graph.unmet(), 0u);
  EXPECT_EQ(graph.unlike(), 0u);
  const std::int64_t expected[] = {10, 0, 4, 14};
  for (std::size_t m = 0; m < moments.size(); ++m)
    EXPECT_EQ(moments[m].time, Ticks{expected[m]}) << m;
}

TEST_F(Message, ScenariosDoNotMix) {
  change({7, 0, -5});
  for (const bool ideal : {false, true}) {
    Reevaluation graph(parts(), 2, 3);
    std::vector<Moment> moments;
    const Outcomes outcomes = graph.run({lanes(3), 0, ideal}, moments);
    EXPECT_EQ(outcomes.before, Ticks{20});
    EXPECT_EQ(outcomes.after, (std::vector<Ticks>{Ticks{13}, Ticks{20}, Ticks{25}}));
    if (ideal) {
      EXPECT_EQ(outcomes.ideal_network, Ticks{18});  // neither sending nor receiving takes time
    }
    EXPECT_EQ(graph.unlike(), 0u);
  }
}

TEST_F(Message, LanesCombineScenarios) {
  change({3, 2});
  const Lane none, both{{{0}, {1}}}, half{{{0, 0.5}}},
      nowhere{{{0, 1.0, {model::LocationIndex{0}}}}};
  std::vector<Moment> moments;
  const Outcomes outcomes =
      Reevaluation(parts(), 2, 3)
          .run({{none, both, half, nowhere}, Questions::kNone, false}, moments);
  EXPECT_EQ(outcomes.after, (std::vector<Ticks>{Ticks{20}, Ticks{15}, Ticks{18}, Ticks{20}}));
}

TEST_F(Message, WaitingIsComparedWaitByWait) {
  change({7, -5});
  std::vector<Moment> moments;
  const Outcomes less = Reevaluation(parts(), 2, 3).run({lanes(2), 0, true}, moments);
  EXPECT_EQ(less.waiting.before, Ticks{6});
  EXPECT_EQ(less.waiting.after, Ticks{0});
  EXPECT_EQ(less.waiting.gone, Ticks{6});
  EXPECT_EQ(less.waiting.arisen, Ticks{0});
  EXPECT_EQ(less.by_callpath[0].gone, Ticks{6});
  EXPECT_EQ(less.by_callpath[2].before, Ticks{0});
  const Outcomes more = Reevaluation(parts(), 2, 3).run({lanes(2), 1, false}, moments);
  EXPECT_EQ(more.waiting.before, Ticks{6});
  EXPECT_EQ(more.waiting.after, Ticks{11});
  EXPECT_EQ(more.waiting.gone, Ticks{0});
  EXPECT_EQ(more.by_callpath[0].arisen, Ticks{5});
}

TEST_F(Message, NeedsThatAreNeverMetAreGivenUp) {
  logs[0] = log_of({step(10), call(2, 0), step(8)});
  Reevaluation graph(parts(), 2, 3);
  std::vector<Moment> moments;
  const Outcomes outcomes = graph.run({}, moments);
  EXPECT_EQ(graph.unmet(), 1u);
  EXPECT_EQ(graph.unlike(), 1u);  // the receiver ends earlier
  EXPECT_EQ(outcomes.before, Ticks{20});
}

TEST_F(Message, AllMeet) {
  std::vector<Step> steps{step(10), call(1, 0), step(9)};
  steps[0].gives = {{Kind::Collective, 5}};
  steps[1].may_wait = true;
  steps[1].needs = {{Kind::Collective, 5, 2, 2}};
  logs[0] = log_of(steps);
  steps[0].advance = Ticks{4};
  steps[2].advance = Ticks{3};
  logs[1] = log_of(steps);
  Reevaluation graph(parts(), 2, 3);
  std::vector<Moment> moments;
  const Outcomes outcomes = graph.run({lanes(1), 0, false}, moments);
  EXPECT_EQ(graph.unlike(), 0u);
  EXPECT_EQ(outcomes.waiting.before, Ticks{6});
}

}  // namespace
}  // namespace tarry::analysis
