// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "report/cubepl.h"
#include "report/cubepl_cursor.h"
#include "report/cubepl_pattern.h"
#include "report/text_escape.h"

namespace tarry::report::cubepl {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kLongest = 1 << 20;  // bytes of an expression
constexpr std::uint32_t kDeepest = 200;    // nodes inside each other

Error unknown(const std::string& what) { return Error{ErrorCode::Unsupported, what, "", ""}; }

// The predefined variables that Evaluator knows.
constexpr std::array kProperties = {
    "calculation::callpath::id", "calculation::region::id",  "cube::#callpaths",
    "cube::#locations",          "cube::callpath::calleeid", "cube::region::name",
    "cube::region::paradigm",    "cube::region::role",       "cube::region::mod"};

struct Function {
  std::string_view name;
  Op op;
  std::size_t arguments;
};
constexpr std::array kFunctions = {
    Function{"sqrt", Op::Sqrt, 1},      Function{"sin", Op::Sin, 1},
    Function{"asin", Op::Asin, 1},      Function{"cos", Op::Cos, 1},
    Function{"acos", Op::Acos, 1},      Function{"tan", Op::Tan, 1},
    Function{"atan", Op::Atan, 1},      Function{"exp", Op::Exp, 1},
    Function{"log", Op::Log, 1},        Function{"abs", Op::Absolute, 1},
    Function{"floor", Op::Floor, 1},    Function{"ceil", Op::Ceil, 1},
    Function{"sgn", Op::Sign, 1},       Function{"pos", Op::Positive, 1},
    Function{"neg", Op::Negative, 1},   Function{"min", Op::Min, 2},
    Function{"max", Op::Max, 2},        Function{"lowercase", Op::Lower, 1},
    Function{"uppercase", Op::Upper, 1}};

class Parser {
 public:
  explicit Parser(std::string_view text) : in_(text) {}

  Result<Expression> parse() {
    TRY(expression());
    in_.skip();
    if (!in_.rest().empty()) return here("something after its end");
    return std::move(made_);
  }

 private:
  using Made = Result<std::uint32_t>;  // the position of a node

  Error here(const std::string& what) const {
    const std::string rest = one_line(in_.rest().substr(0, 20));
    return unknown(what + (rest.empty() ? " at its end" : " at '" + rest + "'"));
  }

  base::Status expect(std::string_view token) {
    if (in_.take(token)) return base::kOk;
    return here(fmt::format("no '{}'", token));
  }

  Made add(Node node) {
    for (const std::uint32_t child : node.children)
      node.depth = std::max(node.depth, made_.nodes[child].depth + 1);
    if (node.depth > kDeepest) return here("too many levels");
    made_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(made_.nodes.size() - 1);
  }

  // A level of the grammar that calls itself.
  struct Level {
    explicit Level(std::uint32_t& counted) : depth(counted) { ++depth; }
    ~Level() { --depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    std::uint32_t& depth;
  };

  Made expression() {
    const Level level(depth_);
    if (depth_ > kDeepest) return here("too many levels");
    TRY_ASSIGN(std::uint32_t left, negation());
    while (true) {
      Op op = Op::And;
      if (in_.take_word("and"))
        op = Op::And;
      else if (in_.take_word("or"))
        op = Op::Or;
      else if (in_.take_word("xor"))
        op = Op::Xor;
      else
        return left;
      TRY_ASSIGN(const std::uint32_t right, negation());
      TRY_ASSIGN(left, add({.op = op, .children = {left, right}}));
    }
  }

  Made negation() {
    const Level level(depth_);
    if (depth_ > kDeepest) return here("too many levels");
    if (!in_.take_word("not")) return comparison();
    TRY_ASSIGN(const std::uint32_t operand, negation());
    return add({.op = Op::Not, .children = {operand}});
  }

  std::optional<Op> comparison_sign() {
    constexpr std::array<std::pair<std::string_view, Op>, 7> kSigns = {{{"==", Op::Equal},
                                                                        {"!=", Op::NotEqual},
                                                                        {"=~", Op::Matches},
                                                                        {">=", Op::GreaterEqual},
                                                                        {"<=", Op::LessEqual},
                                                                        {">", Op::Greater},
                                                                        {"<", Op::Less}}};
    for (const auto& [sign, op] : kSigns)
      if (in_.take(sign)) return op;
    if (in_.take_word("eq")) return Op::TextEqual;
    if (in_.take_word("seq")) return Op::TextContains;
    return std::nullopt;
  }

