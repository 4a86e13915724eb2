// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/parse_number.h"
#include "report/cubepl.h"
#include "report/cubex_names.h"

namespace tarry::report::cubepl {
namespace {

constexpr std::size_t kRoom = 2'000'000;
constexpr std::size_t kLongestText = 2'000;  // longer names are matched by their beginnings

double truth(bool value) { return value ? 1.0 : 0.0; }

// A quotient by zero counts as nothing, as a call path without visits has no time per visit.
double quotient(double left, double right) { return right == 0.0 ? 0.0 : left / right; }

std::string with_case(std::string text, int (*change)(int)) {
  for (char& c : text) c = static_cast<char>(change(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

void Evaluator::declare(const std::set<std::string>& globals) {
  for (const std::string& name : globals) globals_.try_emplace(name);
}

double Evaluator::value(const Expression& expression, model::CallPathId callpath,
                        const std::vector<double>& inputs) {
  expression_ = &expression;
  inputs_ = &inputs;
  callpath_ = callpath;
  locals_.clear();
  returned_ = false;
  room_ = kRoom;
  const double result = number(static_cast<std::uint32_t>(expression.nodes.size() - 1));
  return exhausted() ? 0.0 : result;
}

Evaluator::Variable& Evaluator::variable(const std::string& name) {
  const auto global = globals_.find(name);
  return global != globals_.end() ? global->second : locals_[name];
}

std::int64_t Evaluator::array_index(const Node& node) {
  const std::size_t at = node.op == Op::Assign ? 1 : 0;
  if (node.children.size() <= at) return 0;
  const double index = number(node.children[at]);
  constexpr double kLargest = 1e15;
  return std::abs(index) < kLargest ? static_cast<std::int64_t>(index) : -1;
}

double Evaluator::number(std::uint32_t at) {
  if (exhausted()) return 0.0;
  charge(1);
  const Node& node = expression_->nodes[at];
  switch (node.op) {
    case Op::Number:
      return node.number;
    case Op::Metric:
      return (*inputs_)[node.index];
    case Op::Variable: {
      Variable& found = variable(node.text);
      const std::int64_t index = array_index(node);
      if (const auto value = found.numbers.find(index); value != found.numbers.end())
        return value->second;
      const auto value = found.texts.find(index);
      return value == found.texts.end() ? 0.0
                                        : base::number_in<double>(value->second).value_or(0.0);
    }
    case Op::Property:
      return property(node);
    case Op::Text:
    case Op::Lower:
    case Op::Upper:
      return base::number_in<double>(text(at)).value_or(0.0);
    case Op::TextEqual:
      return truth(text(node.children[0]) == text(node.children[1]));
    case Op::TextContains:
      return truth(text(node.children[0]).find(text(node.children[1])) != std::string::npos);
    case Op::Matches: {
      const std::string subject = text(node.children[0]).substr(0, kLongestText);
      charge(subject.size() * 10);
      return truth(std::regex_search(subject, expression_->patterns[node.index]));
    }
    default:
      break;
  }
  if (node.op >= Op::Block) return statement(node);
  return node.op >= Op::Sqrt ? function(node) : arithmetic(node);
}

double Evaluator::arithmetic(const Node& node) {
  const double left = number(node.children[0]);
  // The second operand is not evaluated if the first one decides.
  if (node.op == Op::And && left == 0.0) return 0.0;
  if (node.op == Op::Or && left != 0.0) return 1.0;
  const double right = node.children.size() > 1 ? number(node.children[1]) : 0.0;
  switch (node.op) {
    case Op::Add:
      return left + right;
    case Op::Subtract:
      return left - right;
    case Op::Multiply:
      return left * right;
    case Op::Divide:
      return quotient(left, right);
    case Op::Power:
      return std::pow(left, right);
    case Op::Negate:
      return -left;
    case Op::Absolute:
      return std::abs(left);
    case Op::Less:
      return truth(left < right);
    case Op::LessEqual:
      return truth(left <= right);
    case Op::Greater:
      return truth(left > right);
    case Op::GreaterEqual:
      return truth(left >= right);
    case Op::Equal:
      return truth(left == right);
    case Op::NotEqual:
      return truth(left != right);
    case Op::Not:
      return truth(left == 0.0);
    case Op::And:
    case Op::Or:
      return truth(right != 0.0);
    case Op::Xor:
      return truth((left != 0.0) != (right != 0.0));
    default:
      return 0.0;
  }
}

double Evaluator::function(const Node& node) {
  const double x = number(node.children[0]);
  switch (node.op) {
    case Op::Sqrt:
      return std::sqrt(x);
    case Op::Sin:
      return std::sin(x);
    case Op::Asin:
      return std::asin(x);
    case Op::Cos:
      return std::cos(x);
    case Op::Acos:
      return std::acos(x);
    case Op::Tan:
      return std::tan(x);
    case Op::Atan:
      return std::atan(x);
    case Op::Exp:
      return std::exp(x);
    case Op::Log:
      return std::log(x);
    case Op::Floor:
      return std::floor(x);
    case Op::Ceil:
      return std::ceil(x);
    case Op::Sign:
      return truth(x > 0.0) - truth(x < 0.0);
    case Op::Positive:
      return std::max(x, 0.0);
    case Op::Negative:
      return std::min(x, 0.0);
    case Op::Min:
      return std::min(x, number(node.children[1]));
    case Op::Max:
      return std::max(x, number(node.children[1]));
    default:
      return 0.0;
  }
}

double Evaluator::statement(const Node& node) {
  double result = 0.0;
  switch (node.op) {
    case Op::Block:
      for (const std::uint32_t child : node.children) {
        result = number(child);
        if (returned_ || exhausted()) break;
      }
      if (node.number != 0.0) returned_ = false;  // the end of a function
      return result;
    case Op::Assign:
      assign(node);
      return 0.0;
    case Op::If: {
      std::size_t i = 0;
      for (; i + 1 < node.children.size(); i += 2)
        if (number(node.children[i]) != 0.0) return number(node.children[i + 1]);
      return i < node.children.size() ? number(node.children[i]) : 0.0;
    }
    case Op::While:
      while (!exhausted() && number(node.children[0]) != 0.0) {
        result = number(node.children[1]);
        if (returned_) return result;
      }
      return 0.0;
    case Op::Return:
      result = number(node.children[0]);
      returned_ = true;
      return result;
    default:
      return 0.0;
  }
}

void Evaluator::assign(const Node& node) {
  const std::int64_t index = array_index(node);
  const Node& from = expression_->nodes[node.children[0]];
  const bool is_text = from.op == Op::Text || from.op == Op::Lower || from.op == Op::Upper ||
                       (from.op == Op::Property && from.text.starts_with("cube::region::"));
  const double value = is_text ? 0.0 : number(node.children[0]);
  std::string words = is_text ? text(node.children[0]) : "";
  if (room_ <= words.size()) return charge(steps_);
  room_ -= words.size() + 1;
  Variable& target = variable(node.text);
  target.numbers.erase(index);
  target.texts.erase(index);
  if (is_text)
    target.texts[index] = std::move(words);
  else
    target.numbers[index] = value;
}

// Regions are known by a call path that has them, so that both have the same ids.
double Evaluator::property(const Node& node) {
  if (node.text == "cube::#callpaths") return static_cast<double>(cube_.callpaths.size());
  if (node.text == "cube::#locations") return static_cast<double>(cube_.locations.size());
  if (node.text == "cube::callpath::calleeid") return static_cast<double>(array_index(node));
  if (node.text.starts_with("calculation::")) return callpath_.valid() ? callpath_.value : -1.0;
  return base::number_in<double>(text_property(node)).value_or(0.0);
}

std::string Evaluator::text_property(const Node& node) {
  const std::int64_t index = array_index(node);
  if (index < 0 || static_cast<std::uint64_t>(index) >= cube_.callpaths.size()) return "";
  const model::CubeCallPath& path = cube_.callpaths[static_cast<std::size_t>(index)];
  charge((path.region.size() + path.file.size()) / 64);
  if (node.text == "cube::region::name") return path.region;
  if (node.text == "cube::region::paradigm") return cube_paradigm(path.paradigm);
  if (node.text == "cube::region::role") return cube_role(path.role);
  return path.file;
}

std::string Evaluator::text(std::uint32_t at) {
  if (exhausted()) return "";
  charge(1);
  const Node& node = expression_->nodes[at];
  if (node.op == Op::Text) return node.text;
  if (node.op == Op::Lower) return with_case(text(node.children[0]), std::tolower);
  if (node.op == Op::Upper) return with_case(text(node.children[0]), std::toupper);
  if (node.op == Op::Property && node.text.starts_with("cube::region::"))
    return text_property(node);
  if (node.op == Op::Variable) {
    Variable& found = variable(node.text);
    const std::int64_t index = array_index(node);
    if (const auto value = found.texts.find(index); value != found.texts.end())
      return value->second;
  }
  return fmt::format("{}", number(at));
}

}  // namespace tarry::report::cubepl
