// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/symbols.h"

#include <algorithm>
#include <utility>

#include "compressed/fit/linear_form.h"

namespace tarry::emit {

std::int64_t Symbols::add(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  return kLast - static_cast<std::int64_t>(symbols_.size() - 1);
}

std::int64_t Symbols::of(const Samples& values, const std::string& text) {
  if (std::all_of(values.begin(), values.end(),
                  [&](std::int64_t value) { return value == values[0]; }))
    return values[0];
  const auto known = by_values_.find(values);
  if (known != by_values_.end()) return known->second;
  const std::int64_t number = add({values, text});
  by_values_.emplace(values, number);
  return number;
}

std::int64_t Symbols::found(const Samples& values, const std::string& otherwise) {
  std::vector<compressed::Observation> observations;
  for (std::size_t i = 0; i < grids_.size(); ++i) observations.push_back({grids_[i], values[i]});
  const auto form = compressed::fit_linear_form(observations);
  const bool is_sure = form && compressed::confirmed(observations, form->terms());
  return of(values, is_sure ? form->text() : otherwise);
}

std::int64_t Symbols::expression(const std::string& text) {
  const auto known = by_text_.find(text);
  if (known != by_text_.end()) return known->second;
  const std::int64_t number = add({{}, text});
  by_text_.emplace(text, number);
  return number;
}

std::optional<std::int64_t> Symbols::divided(std::int64_t number, std::int64_t by) {
  Samples values;
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    const std::int64_t each = value(number, i);
    if (each % by != 0) return std::nullopt;
    values.push_back(each / by);
  }
  return found(values, "(" + text(number) + ") / " + std::to_string(by));
}

std::int64_t Symbols::quotient(std::int64_t number, std::int64_t by) {
  Samples values;
  for (std::size_t i = 0; i < grids_.size(); ++i) values.push_back(value(number, i) / by);
  return found(values, "(" + text(number) + ") / " + std::to_string(by));
}

std::int64_t Symbols::value(std::int64_t number, std::size_t grid) const {
  if (!is_symbol(number)) return number;
  const Symbol& symbol = at(number);
  return symbol.values.empty() ? 0 : symbol.values[grid];
}

std::string Symbols::text(std::int64_t number) const {
  return is_symbol(number) ? at(number).text : std::to_string(number);
}

}  // namespace tarry::emit