  Made comparison() {
    TRY_ASSIGN(std::uint32_t left, sum());
    while (const std::optional<Op> op = comparison_sign()) {
      if (*op == Op::Matches) {
        TRY_ASSIGN(left, matches(left));
        continue;
      }
      TRY_ASSIGN(const std::uint32_t right, sum());
      TRY_ASSIGN(left, add({.op = *op, .children = {left, right}}));
    }
    return left;
  }

  Made matches(std::uint32_t subject) {
    TRY(expect("/"));
    const std::optional<std::string> pattern = in_.until('/');
    if (!pattern) return here("no end of a pattern");
    TRY_ASSIGN(std::regex regex, compiled_pattern(*pattern));
    made_.patterns.push_back(std::move(regex));
    return add({.op = Op::Matches,
                .children = {subject},
                .index = static_cast<std::uint32_t>(made_.patterns.size() - 1)});
  }

  Made sum() {
    TRY_ASSIGN(std::uint32_t left, product());
    while (true) {
      const bool plus = in_.take("+");
      if (!plus && !in_.take("-")) return left;
      TRY_ASSIGN(const std::uint32_t right, product());
      TRY_ASSIGN(left, add({.op = plus ? Op::Add : Op::Subtract, .children = {left, right}}));
    }
  }

  Made product() {
    TRY_ASSIGN(std::uint32_t left, power());
    while (true) {
      const bool times = in_.take("*");
      if (!times && !in_.take("/")) return left;
      TRY_ASSIGN(const std::uint32_t right, power());
      TRY_ASSIGN(left, add({.op = times ? Op::Multiply : Op::Divide, .children = {left, right}}));
    }
  }

  Made power() {
    TRY_ASSIGN(std::uint32_t left, signed_value());
    while (in_.take("^")) {
      TRY_ASSIGN(const std::uint32_t right, signed_value());
      TRY_ASSIGN(left, add({.op = Op::Power, .children = {left, right}}));
    }
    return left;
  }

  Made signed_value() {
    const Level level(depth_);
    if (depth_ > kDeepest) return here("too many levels");
    if (in_.take("+")) return signed_value();
    if (!in_.take("-")) return value();
    TRY_ASSIGN(const std::uint32_t operand, signed_value());
    return add({.op = Op::Negate, .children = {operand}});
  }

  Made value() {
    in_.skip();
    if (in_.rest().empty()) return here("nothing");
    const char first = in_.rest().front();
    if (in_.take("(")) {
      TRY_ASSIGN(const std::uint32_t inner, expression());
      TRY(expect(")"));
      return inner;
    }
    if (in_.take("|")) {
      TRY_ASSIGN(const std::uint32_t inner, expression());
      TRY(expect("|"));
      return add({.op = Op::Absolute, .children = {inner}});
    }
    if (in_.take("{")) return block(true);
    if (in_.take("\"")) {
      std::optional<std::string> text = in_.until('"');
      if (!text) return here("no end of a text");
      return add({.op = Op::Text, .text = *std::move(text)});
    }
    if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '.') return number();
    if (in_.rest().starts_with("${")) return variable();
    if (in_.take("metric::")) return metric();
    if (in_.take_word("true")) return add({.op = Op::Number, .number = 1.0});
    if (in_.take_word("false")) return add({.op = Op::Number, .number = 0.0});
    return function();
  }

  Made number() {
    const std::optional<double> value = in_.number();
    if (!value) return here("no number");
    return add({.op = Op::Number, .number = *value});
  }

  Made function() {
    for (const Function& each : kFunctions) {
      if (!in_.take_word(each.name)) continue;
      Node node{.op = each.op};
      TRY(expect("("));
      for (std::size_t i = 0; i < each.arguments; ++i) {
        if (i != 0) TRY(expect(","));
        TRY_ASSIGN(const std::uint32_t argument, expression());
        node.children.push_back(argument);
      }
      TRY(expect(")"));
      return add(std::move(node));
    }
    return here("an unknown word");
  }

