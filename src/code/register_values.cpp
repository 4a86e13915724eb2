// SPDX-License-Identifier: BSD-3-Clause
#include "code/register_values.h"

namespace tarry::code {
namespace {

using Form = Value::Form;

constexpr std::uint64_t kMostIndices = 65536;

bool is_width_of_entries(unsigned width) { return width == 4 || width == 8; }

Value constant(std::uint64_t value) { return {.form = Form::Constant, .base = value}; }

Value index_below(std::uint64_t indices) {
  return {.indices = indices <= kMostIndices ? indices : 0};
}

Value scaled(const Value& index, unsigned width) {
  return {.form = Form::Scaled, .width = width, .indices = index.indices};
}

Value sum(const Value& a, const Value& b) {
  if (a.form != Form::Constant && b.form == Form::Constant) return sum(b, a);
  if (a.form != Form::Constant) return {};
  Value made = b;
  switch (b.form) {
    case Form::Constant:
    case Form::Scaled:
      made.base += a.base;
      return made;
    case Form::Entry:
      made.form = Form::Target;
      made.anchor = a.base;
      return b.width == 4 ? made : Value{};
    default:
      return {};
  }
}

}  // namespace

std::size_t register_number(unsigned reg) {
  constexpr unsigned kParts[kRegisters][5] = {
      {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH},
      {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH},
      {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH},
      {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH},
      {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL, X86_REG_SPL},
      {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, X86_REG_BPL},
      {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, X86_REG_SIL},
      {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, X86_REG_DIL},
      {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B, X86_REG_R8B},
      {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B, X86_REG_R9B},
      {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B, X86_REG_R10B},
      {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B, X86_REG_R11B},
      {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B, X86_REG_R12B},
      {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B, X86_REG_R13B},
      {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B, X86_REG_R14B},
      {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B, X86_REG_R15B}};
  for (std::size_t number = 0; number < kRegisters; ++number)
    for (const unsigned part : kParts[number])
      if (part == reg) return number;
  return kRegisters;
}

bool is_kept_by_calls(std::size_t number) {
  return number == register_number(X86_REG_RBX) || number == register_number(X86_REG_RBP) ||
         (number >= register_number(X86_REG_R12) && number < kRegisters);
}

Value RegisterValues::of(unsigned reg) {
  const std::size_t number = register_number(reg);
  if (number == kRegisters) return {};
  if (!values_[number]) values_[number] = at_begin_(number);
  return *values_[number];
}

void RegisterValues::set(unsigned reg, const Value& value) {
  if (const std::size_t number = register_number(reg); number < kRegisters) values_[number] = value;
}

// Returns a constant, or a constant plus an index; any other address is unknown.
Value RegisterValues::address_of(const cs_insn& instruction, const x86_op_mem& memory) {
  Value made = constant(static_cast<std::uint64_t>(memory.disp));
  if (memory.base == X86_REG_RIP) {
    made.base += instruction.address + instruction.size;
  } else if (memory.base != X86_REG_INVALID) {
    made = sum(made, of(memory.base));
  }
  if (memory.index == X86_REG_INVALID) return made;
  const auto scale = static_cast<unsigned>(memory.scale);
  const Value index = of(memory.index);
  if (scale == 1) return made.form == Form::Constant ? sum(made, index) : sum(index, made);
  if (index.form == Form::Constant) return sum(made, constant(index.base * scale));
  if (index.form != Form::Unknown || !is_width_of_entries(scale)) return {};
  return sum(made, scaled(index, scale));
}

Value RegisterValues::read(const cs_insn& instruction, const cs_x86_op& operand) {
  if (operand.type == X86_OP_REG) return of(operand.reg);
  if (operand.type == X86_OP_IMM) return constant(static_cast<std::uint64_t>(operand.imm));
  if (operand.size == 1) return index_below(1U << 8U);
  const Value address = address_of(instruction, operand.mem);
  if (address.form != Form::Scaled || address.width != operand.size) return {};
  Value made = address;
  made.form = Form::Entry;
  return made;
}

std::optional<Value> RegisterValues::result(const cs_insn& instruction) {
  const cs_x86& details = instruction.detail->x86;
  const cs_x86_op* const operands = details.operands;
  if (instruction.id == X86_INS_CDQE) return of(X86_REG_RAX);
  if (details.op_count < 2 || operands[0].type != X86_OP_REG) return std::nullopt;
  switch (instruction.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVSXD:
    case X86_INS_MOVZX: {
      const Value moved = read(instruction, operands[1]);
      const bool is_byte = instruction.id == X86_INS_MOVZX && operands[1].size == 1;
      return is_byte && moved.indices == 0 ? index_below(1U << 8U) : moved;
    }
    case X86_INS_LEA:
      return address_of(instruction, operands[1].mem);
    case X86_INS_ADD:
      return sum(of(operands[0].reg), read(instruction, operands[1]));
    case X86_INS_SHL:
      if (operands[1].type == X86_OP_IMM && of(operands[0].reg).form == Form::Unknown &&
          (operands[1].imm == 2 || operands[1].imm == 3))
        return scaled(of(operands[0].reg), 1U << static_cast<unsigned>(operands[1].imm));
      return Value{};
    case X86_INS_AND:
      if (operands[1].type == X86_OP_IMM && operands[1].imm >= 0)
        return index_below(static_cast<std::uint64_t>(operands[1].imm) + 1);
      return Value{};
    default:
      return std::nullopt;
  }
}

void RegisterValues::execute(csh handle, const cs_insn& instruction) {
  if (cs_insn_group(handle, &instruction, CS_GRP_CALL)) {
    for (std::size_t number = 0; number < kRegisters; ++number)
      if (!is_kept_by_calls(number)) values_[number] = Value{};
    return;
  }
  const std::optional<Value> made = result(instruction);
  cs_regs read_registers;
  cs_regs written;
  std::uint8_t reads = 0;
  std::uint8_t writes = 0;
  if (cs_regs_access(handle, &instruction, read_registers, &reads, written, &writes) != CS_ERR_OK) {
    values_.fill(Value{});
    return;
  }
  for (std::uint8_t i = 0; i < writes; ++i) set(written[i], {});
  if (!made) return;
  const bool is_cdqe = instruction.id == X86_INS_CDQE;
  set(is_cdqe ? unsigned{X86_REG_RAX} : unsigned{instruction.detail->x86.operands[0].reg}, *made);
}

std::optional<Value> constant_of(const cs_insn& instruction) {
  const cs_x86& details = instruction.detail->x86;
  if (details.op_count != 2 || details.operands[0].type != X86_OP_REG) return std::nullopt;
  const cs_x86_op& from = details.operands[1];
  if (instruction.id == X86_INS_LEA && from.mem.base == X86_REG_RIP &&
      from.mem.index == X86_REG_INVALID)
    return constant(instruction.address + instruction.size +
                    static_cast<std::uint64_t>(from.mem.disp));
  const bool moves = instruction.id == X86_INS_MOV || instruction.id == X86_INS_MOVABS;
  if (moves && from.type == X86_OP_IMM) return constant(static_cast<std::uint64_t>(from.imm));
  return std::nullopt;
}

}  // namespace tarry::code
