// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/conceptual_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "compressed/emit/emitter.h"
#include "compressed/emit/rank_text.h"

namespace tarry::emit {
namespace {

constexpr Words kConceptual{" /\\ ", " \\/ ", " = ", " <> ", " MOD "};
constexpr std::size_t kMostRuns = 4096;  // of a table

std::string group_text(const std::string& text) {
  if (text.find(' ') == std::string::npos) return text;
  // A text in parentheses as a whole needs no others.
  int depth = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) break;
  }
  return at + 1 == text.size() ? text : "(" + text + ")";
}

std::string sum_text(const std::string& text, std::int64_t number) {
  if (number == 0) return text;
  return text + (number < 0 ? " - " : " + ") + std::to_string(number < 0 ? -number : number);
}

}  // namespace

std::int64_t mean_of(const Value& value) {
  double sum = 0, ranks = 0;
  for (const Choice& choice : value.choices) {
    const auto& values = choice.formula.values;
    const auto size = static_cast<double>(choice.ranks.size());
    sum += size * std::accumulate(values.begin(), values.end(), 0.0) /
           static_cast<double>(values.size());
    ranks += size;
  }
  return ranks == 0 ? 0 : std::llround(sum / ranks);
}

std::string ConceptualText::name_of(std::size_t depth) {
  constexpr const char* kNames[] = {"i", "j", "k", "l", "m"};
  return depth < std::size(kNames) ? kNames[depth] : "i" + std::to_string(depth);
}

void ConceptualText::open_loop(const Node& loop) { loops_.push_back({&loop, is_condition(loop)}); }

std::int64_t ConceptualText::most_passes() const {
  std::int64_t most = 0;
  for (const Choice& choice : loops_.back().node->trips.choices)
    for (const std::int64_t trips : choice.formula.values) most = std::max(most, trips);
  return most;
}

std::string ConceptualText::table(const std::vector<std::int64_t>& values,
                                  const std::string& index) {
  std::string text, behind;
  std::size_t runs = 0;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && values[end] == values[i]) ++end;
    if (end == values.size()) {
      text += std::to_string(values[i]);
      break;
    }
    if (++runs > kMostRuns) error_ = "a table of values is too long for an expression";
    text += "(" + std::to_string(values[i]) + " IF " + index +
            (end - i == 1 && i > 0 ? " = " + std::to_string(i) : " < " + std::to_string(end)) +
            " OTHERWISE ";
    behind += ")";
    i = end;
  }
  return text + behind;
}

std::string ConceptualText::formula(const Formula& formula) {
  const auto& values = formula.values;
  if (formula.is_constant()) return std::to_string(values[0]);
  if (formula.by_uses) {
    error_ =
        "a value follows none of the loops around its call, which coNCePTuaL cannot say; C can "
        "(--language c)";
    return "0";
  }
  const auto name = [&](std::uint32_t loop) {
    for (std::size_t depth = 0; depth < loops_.size(); ++depth)
      if (loops_[depth].node->id == loop) return name_of(depth);
    return std::string("0");
  };
  if (formula.repeats)
    return table(values, name(formula.loops[0].loop) + " MOD " + std::to_string(values.size()));
  if (formula.loops.size() == 1) {
    const std::string variable = name(formula.loops[0].loop);
    const std::int64_t slope = values[1] - values[0];
    bool is_line = true;
    for (std::size_t i = 1; i < values.size(); ++i) is_line &= values[i] - values[i - 1] == slope;
    if (!is_line) return table(values, variable);
    if (slope < 0)
      return std::to_string(values[0]) + " - " +
             (slope == -1 ? variable : std::to_string(-slope) + " * " + variable);
    return sum_text(slope == 1 ? variable : std::to_string(slope) + " * " + variable, values[0]);
  }
  std::string index;
  for (const Formula::Index& each : formula.loops)
    index = index.empty()
                ? name(each.loop)
                : group_text(index) + " * " + std::to_string(each.extent) + " + " + name(each.loop);
  return table(values, index);
}

