// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "report/cubepl.h"

namespace tarry::report::cubepl {

bool is_sum_of_metrics(const Expression& expression) {
  enum class Kind { Constant, Sum, Other };
  std::vector<Kind> kinds;
  for (const MetricReference& reference : expression.references)
    if (reference.flavor != Flavor::Same) return false;
  for (const Node& node : expression.nodes) {
    const auto kind = [&](std::size_t child) { return kinds[node.children[child]]; };
    Kind result = Kind::Other;
    const bool are_constants =
        std::all_of(node.children.begin(), node.children.end(),
                    [&](std::uint32_t child) { return kinds[child] == Kind::Constant; });
    if (node.op == Op::Metric)
      result = Kind::Sum;
    else if (node.op == Op::Number)
      result = Kind::Constant;
    else if (node.op >= Op::Add && node.op <= Op::Absolute && are_constants)
      result = Kind::Constant;
    else if (node.op == Op::Negate ||
             ((node.op == Op::Add || node.op == Op::Subtract) && kind(0) == kind(1)))
      result = kind(0);
    else if (node.op == Op::Multiply && kind(0) == Kind::Constant)
      result = kind(1);
    else if ((node.op == Op::Multiply || node.op == Op::Divide) && kind(1) == Kind::Constant)
      result = kind(0);
    kinds.push_back(result);
  }
  return !kinds.empty() && kinds.back() == Kind::Sum;
}

}  // namespace tarry::report::cubepl
