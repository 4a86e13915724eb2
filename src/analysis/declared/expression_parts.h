// SPDX-License-Identifier: BSD-3-Clause
// What the parts of the reader of expressions have in common.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/declared/pattern.h"
#include "base/nearest.h"

namespace tarry::analysis::declared {

// Returns the text in single quotes.
inline std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

// Returns a hint: the known word that is nearest, or else all.
inline std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = base::nearest(std::string(word), known);
  if (!near.empty()) return "did you mean " + in_quotes(near) + "?";
  std::string all;
  for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
  return all.empty() ? "" : "there are: " + all;
}

inline Expression made(Op op, Type type, std::vector<Expression> parts = {}) {
  Expression expression;
  expression.op = op;
  expression.type = type;
  expression.parts = std::move(parts);
  return expression;
}

// Returns an expression of these parts.
template <class... Parts>
Expression joined(Op op, Type type, Parts... parts) {
  Expression expression = made(op, type);
  (expression.parts.push_back(std::move(parts)), ...);
  return expression;
}

// Returns whether one can compute with values of the type.
inline bool is_amount(Type type) { return type == Type::Time || type == Type::Number; }

}  // namespace tarry::analysis::declared
