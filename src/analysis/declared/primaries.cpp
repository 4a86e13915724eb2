// SPDX-License-Identifier: BSD-3-Clause
// The expressions that bind most: names, literals, functions and attributes.
#include <algorithm>
#include <utility>

#include "analysis/declared/expression_parts.h"
#include "analysis/declared/expressions.h"

namespace tarry::analysis::declared {

Expressions::Made Expressions::read_attributes() {
  TRY_ASSIGN(Expression expression, read_primary());
  while (lexer_.accept(".")) {
    TRY_ASSIGN(expression, read_attribute(std::move(expression)));
  }
  return expression;
}

Expressions::Made Expressions::read_attribute(Expression of) {
  const Token name = lexer_.token();
  TRY(count(name.place));
  if (name.kind != Token::Kind::Word) return lexer_.expected("the name of an attribute");
  if (of.type == Type::Call && (name.text == "within" || name.text == "before")) {
    lexer_.advance();
    return read_phase(std::move(of), name.text == "before");
  }
  const bool can_count = of.type == Type::Call || of.type == Type::Phase;
  if (can_count && name.text == "counter") {
    lexer_.advance();
    return read_counter(std::move(of));
  }
  if (of.type == Type::Result && name.text == "exported") {
    lexer_.advance();
    return read_exported(std::move(of));
  }
  std::vector<std::string> known;
  for (const AttributeInfo& attribute : kAttributes) {
    if (attribute.of != of.type) continue;
    known.emplace_back(attribute.name);
    if (attribute.name != name.text) continue;
    lexer_.advance();
    Expression get = joined(Op::Get, attribute.type, std::move(of));
    get.attribute = attribute.attribute;
    return get;
  }
  if (of.type == Type::Result) known.emplace_back("exported");
  if (can_count) known.emplace_back("counter");
  if (of.type == Type::Call) known.insert(known.end(), {"within", "before"});
  return lexer_.expected("an attribute of " + std::string(type_name(of.type)),
                         known.empty() ? "it has none" : did_you_mean(name.text, known));
}

Expressions::Made Expressions::read_phase(Expression of, bool is_before) {
  TRY(expect("("));
  const Token region = lexer_.token();
  if (region.kind != Token::Kind::Text) return lexer_.expected("the name of a region in quotes");
  lexer_.advance();
  TRY(expect(")"));
  const PhaseWish wish{std::string(region.text), is_before};
  const auto known = std::find(set_.phases.begin(), set_.phases.end(), wish);
  Expression get = joined(Op::Phase, Type::Phase, std::move(of));
  get.phase = static_cast<std::uint32_t>(known - set_.phases.begin());
  if (known == set_.phases.end()) set_.phases.push_back(wish);
  if (set_.phases.size() > kMostPhases)
    return lexer_.error(region.place, "more than " + std::to_string(kMostPhases) +
                                          " different visits of regions in all patterns");
  return get;
}

Expressions::Made Expressions::read_exported(Expression of) {
  TRY(expect("("));
  const Token name = lexer_.token();
  if (name.kind != Token::Kind::Text) return lexer_.expected("the name of an export in quotes");
  std::vector<std::string> known;
  for (std::size_t i = 0; exported_ != nullptr && i < exported_->size(); ++i) {
    const Export& each = (*exported_)[i];
    known.push_back(each.name);
    if (each.name != name.text) continue;
    lexer_.advance();
    TRY(expect(")"));
    const Type type = each.unit == model::Unit::Seconds ? Type::Time : Type::Number;
    Expression get = joined(Op::Exported, type, std::move(of));
    get.number = static_cast<std::int64_t>(i);
    return get;
  }
  return lexer_.expected("an export of the pattern that is asked for",
                         known.empty() ? "there are none" : did_you_mean(name.text, known));
}

Expressions::Made Expressions::read_counter(Expression of) {
  TRY(expect("("));
  const Token name = lexer_.token();
  if (name.kind != Token::Kind::Text) return lexer_.expected("the name of a counter in quotes");
  lexer_.advance();
  TRY(expect(")"));
  std::vector<std::string>& all = set_.counters;
  const auto known = std::find(all.begin(), all.end(), name.text);
  Expression get = joined(Op::Counter, Type::Number, std::move(of));
  get.number = known - all.begin();
  if (known == all.end()) all.emplace_back(name.text);
  if (all.size() > kMostCounters)
    return lexer_.error(name.place, "more than " + std::to_string(kMostCounters) +
                                        " different counters in all patterns");
  return get;
}

Expressions::Made Expressions::read_primary() {
  const Token token = lexer_.token();
  TRY(count(token.place));
  if (token.kind == Token::Kind::Word) return read_name();
  if (lexer_.accept("(")) {
    TRY_ASSIGN(Expression inner, read());
    TRY(expect(")"));
    return inner;
  }
  Expression literal;
  literal.number = token.number;
  literal.text = token.text;
  if (token.kind == Token::Kind::Number)
    literal.op = Op::Number, literal.type = Type::Number;
  else if (token.kind == Token::Kind::Time)
    literal.op = Op::Time, literal.type = Type::Time;
  else if (token.kind == Token::Kind::Text)
    literal.op = Op::Text, literal.type = Type::Text;
  else
    return lexer_.expected("an expression");
  lexer_.advance();
  return literal;
}

Expressions::Made Expressions::read_name() {
  const Token name = lexer_.token();
  for (const auto& [word, op] : {std::pair{"min", Op::Least}, std::pair{"max", Op::Most},
                                 std::pair{"sum", Op::SumOf}, std::pair{"count", Op::CountOf}})
    if (name.text == word) {
      lexer_.advance();
      TRY(expect("("));
      if (op == Op::SumOf || op == Op::CountOf) return read_over(op);
      if (elements_follow()) return read_over(op == Op::Least ? Op::LeastOf : Op::MostOf);
      return read_list(op);
    }
  if (name.text == "exists") return read_exists();
  if (name.text == "true" || name.text == "false") {
    lexer_.advance();
    Expression literal = made(Op::Number, Type::Truth);
    literal.number = name.text == "true" ? 1 : 0;
    return literal;
  }
  const auto known = variables_.find(std::string(name.text));
  if (known == variables_.end()) {
    std::vector<std::string> names;
    for (const auto& [defined, variable] : variables_) names.push_back(defined);
    return lexer_.expected("a defined name", did_you_mean(name.text, names));
  }
  lexer_.advance();
  Expression variable = made(Op::Variable, known->second.type);
  variable.variable = known->second.number;
  return variable;
}

Expressions::Made Expressions::read_exists() {
  lexer_.advance();
  TRY(expect("("));
  TRY_ASSIGN(Expression part, read());
  TRY(expect(")"));
  return joined(Op::Exists, Type::Truth, std::move(part));
}

bool Expressions::elements_follow() const {
  Lexer ahead = lexer_;
  if (ahead.token().kind != Token::Kind::Word) return false;
  ahead.advance();
  return ahead.token().is("in");
}

Expressions::Made Expressions::read_list(Op op) {
  Expression list;
  list.op = op;
  do {
    const base::TextPlace place = lexer_.token().place;
    TRY_ASSIGN(Expression part, read());
    if (!is_amount(part.type)) return wrong_type(place, "a time or a number", part.type);
    if (!list.parts.empty() && part.type != list.type)
      return wrong_type(place, type_name(list.type), part.type);
    list.type = part.type;
    list.parts.push_back(std::move(part));
  } while (lexer_.accept(","));
  TRY(expect(")"));
  return list;
}

base::Result<Expressions::Elements> Expressions::read_elements() {
  Elements elements;
  elements.name = lexer_.token();
  TRY_ASSIGN(elements.variable, define(elements.name, Type::Member));
  lexer_.advance();
  if (!lexer_.accept("in")) return lexer_.expected("'in'");
  TRY_ASSIGN(elements.set, read(Type::Members));
  if (lexer_.accept("where")) {
    TRY_ASSIGN(Expression condition, read(Type::Truth));
    elements.condition.push_back(std::move(condition));
  }
  return elements;
}

Expressions::Made Expressions::read_over(Op op) {
  TRY_ASSIGN(Elements elements, read_elements());
  Expression over = joined(op, Type::Number, std::move(elements.set));
  over.variable = elements.variable;
  if (op != Op::CountOf) {
    TRY(expect(":"));
    const base::TextPlace place = lexer_.token().place;
    TRY_ASSIGN(Expression value, read());
    if (!is_amount(value.type)) return wrong_type(place, "a time or a number", value.type);
    over.type = value.type;
    over.parts.push_back(std::move(value));
  }
  for (Expression& condition : elements.condition) over.parts.push_back(std::move(condition));
  forget(elements.name.text);
  TRY(expect(")"));
  return over;
}

}  // namespace tarry::analysis::declared
