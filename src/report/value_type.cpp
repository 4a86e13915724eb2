// SPDX-License-Identifier: BSD-3-Clause
#include "report/value_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "base/parse_number.h"
#include "report/report_limits.h"

namespace tarry::report {
namespace {

using Sum = model::CubeMetric::Sum;

template <class T>
T load(const char* bytes, bool swap) {
  char copy[sizeof(T)];
  std::memcpy(copy, bytes, sizeof(T));
  if (swap) std::reverse(copy, copy + sizeof(T));
  T value;
  std::memcpy(&value, copy, sizeof(T));
  return value;
}

std::optional<NumberType> number_type(std::string_view dtype) {
  static const std::unordered_map<std::string_view, NumberType> kTypes = {
      {"DOUBLE", NumberType::Double},
      {"FLOAT", NumberType::Double},
      {"UINT64", NumberType::UInt64},
      {"UNSIGNED INTEGER", NumberType::UInt64},
      {"INT64", NumberType::Int64},
      {"INTEGER", NumberType::Int64},
      {"SIGNED INTEGER", NumberType::Int64},
      {"UINT32", NumberType::UInt32},
      {"UNSIGNED INT", NumberType::UInt32},
      {"INT32", NumberType::Int32},
      {"INT", NumberType::Int32},
      {"SIGNED INT", NumberType::Int32},
      {"UINT16", NumberType::UInt16},
      {"UNSIGNED SHORT INT", NumberType::UInt16},
      {"SHORT UNSIGNED INT", NumberType::UInt16},
      {"INT16", NumberType::Int16},
      {"SHORT INT", NumberType::Int16},
      {"SIGNED SHORT INT", NumberType::Int16},
      {"UINT8", NumberType::UInt8},
      {"CHAR", NumberType::UInt8},
      {"INT8", NumberType::Int8},
  };
  const auto found = kTypes.find(dtype);
  return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

// Returns n of "NAME(n)"; nothing if it is something else, or an absurd number.
std::optional<std::size_t> length_of(std::string_view dtype, std::string_view name) {
  if (!dtype.starts_with(name)) return std::nullopt;
  dtype.remove_prefix(name.size());
  if (dtype.size() < 3 || dtype.front() != '(' || dtype.back() != ')') return std::nullopt;
  const auto length = base::number_in<std::size_t>(dtype.substr(1, dtype.size() - 2));
  return length && *length >= 1 && *length <= kLargestTuple ? length : std::nullopt;
}

// Returns `length` doubles after `offset` bytes.
ValueLayout doubles(std::size_t offset, std::size_t length, const char* id, const char* name) {
  ValueLayout layout{offset + length * 8, {}};
  for (std::size_t i = 0; i < length; ++i)
    layout.parts.push_back({.offset = offset + i * 8,
                            .id_suffix = fmt::format("{}{}", id, i),
                            .name_suffix = fmt::format("{}{}", name, i)});
  return layout;
}

}  // namespace

std::size_t width_of(NumberType type) {
  switch (type) {
    case NumberType::Int8:
    case NumberType::UInt8:
      return 1;
    case NumberType::Int16:
    case NumberType::UInt16:
      return 2;
    case NumberType::Int32:
    case NumberType::UInt32:
      return 4;
    case NumberType::Int64:
    case NumberType::UInt64:
    case NumberType::Double:
      return 8;
  }
  return 8;
}

double load_number(const char* bytes, NumberType type, bool swap) {
  switch (type) {
    case NumberType::Int8:
      return load<std::int8_t>(bytes, swap);
    case NumberType::UInt8:
      return load<std::uint8_t>(bytes, swap);
    case NumberType::Int16:
      return load<std::int16_t>(bytes, swap);
    case NumberType::UInt16:
      return load<std::uint16_t>(bytes, swap);
    case NumberType::Int32:
      return load<std::int32_t>(bytes, swap);
    case NumberType::UInt32:
      return load<std::uint32_t>(bytes, swap);
    case NumberType::Int64:
      return static_cast<double>(load<std::int64_t>(bytes, swap));
    case NumberType::UInt64:
      return static_cast<double>(load<std::uint64_t>(bytes, swap));
    case NumberType::Double:
      return load<double>(bytes, swap);
  }
  return 0.0;
}

std::optional<ValueLayout> value_layout(std::string_view dtype) {
  if (const std::optional<NumberType> type = number_type(dtype))
    return ValueLayout{width_of(*type), {{.type = *type}}};
  if (dtype == "MINDOUBLE") return ValueLayout{8, {{.sum = Sum::Least}}};
  if (dtype == "MAXDOUBLE") return ValueLayout{8, {{.sum = Sum::Most}}};
  // Both doubles are sums of their own.
  if (dtype == "COMPLEX")
    return ValueLayout{
        16,
        {{.offset = 0, .id_suffix = ".real", .name_suffix = ", real part"},
         {.offset = 8, .id_suffix = ".imaginary", .name_suffix = ", imaginary part"}}};
  if (dtype == "RATE")
    return ValueLayout{16,
                       {{.offset = 0, .id_suffix = ".amount", .name_suffix = ", amount"},
                        {.offset = 8, .id_suffix = ".base", .name_suffix = ", base of the rate"}}};
  // Number of values (32 bits), least, largest, sum, sum of squares.
  if (dtype == "TAU_ATOMIC")
    return ValueLayout{36,
                       {{.offset = 20},
                        {.type = NumberType::UInt32,
                         .offset = 0,
                         .id_suffix = ".count",
                         .name_suffix = ", number of values",
                         .is_count = true}}};
  if (const auto length = length_of(dtype, "NDOUBLES")) return doubles(0, *length, ".", " ");
  // Least, largest, and the bins.
  if (const auto bins = length_of(dtype, "HISTOGRAM")) {
    ValueLayout layout = doubles(16, *bins, ".bin", ", bin ");
    for (ValuePart& part : layout.parts) part.is_count = true;
    return layout;
  }
  return std::nullopt;
}

}  // namespace tarry::report
