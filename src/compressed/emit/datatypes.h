// SPDX-License-Identifier: BSD-3-Clause
// The datatypes of MPI that a program in C can use without making them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tarry::emit {

struct BasicType {
  std::string_view name;  // in C
  std::int64_t size = 1;  // bytes
  bool adds = false;      // whether MPI_SUM is defined for it
};

// `name` is one of C or Fortran, such as "MPI_DOUBLE_PRECISION". Returns none for derived types and
// for those whose size is not the same everywhere.
std::optional<BasicType> basic_type(std::string_view name);

}  // namespace tarry::emit
