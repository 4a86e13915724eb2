// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/c_text.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "compressed/emit/rank_text.h"
#include "compressed/emit/scale.h"

namespace tarry::emit {
namespace {

constexpr Words kC{" && ", " || ", " == ", " != ", " % "};
constexpr std::size_t kWidth = 90;
constexpr std::size_t kMostDimensions = 4;  // of a list of ranks in the generated text

bool is_atom(const std::string& text) { return text.find(' ') == std::string::npos; }

std::string atom(const std::string& text) { return is_atom(text) ? text : "(" + text + ")"; }

// slope * text + constant
std::string linear(const std::string& text, const Line& line) {
  if (line.slope == 0) return std::to_string(line.constant);
  if (line.slope == -1) return std::to_string(line.constant) + " - " + atom(text);
  return plus(line.slope == 1 ? text : std::to_string(line.slope) + " * " + atom(text),
              line.constant);
}

std::optional<Line> progression(const std::vector<std::int64_t>& values) {
  if (values.size() < 2 || std::any_of(values.begin(), values.end(), Symbols::is_symbol))
    return std::nullopt;
  const std::int64_t slope = values[1] - values[0];
  for (std::size_t i = 2; i < values.size(); ++i)
    if (values[i] - values[i - 1] != slope) return std::nullopt;
  return Line{values[0], slope};
}

// Returns whether each value is twice the one before, in a list that is long enough to tell.
bool doubles(const std::vector<std::int64_t>& values) {
  if (values.size() < 4 || values[0] <= 0) return false;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] / 2 != values[i - 1] || values[i] % 2 != 0) return false;
  return true;
}

// Formulas with the same key can be rows of one table.
std::string row_key(const Formula& formula) {
  if (formula.by_uses) return "uses " + std::to_string(formula.values.size());
  std::string key;
  if (formula.repeats) key = "repeats " + std::to_string(formula.values.size()) + " ";
  for (const Formula::Index& each : formula.loops) {
    key += std::to_string(each.loop);
    if (formula.loops.size() > 1) key += ":" + std::to_string(each.extent);
    key += " ";
  }
  return key;
}

// Lists with more dimensions than the generated search has become single ranks.
std::vector<compressed::RankList> short_lists(const RankSet& set) {
  std::vector<compressed::RankList> out;
  for (const compressed::RankList& list : set.lists()) {
    if (list.dimensions.size() <= kMostDimensions) {
      out.push_back(list);
      continue;
    }
    for (const std::uint32_t rank : RankSet::of_lists({list}).ranks()) out.push_back({rank, {}});
  }
  return out;
}

// Returns the numbers of passes that some ranks make in a loop.
std::set<std::int64_t> passes_of(const Node& loop, const RankSet& ranks) {
  std::set<std::int64_t> out;
  const std::vector<std::uint32_t> all = ranks.ranks();
  for (const Choice& choice : loop.trips.choices)
    if (std::any_of(all.begin(), all.end(),
                    [&](std::uint32_t rank) { return choice.ranks.contains(rank); }))
      out.insert(choice.formula.values.begin(), choice.formula.values.end());
  return out;
}

std::string item_text(std::int64_t value) { return std::to_string(value); }
const std::string& item_text(const std::string& text) { return text; }

// `{1, 2, 3}` in lines that are not too long; `first` is the text in front, behind `before`
// characters.
template <class Item>
std::string braces(const std::vector<Item>& values, const std::string& first,
                   const std::string& indent, std::size_t before = 0) {
  std::string out = first + "{", line(before, ' ');
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string item = item_text(values[i]) + (i + 1 < values.size() ? ", " : "}");
    if (line.size() + item.size() > kWidth) {
      out.pop_back();
      out += "\n" + indent;
      line = indent;
    }
    out += item;
    line += item;
  }
  return out;
}

}  // namespace

std::string plus(const std::string& text, std::int64_t number) {
  if (number == 0) return text;
  return text + (number < 0 ? " - " : " + ") + std::to_string(number < 0 ? -number : number);
}