std::vector<TaskGroup> ConceptualText::groups(const RankSet& ranks,
                                              const std::vector<const Value*>& values) {
  std::vector<const Value*> all = values;
  for (const OpenLoop& loop : loops_) all.push_back(&loop.node->trips);
  // The index of each rank's choice in each value, and -1 where it has none.
  std::vector<std::vector<int>> signs(program_.ranks);
  for (const std::uint32_t rank : ranks.ranks()) signs[rank].assign(all.size(), -1);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t choice = 0; choice < all[i]->choices.size(); ++choice)
      for (const std::uint32_t rank : all[i]->choices[choice].ranks.ranks())
        if (!signs[rank].empty()) signs[rank][i] = static_cast<int>(choice);
  std::map<std::vector<int>, std::vector<std::uint32_t>> found;
  for (const std::uint32_t rank : ranks.ranks())
    if (std::find(signs[rank].begin(), signs[rank].end(), -1) == signs[rank].end())
      found[signs[rank]].push_back(rank);
  std::vector<TaskGroup> out;
  for (const auto& [sign, of] : found) {
    TaskGroup group{RankSet::of_sorted(of), {}, ""};
    bool is_empty = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Formula& one = all[i]->choices[static_cast<std::size_t>(sign[i])].formula;
      if (i < values.size()) {
        group.formulas.push_back(&one);
        continue;
      }
      const OpenLoop& loop = loops_[i - values.size()];
      if (one.is_constant() && one.values[0] == 0) is_empty = true;
      std::int64_t most = 0;
      for (const Choice& choice : loop.node->trips.choices)
        for (const std::int64_t trips : choice.formula.values) most = std::max(most, trips);
      if (one.is_constant() && one.values[0] == most) continue;
      if (!group.when.empty()) group.when += kConceptual.both;
      group.when += loop.is_condition ? formula(one) + " > 0"
                                      : name_of(i - values.size()) + " < " + formula(one);
    }
    if (!is_empty) out.push_back(std::move(group));
  }
  std::sort(out.begin(), out.end(), [](const TaskGroup& a, const TaskGroup& b) {
    return a.ranks.lowest() < b.ranks.lowest();
  });
  return out;
}

std::string ConceptualText::peer(const Peer& peer, const Formula& formula) {
  const std::string number = this->formula(formula);
  const bool is_negative = formula.is_constant() && formula.values[0] < 0;
  const std::string added = is_negative ? " - " + number.substr(1) : " + " + group_text(number);
  switch (peer.form) {
    case PeerForm::Offset:
      return "t" + added;
    case PeerForm::Modular:
      return "(t" + (is_negative || !formula.is_constant() ? std::string(" + num_tasks") : "") +
             added + ") MOD num_tasks";
    case PeerForm::Xor:
      return "t XOR " + group_text(number);
    case PeerForm::Absolute:
      break;
  }
  return number;
}

std::string ConceptualText::condition(const RankSet& ranks, const std::string& name) {
  if (const auto simple = emit::condition(ranks, program_.ranks, kConceptual, name)) return *simple;
  std::string text;
  const auto add = [&](const std::string& term) {
    text += (text.empty() ? "" : kConceptual.either) + group_text(term);
  };
  for (const compressed::RankList& list : ranks.lists()) {
    const RankSet one = RankSet::of_lists({list});
    if (const auto simple = emit::condition(one, program_.ranks, kConceptual, name)) {
      add(*simple);
      continue;
    }
    for (const std::uint32_t rank : one.ranks()) add(name + " = " + std::to_string(rank));
  }
  return text;
}

std::string ConceptualText::tasks(const RankSet& ranks, const std::string& when,
                                  const std::string& name, bool is_named) {
  if (!is_named && when.empty() && ranks.size() == 1)
    return "TASK " + std::to_string(ranks.lowest());
  std::string test = condition(ranks, name);
  if (!when.empty()) {
    if (!test.empty()) test = test.find("\\/") == std::string::npos ? test : "(" + test + ")";
    test += (test.empty() ? "" : kConceptual.both) + when;
  }
  if (test.empty()) return is_named ? "ALL TASKS " + name : "ALL TASKS";
  return "TASKS " + name + " SUCH THAT " + test;
}

}  // namespace tarry::emit
