// SPDX-License-Identifier: BSD-3-Clause
#include "samples/body_flows.h"

#include <gtest/gtest.h>

#include <numeric>

namespace tarry::samples {
namespace {

using Kind = FlowPlace::Kind;

constexpr FlowPlace kBegin{Kind::Begin, 0};
constexpr FlowPlace kEnd{Kind::End, 0};

FlowPlace call(std::uint64_t block) { return {Kind::Call, 0x10 * block}; }

// Returns a function without debug information. Block n is at 0x10 * n; blocks without successors
// return.
FunctionLoops function(const std::vector<std::vector<std::uint32_t>>& successors) {
  FunctionLoops made;
  for (std::uint32_t at = 0; at < successors.size(); ++at) {
    code::Block& block = made.graph.blocks.emplace_back();
    block.begin = 0x10 * at;
    block.end = block.begin + 0x10;
    block.successors = successors[at];
    block.leaves = successors[at].empty();
  }
  made.graph.entry = 0;
  made.forest = code::loops_of(made.graph);
  for (const code::Loop& loop : made.forest.loops)
    made.loops.push_back({0, 0, "", 0, made.graph.blocks[loop.header].begin});
  made.source_loop.resize(made.loops.size());
  std::iota(made.source_loop.begin(), made.source_loop.end(), 0);
  return made;
}

struct Flows {
  std::map<BodyKey, std::uint32_t> numbers;
  std::map<std::uint32_t, FlowEdges> by_body;

  FlowPlace body(const BodyKey& key) const { return {Kind::Body, numbers.at(key)}; }
  FlowEdges of(const BodyKey& key) const { return by_body.at(numbers.at(key)); }
};

Flows flows_of(const FunctionLoops& made, const std::vector<std::uint64_t>& calls) {
  Flows flows;
  for (const std::uint64_t address : calls)
    for (const BodyKey& body : bodies_around(made, address))
      flows.numbers.try_emplace(body, static_cast<std::uint32_t>(flows.numbers.size()));
  flows.by_body = body_flows(made, calls, flows.numbers);
  return flows;
}

constexpr BodyKey kFunction{false, 0};

BodyKey loop_at(const FunctionLoops& made, std::uint64_t address) {
  return {true, made.around(address).back()};
}

// for (...) { call 2; if (...) break; while (...) call 5; } call 7
TEST(BodyFlows, LoopsInsideAreOneStepAndPassesEndAtTheirBegin) {
  const FunctionLoops made = function({{1}, {2, 7}, {3}, {4, 7}, {5, 6}, {4}, {1}, {}});
  const Flows flows = flows_of(made, {0x20, 0x50, 0x70});
  const BodyKey outer = loop_at(made, 0x20);
  const BodyKey inner = loop_at(made, 0x50);
  EXPECT_EQ(bodies_around(made, 0x50), (std::vector<BodyKey>{kFunction, outer, inner}));
  EXPECT_EQ(
      flows.of(kFunction),
      (FlowEdges{{kBegin, flows.body(outer)}, {flows.body(outer), call(7)}, {call(7), kEnd}}));
  EXPECT_EQ(flows.of(outer), (FlowEdges{{kBegin, call(2)},
                                        {kBegin, kEnd},
                                        {call(2), kEnd},
                                        {call(2), flows.body(inner)},
                                        {flows.body(inner), kEnd}}));
  EXPECT_EQ(flows.of(inner), (FlowEdges{{kBegin, call(5)}, {kBegin, kEnd}, {call(5), kEnd}}));
}

TEST(BodyFlows, OneOfTwoBranchesIsTaken) {
  const Flows flows = flows_of(function({{1, 2}, {3}, {3}, {}}), {0x10, 0x20, 0x30});
  EXPECT_EQ(flows.of(kFunction), (FlowEdges{{kBegin, call(1)},
                                            {kBegin, call(2)},
                                            {call(1), call(3)},
                                            {call(2), call(3)},
                                            {call(3), kEnd}}));
}

TEST(BodyFlows, CallsOfOneBlockAreInTheirOrder) {
  const Flows flows = flows_of(function({{}}), {0x2, 0x8});
  EXPECT_EQ(flows.of(kFunction), (FlowEdges{{kBegin, {Kind::Call, 0x2}},
                                            {{Kind::Call, 0x2}, {Kind::Call, 0x8}},
                                            {{Kind::Call, 0x8}, kEnd}}));
}

TEST(BodyFlows, LoopsWithSeveralEntriesHaveSeveralBegins) {
  const FunctionLoops made = function({{1, 2}, {2}, {1, 3}, {}});
  const Flows flows = flows_of(made, {0x10, 0x20});
  EXPECT_EQ(flows.of(loop_at(made, 0x10)),
            (FlowEdges{{kBegin, call(1)}, {kBegin, call(2)}, {call(1), kEnd}, {call(2), kEnd}}));
}

}  // namespace
}  // namespace tarry::samples
