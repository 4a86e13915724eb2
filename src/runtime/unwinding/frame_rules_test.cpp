// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/frame_rules.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "runtime/unwinding/frame_expression.h"

namespace tarry::runtime::unwinding {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kCode = 0x10000;
constexpr std::uint32_t kLength = 100;

// A common entry and one description entry, as in .eh_frame.
class Section {
 public:
  Section(const Bytes& initial, const Bytes& instructions, const char* augmentation = "zR") {
    Bytes common = {0, 0, 0, 0, 1};
    for (const char* at = augmentation;; ++at) {
      common.push_back(static_cast<std::uint8_t>(*at));
      if (*at == '\0') break;
    }
    common.insert(common.end(), {1, 0x78, 16, 1, 0x00});  // factors 1 and -8, absolute pointers
    common.insert(common.end(), initial.begin(), initial.end());
    add(common);
    entry_ = bytes_.size();
    Bytes described;
    number(described, static_cast<std::uint32_t>(entry_ + 4));
    number(described, kCode);
    number(described, std::uint64_t{kLength});
    described.push_back(0);
    described.insert(described.end(), instructions.begin(), instructions.end());
    add(described);
  }

  [[nodiscard]] FrameRules at(std::uint64_t offset, std::size_t cut = 0) const {
    const auto begin = reinterpret_cast<std::uint64_t>(bytes_.data());
    return rules_from_entry(begin + entry_, begin + bytes_.size() - cut, kCode + offset);
  }

 private:
  template <class T>
  static void number(Bytes& to, T value) {
    std::uint8_t raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    to.insert(to.end(), raw, raw + sizeof value);
  }
  void add(const Bytes& content) {
    number(bytes_, static_cast<std::uint32_t>(content.size()));
    bytes_.insert(bytes_.end(), content.begin(), content.end());
  }

