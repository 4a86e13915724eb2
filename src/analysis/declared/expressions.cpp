// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/expressions.h"

#include <algorithm>
#include <utility>

#include "analysis/declared/expression_parts.h"
#include "base/nearest.h"

namespace tarry::analysis::declared {
namespace {

constexpr std::size_t kMostOperators = 1000;
constexpr std::size_t kDeepest = 50;

constexpr std::string_view kReserved[] = {
    "pattern", "end",  "title", "about", "parent", "root", "let",    "where",   "unless",
    "at",      "each", "in",    "and",   "or",     "not",  "is",     "exists",  "true",
    "false",   "min",  "max",   "sum",   "count",  "unit", "export", "severity"};

}  // namespace

void Expressions::begin_pattern(Type root, const std::vector<Export>* exported) {
  exported_ = exported;
  variables_.clear();
  variables_.emplace("root", Variable{0, root});
  next_variable_ = 1;
  size_ = depth_ = 0;
}

base::Result<std::uint32_t> Expressions::define(const Token& name, Type type) {
  const auto is_name = [&](std::string_view reserved) { return reserved == name.text; };
  if (name.kind != Token::Kind::Word ||
      std::any_of(std::begin(kReserved), std::end(kReserved), is_name))
    return lexer_.error(name.place, "expected a new name, found " + name.shown(),
                        name.kind == Token::Kind::Word ? "the language uses this word" : "");
  const auto [at, is_new] =
      variables_.emplace(std::string(name.text), Variable{next_variable_, type});
  if (!is_new)
    return lexer_.error(name.place, "expected a new name, found " + name.shown(),
                        "this name is defined already");
  return next_variable_++;
}

base::Error Expressions::wrong_type(base::TextPlace place, std::string_view expected,
                                    Type found) const {
  return lexer_.error(
      place, "expected " + std::string(expected) + ", found " + std::string(type_name(found)));
}

base::Status Expressions::expect(std::string_view sign) {
  if (!lexer_.accept(sign)) return lexer_.expected(in_quotes(sign));
  return base::kOk;
}

base::Status Expressions::count(base::TextPlace place) {
  if (++size_ > kMostOperators)
    return lexer_.error(place, "a pattern with more than " + std::to_string(kMostOperators) +
                                   " operators and attributes");
  return base::kOk;
}

base::Result<Expression> Expressions::read() {
  if (++depth_ > kDeepest)
    return lexer_.error(lexer_.token().place, "expressions that are nested more than " +
                                                  std::to_string(kDeepest) + " deep");
  Made expression = read_or();
  --depth_;
  return expression;
}

base::Result<Expression> Expressions::read(Type type) {
  const base::TextPlace place = lexer_.token().place;
  TRY_ASSIGN(Expression expression, read());
  if (expression.type != type) return wrong_type(place, type_name(type), expression.type);
  return expression;
}

Expressions::Made Expressions::read_or() {
  const base::TextPlace place = lexer_.token().place;
  TRY_ASSIGN(Expression left, read_and());
  while (lexer_.token().is("or")) {
    if (left.type != Type::Truth) return wrong_type(place, "a condition before 'or'", left.type);
    TRY(count(lexer_.token().place));
    lexer_.advance();
    const base::TextPlace second = lexer_.token().place;
    TRY_ASSIGN(Expression right, read_and());
    if (right.type != Type::Truth) return wrong_type(second, "a condition after 'or'", right.type);
    left = joined(Op::Or, Type::Truth, std::move(left), std::move(right));
  }
  return left;
}

Expressions::Made Expressions::read_and() {
  const base::TextPlace place = lexer_.token().place;
  TRY_ASSIGN(Expression left, read_not());
  while (lexer_.token().is("and")) {
    if (left.type != Type::Truth) return wrong_type(place, "a condition before 'and'", left.type);
    TRY(count(lexer_.token().place));
    lexer_.advance();
    const base::TextPlace second = lexer_.token().place;
    TRY_ASSIGN(Expression right, read_not());
    if (right.type != Type::Truth) return wrong_type(second, "a condition after 'and'", right.type);
    left = joined(Op::And, Type::Truth, std::move(left), std::move(right));
  }
  return left;
}

Expressions::Made Expressions::read_not() {
  if (!lexer_.token().is("not")) return read_comparison();
  TRY(count(lexer_.token().place));
  lexer_.advance();
  const base::TextPlace place = lexer_.token().place;
  if (++depth_ > kDeepest) return lexer_.error(place, "too many 'not'");
  TRY_ASSIGN(Expression part, read_not());
  --depth_;
  if (part.type != Type::Truth) return wrong_type(place, "a condition after 'not'", part.type);
  return joined(Op::Not, Type::Truth, std::move(part));
}

base::Result<model::MetricId> Expressions::read_metric() {
  const Token id = lexer_.token();
  if (id.kind != Token::Kind::Word) return lexer_.expected("the id of a metric");
  const model::MetricId metric = model::find_metric(id.text);
  if (!metric.valid()) {
    std::vector<std::string> known;
    for (const model::MetricInfo& each : model::all_metrics()) known.emplace_back(each.id);
    const std::string near = base::nearest(std::string(id.text), known);
    return lexer_.expected("the id of a metric", near.empty()
                                                     ? "docs/definitions.md lists them"
                                                     : "did you mean " + in_quotes(near) + "?");
  }
  lexer_.advance();
  return metric;
}

Expressions::Made Expressions::read_comparison() {
  const Token first = lexer_.token();
  TRY_ASSIGN(Expression left, read_sum());
  const Token sign = lexer_.token();
  if (lexer_.accept("is")) {
    TRY(count(sign.place));
    if (left.type != Type::Call) return wrong_type(first.place, "a call before 'is'", left.type);
    Expression test = joined(Op::Is, Type::Truth, std::move(left));
    TRY_ASSIGN(test.metric, read_metric());
    return test;
  }
  struct Comparison {
    std::string_view sign;
    Op op;
    bool is_swapped;
  };
  constexpr Comparison kComparisons[] = {
      {"==", Op::Equal, false}, {"!=", Op::Unequal, false},     {"<", Op::Less, false},
      {">", Op::Less, true},    {"<=", Op::LessOrEqual, false}, {">=", Op::LessOrEqual, true}};
  for (const Comparison& comparison : kComparisons) {
    if (!lexer_.accept(comparison.sign)) continue;
    TRY(count(sign.place));
    const base::TextPlace second = lexer_.token().place;
    TRY_ASSIGN(Expression right, read_sum());
    const bool is_order = comparison.op == Op::Less || comparison.op == Op::LessOrEqual;
    const bool fits = is_amount(left.type) ||
                      (!is_order && (left.type == Type::Text || left.type == Type::Truth));
    if (!fits)
      return wrong_type(first.place,
                        is_order
                            ? "a time or a number before " + in_quotes(sign.text)
                            : "a time, number, text or condition before " + in_quotes(sign.text),
                        left.type);
    if (right.type != left.type)
      return wrong_type(
          second, std::string(type_name(left.type)) + " after " + in_quotes(sign.text), right.type);
    if (comparison.is_swapped) std::swap(left, right);
    return joined(comparison.op, Type::Truth, std::move(left), std::move(right));
  }
  return left;
}

Expressions::Made Expressions::read_sum() {
  const base::TextPlace place = lexer_.token().place;
  TRY_ASSIGN(Expression left, read_product());
  while (lexer_.token().is("+") || lexer_.token().is("-")) {
    const Token sign = lexer_.token();
    TRY(count(sign.place));
    lexer_.advance();
    const base::TextPlace second = lexer_.token().place;
    TRY_ASSIGN(Expression right, read_product());
    if (!is_amount(left.type))
      return wrong_type(place, "a time or a number before " + in_quotes(sign.text), left.type);
    if (right.type != left.type)
      return wrong_type(
          second, std::string(type_name(left.type)) + " after " + in_quotes(sign.text), right.type);
    const Type type = left.type;
    left =
        joined(sign.text == "+" ? Op::Add : Op::Subtract, type, std::move(left), std::move(right));
  }
  return left;
}

Expressions::Made Expressions::read_product() {
  TRY_ASSIGN(Expression left, read_signed());
  while (lexer_.token().is("*") || lexer_.token().is("/")) {
    const Token sign = lexer_.token();
    TRY(count(sign.place));
    lexer_.advance();
    TRY_ASSIGN(Expression right, read_signed());
    TRY_ASSIGN(left, product(sign.text == "*" ? Op::Multiply : Op::Divide, sign, std::move(left),
                             std::move(right)));
  }
  return left;
}

Expressions::Made Expressions::product(Op op, const Token& sign, Expression left,
                                       Expression right) {
  if (!is_amount(left.type) || !is_amount(right.type))
    return wrong_type(sign.place, "times and numbers on both sides of " + in_quotes(sign.text),
                      is_amount(left.type) ? right.type : left.type);
  const bool has_time = left.type == Type::Time, has_second_time = right.type == Type::Time;
  const bool fits =
      op == Op::Multiply ? !(has_time && has_second_time) : has_time || !has_second_time;
  if (!fits)
    return lexer_.error(
        sign.place, op == Op::Multiply ? "a product of two times" : "a number divided by a time");
  const bool is_time =
      op == Op::Multiply ? has_time || has_second_time : has_time && !has_second_time;
  return joined(op, is_time ? Type::Time : Type::Number, std::move(left), std::move(right));
}

Expressions::Made Expressions::read_signed() {
  const base::TextPlace place = lexer_.token().place;
  if (!lexer_.accept("-")) return read_attributes();
  TRY(count(place));
  const base::TextPlace second = lexer_.token().place;
  if (++depth_ > kDeepest) return lexer_.error(place, "too many signs");
  TRY_ASSIGN(Expression part, read_signed());
  --depth_;
  if (!is_amount(part.type)) return wrong_type(second, "a time or a number after '-'", part.type);
  const Type type = part.type;
  return joined(Op::Subtract, type, made(type == Type::Time ? Op::Time : Op::Number, type),
                std::move(part));
}

}  // namespace tarry::analysis::declared
