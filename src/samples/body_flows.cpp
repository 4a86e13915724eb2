// SPDX-License-Identifier: BSD-3-Clause
#include "samples/body_flows.h"

#include <algorithm>
#include <optional>

namespace tarry::samples {
namespace {

using Kind = FlowPlace::Kind;
using code::Block;

constexpr std::uint32_t kNowhere = code::FunctionGraph::kNone;

// By address: the step of a body to which a call belongs.
using FlowSteps = std::map<std::uint64_t, FlowPlace>;

// One pass through a loop of the machine code, or through the function. It has no cycles: edges to
// the entries of the loop are left out, and each inner loop is one node.
class Pass {
 public:
  Pass(const FunctionLoops& function, std::uint32_t loop, const FlowSteps& steps)
      : function_(function), loop_(loop), nodes_(function.graph.blocks.size()) {
    for (const auto& [address, step] : steps) add_step(address, step);
    make_nodes();
  }

  // Returns false if calls of several steps are in one inner loop, so that their order is not
  // plain.
  bool collect(FlowEdges& edges) {
    for (const auto& [node, steps] : steps_)
      if (is_inner(node) && steps.size() > 1) return false;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node)
      if (is_begin(node)) add_edges({Kind::Begin, 0}, next_steps(node), edges);
    for (const auto& [node, steps] : steps_) {
      for (std::size_t i = 0; i + 1 < steps.size(); ++i)
        if (steps[i] != steps[i + 1]) edges.emplace(steps[i], steps[i + 1]);
      add_edges(steps.back(), behind(node), edges);
    }
    return true;
  }

 private:
  using StepSet = std::set<FlowPlace>;

  struct Node {
    std::vector<std::uint32_t> next;
    bool ends = false;             // the pass can end after it
    std::optional<StepSet> first;  // the next steps from its begin on
  };

  // Returns the node that stands for a block: the block itself, or the header of the outermost loop
  // around it that is inside this loop. Returns kNowhere if the block is not inside.
  [[nodiscard]] std::uint32_t node_of(std::uint32_t block) const {
    const auto& loops = function_.forest.loops;
    std::uint32_t at = function_.forest.innermost[block];
    if (at == loop_) return block;
    while (at != kNowhere && loops[at].parent != loop_) at = loops[at].parent;
    return at == kNowhere ? kNowhere : loops[at].header;
  }

  [[nodiscard]] bool is_inner(std::uint32_t node) const {
    return function_.forest.innermost[node] != loop_;
  }

  [[nodiscard]] bool is_begin(std::uint32_t node) const {
    if (loop_ == kNowhere)
      return function_.graph.entry != kNowhere && node == node_of(function_.graph.entry);
    // The header of this loop may also be that of an inner loop (shared_headers.h).
    return (!is_inner(node) && function_.forest.is_entry[node]) ||
           node == node_of(function_.forest.loops[loop_].header);
  }

  void add_step(std::uint64_t address, const FlowPlace& step) {
    const std::uint32_t block = function_.graph.block_at(address);
    const std::uint32_t node = block == kNowhere ? kNowhere : node_of(block);
    if (node == kNowhere) return;
    std::vector<FlowPlace>& steps = steps_[node];
    if (is_inner(node) ? std::find(steps.begin(), steps.end(), step) == steps.end()
                       : steps.empty() || steps.back() != step)
      steps.push_back(step);
  }

  void make_nodes() {
    for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
      const std::uint32_t from = node_of(at);
      if (from == kNowhere) continue;
      const Block& block = function_.graph.blocks[at];
      Node& node = nodes_[from];
      node.ends = node.ends || block.leaves;
      for (const std::uint32_t successor : block.successors) {
        const std::uint32_t to = node_of(successor);
        if (to == from && is_inner(from)) continue;
        if (to == kNowhere || (loop_ != kNowhere && is_begin(to)))
          node.ends = true;
        else
          node.next.push_back(to);
      }
    }
  }

