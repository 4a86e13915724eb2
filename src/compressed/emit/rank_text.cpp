// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/rank_text.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace tarry::emit {
namespace {

using compressed::RankList;

constexpr std::size_t kMostLists = 2;  // of a condition
constexpr Words kPlain{" && ", " || ", " == ", " != ", " % "};

class ListText {
 public:
  ListText(const Words& words) : words_(words) {}

  // The condition for `name`, one of `all` numbers, to be in a list with these dimensions from
  // `first` on; false if the dimensions do not nest.
  bool add(std::uint64_t start, const RankList::Dimension* begin, const RankList::Dimension* end,
           std::uint64_t all, const std::string& name) {
    if (begin == end) return add_term(name + words_.equal + std::to_string(start));
    const std::uint64_t stride = begin->stride, length = begin->length;
    if (begin + 1 == end && stride == 1) return add_bounds(start, start + length - 1, all, name);
    std::uint64_t inner = 0;
    for (const auto* each = begin + 1; each != end; ++each)
      inner += std::uint64_t{each->length - 1} * each->stride;
    const std::uint64_t column = start % stride;
    if (column + inner >= stride) return false;
    const std::string atom = name.find(' ') == std::string::npos ? name : "(" + name + ")";
    const std::string stride_text = std::to_string(stride);
    if (begin + 1 == end) {
      add_term(atom + words_.remainder + stride_text + words_.equal + std::to_string(column));
    } else if (!add(column, begin + 1, end, stride, atom + words_.remainder + stride_text)) {
      return false;
    }
    const std::uint64_t rows = (all + stride - 1) / stride, row = start / stride;
    // The last row may be shorter than the column.
    const std::uint64_t last = row + length - 1;
    if (row == 0 &&
        (last + 1 == rows || (last + 2 == rows && last * stride + stride + column >= all)))
      return true;
    return add_bounds(row, last, rows, atom + " / " + stride_text);
  }
  std::string take() { return std::move(text_); }

 private:
  bool add_bounds(std::uint64_t first, std::uint64_t last, std::uint64_t all,
                  const std::string& name) {
    if (first == last) return add_term(name + words_.equal + std::to_string(first));
    if (first > 0) add_term(name + " >= " + std::to_string(first));
    if (last + 1 < all) add_term(name + " <= " + std::to_string(last));
    return true;
  }
  bool add_term(const std::string& term) {
    if (!text_.empty()) text_ += words_.both;
    text_ += term;
    return true;
  }

  const Words& words_;
  std::string text_;
};

using Points = std::vector<std::pair<std::uint32_t, std::int64_t>>;  // rank and number

// Returns nothing if the value is not the same in all uses.
Points points_of(const Value& value) {
  Points points;
  for (const Choice& choice : value.choices) {
    if (!choice.formula.is_constant()) return {};
    for (const std::uint32_t rank : choice.ranks.ranks())
      points.emplace_back(rank, choice.formula.values[0]);
  }
  std::sort(points.begin(), points.end());
  return points;
}

std::vector<std::uint32_t> rest_of(const RankSet& set, std::uint32_t ranks) {
  std::vector<std::uint32_t> out;
  const std::vector<std::uint32_t> in = set.ranks();
  for (std::uint32_t rank = 0, at = 0; rank < ranks; ++rank)
    if (at < in.size() && in[at] == rank)
      ++at;
    else
      out.push_back(rank);
  return out;
}

// Calls `see` for all values and sets of the program.
template <class SeeValue, class SeeSet>
void visit(const Operation& operation, const SeeValue& see, const SeeSet&) {
  for (const Value* value :
       {&operation.comm, &operation.peer.value, &operation.tag, &operation.bytes,
        &operation.received, &operation.block, &operation.root, &operation.request,
        &operation.place, &operation.at, &operation.size, &operation.unit, &operation.extent,
        &operation.mode, &operation.file})
    see(*value);
}

template <class SeeValue, class SeeSet>
void visit(const std::vector<Node>& nodes, const SeeValue& see, const SeeSet& see_set) {
  for (const Node& node : nodes) {
    see_set(node.ranks);
    see(node.trips);
    const Statement& statement = node.statement;
    for (const Variant& variant : statement.variants) {
      see_set(variant.ranks);
      for (const Operation& operation : variant.operations) visit(operation, see, see_set);
    }
    for (const Value* value : {&statement.variant, &statement.completion.count,
                               &statement.completion.places, &statement.before_ns})
      see(*value);
    visit(node.body, see, see_set);
  }
}

}  // namespace

