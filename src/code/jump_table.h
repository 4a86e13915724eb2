// SPDX-License-Identifier: BSD-3-Clause
// Finds the targets of a jump through a table of a `switch`. GCC and clang make two kinds of them
// at every level of optimization, with their parts in any order and anywhere before the jump:
//
//   cmp $5, %edi ; ja default                      the bound: entries 0 to 5
//   lea table(%rip), %rdx                          distances from the table
//   movslq (%rdx,%rdi,4), %rax ; add %rdx, %rax ; jmp *%rax
//   jmp *table(,%rdi,8)                            addresses
//
// The instructions before the jump are evaluated with values of the forms "a constant", "a number
// from a table" and "the sum of these two". All other results are unknown.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "code/capstone_handle.h"
#include "code/function_graph.h"

namespace tarry::code {

struct JumpTargets {
  std::vector<Address> addresses;
  // False: the number of entries is unknown, so targets may be missing or wrong.
  bool is_exact = true;
};

class JumpTables {
 public:
  // `code` must outlive it.
  explicit JumpTables(const ObjectCode& code) : code_(code) {}

  using Blocks = std::vector<std::vector<std::uint32_t>>;

  // Returns the targets of the jump at the end of block `at`; nothing if it does not use such a
  // table. `before`: the predecessors of the blocks. `is_code`: returns whether an address can be a
  // target. Thread: one.
  std::optional<JumpTargets> targets(const FunctionGraph& graph, const Blocks& before,
                                     std::uint32_t at, const std::function<bool(Address)>& is_code);

 private:
  const ObjectCode& code_;
  CapstoneHandle capstone_{true};
};

}  // namespace tarry::code
