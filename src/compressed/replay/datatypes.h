// SPDX-License-Identifier: BSD-3-Clause
// The datatypes of MPI that a program in C can use without making them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/model/call.h"

namespace tarry::replay {

struct BasicType {
  std::string_view name;  // in C
  std::int64_t size = 1;  // bytes
  bool adds = false;      // whether MPI_SUM is defined for it
};

// `name` is one of C or Fortran, such as "MPI_DOUBLE_PRECISION". Returns none for derived types and
// for those whose size is not the same everywhere.
std::optional<BasicType> basic_type(std::string_view name);

// How many bytes the elements of a call have, by the datatypes of its trace.
class ElementSizes {
 public:
  explicit ElementSizes(const std::vector<std::string>& datatypes);
  // Returns the size of a datatype, or 0 if it is no basic one.
  [[nodiscard]] std::int64_t of(std::int64_t datatype) const;
  // Returns 0 if the trace does not tell the count, or no basic type.
  [[nodiscard]] std::uint64_t bytes(const compressed::Action& action) const;

 private:
  std::vector<std::int64_t> sizes_;
};

}  // namespace tarry::replay
