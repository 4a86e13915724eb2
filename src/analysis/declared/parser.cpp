// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/parser.h"

#include <algorithm>

#include "analysis/declared/expression_parts.h"
#include "analysis/declared/expressions.h"
#include "analysis/declared/lexer.h"
#include "base/nearest.h"

namespace tarry::analysis::declared {
namespace {

constexpr std::size_t kLargestText = 1 << 20;
constexpr std::size_t kMostPatterns = 100;

struct RootWord {
  std::string_view word;
  Type type;
};
constexpr RootWord kRoots[] = {{"call", Type::Call},
                               {"receive", Type::Receive},
                               {"collective", Type::Collective},
                               {"acquire", Type::Acquire},
                               {"team_barrier", Type::TeamBarrier},
                               {"one_sided", Type::OneSided},
                               {"result", Type::Result}};

// The call of a part of the trace.
struct CallOf {
  Type type;
  Attribute attribute;
};
constexpr CallOf kCalls[] = {
    {Type::Receive, Attribute::ReceiveCall}, {Type::Send, Attribute::SendCall},
    {Type::Member, Attribute::MemberCall},   {Type::Acquire, Attribute::AcquireCall},
    {Type::Result, Attribute::ResultCall},   {Type::OneSided, Attribute::OneSidedCall}};

constexpr const char* kClauses[] = {"title", "about",  "parent", "unit",   "root",     "let",
                                    "where", "unless", "at",     "export", "severity", "end"};

bool is_clause(const Token& token) {
  return std::any_of(std::begin(kClauses), std::end(kClauses),
                     [&](const char* clause) { return token.is(clause); });
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file, PatternSet& set)
      : lexer_(text, file), set_(set), expressions_(lexer_, set) {}

  base::Status run() {
    do {
      if (!lexer_.token().is("pattern")) return lexer_.expected("'pattern'");
      TRY(read_pattern());
    } while (lexer_.token().kind != Token::Kind::End);
    return base::kOk;
  }

 private:
  base::Status read_pattern() {
    lexer_.advance();
    pattern_ = {};
    has_root_ = has_target_ = has_severity_ = has_unit_ = false;
    TRY(read_name());
    while (!lexer_.accept("end")) {
      const Token clause = lexer_.token();
      if (!is_clause(clause)) return no_clause(clause);
      lexer_.advance();
      TRY(read_clause(clause));
    }
    pattern_.variables = expressions_.variables();
    if (!has_severity_)
      return lexer_.error(name_.place, "pattern '" + pattern_.name + "' has no severity",
                          "a line such as: severity root.call.own");
    // The part of a metric has its unit.
    if (pattern_.parent.valid() && info(pattern_.parent).unit != pattern_.unit)
      return lexer_.error(parent_.place, "expected a parent with the unit of the pattern, found " +
                                             parent_.shown());
    if (pattern_.title.empty()) pattern_.title = pattern_.name;
    set_.add(std::move(pattern_));
    if (set_.patterns.size() > kMostPatterns)
      return lexer_.error(name_.place, "more than " + std::to_string(kMostPatterns) + " patterns");
    return base::kOk;
  }

  base::Error no_clause(const Token& found) const {
    const std::string near =
        base::nearest(std::string(found.text), {std::begin(kClauses), std::end(kClauses)});
    return lexer_.expected("a clause of the pattern or 'end'",
                           near.empty() ? "" : "did you mean '" + near + "'?");
  }

  base::Status read_name() {
    name_ = lexer_.token();
    if (name_.kind != Token::Kind::Word) return lexer_.expected("the name of the pattern");
    const std::string name(name_.text);
    if (const base::Status free = check_free(name); !free.ok()) return free;
    pattern_.name = name;
    lexer_.advance();
    return base::kOk;
  }

  // The name becomes the id of a metric.
  base::Status check_free(const std::string& name) const {
    const auto has = [&](const Pattern& pattern) {
      return pattern.name == name ||
             std::any_of(pattern.exports.begin(), pattern.exports.end(), [&](const Export& each) {
               return pattern.name + '_' + each.name == name;
             });
    };
    if (model::find_metric(name).valid() ||
        std::any_of(set_.patterns.begin(), set_.patterns.end(), has))
      return lexer_.expected("a new name", "a metric or pattern has this name");
    return base::kOk;
  }

