// SPDX-License-Identifier: BSD-3-Clause
// The few expressions of call frame information that compilers, linkers and the C library write:
// sums of a register and constants, conditions on the instruction's address (procedure linkage
// tables), and one look into memory at the end.
#pragma once

#include <cstdint>

#include "runtime/unwinding/frame_rules.h"

namespace tarry::runtime::unwinding {

struct ExpressionValue {
  bool ok = false;  // the expression has this form
  bool in_memory = false;
  Place place;
};

// Evaluates the bytes [begin, end) at the instruction `pc`. Thread: any. Signal: safe.
ExpressionValue evaluate_expression(std::uint64_t begin, std::uint64_t end, std::uint64_t pc);

}  // namespace tarry::runtime::unwinding
