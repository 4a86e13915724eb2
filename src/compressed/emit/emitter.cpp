// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/emitter.h"

#include <algorithm>
#include <vector>

#include "compressed/emit/symbols.h"

namespace tarry::emit {
namespace {

template <class Test>
bool all_trips(const Node& loop, Test test) {
  return std::all_of(loop.trips.choices.begin(), loop.trips.choices.end(), [&](const Choice& each) {
    return std::all_of(each.formula.values.begin(), each.formula.values.end(), test);
  });
}

void collect(const Node& node, std::vector<std::string>& functions) {
  if (node.kind == Node::Kind::Call && node.statement.is_made &&
      std::find(functions.begin(), functions.end(), node.statement.function) == functions.end())
    functions.push_back(node.statement.function);
  for (const Node& each : node.body) collect(each, functions);
}

class Walk {
 public:
  Walk(const Program& program, Emitter& emitter) : program_(program), emitter_(emitter) {}

  base::Result<std::string> run() {
    emitter_.begin(program_);
    const RankSet all = RankSet::first(program_.ranks);
    const auto& nodes = program_.body;
    for (std::size_t begin = 0; begin < nodes.size();) {
      std::size_t end = begin + 1;
      if (nodes[begin].kind == Node::Kind::Call)
        while (end < nodes.size() && nodes[end].kind == Node::Kind::Call) ++end;
      describe(nodes, begin, end);
      walk(nodes, begin, end, all);
      begin = end;
    }
    return emitter_.end();
  }

 private:
  void describe(const std::vector<Node>& nodes, std::size_t begin, std::size_t end) {
    std::vector<std::string> functions;
    for (std::size_t i = begin; i < end; ++i) collect(nodes[i], functions);
    std::string text = functions.empty() ? "computation" : "";
    for (const std::string& function : functions) text += (text.empty() ? "" : ", ") + function;
    const Node& first = nodes[begin];
    if (first.kind == Node::Kind::Loop && !is_single_pass(first))
      text = (first.trips.is_constant() && !Symbols::is_symbol(first.trips.constant())
                  ? std::to_string(first.trips.constant()) + " times "
                  : "again and again ") +
             text;
    emitter_.phase("Phase " + std::to_string(++phases_) + ": " + text + ".");
  }

  void walk(const std::vector<Node>& nodes, std::size_t begin, std::size_t end,
            const RankSet& around) {
    while (begin < end) {
      const RankSet& ranks = nodes[begin].ranks;
      std::size_t behind = begin + 1;
      while (behind < end && nodes[behind].ranks == ranks) ++behind;
      if (ranks == around) {
        for (; begin < behind; ++begin) walk(nodes[begin]);
        continue;
      }
      emitter_.begin_ranks(ranks);
      for (; begin < behind; ++begin) walk(nodes[begin]);
      emitter_.end_ranks();
    }
  }

  void walk(const Node& node) {
    if (node.kind == Node::Kind::Call) return emitter_.call(node);
    const bool is_loop = node.kind == Node::Kind::Loop && !is_single_pass(node);
    if (is_loop) emitter_.begin_loop(node);
    walk(node.body, 0, node.body.size(), node.ranks);
    if (is_loop) emitter_.end_loop(node);
  }

  const Program& program_;
  Emitter& emitter_;
  unsigned phases_ = 0;
};

}  // namespace

bool is_single_pass(const Node& loop) {
  return all_trips(loop, [](std::int64_t trips) { return trips == 1; });
}

bool is_condition(const Node& loop) {
  return all_trips(loop,
                   [](std::int64_t trips) { return trips <= 1 && !Symbols::is_symbol(trips); });
}

base::Result<std::string> emit(const Program& program, Emitter& emitter) {
  return Walk(program, emitter).run();
}

}  // namespace tarry::emit