  base::Status read_clause(const Token& clause) {
    const bool needs_root = clause.is("let") || clause.is("where") || clause.is("at");
    if (needs_root && !has_root_)
      return lexer_.error(clause.place, "expected 'root' before " + clause.shown(),
                          "such as: root receive");
    if ((clause.is("severity") || clause.is("export")) && !has_target_)
      return lexer_.error(clause.place, "expected 'at' before " + clause.shown(),
                          "'at' names the call that is charged: at root.call");
    if ((clause.is("let") || clause.is("where")) && has_target_)
      return lexer_.error(clause.place, "expected " + clause.shown() + " before 'at'");
    if (clause.is("title")) return read_text("title", pattern_.title);
    if (clause.is("about")) return read_text("description", pattern_.about);
    if (clause.is("parent")) return read_parent();
    if (clause.is("unit")) return read_unit(clause);
    if (clause.is("root")) return read_root(clause);
    if (clause.is("let")) return read_let();
    if (clause.is("where")) return read_where();
    if (clause.is("unless")) return read_unless();
    if (clause.is("at")) return read_target(clause);
    if (clause.is("export")) return read_export();
    return read_severity(clause);
  }

  base::Status read_text(std::string_view what, std::string& to) {
    const Token text = lexer_.token();
    if (text.kind != Token::Kind::Text)
      return lexer_.expected("the " + std::string(what) + " in quotes");
    if (!to.empty()) return lexer_.error(text.place, "a second " + std::string(what));
    to = text.text;
    lexer_.advance();
    return base::kOk;
  }

  base::Status read_parent() {
    parent_ = lexer_.token();
    if (pattern_.parent.valid()) return lexer_.error(parent_.place, "a second parent");
    TRY_ASSIGN(pattern_.parent, expressions_.read_metric());
    if (pattern_.parent >= model::first_cost_metric())
      return lexer_.error(parent_.place,
                          "expected a metric that is no delay cost, found " + parent_.shown());
    return base::kOk;
  }

  base::Status read_unit(const Token& clause) {
    if (has_unit_ || has_severity_)
      return lexer_.error(clause.place, "expected one 'unit', before 'severity'");
    has_unit_ = true;
    TRY_ASSIGN(pattern_.unit, unit_here());
    return base::kOk;
  }

  base::Result<model::Unit> unit_here() {
    for (const UnitWord& unit : kUnitWords)
      if (lexer_.accept(unit.word)) return unit.unit;
    return lexer_.expected("seconds, occurrences or bytes");
  }

  base::Status read_root(const Token& clause) {
    if (has_root_) return lexer_.error(clause.place, "a second 'root'");
    for (const RootWord& root : kRoots) {
      if (!lexer_.accept(root.word)) continue;
      has_root_ = true;
      pattern_.root = root.type;
      if (root.type == Type::Result) TRY(read_asked());
      // The exports of several patterns have nothing in common.
      const auto& [metrics, patterns] = pattern_.asked;
      const bool is_one = metrics.empty() && patterns.size() == 1;
      expressions_.begin_pattern(root.type, is_one ? &set_.patterns[patterns[0]].exports : nullptr);
      return base::kOk;
    }
    std::vector<std::string> known;
    for (const RootWord& root : kRoots) known.emplace_back(root.word);
    return lexer_.expected("a kind of event", did_you_mean(lexer_.token().text, known));
  }

  // A name that is not known yet may be that of a pattern further down, which would be a circle.
  base::Status read_asked() {
    do {
      const Token name = lexer_.token();
      if (name.kind != Token::Kind::Word || !set_.ask_for(name.text, pattern_.asked))
        return lexer_.expected("a wait state, or a pattern before this one, that is a time");
      lexer_.advance();
    } while (lexer_.accept(","));
    return base::kOk;
  }

