// SPDX-License-Identifier: BSD-3-Clause
#include "code/instruction.h"

#include <algorithm>
#include <cstring>

namespace tarry::code {
namespace {

using Kind = Instruction::Kind;

constexpr std::size_t kLongest = 15;  // bytes of an instruction

Kind kind_of(unsigned id) {
  switch (id) {
    case X86_INS_CALL:
    case X86_INS_LCALL:
      return Kind::Call;
    case X86_INS_JMP:
    case X86_INS_LJMP:
      return Kind::Jump;
    case X86_INS_RET:
    case X86_INS_RETF:
    case X86_INS_RETFQ:
    case X86_INS_IRET:
    case X86_INS_IRETD:
    case X86_INS_IRETQ:
      return Kind::Return;
    case X86_INS_HLT:
    case X86_INS_INT3:
    case X86_INS_UD0:
    case X86_INS_UD2:
    case X86_INS_UD2B:
      return Kind::Stop;
    case X86_INS_JAE:
    case X86_INS_JA:
    case X86_INS_JBE:
    case X86_INS_JB:
    case X86_INS_JCXZ:
    case X86_INS_JECXZ:
    case X86_INS_JRCXZ:
    case X86_INS_JE:
    case X86_INS_JGE:
    case X86_INS_JG:
    case X86_INS_JLE:
    case X86_INS_JL:
    case X86_INS_JNE:
    case X86_INS_JNO:
    case X86_INS_JNP:
    case X86_INS_JNS:
    case X86_INS_JO:
    case X86_INS_JP:
    case X86_INS_JS:
    case X86_INS_LOOP:
    case X86_INS_LOOPE:
    case X86_INS_LOOPNE:
    case X86_INS_XBEGIN:
      return Kind::Branch;
    default:
      return Kind::Other;
  }
}

bool is_prefix(std::uint8_t byte) {
  constexpr std::uint8_t kPrefixes[] = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf2, 0xf3};
  constexpr std::uint8_t kFirstRex = 0x40;
  constexpr std::uint8_t kLastRex = 0x4f;
  return std::find(std::begin(kPrefixes), std::end(kPrefixes), byte) != std::end(kPrefixes) ||
         (byte >= kFirstRex && byte <= kLastRex);
}

// Sets the target of a transfer. It is relative to the end of the instruction, by the last byte or
// the last four. If the opcode is 0xff, it is in a register or in memory.
void set_target(Instruction& made, std::span<const std::uint8_t> bytes) {
  constexpr std::uint8_t kThroughRegisterOrMemory = 0xff;
  constexpr std::uint8_t kModBits = 0xc7;
  constexpr std::uint8_t kRelativeToNext = 0x05;  // value of those bits if the place is fixed
  const auto opcode = std::find_if_not(bytes.begin(), bytes.end(), is_prefix);
  const auto length = bytes.end() - opcode;
  const auto relative = [&](std::size_t width) {
    std::int64_t distance = 0;
    if (width == 1) {
      distance = static_cast<std::int8_t>(bytes.back());
    } else {
      std::int32_t four = 0;
      std::memcpy(&four, &*(bytes.end() - sizeof four), sizeof four);
      distance = four;
    }
    return made.end() + static_cast<std::uint64_t>(distance);
  };
  if (length < 2 || *opcode == kThroughRegisterOrMemory) {
    if (made.kind == Kind::Jump) made.kind = Kind::IndirectJump;
    if (length == 6 && (opcode[1] & kModBits) == kRelativeToNext) made.slot = relative(4);
    return;
  }
  made.target = relative(length <= 2 || bytes.size() < sizeof(std::int32_t) ? 1 : 4);
}

}  // namespace

std::optional<Instruction> Decoder::decode(std::span<const std::uint8_t> bytes, Address address) {
  constexpr std::uint8_t kEndBranch[] = {0xf3, 0x0f, 0x1e};  // landing place of indirect jumps
  Instruction made;
  made.address = address;
  // Capstone 4 does not know this one.
  if (bytes.size() > sizeof kEndBranch &&
      std::memcmp(bytes.data(), kEndBranch, sizeof kEndBranch) == 0 && bytes[3] >= 0xfa) {
    made.size = sizeof kEndBranch + 1;
    return made;
  }
  const std::uint8_t* code = bytes.data();
  std::size_t left = std::min(bytes.size(), kLongest);
  std::uint64_t at = address;
  cs_insn* const found = capstone_.scratch();
  if (!cs_disasm_iter(capstone_.get(), &code, &left, &at, found)) return std::nullopt;
  made.size = static_cast<std::uint8_t>(found->size);
  made.kind = kind_of(found->id);
  if (made.kind == Kind::Call || made.kind == Kind::Jump || made.kind == Kind::Branch)
    set_target(made, bytes.first(made.size));
  return made;
}

}  // namespace tarry::code