  // Returns the next steps from the begin of a node on. It keeps its own stack, because functions
  // may have very many blocks.
  const StepSet& next_steps(std::uint32_t node) {
    std::vector<std::pair<std::uint32_t, std::size_t>> path;
    const auto visit = [&](std::uint32_t at) {
      if (nodes_[at].first) return;
      // This also answers cycles that are left because they are nested too deeply.
      nodes_[at].first.emplace();
      if (const auto own = steps_.find(at); own != steps_.end())
        nodes_[at].first->insert(own->second.front());
      else
        path.emplace_back(at, 0);
    };
    visit(node);
    while (!path.empty()) {
      const std::uint32_t at = path.back().first;
      if (path.back().second < nodes_[at].next.size()) {
        visit(nodes_[at].next[path.back().second++]);
        continue;
      }
      path.pop_back();
      nodes_[at].first = united(at);
    }
    return *nodes_[node].first;
  }

  // Returns the first steps of the nodes after this one, all of which are known.
  [[nodiscard]] StepSet united(std::uint32_t node) const {
    StepSet made;
    if (nodes_[node].ends) made.insert({Kind::End, 0});
    for (const std::uint32_t next : nodes_[node].next)
      if (nodes_[next].first) made.insert(nodes_[next].first->begin(), nodes_[next].first->end());
    return made;
  }

  StepSet behind(std::uint32_t node) {
    for (const std::uint32_t next : nodes_[node].next) next_steps(next);
    return united(node);
  }

  static void add_edges(const FlowPlace& from, const StepSet& to, FlowEdges& edges) {
    for (const FlowPlace& next : to)
      if (next != from) edges.emplace(from, next);
  }

  const FunctionLoops& function_;
  std::uint32_t loop_;
  std::vector<Node> nodes_;  // by block; used for blocks that stand for themselves or for a loop
  std::map<std::uint32_t, std::vector<FlowPlace>> steps_;  // by node, in order
};

// Returns the loops of the machine code of which one pass contains a pass through the body.
std::set<std::uint32_t> passes_of(const FunctionLoops& function, const BodyKey& body,
                                  const FlowSteps& steps) {
  std::set<std::uint32_t> made;
  for (const auto& [address, step] : steps) {
    const std::uint32_t block = function.graph.block_at(address);
    std::uint32_t found = kNowhere;
    for (const std::uint32_t loop : function.forest.around(block)) {
      const std::uint32_t number = function.source_loop[loop];
      if (body.is_loop ? number == body.number && found == kNowhere
                       : body.number != 0 && function.loops[number].scope != body.number &&
                             function.is_inside(body.number, function.loops[number].scope))
        found = loop;
    }
    made.insert(found);
  }
  return made;
}

}  // namespace

std::vector<BodyKey> bodies_around(const FunctionLoops& function, std::uint64_t address) {
  std::vector<BodyKey> made;
  const auto& scopes = function.source.scopes;
  if (scopes.empty()) {
    made.push_back({false, 0});
  } else {
    for (std::uint32_t at = function.source.scope_at(address); at != 0; at = scopes[at].parent)
      made.push_back({false, at});
    made.push_back({false, 0});
    std::reverse(made.begin(), made.end());
  }
  std::size_t before = 0;
  for (const std::uint32_t loop : function.around(address)) {
    const std::size_t at = function.loops[loop].depth + 1 + before++;
    made.insert(made.begin() + static_cast<std::ptrdiff_t>(at), {true, loop});
  }
  return made;
}

std::map<std::uint32_t, FlowEdges> body_flows(const FunctionLoops& function,
                                              const std::vector<std::uint64_t>& calls,
                                              const std::map<BodyKey, std::uint32_t>& numbers) {
  std::map<BodyKey, FlowSteps> steps_of;
  for (const std::uint64_t call : calls) {
    if (function.graph.block_at(call) == kNowhere) continue;
    const std::vector<BodyKey> bodies = bodies_around(function, call);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      steps_of[bodies[i]][call] = i + 1 < bodies.size()
                                      ? FlowPlace{Kind::Body, numbers.at(bodies[i + 1])}
                                      : FlowPlace{Kind::Call, call};
  }
  std::map<std::uint32_t, FlowEdges> made;
  for (const auto& [body, steps] : steps_of) {
    FlowEdges edges;
    bool is_plain = true;
    for (const std::uint32_t loop : passes_of(function, body, steps))
      is_plain = is_plain && Pass(function, loop, steps).collect(edges);
    if (is_plain) made.emplace(numbers.at(body), std::move(edges));
  }
  return made;
}

}  // namespace tarry::samples