std::string CText::open_loop(const Node& loop) {
  open_.push_back(&loop);
  return loop_name(loop.id);
}

std::string CText::loop_name(std::uint32_t loop) const {
  constexpr const char* kNames[] = {"i", "j", "k", "l", "m"};
  const auto depth = static_cast<std::size_t>(
      std::find_if(open_.begin(), open_.end(), [&](const Node* each) { return each->id == loop; }) -
      open_.begin());
  return depth < std::size(kNames) ? kNames[depth] : "i" + std::to_string(depth);
}

std::string CText::counter() {
  counters_.push_back("used_" + std::to_string(counters_.size() + 1));
  pending_.push_back(counters_.back());
  return counters_.back();
}

std::vector<std::string> CText::take_counters() { return std::exchange(pending_, {}); }

std::string CText::index(const Formula& formula) {
  if (formula.by_uses) return counter() + " % " + std::to_string(formula.values.size());
  std::string text;
  for (const Formula::Index& each : formula.loops) {
    const std::string name = loop_name(each.loop);
    if (formula.repeats) return name + " % " + std::to_string(formula.values.size());
    text = text.empty() ? name : atom(text) + " * " + std::to_string(each.extent) + " + " + name;
  }
  return text;
}

std::string CText::table(const std::vector<std::vector<std::int64_t>>& rows,
                         const std::string& what) {
  std::size_t width = 1;
  bool is_wide = false, has_symbols = false;
  for (const auto& row : rows) {
    width = std::max(width, row.size());
    has_symbols |= std::any_of(row.begin(), row.end(), Symbols::is_symbol);
    for (const std::int64_t value : row)
      is_wide |= value > std::numeric_limits<std::int32_t>::max() ||
                 value < std::numeric_limits<std::int32_t>::min();
  }
  std::vector<std::vector<std::string>> texts;
  for (const auto& row : rows) {
    texts.emplace_back();
    for (const std::int64_t value : row) texts.back().push_back(number(value));
  }
  const std::string indent = has_symbols ? "      " : "    ";
  std::string text;
  if (rows.size() == 1) {
    text = "[" + std::to_string(width) + "] = " + braces(texts[0], "", indent, what.size() + 28);
  } else if (width == 1) {
    std::vector<std::string> column;
    for (const auto& row : texts) column.push_back(row.empty() ? "0" : row[0]);
    text =
        "[" + std::to_string(rows.size()) + "] = " + braces(column, "", indent, what.size() + 28);
  } else {
    text = "[" + std::to_string(rows.size()) + "][" + std::to_string(width) + "] = {\n";
    for (const auto& row : texts)
      text += row.empty() ? indent + "{0},\n" : braces(row, indent, indent + " ") + ",\n";
    text += has_symbols ? "  }" : "}";
  }
  const auto [at, is_new] = tables_.try_emplace(text);
  if (is_new) {
    const unsigned number = ++names_[what];
    at->second = what + (number == 1 ? "" : "_" + std::to_string(number));
    if (has_symbols)
      local_tables_ +=
          (what == "nanoseconds" ? "  const double " : "  const long ") + at->second + text + ";\n";
    else
      table_texts_.push_back(std::string("static const ") + (is_wide ? "long long " : "int ") +
                             at->second + text + ";\n");
  }
  return at->second;
}

// Returns which of the values is used, if one loop tells it: its pass, or the pass in a period that
// grows with the number of ranks. A period that does not is the size of a table.
std::string CText::pass_of(const Formula& formula) const {
  if (formula.loops.size() != 1) return "";
  const std::string pass = loop_name(formula.loops[0].loop);
  if (!formula.repeats) return pass;
  if (program_.scale == nullptr) return "";
  const std::int64_t period = program_.scale->count(std::ssize(formula.values));
  return Symbols::is_symbol(period) ? pass + " % " + atom(number(period)) : "";
}

bool CText::is_short(const Formula& formula) const {
  if (formula.is_constant()) return true;
  return !pass_of(formula).empty() && (progression(formula.values) || doubles(formula.values));
}

