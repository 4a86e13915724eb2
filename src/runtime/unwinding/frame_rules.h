// SPDX-License-Identifier: BSD-3-Clause
// The content of call frame information for one instruction: how to get from the registers there to
// those of the caller. We follow only what unwinding needs: the canonical frame address (CFA), the
// return address, and the two registers that compilers address frames by, rbp and rbx. Sources:
// DWARF 5, 6.4; System V ABI for AMD64, 3.6 and 4.2.4. x86-64 only.
#pragma once

#include <cstdint>

namespace tarry::runtime::unwinding {

// DWARF's numbers of registers.
inline constexpr std::uint8_t kRbx = 3;
inline constexpr std::uint8_t kRbp = 6;
inline constexpr std::uint8_t kRsp = 7;
inline constexpr std::uint8_t kReturnAddress = 16;

// An address: a register or the CFA, plus an offset.
struct Place {
  static constexpr std::uint8_t kNowhere = 0xff;
  static constexpr std::uint8_t kCfa = 0xfe;

  std::uint8_t base = kNowhere;  // number of a register, or one of the constants above
  std::int32_t offset = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

enum class FrameKind : std::uint8_t {
  Unknown,    // there is no information, or none that we understand
  Ordinary,   //
  Outermost,  // it has no caller
  Signal,     // the frame that the kernel makes for a handler: registers lie at rsp
};

struct FrameRules {
  FrameKind kind = FrameKind::Unknown;
  bool cfa_in_memory = false;  // `cfa` is where the CFA is stored, not its value
  Place cfa;
  Place return_address;  // place where it is stored
  Place rbp;             // place of the caller's; nowhere: unchanged
  Place rbx;
  std::uint64_t function = 0;  // first address of the code that the information covers; 0: unknown
};

// Returns the rules at the instruction `pc` from the frame description entry at `entry`. Everything
// it refers to lies below `end`. Thread: any. Signal: safe.
FrameRules rules_from_entry(std::uint64_t entry, std::uint64_t end, std::uint64_t pc);

}  // namespace tarry::runtime::unwinding