  base::Status read_let() {
    const Token name = lexer_.token();
    Step step;
    if (name.kind != Token::Kind::Word) return lexer_.expected("a new name");
    lexer_.advance();
    if (!lexer_.accept("=")) return lexer_.expected("'='");
    TRY_ASSIGN(step.value, expressions_.read());
    TRY_ASSIGN(step.variable, expressions_.define(name, step.value.type));
    pattern_.steps.push_back(std::move(step));
    return base::kOk;
  }

  base::Status read_where() {
    Step step;
    step.is_condition = true;
    TRY_ASSIGN(step.value, expressions_.read(Type::Truth));
    pattern_.steps.push_back(std::move(step));
    return base::kOk;
  }

  base::Status read_unless() {
    do {
      TRY_ASSIGN(const model::MetricId metric, expressions_.read_metric());
      pattern_.unless.push_back(metric);
    } while (lexer_.accept(","));
    return base::kOk;
  }

  base::Status read_target(const Token& clause) {
    if (has_target_) return lexer_.error(clause.place, "a second 'at'");
    has_target_ = true;
    if (lexer_.accept("each")) {
      TRY_ASSIGN(Expressions::Elements elements, expressions_.read_elements());
      pattern_.is_each = true;
      pattern_.element = elements.variable;
      pattern_.elements = std::move(elements.set);
      pattern_.condition = std::move(elements.condition);
      pattern_.target.op = Op::Variable;
      pattern_.target.type = Type::Member;
      pattern_.target.variable = elements.variable;
    } else {
      const base::TextPlace place = lexer_.token().place;
      TRY_ASSIGN(pattern_.target, expressions_.read());
      const bool has_call =
          std::any_of(std::begin(kCalls), std::end(kCalls),
                      [&](const CallOf& of) { return of.type == pattern_.target.type; });
      if (pattern_.target.type != Type::Call && !has_call)
        return lexer_.error(place, "expected a call or what is in one, found " +
                                       std::string(type_name(pattern_.target.type)));
    }
    for (const CallOf& of : kCalls) {
      if (of.type != pattern_.target.type) continue;
      Expression call;
      call.op = Op::Get;
      call.type = Type::Call;
      call.attribute = of.attribute;
      call.parts.push_back(std::move(pattern_.target));
      pattern_.target = std::move(call);
      break;
    }
    return base::kOk;
  }

  base::Status read_severity(const Token& clause) {
    if (has_severity_) return lexer_.error(clause.place, "a second 'severity'");
    has_severity_ = true;
    TRY_ASSIGN(pattern_.severity, expressions_.read(type_of(pattern_.unit)));
    return base::kOk;
  }

  base::Status read_export() {
    const Token name = lexer_.token();
    if (name.kind != Token::Kind::Word) return lexer_.expected("the name of the export");
    if (pattern_.exports.size() == kMostExports)
      return lexer_.error(name.place,
                          "more than " + std::to_string(kMostExports) + " exports of a pattern");
    Export added;
    added.name = name.text;
    TRY(check_free(pattern_.name + '_' + added.name));
    for (const Export& other : pattern_.exports)
      if (other.name == added.name) return lexer_.expected("a new name");
    lexer_.advance();
    if (!lexer_.token().is("=")) {
      TRY_ASSIGN(added.unit, unit_here());
    }
    if (!lexer_.accept("=")) return lexer_.expected("'='");
    TRY_ASSIGN(added.value, expressions_.read(type_of(added.unit)));
    pattern_.exports.push_back(std::move(added));
    return base::kOk;
  }

  static Type type_of(model::Unit unit) {
    return unit == model::Unit::Seconds ? Type::Time : Type::Number;
  }

  Lexer lexer_;
  PatternSet& set_;
  Expressions expressions_;
  Pattern pattern_;
  Token name_, parent_;
  bool has_root_ = false, has_target_ = false, has_severity_ = false, has_unit_ = false;
};

}  // namespace

base::Status parse(std::string_view text, std::string_view file, PatternSet& set) {
  if (text.size() > kLargestText)
    return base::Error{base::ErrorCode::BadInput, "a pattern file of more than 1 MiB",
                       std::string(file), ""};
  return Parser(text, file, set).run();
}

}  // namespace tarry::analysis::declared
