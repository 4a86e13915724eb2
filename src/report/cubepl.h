// SPDX-License-Identifier: BSD-3-Clause
// Expressions of derived metrics: the part of CubePL that computes the value of a call path and a
// location from those of other metrics: arithmetic, comparisons, functions, variables, `if` and
// `while`, names and paradigms of regions. An expression that needs more is an Error, so that its
// metric is left out instead of being wrong. Expressions come from files that somebody else wrote:
// their depth and their number of steps are limited. docs/formats/cubex.md has the list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report::cubepl {

// How the value of another metric is taken along the call tree.
enum class Flavor : unsigned char { Same, Inclusive, Exclusive };

struct MetricReference {
  std::string id;
  Flavor flavor = Flavor::Same;  // Same: as the metric that refers to it
  bool operator==(const MetricReference&) const = default;
};

enum class Op : unsigned char {
  Number,
  Text,
  Metric,
  Variable,
  Property,  // values
  Add,
  Subtract,
  Multiply,
  Divide,
  Power,
  Negate,
  Absolute,  // arithmetic
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  Not,
  And,
  Or,
  Xor,
  TextEqual,
  TextContains,
  Matches,
  Lower,
  Upper,  // texts
  Sqrt,
  Sin,
  Asin,
  Cos,
  Acos,
  Tan,
  Atan,
  Exp,
  Log,
  Floor,
  Ceil,
  Sign,
  Positive,
  Negative,
  Min,
  Max,
  Block,
  Assign,
  If,
  While,
  Return,
  Nothing,  // statements
};

// A node of an expression; what it does not need is zero.
struct Node {
  Op op = Op::Number;
  std::vector<std::uint32_t> children{};  // positions in Expression::nodes
  double number = 0.0;                    // Number
  std::uint32_t index = 0;                // Metric: in references; Matches: in patterns
  std::string text{};                     // Text; name of a Variable or Property
  std::uint32_t depth = 1;
};

struct Expression {
  std::vector<Node> nodes;  // the last one is the whole
  std::vector<MetricReference> references;
  std::vector<std::regex> patterns;
  std::set<std::string> globals;   // variables that it makes known to other expressions
  std::set<std::string> assigned;  // variables that it gives a value to
  std::set<std::string> read;      // variables whose value it takes
};

// Reads an expression or a block of statements. An Error tells in its `what` what is not
// understood.
base::Result<Expression> parse(std::string_view text);

// Returns true if the expression is a sum of multiples of metrics, taken as they are. Then sums
// over call paths and locations can be computed before or after it.
bool is_sum_of_metrics(const Expression& expression);

// Computes expressions one after another; they share the variables that are declared global.
class Evaluator {
 public:
  // `steps`: how many nodes may be visited by all expressions together.
  Evaluator(const model::SeverityCube& cube, std::uint64_t steps) : cube_(cube), steps_(steps) {}

  // Returns the value for a call path; `inputs` has the values of the references, in their order.
  // The result is 0 after exhausted().
  double value(const Expression& expression, model::CallPathId callpath,
               const std::vector<double>& inputs);

  // Returns true if the steps are used up.
  [[nodiscard]] bool exhausted() const { return steps_ == 0; }

  // Variables with these names keep their values from one expression to the next.
  void declare(const std::set<std::string>& globals);
  [[nodiscard]] bool is_declared(const std::string& variable) const {
    return globals_.contains(variable);
  }

 private:
  struct Variable {
    std::map<std::int64_t, double> numbers;
    std::map<std::int64_t, std::string> texts;
  };

  double number(std::uint32_t node);
  double arithmetic(const Node& node);
  double function(const Node& node);
  double statement(const Node& node);
  void assign(const Node& node);
  std::string text(std::uint32_t node);
  double property(const Node& node);
  std::string text_property(const Node& node);
  std::int64_t array_index(const Node& node);
  Variable& variable(const std::string& name);
  void charge(std::uint64_t steps) { steps_ -= std::min(steps, steps_); }

  const model::SeverityCube& cube_;
  std::uint64_t steps_;
  std::size_t room_ = 0;  // for what one expression puts into variables: elements and letters
  std::map<std::string, Variable> globals_;
  std::map<std::string, Variable> locals_;
  const Expression* expression_ = nullptr;
  const std::vector<double>* inputs_ = nullptr;
  model::CallPathId callpath_;
  bool returned_ = false;
};

}  // namespace tarry::report::cubepl
