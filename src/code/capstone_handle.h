// SPDX-License-Identifier: BSD-3-Clause
// A Capstone handle for x86-64, with room for one instruction.
#pragma once

#include <capstone/capstone.h>

namespace tarry::code {

class CapstoneHandle {
 public:
  // `details`: whether instructions have operands and registers as well, which takes some time.
  explicit CapstoneHandle(bool details);
  ~CapstoneHandle();
  CapstoneHandle(const CapstoneHandle&) = delete;
  CapstoneHandle& operator=(const CapstoneHandle&) = delete;

  [[nodiscard]] csh get() const { return handle_; }
  [[nodiscard]] cs_insn* scratch() const { return scratch_; }

 private:
  csh handle_ = 0;
  cs_insn* scratch_ = nullptr;
};

}  // namespace tarry::code
