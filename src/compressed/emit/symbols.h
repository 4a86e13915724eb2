// SPDX-License-Identifier: BSD-3-Clause
// Numbers of a program for any number of ranks: expressions over the extents x, y and z of the grid
// of ranks. Values (program.h) hold them as numbers that stand for a symbol. Each symbol is known
// by its values on some sample grids, so what is computed from symbols is computed for each sample,
// and equal expressions are one symbol.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compressed/fit/extents.h"

namespace tarry::emit {

using compressed::Extents;

// Thread: one.
class Symbols {
 public:
  using Samples = std::vector<std::int64_t>;  // by sample grid

  explicit Symbols(std::vector<Extents> grids) : grids_(std::move(grids)) {}

  [[nodiscard]] const std::vector<Extents>& grids() const { return grids_; }
  // Returns the symbol with these values. `text` is an expression of C for them. A number that is
  // the same on all grids stands for itself.
  std::int64_t of(const Samples& values, const std::string& text);
  // Returns the same with a text that is found from the values: a sum of products of extents, or
  // `otherwise`.
  std::int64_t found(const Samples& values, const std::string& otherwise);
  // Returns a symbol for an expression whose values do not matter.
  std::int64_t expression(const std::string& text);
  // Returns the quotient, or nothing if there is a rest on some grid.
  std::optional<std::int64_t> divided(std::int64_t number, std::int64_t by);

  // Returns the quotient without the rest. It is for numbers that have none where the program runs.
  std::int64_t quotient(std::int64_t number, std::int64_t by);

  static bool is_symbol(std::int64_t number) { return number <= kLast; }
  // Returns the value on a sample grid; a number that is no symbol has itself everywhere.
  [[nodiscard]] std::int64_t value(std::int64_t number, std::size_t grid) const;
  [[nodiscard]] std::string text(std::int64_t number) const;

 private:
  static constexpr std::int64_t kLast = -(std::int64_t{1} << 61);
  struct Symbol {
    Samples values;  // empty for an expression
    std::string text;
  };
  [[nodiscard]] const Symbol& at(std::int64_t number) const {
    return symbols_[static_cast<std::size_t>(kLast - number)];
  }
  std::int64_t add(Symbol symbol);

  std::vector<Extents> grids_;
  std::vector<Symbol> symbols_;
  std::map<Samples, std::int64_t> by_values_;
  std::map<std::string, std::int64_t> by_text_;
};

}  // namespace tarry::emit
