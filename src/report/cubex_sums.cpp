// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubex_sums.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "report/cubex_format.h"

namespace tarry::report {
namespace {

constexpr std::uint32_t kVersion = 1;

void append_number(std::string& out, std::uint32_t value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_values(std::string& out, const std::vector<double>& values) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
}

std::uint32_t take_number(std::string_view& bytes) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

std::vector<double> take_values(std::string_view& bytes, std::size_t count) {
  std::vector<double> values(count);
  if (count != 0) std::memcpy(values.data(), bytes.data(), count * sizeof(double));
  bytes.remove_prefix(count * sizeof(double));
  return values;
}

bool are_numbers(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value); });
}

}  // namespace

std::string sums_member(const StoredSums& sums) {
  std::string out = kSumsMarker;
  append_number(out, kVersion);
  append_number(out, sums.head_checksum);
  append_number(out, static_cast<std::uint32_t>(sums.by_row.size()));
  append_number(out, static_cast<std::uint32_t>(sums.by_column.size()));
  append_values(out, sums.by_row);
  append_values(out, sums.by_column);
  return out;
}

base::Result<StoredSums> parse_sums(std::string_view member, std::size_t rows,
                                    std::size_t columns) {
  const base::Error damage{base::ErrorCode::BadInput,
                           "damaged report: its sums do not fit its rows", "", ""};
  constexpr std::size_t kNumbers = 4 * sizeof(std::uint32_t);
  if (!member.starts_with(kSumsMarker) ||
      member.size() != kSumsMarker.size() + kNumbers + (rows + columns) * sizeof(double))
    return damage;
  member.remove_prefix(kSumsMarker.size());
  StoredSums out;
  if (take_number(member) != kVersion) return damage;
  out.head_checksum = take_number(member);
  if (take_number(member) != rows || take_number(member) != columns) return damage;
  out.by_row = take_values(member, rows);
  out.by_column = take_values(member, columns);
  if (!are_numbers(out.by_row) || !are_numbers(out.by_column)) return damage;
  return out;
}

}  // namespace tarry::report