std::string CText::formula(const Formula& formula, const std::string& what) {
  if (formula.is_constant()) return number(formula.values[0]);
  if (const std::string pass = pass_of(formula); !pass.empty()) {
    if (const auto line = progression(formula.values)) return linear(pass, *line);
    if (doubles(formula.values)) return std::to_string(formula.values[0]) + " << " + atom(pass);
  }
  return table({formula.values}, what) + "[" + index(formula) + "]";
}

bool CText::fits(const Choice& constant, const Choice& other) const {
  if (other.formula.by_uses || other.formula.repeats) return true;
  return std::all_of(open_.begin(), open_.end(), [&](const Node* loop) {
    const auto& loops = other.formula.loops;
    const auto at = std::find_if(loops.begin(), loops.end(),
                                 [&](const auto& each) { return each.loop == loop->id; });
    if (at == loops.end()) return true;
    const std::set<std::int64_t> passes = passes_of(*loop, constant.ranks);
    if (std::any_of(passes.begin(), passes.end(), Symbols::is_symbol))
      return passes.size() == 1 && passes == passes_of(*loop, other.ranks);
    return passes.empty() || *passes.rbegin() <= static_cast<std::int64_t>(at->extent);
  });
}

std::string CText::by_part(const std::vector<const Choice*>& choices, const std::string& what,
                           const Names& names) {
  uses_parts_ = true;
  std::vector<std::vector<std::int64_t>> rows;
  const Formula* widest = nullptr;
  for (const Choice* choice : choices)
    if (!choice->formula.is_constant() &&
        (widest == nullptr || choice->formula.values.size() > widest->values.size()))
      widest = &choice->formula;
  for (const RankSet& part : program_.parts) {
    std::vector<std::int64_t> row;
    for (const Choice* choice : choices)
      if (choice->ranks.contains(part.lowest())) {
        row = choice->formula.values;
        if (widest != nullptr && row.size() == 1) row.resize(widest->values.size(), row[0]);
      }
    rows.push_back(std::move(row));
  }
  const std::string name = table(rows, what) + "[" + names.part + "]";
  return widest == nullptr ? name : name + "[" + index(*widest) + "]";
}

std::string CText::number(std::int64_t number) const {
  return program_.scale == nullptr ? std::to_string(number)
                                   : program_.scale->symbols().text(number);
}

std::optional<std::string> CText::short_condition(const RankSet& ranks,
                                                  const std::string& name) const {
  if (program_.scale == nullptr || ranks.size() == program_.ranks)
    return emit::condition(ranks, program_.ranks, kC, name);
  std::string text = program_.scale->condition(ranks);
  if (text.empty()) return std::nullopt;
  return text;
}

std::string CText::value(const Value& value, const std::string& what, const Names& names) {
  if (value.empty()) return "0";
  if (value.is_one()) return formula(value.choices[0].formula, what);
  const bool is_scaled = program_.scale != nullptr;
  if (const auto line = line_of(value); line && !is_scaled) return linear(names.rank, *line);
  if (const auto division = division_of(value); division && !is_scaled)
    return names.rank + (division->is_remainder ? " % " : " / ") + std::to_string(division->by);
  const bool is_simple = value.choices.size() == 2 && is_short(value.choices[0].formula) &&
                         is_short(value.choices[1].formula);
  if (const auto test = short_condition(value.choices[0].ranks, names.rank); test && is_simple) {
    return "(" + *test + " ? " + formula(value.choices[0].formula, what) + " : " +
           formula(value.choices[1].formula, what) + ")";
  }
  std::map<std::string, std::vector<const Choice*>> groups;
  for (const Choice& choice : value.choices)
    groups[choice.formula.is_constant() ? "" : row_key(choice.formula)].push_back(&choice);
  if (groups.size() == 2 && groups.contains("")) {
    auto& others = groups.rbegin()->second;
    const Choice& widest =
        **std::max_element(others.begin(), others.end(), [](const Choice* a, const Choice* b) {
          return a->formula.values.size() < b->formula.values.size();
        });
    const auto& constants = groups[""];
    if (std::all_of(constants.begin(), constants.end(),
                    [&](const Choice* each) { return fits(*each, widest); })) {
      others.insert(others.end(), constants.begin(), constants.end());
      groups.erase("");
    }
  }
  std::string text;
  std::string behind;
  for (const auto& [key, choices] : groups) {
    const std::string one = by_part(choices, what, names);
    if (&choices == &groups.rbegin()->second) {
      text += one;
      break;
    }
    std::vector<std::vector<std::int64_t>> test;
    for (const RankSet& part : program_.parts)
      test.push_back({std::any_of(choices.begin(), choices.end(), [&](const Choice* choice) {
        return choice->ranks.contains(part.lowest());
      })});
    text += "(" + table(test, "applies") + "[" + names.part + "] ? " + one + " : ";
    behind += ")";
  }
  return text + behind;
}

