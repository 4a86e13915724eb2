// SPDX-License-Identifier: BSD-3-Clause
// The objects that functions of patterns in Python get: copies of the structures of
// include/tarry/pattern.h, as the module tarry_pattern shows them.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tarry/pattern.h"

namespace tarry::python_plugin {

namespace py = pybind11;

struct Collective {
  explicit Collective(const tarry_pattern_collective& operation)
      : word(operation.operation),
        kind(operation.kind),
        members(operation.members, operation.members + operation.member_count),
        root(operation.root) {}

  std::string word, kind;
  std::vector<tarry_pattern_member> members;
  std::int32_t root;
};

struct Result {
  explicit Result(const tarry_pattern_result& result)
      : pattern(result.pattern), call(result.call), amount(result.amount) {
    if (result.message != nullptr) message = *result.message;
  }

  std::string pattern;
  tarry_pattern_call call;
  std::int64_t amount;
  std::optional<tarry_pattern_message> message;
};

// The event that a function is called for. It ends with the call.
struct Event {
  const tarry_pattern_event* now = nullptr;

  [[nodiscard]] const tarry_pattern_event& get() const;
};

// Adds the classes to the module.
void define_objects(py::module_& module);

}  // namespace tarry::python_plugin