  // metric::time(), metric::time(e), metric::time(i, e); the location is always one alone.
  Made metric() {
    std::optional<std::string> id = in_.until('(');
    if (!id) return here("no '(' after a metric");
    if (id->starts_with("fixed::") || id->starts_with("call::") || id->starts_with("set::") ||
        id->starts_with("get::"))
      return unknown("'metric::" + one_line(*id) + "'");
    Flavor flavor = Flavor::Same;
    for (int argument = 0; !in_.take(")"); ++argument) {
      if (argument == 2) return here("a third argument of a metric");
      if (argument == 1) TRY(expect(","));
      Flavor given = Flavor::Same;
      if (in_.take_word("i"))
        given = Flavor::Inclusive;
      else if (in_.take_word("e"))
        given = Flavor::Exclusive;
      else if (!in_.take("*"))
        return here("an argument of a metric that is not i, e or *");
      if (argument == 0) flavor = given;
    }
    const MetricReference wanted{*std::move(id), flavor};
    auto found = std::find(made_.references.begin(), made_.references.end(), wanted);
    if (found == made_.references.end()) found = made_.references.insert(found, wanted);
    return add(
        {.op = Op::Metric, .index = static_cast<std::uint32_t>(found - made_.references.begin())});
  }

  // Takes "${name}" or "${name}[index]"; the node has the index as its child.
  Result<Node> variable_name() {
    TRY(expect("${"));
    std::optional<std::string> name = in_.until('}');
    if (!name || name->empty()) return here("no name of a variable");
    Node node{.op = Op::Variable, .text = *std::move(name)};
    if (node.text.find(':') != std::string::npos) {
      if (std::find(kProperties.begin(), kProperties.end(), node.text) == kProperties.end())
        return unknown("'${" + one_line(node.text) + "}'");
      node.op = Op::Property;
    }
    if (in_.take("[")) {
      TRY_ASSIGN(const std::uint32_t index, expression());
      TRY(expect("]"));
      node.children.push_back(index);
    }
    return node;
  }

  Made variable() {
    TRY_ASSIGN(Node node, variable_name());
    if (node.op == Op::Variable) made_.read.insert(node.text);
    return add(std::move(node));
  }

  // The statements after '{' and the '}'. The block of a function ends with `return`.
  Made block(bool is_function) {
    Node node{.op = Op::Block, .number = is_function ? 1.0 : 0.0};
    while (!in_.take("}")) {
      TRY_ASSIGN(const std::uint32_t next, statement());
      node.children.push_back(next);
      while (in_.take(";")) {
      }
    }
    return add(std::move(node));
  }

  Made statement() {
    const Level level(depth_);
    if (depth_ > kDeepest) return here("too many levels");
    if (in_.take_word("if")) return branch();
    if (in_.take_word("while")) {
      Node node{.op = Op::While};
      TRY(condition_and_block(node));
      return add(std::move(node));
    }
    if (in_.take_word("return")) {
      TRY_ASSIGN(const std::uint32_t result, expression());
      return add({.op = Op::Return, .children = {result}});
    }
    if (in_.take_word("global")) {
      TRY(expect("("));
      std::optional<std::string> name = in_.until(')');
      if (!name || name->empty()) return here("no name of a variable");
      made_.globals.insert(*std::move(name));
      return add({.op = Op::Nothing});
    }
    // Properties of metrics for viewers change no value.
    if (in_.take("cube::metric::set::")) {
      if (!in_.until(')')) return here("no ')'");
      return add({.op = Op::Nothing});
    }
    return assignment();
  }

  Made assignment() {
    TRY_ASSIGN(Node node, variable_name());
    if (node.op != Op::Variable) return unknown("a new value of '${" + one_line(node.text) + "}'");
    TRY(expect("="));
    TRY_ASSIGN(const std::uint32_t result, expression());
    made_.assigned.insert(node.text);
    node.op = Op::Assign;
    node.children.insert(node.children.begin(), result);
    return add(std::move(node));
  }

  base::Status condition_and_block(Node& node) {
    TRY(expect("("));
    TRY_ASSIGN(const std::uint32_t condition, expression());
    TRY(expect(")"));
    TRY(expect("{"));
    TRY_ASSIGN(const std::uint32_t body, block(false));
    node.children.push_back(condition);
    node.children.push_back(body);
    return base::kOk;
  }

  // Children: condition and block of each branch, and the block of `else`.
  Made branch() {
    Node node{.op = Op::If};
    TRY(condition_and_block(node));
    while (in_.take_word("elseif")) TRY(condition_and_block(node));
    if (in_.take_word("else")) {
      TRY(expect("{"));
      TRY_ASSIGN(const std::uint32_t body, block(false));
      node.children.push_back(body);
    }
    return add(std::move(node));
  }

  Cursor in_;
  Expression made_;
  std::uint32_t depth_ = 0;
};

}  // namespace

Result<Expression> parse(std::string_view text) {
  if (text.size() > kLongest) return unknown("an expression of more than a megabyte");
  return Parser(text).parse();
}

}  // namespace tarry::report::cubepl
