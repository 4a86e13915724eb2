// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/call_selection.h"

#include <fnmatch.h>

#include <algorithm>

#include "base/parse_number.h"
#include "compressed/format/format.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;
using Operator = Comparison::Operator;

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kPartner = "partner";

struct OperatorWord {
  std::string_view word;
  Operator how;
};
constexpr OperatorWord kOperators[] = {{"=", Operator::Equal},   {"!=", Operator::Unequal},
                                       {"<", Operator::Less},    {"<=", Operator::LessOrEqual},
                                       {">", Operator::Greater}, {">=", Operator::GreaterOrEqual}};

// A pattern may hold an exclamation mark; only "!=" is an operator.
bool is_operator_at(std::string_view text, std::size_t at) {
  return at < text.size() &&
         (text[at] == '=' || text[at] == '<' || text[at] == '>' || text.substr(at, 2) == "!=");
}

// Words and operators, between which blanks may stand.
class SelectionWords {
 public:
  explicit SelectionWords(std::string_view text) : text_(text) { skip_blanks(); }

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] bool at_operator() const { return is_operator_at(text_, at_); }

  // Returns an empty text if an operator or nothing follows.
  std::string_view word() {
    const std::size_t begin = at_;
    while (!at_end() && !at_operator() && kBlanks.find(text_[at_]) == kBlanks.npos) ++at_;
    return ended(begin);
  }
  std::string_view operator_word() {
    const std::size_t begin = at_;
    while (!at_end() && (at_operator() || text_[at_] == '!')) ++at_;
    return ended(begin);
  }

 private:
  std::string_view ended(std::size_t begin) {
    const std::string_view found = text_.substr(begin, at_ - begin);
    skip_blanks();
    return found;
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string known_fields() {
  std::string names(kPartner);
  for (std::size_t i = 0; i < kParameters; ++i)
    if (static_cast<Parameter>(i) != Parameter::Actions)
      names += ", " + std::string(parameter_name(static_cast<Parameter>(i)));
  return names;
}

bool has_order(Operator how) { return how != Operator::Equal && how != Operator::Unequal; }

base::Result<Comparison> read_comparison(std::string_view field, SelectionWords& words,
                                         std::string_view text) {
  Comparison made;
  made.parameter = parameter_by_name(field);
  if (field != kPartner && (!made.parameter || made.parameter == Parameter::Actions))
    return Error{ErrorCode::Usage, "calls have no field " + in_quotes(field), std::string(text),
                 "the fields are " + known_fields()};
  const std::string_view sign = words.operator_word();
  const auto* const known =
      std::find_if(std::begin(kOperators), std::end(kOperators),
                   [&](const OperatorWord& entry) { return entry.word == sign; });
  if (known == std::end(kOperators))
    return Error{ErrorCode::Usage, "there is no operator " + in_quotes(sign), std::string(text),
                 "the operators are =, !=, <, <=, > and >="};
  made.how = known->how;
  const std::string_view value = words.word();
  const auto meant = made.parameter ? value_of_word(*made.parameter, value) : std::nullopt;
  const std::string place = std::string(field) + std::string(sign);
  if (meant) {
    if (has_order(made.how))
      return Error{ErrorCode::Usage, in_quotes(value) + " is neither more nor less than a number",
                   std::string(text), "compare it by = or !="};
    made.value = *meant;
  } else if (!base::parse_number(value, made.value)) {
    return Error{ErrorCode::Usage,
                 value.empty() ? "a value is missing behind " + in_quotes(place)
                               : in_quotes(value) + " is no value of " + std::string(field),
                 std::string(text),
                 "values are whole numbers, or the words of docs/formats/tct.md"};
  }
  return made;
}

// The value that a comparison looks at; nothing if the action has none.
std::optional<std::int64_t> value_for(const Comparison& comparison, const Action& action,
                                      const Memberships& own) {
  if (!comparison.parameter) {
    const auto partner = partner_of(action, own);
    return partner ? std::optional<std::int64_t>(*partner) : std::nullopt;
  }
  if (*comparison.parameter == Parameter::Kind) return static_cast<std::int64_t>(action.kind);
  const auto has = parameters_of(action.kind);
  if (std::find(has.begin(), has.end(), *comparison.parameter) == has.end()) return std::nullopt;
  return value_of(action, *comparison.parameter);
}

bool holds(Operator how, std::int64_t left, std::int64_t right) {
  switch (how) {
    case Operator::Equal:
      return left == right;
    case Operator::Unequal:
      return left != right;
    case Operator::Less:
      return left < right;
    case Operator::LessOrEqual:
      return left <= right;
    case Operator::Greater:
      return left > right;
    case Operator::GreaterOrEqual:
      return left >= right;
  }
  return false;
}

bool holds(const Comparison& comparison, const Action& action, const Memberships& own) {
  const auto value = value_for(comparison, action, own);
  if (!value) return false;
  if (comparison.parameter) {
    const std::string_view word = word_of(*comparison.parameter, *value);
    if (!word.empty() && has_order(comparison.how)) return false;
    if (word == "?" && comparison.value != *value) return false;
  }
  return holds(comparison.how, *value, comparison.value);
}

}  // namespace

base::Result<CallSelection> parse_call_selection(std::string_view text) {
  CallSelection made;
  SelectionWords words(text);
  if (words.at_end())
    return Error{ErrorCode::Usage, "the selection of calls is empty", "",
                 "name functions or compare values, as in 'MPI_*send bytes>1000'"};
  while (!words.at_end()) {
    const std::string_view word = words.word();
    if (words.at_operator()) {
      TRY_ASSIGN(const Comparison comparison, read_comparison(word, words, text));
      made.comparisons.push_back(comparison);
    } else {
      made.functions.emplace_back(word);
    }
  }
  return made;
}

bool fits(const CallSelection& selection, const std::string& function) {
  return selection.functions.empty() ||
         std::any_of(selection.functions.begin(), selection.functions.end(),
                     [&](const std::string& pattern) {
                       return fnmatch(pattern.c_str(), function.c_str(), 0) == 0;
                     });
}

bool fits(const CallSelection& selection, const Action& action, const Memberships& own) {
  return std::all_of(selection.comparisons.begin(), selection.comparisons.end(),
                     [&](const Comparison& comparison) { return holds(comparison, action, own); });
}

std::optional<std::uint32_t> partner_of(const Action& action, const Memberships& own) {
  const auto has = parameters_of(action.kind);
  std::int64_t peer = action.peer;
  if (action.kind == ActionKind::PostReceive)
    peer = action.posted_peer;
  else if (std::find(has.begin(), has.end(), Parameter::Peer) == has.end())
    return std::nullopt;
  const Membership* const in = find(own, action.comm);
  return in == nullptr ? std::nullopt : in->world_rank(in->place.within(peer));
}

}  // namespace tarry::compressed
