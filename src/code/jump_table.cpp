// SPDX-License-Identifier: BSD-3-Clause
#include "code/jump_table.h"

#include <algorithm>
#include <unordered_set>

#include "code/register_values.h"

namespace tarry::code {
namespace {

using Form = Value::Form;

constexpr std::uint64_t kMostEntries = 4096;
constexpr std::size_t kBlocksEvaluated = 3;
constexpr std::size_t kBlocksSearched = 64;
constexpr unsigned kBoundDepth = 6;  // blocks between the bound and the jump

class Search {
 public:
  Search(const ObjectCode& code, const CapstoneHandle& capstone, const FunctionGraph& graph,
         const JumpTables::Blocks& before)
      : code_(code), handle_(capstone.get()), graph_(graph), before_(before) {}

  std::optional<JumpTargets> targets(std::uint32_t at,
                                     const std::function<bool(Address)>& is_code) {
    const Value goal = goal_of(at);
    const bool has_addresses = goal.form == Form::Entry && goal.width == 8;
    if (!has_addresses && goal.form != Form::Target) return std::nullopt;
    const std::uint64_t bound = goal.indices > 0 ? goal.indices : bound_before(at, 0);
    JumpTargets made;
    made.is_exact = bound > 0;
    const std::uint64_t count = bound > 0 ? std::min(bound, kMostEntries) : kMostEntries;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t entry = 0;
      if (!code_.read(goal.base + i * goal.width, goal.width, entry)) break;
      if (!has_addresses)
        entry = goal.anchor + static_cast<std::uint64_t>(std::int64_t{
                                  static_cast<std::int32_t>(static_cast<std::uint32_t>(entry))});
      if (!is_code(entry)) {
        made.is_exact = false;
        break;
      }
      made.addresses.push_back(entry);
    }
    if (made.addresses.empty()) return std::nullopt;
    return made;
  }

 private:
  // Calls `take` for the instructions of a block, in their order; `take` may call each() again.
  template <class Take>
  void each(std::uint32_t block, Take take) {
    const Address begin = graph_.blocks[block].begin;
    const std::span<const std::uint8_t> bytes = code_.code_at(begin);
    const std::size_t size = std::min<std::size_t>(bytes.size(), graph_.blocks[block].end - begin);
    cs_insn* found = nullptr;
    const std::size_t count = cs_disasm(handle_, bytes.data(), size, begin, 0, &found);
    for (std::size_t i = 0; i < count; ++i) take(found[i]);
    if (count > 0) cs_free(found, count);
  }

  // Returns the value to which the jump at the end of the block goes.
  Value goal_of(std::uint32_t at) {
    std::vector<std::uint32_t> chain{at};
    while (chain.size() < kBlocksEvaluated && before_[chain.back()].size() == 1)
      chain.push_back(before_[chain.back()][0]);
    const std::uint32_t first = chain.back();
    RegisterValues values([&](std::size_t number) { return value_before(first, number); });
    const Address jump = graph_.blocks[at].last;
    Value goal;
    for (auto block = chain.rbegin(); block != chain.rend(); ++block)
      each(*block, [&](const cs_insn& instruction) {
        if (instruction.address == jump && instruction.detail->x86.op_count == 1)
          goal = values.read(instruction, instruction.detail->x86.operands[0]);
        values.execute(handle_, instruction);
      });
    return goal;
  }

  // Returns the constant that a register has at the begin of a block on all ways there.
  Value value_before(std::uint32_t block, std::size_t number) {
    std::unordered_set<std::uint32_t> seen;
    std::vector<std::uint32_t> open = before_[block];
    if (open.empty()) return {};
    std::optional<Value> found;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      if (seen.size() > kBlocksSearched) return {};
      const std::optional<Value> last = last_written(at, number);
      if (last && (last->form != Form::Constant || (found && *found != *last))) return {};
      if (last) {
        found = last;
      } else if (before_[at].empty()) {
        return {};
      } else {
        open.insert(open.end(), before_[at].begin(), before_[at].end());
      }
    }
    return found.value_or(Value{});
  }

  // Returns what the block leaves in the register; the value is known only if it is a constant.
  // Returns nothing if the block does not change it.
  std::optional<Value> last_written(std::uint32_t block, std::size_t number) {
    std::optional<Value> last;
    each(block, [&](const cs_insn& instruction) {
      if (cs_insn_group(handle_, &instruction, CS_GRP_CALL)) {
        if (!is_kept_by_calls(number)) last = Value{};
        return;
      }
      cs_regs read_registers;
      cs_regs written;
      std::uint8_t reads = 0;
      std::uint8_t writes = 0;
      if (cs_regs_access(handle_, &instruction, read_registers, &reads, written, &writes) !=
          CS_ERR_OK)
        return;
      for (std::uint8_t i = 0; i < writes; ++i)
        if (register_number(written[i]) == number)
          last = constant_of(instruction).value_or(Value{});
    });
    return last;
  }

  // Returns the number of possible indices after the comparisons on all ways to the block; 0: a way
  // has none.
  std::uint64_t bound_before(std::uint32_t at, unsigned depth) {
    if (depth > kBoundDepth || before_[at].empty()) return 0;
    std::uint64_t most = 0;
    for (const std::uint32_t from : before_[at]) {
      if (from == at) continue;
      std::uint64_t bound = bound_of_edge(from, at);
      if (bound == 0) bound = bound_before(from, depth + 1);
      if (bound == 0) return 0;
      most = std::max(most, bound);
    }
    return most;
  }

  std::uint64_t bound_of_edge(std::uint32_t from, std::uint32_t to) {
    std::uint64_t compared = 0;
    bool is_compared = false;
    unsigned branch = 0;
    Address taken = 0;
    each(from, [&](const cs_insn& instruction) {
      const cs_x86& details = instruction.detail->x86;
      if (cs_insn_group(handle_, &instruction, CS_GRP_JUMP)) {
        branch = instruction.id;
        if (details.op_count == 1 && details.operands[0].type == X86_OP_IMM)
          taken = static_cast<Address>(details.operands[0].imm);
        return;
      }
      const bool compares = (instruction.id == X86_INS_CMP || instruction.id == X86_INS_SUB) &&
                            details.op_count == 2 && details.operands[1].type == X86_OP_IMM;
      if (compares) compared = static_cast<std::uint64_t>(details.operands[1].imm);
      if (compares || details.eflags != 0) is_compared = compares;
    });
    if (!is_compared || compared >= kMostEntries) return 0;
    const bool is_taken = graph_.blocks[to].begin == taken;
    switch (branch) {
      case X86_INS_JA:
      case X86_INS_JG:
        return is_taken ? 0 : compared + 1;
      case X86_INS_JBE:
      case X86_INS_JLE:
        return is_taken ? compared + 1 : 0;
      case X86_INS_JAE:
      case X86_INS_JGE:
        return is_taken ? 0 : compared;
      case X86_INS_JB:
      case X86_INS_JL:
        return is_taken ? compared : 0;
      default:
        return 0;
    }
  }

  const ObjectCode& code_;
  csh handle_;
  const FunctionGraph& graph_;
  const JumpTables::Blocks& before_;
};

}  // namespace

std::optional<JumpTargets> JumpTables::targets(const FunctionGraph& graph, const Blocks& before,
                                               std::uint32_t at,
                                               const std::function<bool(Address)>& is_code) {
  return Search(code_, capstone_, graph, before).targets(at, is_code);
}

}  // namespace tarry::code
