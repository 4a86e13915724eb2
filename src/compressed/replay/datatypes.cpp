// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/datatypes.h"

#include <algorithm>
#include <iterator>

namespace tarry::replay {
namespace {

struct KnownType {
  std::string_view recorded;
  BasicType type;
};

constexpr KnownType kTypes[] = {
    {"MPI_BYTE", {"MPI_BYTE", 1, false}},
    {"MPI_CHAR", {"MPI_CHAR", 1, false}},
    {"MPI_CHARACTER", {"MPI_CHAR", 1, false}},
    {"MPI_C_BOOL", {"MPI_C_BOOL", 1, false}},
    {"MPI_SIGNED_CHAR", {"MPI_SIGNED_CHAR", 1, true}},
    {"MPI_UNSIGNED_CHAR", {"MPI_UNSIGNED_CHAR", 1, true}},
    {"MPI_SHORT", {"MPI_SHORT", 2, true}},
    {"MPI_UNSIGNED_SHORT", {"MPI_UNSIGNED_SHORT", 2, true}},
    {"MPI_INT", {"MPI_INT", 4, true}},
    {"MPI_INTEGER", {"MPI_INT", 4, true}},
    {"MPI_LOGICAL", {"MPI_INT", 4, true}},
    {"MPI_UNSIGNED", {"MPI_UNSIGNED", 4, true}},
    {"MPI_LONG", {"MPI_LONG", 8, true}},
    {"MPI_UNSIGNED_LONG", {"MPI_UNSIGNED_LONG", 8, true}},
    {"MPI_LONG_LONG", {"MPI_LONG_LONG", 8, true}},
    {"MPI_LONG_LONG_INT", {"MPI_LONG_LONG", 8, true}},
    {"MPI_UNSIGNED_LONG_LONG", {"MPI_UNSIGNED_LONG_LONG", 8, true}},
    {"MPI_FLOAT", {"MPI_FLOAT", 4, true}},
    {"MPI_REAL", {"MPI_FLOAT", 4, true}},
    {"MPI_DOUBLE", {"MPI_DOUBLE", 8, true}},
    {"MPI_DOUBLE_PRECISION", {"MPI_DOUBLE", 8, true}},
    {"MPI_C_FLOAT_COMPLEX", {"MPI_C_FLOAT_COMPLEX", 8, true}},
    {"MPI_C_COMPLEX", {"MPI_C_FLOAT_COMPLEX", 8, true}},
    {"MPI_COMPLEX", {"MPI_C_FLOAT_COMPLEX", 8, true}},
    {"MPI_C_DOUBLE_COMPLEX", {"MPI_C_DOUBLE_COMPLEX", 16, true}},
    {"MPI_DOUBLE_COMPLEX", {"MPI_C_DOUBLE_COMPLEX", 16, true}},
    {"MPI_INT8_T", {"MPI_INT8_T", 1, true}},
    {"MPI_INT16_T", {"MPI_INT16_T", 2, true}},
    {"MPI_INT32_T", {"MPI_INT32_T", 4, true}},
    {"MPI_INT64_T", {"MPI_INT64_T", 8, true}},
    {"MPI_UINT8_T", {"MPI_UINT8_T", 1, true}},
    {"MPI_UINT16_T", {"MPI_UINT16_T", 2, true}},
    {"MPI_UINT32_T", {"MPI_UINT32_T", 4, true}},
    {"MPI_UINT64_T", {"MPI_UINT64_T", 8, true}},
};

}  // namespace

std::optional<BasicType> basic_type(std::string_view name) {
  const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                   [&](const KnownType& each) { return each.recorded == name; });
  if (found == std::end(kTypes)) return std::nullopt;
  return found->type;
}

ElementSizes::ElementSizes(const std::vector<std::string>& datatypes) {
  for (const std::string& name : datatypes) {
    const std::optional<BasicType> known = basic_type(name);
    sizes_.push_back(known ? known->size : 0);
  }
}

std::int64_t ElementSizes::of(std::int64_t datatype) const {
  const bool is_known = datatype >= 0 && datatype < std::ssize(sizes_);
  return is_known ? sizes_[static_cast<std::size_t>(datatype)] : 0;
}

std::uint64_t ElementSizes::bytes(const compressed::Action& action) const {
  if (action.count <= 0) return 0;
  return static_cast<std::uint64_t>(action.count) * static_cast<std::uint64_t>(of(action.datatype));
}

}  // namespace tarry::replay