std::string CText::condition(const RankSet& ranks) {
  if (const auto simple = short_condition(ranks, "rank")) return *simple;
  uses_parts_ = true;
  std::vector<std::vector<std::int64_t>> rows;
  std::vector<std::size_t> in;
  for (std::size_t i = 0; i < program_.parts.size(); ++i) {
    const bool is_in = ranks.contains(program_.parts[i].lowest());
    rows.push_back({is_in});
    if (is_in) in.push_back(i);
  }
  if (in.size() == 1) return "part == " + std::to_string(in[0]);
  return table(rows, "takes_part") + "[part]";
}

std::string CText::part_function() const {
  std::string text =
      "// The part of the pattern that a rank belongs to.\n"
      "static int part_of(int rank) {\n";
  std::string tests;
  for (std::size_t i = 0; i + 1 < program_.parts.size(); ++i) {
    const auto test = emit::condition(program_.parts[i], program_.ranks, kC, "rank");
    if (!test) {
      tests.clear();
      break;
    }
    tests += "  if (" + *test + ") return " + std::to_string(i) + ";\n";
  }
  if (!tests.empty() || program_.parts.size() == 1)
    return text + tests + "  return " + std::to_string(program_.parts.size() - 1) + ";\n}\n\n";
  // Lists of ranks: first + a * stride + b * stride + c * stride.
  std::string rows;
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < program_.parts.size(); ++i)
    for (const compressed::RankList& list : short_lists(program_.parts[i])) {
      std::vector<std::int64_t> row{list.start};
      for (std::size_t d = 0; d < kMostDimensions; ++d) {
        const bool has = d < list.dimensions.size();
        row.push_back(has ? list.dimensions[d].length : 1);
        row.push_back(has ? list.dimensions[d].stride : 0);
      }
      row.push_back(static_cast<std::int64_t>(i));
      rows += braces(row, "      ", "       ") + ",\n";
      ++count;
    }
  return text + "  // first, four times (length, stride), part\n" + "  static const int lists[" +
         std::to_string(count) + "][10] = {\n" + rows +
         "  };\n"
         "  for (int i = 0; i < " +
         std::to_string(count) +
         "; ++i) {\n"
         "    const int *l = lists[i];\n"
         "    for (int a = 0; a < l[1]; ++a)\n"
         "      for (int b = 0; b < l[3]; ++b)\n"
         "        for (int c = 0; c < l[5]; ++c)\n"
         "          for (int d = 0; d < l[7]; ++d)\n"
         "            if (rank == l[0] + a * l[2] + b * l[4] + c * l[6] + d * l[8]) return l[9];\n"
         "  }\n"
         "  return " +
         std::to_string(program_.parts.size() - 1) + ";\n}\n\n";
}

std::string CText::definitions() {
  std::string text;
  if (uses_parts_ && program_.scale == nullptr) text += part_function();
  if (!table_texts_.empty()) {
    text += uses_parts_ ? "// Values by part of the pattern or by pass of a loop.\n"
                        : "// Values by pass of a loop.\n";
    for (const std::string& table : table_texts_) text += table;
    text += "\n";
  }
  return text;
}

}  // namespace tarry::emit