  Bytes bytes_;
  std::size_t entry_ = 0;
};

// CFA = rsp + 8, return address at CFA - 8: the beginning of every function.
const Bytes kInitial = {0x0c, kRsp, 8, 0x80 | kReturnAddress, 1};

TEST(FrameRules, FollowPrologueAndEpilogue) {
  const Section section(kInitial, {0x41, 0x0e, 16, 0x86, 2,    // 1: push %rbp
                                   0x43, 0x0d, kRbp,           // 4: mov %rsp,%rbp
                                   0x02, 50, 0x0c, kRsp, 8});  // 54: leave
  const FrameRules begin = section.at(0);
  EXPECT_EQ(begin.kind, FrameKind::Ordinary);
  EXPECT_EQ(begin.cfa, (Place{kRsp, 8}));
  EXPECT_EQ(begin.return_address, (Place{Place::kCfa, -8}));
  EXPECT_EQ(begin.rbp, Place{});
  EXPECT_EQ(begin.function, kCode);
  EXPECT_EQ(section.at(1).cfa, (Place{kRsp, 16}));
  EXPECT_EQ(section.at(1).rbp, (Place{Place::kCfa, -16}));
  EXPECT_EQ(section.at(4).cfa, (Place{kRbp, 16}));
  EXPECT_EQ(section.at(53).cfa, (Place{kRbp, 16}));
  EXPECT_EQ(section.at(54).cfa, (Place{kRsp, 8}));
  EXPECT_EQ(section.at(99).cfa, (Place{kRsp, 8}));
  EXPECT_EQ(section.at(kLength).kind, FrameKind::Unknown);
}

TEST(FrameRules, RememberAndRestore) {
  const Section section(kInitial, {0x41, 0x0e, 16, 0x83, 2, 0x0a,  // 1: push %rbx
                                   0x49, 0xc3, 0x0e, 8,            // 10: pop %rbx; ret
                                   0x41, 0x0b});                   // 11: another way out
  EXPECT_EQ(section.at(9).rbx, (Place{Place::kCfa, -16}));
  EXPECT_EQ(section.at(10).rbx, Place{});
  EXPECT_EQ(section.at(10).cfa, (Place{kRsp, 8}));
  EXPECT_EQ(section.at(11).rbx, (Place{Place::kCfa, -16}));
  EXPECT_EQ(section.at(11).cfa, (Place{kRsp, 16}));
}

TEST(FrameRules, OutermostFunctionHasNoReturnAddress) {
  EXPECT_EQ(Section(kInitial, {0x07, kReturnAddress}).at(0).kind, FrameKind::Outermost);
}

TEST(FrameRules, SignalFramesAreKnown) {
  EXPECT_EQ(Section(kInitial, {}, "zRS").at(5).kind, FrameKind::Signal);
}

// main() as GCC compiles it with an aligned stack: the CFA is stored at rbp - 8, the caller's rbp
// at rbp.
TEST(FrameRules, AlignedStack) {
  const Section section(kInitial, {0x0f, 3, 0x76, 0x78, 0x06, 0x10, kRbp, 2, 0x76, 0});
  EXPECT_TRUE(section.at(0).cfa_in_memory);
  EXPECT_EQ(section.at(0).cfa, (Place{kRbp, -8}));
  EXPECT_EQ(section.at(0).rbp, (Place{kRbp, 0}));
}

// Linkers write rsp + 8, plus 8 from byte 11 of each 16 on, behind the push.
TEST(FrameRules, LinkageTables) {
  const Section section({0x0c, kRsp, 8, 0x90, 1},
                        {0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22});
  EXPECT_EQ(section.at(16).cfa, (Place{kRsp, 8}));
  EXPECT_EQ(section.at(26).cfa, (Place{kRsp, 8}));
  EXPECT_EQ(section.at(27).cfa, (Place{kRsp, 16}));
  EXPECT_EQ(section.at(31).cfa, (Place{kRsp, 16}));
}

TEST(FrameRules, WhatIsNotUnderstoodIsUnknown) {
  EXPECT_EQ(Section(kInitial, {0x3f}).at(0).kind, FrameKind::Unknown);  // no such instruction
  EXPECT_EQ(Section(kInitial, {0x0b}).at(0).kind, FrameKind::Unknown);  // nothing remembered
  EXPECT_EQ(Section(kInitial, {0x16, kRbp, 1, 0x30}).at(0).kind, FrameKind::Unknown);
  EXPECT_EQ(Section(kInitial, {0x0f, 2, 0x77}).at(0).kind, FrameKind::Unknown);  // cut off
  EXPECT_EQ(Section(kInitial, {}, "eh").at(0).kind, FrameKind::Unknown);
  const Section section(kInitial, {0x41, 0x0e, 16});
  for (std::size_t cut = 1; cut < 40; ++cut)
    EXPECT_EQ(section.at(0, cut).kind, FrameKind::Unknown) << cut;
}

TEST(FrameExpression, OnlySumsOfOneRegister) {
  const auto value = [](const Bytes& bytes) {
    const auto begin = reinterpret_cast<std::uint64_t>(bytes.data());
    return evaluate_expression(begin, begin + bytes.size(), kCode);
  };
  EXPECT_TRUE(value({0x77, 0, 0x23, 0x80, 0x01}).ok);
  EXPECT_EQ(value({0x77, 0, 0x23, 0x80, 0x01}).place, (Place{kRsp, 128}));
  EXPECT_EQ(value({0x92, 10, 0x7f}).place, (Place{10, -1}));
  EXPECT_EQ(value({0x76, 16, 0x38, 0x1c}).place, (Place{kRbp, 8}));
  EXPECT_EQ(value({0x76, 0, 0x0b, 0xf8, 0xff, 0x22}).place, (Place{kRbp, -8}));
  EXPECT_FALSE(value({0x77, 0, 0x76, 0, 0x22}).ok);  // two registers
  EXPECT_FALSE(value({0x30}).ok);                    // a number
  EXPECT_FALSE(value({0x22}).ok);
  EXPECT_FALSE(value({0x77, 0, 0x06, 0x23, 8}).ok);  // more operations behind the memory access
  EXPECT_FALSE(value({}).ok);
}

}  // namespace
}  // namespace tarry::runtime::unwinding
