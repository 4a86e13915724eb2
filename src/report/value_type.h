// SPDX-License-Identifier: BSD-3-Clause
// The types of values in a .cubex: numbers, and tuples of numbers, of which each part that adds up
// is a metric of our cube. docs/formats/cubex.md lists them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// A number; a FLOAT of Cube has 64 bits.
enum class NumberType { Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64, Double };

// Returns the number of bytes.
std::size_t width_of(NumberType type);

// Reads the number that begins at `bytes`; `swap`: it has the other byte order.
double load_number(const char* bytes, NumberType type, bool swap);

// A number in a value.
struct ValuePart {
  NumberType type = NumberType::Double;
  std::size_t offset = 0;     // in the value, in bytes
  std::string id_suffix{};    // "" for the part that stands for the whole
  std::string name_suffix{};  // for people
  bool is_count = false;      // it has not the metric's unit
  model::CubeMetric::Sum sum = model::CubeMetric::Sum::Total;
};

// A type of values.
struct ValueLayout {
  std::size_t size = 0;  // of a value, in bytes
  std::vector<ValuePart> parts;
};

// Returns the layout of a dtype ("UINT64", "NDOUBLES(3)"); nothing if it is unknown, or if nothing
// of it can be combined.
std::optional<ValueLayout> value_layout(std::string_view dtype);

}  // namespace tarry::report