std::optional<std::string> condition(const RankSet& set, std::uint32_t ranks, const Words& words,
                                     const std::string& name) {
  if (set.size() == ranks) return "";
  if (set.size() + 1 == ranks && ranks > 2) {
    const std::uint32_t missing = rest_of(set, ranks)[0];
    if (missing == 0) return name + " > 0";
    if (missing + 1 == ranks) return name + " < " + std::to_string(missing);
    return name + words.different + std::to_string(missing);
  }
  if (set.lists().size() > kMostLists) return std::nullopt;
  std::string text;
  for (const RankList& list : set.lists()) {
    ListText one(words);
    const auto* dimensions = list.dimensions.data();
    if (!one.add(list.start, dimensions, dimensions + list.dimensions.size(), ranks, name))
      return std::nullopt;
    std::string term = one.take();
    const bool is_compound = term.find(words.both) != std::string::npos;
    if (set.lists().size() > 1 && is_compound) term = "(" + term + ")";
    text += (text.empty() ? "" : words.either) + term;
  }
  return text;
}

std::optional<Line> line_of(const Value& value) {
  const Points points = points_of(value);
  if (points.size() < 3) return std::nullopt;
  const auto [rank, first] = points[0];
  const std::int64_t run = std::int64_t{points[1].first} - rank, rise = points[1].second - first;
  if (rise % run != 0) return std::nullopt;
  const Line line{first - rise / run * rank, rise / run};
  for (const auto& [at, is] : points)
    if (line.constant + line.slope * at != is) return std::nullopt;
  return line;
}

std::optional<Division> division_of(const Value& value) {
  const Points points = points_of(value);
  if (points.size() < 4) return std::nullopt;
  const auto fits = [&](const Division& division) {
    return std::all_of(points.begin(), points.end(), [&](const auto& point) {
      const std::int64_t rank = point.first;
      return point.second == (division.is_remainder ? rank % division.by : rank / division.by);
    });
  };
  for (const auto& [rank, is] : points) {
    if (rank == 0) continue;
    if (is == 1 && rank > 1 && fits({rank, false})) return Division{rank, false};
    if (is == 0 && fits({rank, true})) return Division{rank, true};
  }
  return std::nullopt;
}

bool needs_parts(const RankSet& set, std::uint32_t ranks) {
  return !set.empty() && !condition(set, ranks, kPlain, "rank");
}

bool needs_parts(const Value& value, std::uint32_t ranks) {
  if (value.choices.size() < 2 || line_of(value) || division_of(value)) return false;
  if (value.choices.size() > 2) return true;
  return !value.choices[0].formula.is_constant() || !value.choices[1].formula.is_constant() ||
         needs_parts(value.choices[0].ranks, ranks);
}

void find_parts(Program& program) {
  if (program.scale != nullptr) {  // each class is one
    for (std::uint32_t i = 0; i < program.ranks; ++i)
      program.parts.push_back(RankSet::of_sorted({i}));
    return;
  }
  std::vector<std::vector<std::uint32_t>> signs(program.ranks);
  std::uint32_t number = 0;
  bool is_needed = false;
  const auto add_set = [&](const RankSet& set) {
    if (!needs_parts(set, program.ranks)) return;
    is_needed = true;
    for (const std::uint32_t rank : set.ranks()) signs[rank].push_back(number);
    ++number;
  };
  const auto add = [&](const Value& value) {
    if (!needs_parts(value, program.ranks)) return;
    is_needed = true;
    for (const Choice& choice : value.choices) {
      for (const std::uint32_t rank : choice.ranks.ranks()) signs[rank].push_back(number);
      ++number;
    }
  };
  visit(program.body, add, add_set);
  for (const Split& split : program.splits) {
    add(split.color);
    add(split.key);
    add(split.index);
  }
  program.parts.clear();
  if (!is_needed) return;
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> parts;
  for (std::uint32_t rank = 0; rank < program.ranks; ++rank) parts[signs[rank]].push_back(rank);
  for (const auto& [sign, ranks] : parts) program.parts.push_back(RankSet::of_sorted(ranks));
  std::sort(program.parts.begin(), program.parts.end(),
            [](const RankSet& a, const RankSet& b) { return a.lowest() < b.lowest(); });
}

}  // namespace tarry::emit
