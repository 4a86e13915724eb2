// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubex_values.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace tarry::report {
namespace {

template <class T>
T number_at(const char* bytes, bool swap) {
  char copy[sizeof(T)];
  std::memcpy(copy, bytes, sizeof(T));
  if (swap) std::reverse(copy, copy + sizeof(T));
  T value;
  std::memcpy(&value, copy, sizeof(T));
  return value;
}

}  // namespace

std::uint32_t load_u32(const char* bytes, bool swap) {
  return number_at<std::uint32_t>(bytes, swap);
}

std::uint64_t load_u64(const char* bytes, bool swap) {
  return number_at<std::uint64_t>(bytes, swap);
}

// The types that large reports have go without a choice for each value.
std::vector<double> load_row(std::string_view bytes, const StoredMetric& metric, bool swap,
                             const std::vector<model::LocationIndex>& locations) {
  std::vector<double> row(locations.size());
  const bool is_plain = !swap && metric.value_size == sizeof(double) && !row.empty();
  if (is_plain && metric.type == NumberType::UInt64) {
    for (std::size_t column = 0; column < row.size(); ++column)
      row[locations[column].index()] =
          static_cast<double>(number_at<std::uint64_t>(bytes.data() + column * 8, false));
    return row;
  }
  for (std::size_t column = 0; column < row.size(); ++column)
    row[locations[column].index()] =
        load_number(bytes.data() + column * metric.value_size + metric.offset, metric.type, swap);
  return row;
}

}  // namespace tarry::report
