// SPDX-License-Identifier: BSD-3-Clause
// Tests graphs of functions of this very program, which are written in assembler so that they are
// the same with every compiler, and of copies of this program with changed bytes.
#include "code/graph_maker.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/temporary_directory.h"
#include "code/loop_forest.h"

#define FUNCTION(name, body)                                                 \
  asm(".text\n.type " #name ", @function\n" #name ":\n.cfi_startproc\n" body \
      "\n.cfi_endproc\n.size " #name ", . - " #name "\n")

FUNCTION(tarry_test_other, "ret");
FUNCTION(tarry_test_tail,
         "test %edi, %edi\n je tarry_test_other\n"  // as clang does it
         "1: dec %edi\n jne 1b\n jmp tarry_test_other");
FUNCTION(tarry_test_never, "push %rax\n 1: call abort@PLT\n");
FUNCTION(tarry_test_calls_never,
         "1: test %edi, %edi\n jne 2f\n call tarry_test_never\n"
         "2: dec %edi\n jns 2b\n ret");
// The table has distances, and an earlier block puts its address into a register; the bound is that
// of `ja`.
FUNCTION(tarry_test_relative,
         "push %rbx\n lea 9f(%rip), %rbx\n"
         "1: cmp $2, %edi\n ja 5f\n mov %edi, %eax\n movslq (%rbx,%rax,4), %rax\n add %rbx, %rax\n"
         "jmp *%rax\n"
         "2: dec %edi\n jmp 1b\n 3: nop\n 4: call tarry_test_other\n jmp 1b\n"
         "5: pop %rbx\n ret\n"
         ".pushsection .rodata\n.balign 4\n9: .long 2b - 9b, 3b - 9b, 4b - 9b, 0x7fffffff\n"
         ".popsection");
FUNCTION(tarry_test_unknown_jump, "1: dec %edi\n jne 1b\n jmp *%rsi");
// A part that was moved away and jumps back, with and without a name.
asm(".pushsection .text.unlikely, \"ax\", @progbits\n"
    ".type tarry_test_moved.cold, @function\ntarry_test_moved.cold:\n.cfi_startproc\n"
    "dec %edi\n jmp tarry_test_moved_back\n"
    ".cfi_endproc\n.size tarry_test_moved.cold, . - tarry_test_moved.cold\n"
    ".Lunnamed:\n.cfi_startproc\n dec %edi\n jmp tarry_test_unnamed_back\n.cfi_endproc\n"
    ".popsection\n");
FUNCTION(tarry_test_moved,
         "push %rax\ntarry_test_moved_back: test %edi, %edi\n jne tarry_test_moved.cold\n"
         "pop %rax\n ret");
FUNCTION(tarry_test_unnamed,
         "push %rax\ntarry_test_unnamed_back: test %edi, %edi\n jne .Lunnamed\n pop %rax\n ret");

namespace tarry::code {
namespace {

namespace fs = std::filesystem;

class GraphMakerTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(code_.ok()) << code_.error().message(); }

  CodePart part(const char* name) const {
    const std::size_t found = code_->part_named(name, 0);
    EXPECT_NE(found, ObjectCode::kNone) << name;
    return found == ObjectCode::kNone ? CodePart{} : code_->parts()[found];
  }
  FunctionGraph graph(const char* name) const {
    auto made = GraphMaker(*code_).function_at(part(name).begin);
    EXPECT_TRUE(made.has_value()) << name;
    return made.value_or(FunctionGraph{});
  }

  base::Result<ObjectCode> code_ = ObjectCode::open("/proc/self/exe");
};

TEST_F(GraphMakerTest, TailCallsEndTheFunction) {
  const FunctionGraph made = graph("tarry_test_tail");
  EXPECT_TRUE(made.is_complete);
  ASSERT_EQ(made.blocks.size(), 3u);
  EXPECT_TRUE(made.blocks[0].leaves);
  EXPECT_FALSE(made.blocks[1].leaves);
  EXPECT_EQ(made.blocks[1].successors, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_TRUE(made.blocks[2].leaves && made.blocks[2].successors.empty());
}

TEST_F(GraphMakerTest, NothingFollowsCallsThatNeverReturn) {
  const FunctionGraph made = graph("tarry_test_calls_never");
  ASSERT_EQ(made.blocks.size(), 4u);
  EXPECT_TRUE(made.blocks[1].successors.empty() && !made.blocks[1].leaves);
  EXPECT_EQ(graph("tarry_test_never").blocks.size(), 1u);
}

TEST_F(GraphMakerTest, JumpTablesAreFollowedToTheirEnd) {
  const FunctionGraph made = graph("tarry_test_relative");
  EXPECT_TRUE(made.is_complete);
  const LoopForest loops = loops_of(made);
  ASSERT_EQ(loops.loops.size(), 1u);
  const std::uint32_t jump = made.block_at(made.blocks[loops.loops[0].header].end);
  EXPECT_EQ(made.blocks[jump].successors.size(), 3u);
}

TEST_F(GraphMakerTest, OtherIndirectJumpsLeaveTheGraphIncomplete) {
  const FunctionGraph made = graph("tarry_test_unknown_jump");
  EXPECT_FALSE(made.is_complete);
  EXPECT_EQ(loops_of(made).loops.size(), 1u) << "what is known stays";
}

TEST_F(GraphMakerTest, PartsThatWereMovedAwayBelongToTheirFunction) {
  for (const char* name : {"tarry_test_moved", "tarry_test_unnamed"}) {
    const FunctionGraph made = graph(name);
    EXPECT_EQ(loops_of(made).loops.size(), 1u) << name;
    for (const Block& block : made.blocks) {
      const auto same = GraphMaker(*code_).function_at(block.begin);
      ASSERT_TRUE(same.has_value());
      EXPECT_EQ(same->begin, made.begin) << name << " asked for by its other part";
      EXPECT_EQ(same->blocks.size(), made.blocks.size());
    }
  }
}

TEST_F(GraphMakerTest, OtherFilesAreRefused) {
  EXPECT_EQ(ObjectCode::open("/no/such/file").error().code, base::ErrorCode::BadInput);
  EXPECT_EQ(ObjectCode::open("/dev/null").error().code, base::ErrorCode::BadInput);
}

// Random bytes, in the place of code and then anywhere in the file, must neither crash it nor keep
// it running.
TEST_F(GraphMakerTest, AnyBytesAreTaken) {
  std::ifstream own("/proc/self/exe", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(own), {}};
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const fs::path file = directory.path() / "program";
  std::mt19937 random(7);
  const auto code = part("tarry_test_other").begin;
  const std::span<const std::uint8_t> bytes = code_->code_at(code);
  const std::size_t at = whole.find({reinterpret_cast<const char*>(bytes.data()), 64});
  ASSERT_NE(at, std::string::npos);
  for (int round = 0; round < 6; ++round) {
    std::string changed = whole;
    const bool is_code = round < 3;
    const std::size_t count = is_code ? std::min<std::size_t>(bytes.size(), 100'000) : 300;
    for (std::size_t i = 0; i < count; ++i)
      changed[is_code ? at + i : random() % changed.size()] = static_cast<char>(random());
    std::ofstream(file, std::ios::binary) << changed;
    const auto opened = ObjectCode::open(file);
    if (!opened.ok()) continue;
    GraphMaker maker(*opened);
    std::size_t loops = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(opened->parts().size(), 400); ++i)
      if (const auto made = maker.function_at(opened->parts()[i].begin))
        loops += loops_of(*made).loops.size();
    EXPECT_TRUE(!is_code || loops > 0);
  }
}

}  // namespace
}  // namespace tarry::code
