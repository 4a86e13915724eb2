// SPDX-License-Identifier: BSD-3-Clause
// Reads the expressions of pattern files and checks their types. Recursive descent, from what binds
// least: or, and, not, comparisons, sums, products, attributes.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "analysis/declared/lexer.h"
#include "analysis/declared/pattern.h"
#include "base/result.h"

namespace tarry::analysis::declared {

// A name that expressions may use.
struct Variable {
  std::uint32_t number = 0;
  Type type{};
};

class Expressions {
 public:
  // Both must outlive it. The visits of regions and the counters that expressions ask for are added
  // to `set`.
  Expressions(Lexer& lexer, PatternSet& set) : lexer_(lexer), set_(set) {}

  // Forgets all names but `root`. `exported`: what a result exports; nullptr: nothing that is
  // known.
  void begin_pattern(Type root, const std::vector<Export>* exported);
  // Defines a new name. The Error of a name that exists or is reserved is at `place`.
  base::Result<std::uint32_t> define(const Token& name, Type type);
  void forget(std::string_view name) { variables_.erase(std::string(name)); }
  [[nodiscard]] std::uint32_t variables() const { return next_variable_; }

  base::Result<Expression> read();
  // Reads an expression that must have this type.
  base::Result<Expression> read(Type type);
  // Reads NAME in SET [where CONDITION]. The name stays defined.
  struct Elements {
    Token name;
    std::uint32_t variable = 0;
    Expression set;
    std::vector<Expression> condition;  // none or one
  };
  base::Result<Elements> read_elements();
  // Reads the id of a metric that is a time.
  base::Result<model::MetricId> read_metric();

 private:
  using Made = base::Result<Expression>;

  Made read_or();
  Made read_and();
  Made read_not();
  Made read_comparison();
  Made read_sum();
  Made read_product();
  Made read_signed();
  Made read_attributes();
  Made read_attribute(Expression of);
  Made read_phase(Expression of, bool is_before);
  Made read_exported(Expression of);
  Made read_counter(Expression of);
  Made read_primary();
  Made read_name();
  Made read_exists();
  Made read_list(Op op);
  Made read_over(Op op);
  Made read_function();
  Made product(Op op, const Token& sign, Expression left, Expression right);
  [[nodiscard]] bool elements_follow() const;
  base::Status expect(std::string_view sign);
  base::Status count(base::TextPlace place);
  [[nodiscard]] base::Error wrong_type(base::TextPlace place, std::string_view expected,
                                       Type found) const;

  Lexer& lexer_;
  PatternSet& set_;
  std::map<std::string, Variable> variables_;
  const std::vector<Export>* exported_ = nullptr;
  std::uint32_t next_variable_ = 1;
  std::size_t size_ = 0;   // operators of the pattern so far
  std::size_t depth_ = 0;  // open parentheses, calls and signs
};

}  // namespace tarry::analysis::declared
