// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/spread.h"

#include <algorithm>

#include "compressed/replay/proportion.h"

namespace tarry::replay {
namespace {

using Sums = std::vector<std::uint64_t>;

// Returns the sum of the first n values for each n.
Sums running_sums(std::span<const std::uint64_t> values) {
  Sums sums{0};
  for (const std::uint64_t value : values) sums.push_back(sums.back() + value);
  return sums;
}

// Neighboring columns: [begin, end).
struct Columns {
  std::size_t begin, end;

  [[nodiscard]] bool is_one() const { return end - begin == 1; }
  [[nodiscard]] std::size_t middle() const { return begin + (end - begin) / 2; }
};

class Matrix {
 public:
  // Makes the totals of rows and columns equal: an additional last row or column takes the excess.
  Matrix(std::span<const std::uint64_t> sent, std::span<const std::uint64_t> received)
      : rows_(running_sums(sent)), columns_(running_sums(received)) {
    const std::uint64_t total = std::max(rows_.back(), columns_.back());
    rows_.push_back(total);
    columns_.push_back(total);
  }

  [[nodiscard]] Sums row(std::size_t row) const {
    Sums values(columns_.size() - 1);
    fill({0, values.size()}, rows_[row], rows_[row + 1], values);
    values.pop_back();
    return values;
  }

  [[nodiscard]] Sums column(std::size_t column) const {
    Sums up_to = rows_;  // bytes of all rows up to each one, in the columns that are left
    for (Columns left{0, columns_.size() - 1}; !left.is_one();) {
      const bool is_first = column < left.middle();
      for (std::uint64_t& bytes : up_to) {
        const std::uint64_t first = in_first_half(left, bytes);
        bytes = is_first ? first : bytes - first;
      }
      left = is_first ? Columns{left.begin, left.middle()} : Columns{left.middle(), left.end};
    }
    Sums values;
    for (std::size_t row = 0; row + 2 < up_to.size(); ++row)
      values.push_back(up_to[row + 1] - up_to[row]);
    return values;
  }

 private:
  // Returns the part of `bytes`, which some rows have in `columns`, that belongs to the first half.
  [[nodiscard]] std::uint64_t in_first_half(const Columns& columns, std::uint64_t bytes) const {
    const std::uint64_t first = columns_[columns.begin], behind = columns_[columns.end];
    return proportion(bytes, columns_[columns.middle()] - first, behind - first);
  }

  // Fills the values of a row in `columns`. The rows before it have `before` there, and the rows up
  // to and including it `up_to`.
  void fill(const Columns& columns, std::uint64_t before, std::uint64_t up_to, Sums& values) const {
    if (columns.is_one()) {
      values[columns.begin] = up_to - before;
      return;
    }
    const std::uint64_t first_before = in_first_half(columns, before);
    const std::uint64_t first_up_to = in_first_half(columns, up_to);
    fill({columns.begin, columns.middle()}, first_before, first_up_to, values);
    fill({columns.middle(), columns.end}, before - first_before, up_to - first_up_to, values);
  }

  Sums rows_, columns_;  // running sums
};

}  // namespace

Spread spread(std::span<const std::uint64_t> sent, std::span<const std::uint64_t> received,
              std::size_t member) {
  const Matrix matrix(sent, received);
  return {matrix.row(member), matrix.column(member)};
}

}  // namespace tarry::replay
