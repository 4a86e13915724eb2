// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/known_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "runtime/core/modules.h"
#include "runtime/stacks/code_kind.h"
#include "runtime/stacks/shown_frames.h"

namespace tarry::runtime::stacks {
namespace {

using unwinding::FrameState;
using unwinding::Step;
using unwinding::StepEnd;

enum class Finds : std::uint8_t { ByStackPointer, ByFramePointer };

// A function of a made-up program. Its frame takes `words` words: the last one is the return
// address, the one before it the caller's rbp if it is saved.
struct Function {
  std::size_t words = 4;
  Finds finds = Finds::ByStackPointer;
  bool saves_rbp = false;
};

// A stack that grows downwards in an array. Instructions of function f are f * 100 to f * 100 + 99;
// the caller of function 1 is missing.
class KnownStackTest : public testing::Test {
 protected:
  KnownStackTest() { memory_.resize(4096, 0); }

  void call(std::uint64_t function, const Function& shape, std::uint64_t return_to) {
    shapes_[function] = shape;
    sp_ -= shape.words;
    memory_[sp_ + shape.words - 1] = return_to;
    if (shape.saves_rbp) memory_[sp_ + shape.words - 2] = rbp_;
    if (shape.finds == Finds::ByFramePointer) rbp_ = address(sp_ + shape.words - 2);
  }
  void leave(std::uint64_t function) {
    const Function& shape = shapes_[function];
    if (shape.saves_rbp) rbp_ = memory_[sp_ + shape.words - 2];
    sp_ += shape.words;
  }
  [[nodiscard]] Caller at(std::uint64_t pc) const { return {pc, address(sp_), rbp_}; }

  std::size_t steps_of_walk(const Caller& caller) {
    std::size_t steps = 0;
    known_->walk(caller, [&](const FrameState& state) {
      ++steps;
      return step(state);
    });
    return steps;
  }
  [[nodiscard]] std::vector<std::uint64_t> functions() const {
    std::vector<std::uint64_t> out;
    for (std::size_t i = 0; i < known_->size(); ++i) out.push_back((*known_)[i].function);
    return out;
  }

  std::unique_ptr<KnownStack> known_ = std::make_unique<KnownStack>();
  std::uint64_t rbp_ = 7;

 private:
  [[nodiscard]] std::uint64_t address(std::size_t word) const {
    return reinterpret_cast<std::uint64_t>(memory_.data() + word);
  }
  static std::uint64_t word_at(std::uint64_t address) {
    return *reinterpret_cast<const std::uint64_t*>(address);
  }

  Step step(const FrameState& state) {
    Step out;
    out.function = state.pc / 100;
    out.facts.module = out.function == 5 ? 2 : 0;  // the third object at its place
    const auto found = shapes_.find(out.function);
    if (found == shapes_.end()) return out;  // lost
    const Function& shape = found->second;
    out.uses_rbp = shape.finds == Finds::ByFramePointer;
    out.cfa = out.uses_rbp ? state.rbp + 16 : state.rsp + 8 * shape.words;
    out.reads.pc = out.cfa - 8;
    out.caller = {word_at(out.reads.pc), out.cfa, state.rbp, 0, false};
    if (shape.saves_rbp) {
      out.reads.rbp = out.cfa - 16;
      out.caller.rbp = word_at(out.reads.rbp);
    }
    out.end = out.caller.pc == 0 ? StepEnd::Outermost : StepEnd::Caller;
    return out;
  }

  std::vector<std::uint64_t> memory_;
  std::size_t sp_ = 4000;
  std::map<std::uint64_t, Function> shapes_;
};

using Functions = std::vector<std::uint64_t>;

TEST_F(KnownStackTest, TheSameCallInALoopIsUnchanged) {
  call(1, {}, 0);
  call(2, {}, 150);
  EXPECT_FALSE(known_->is_unchanged(at(210)));
  EXPECT_EQ(steps_of_walk(at(210)), 2u);
  EXPECT_EQ(functions(), (Functions{1, 2}));
  EXPECT_EQ(known_->end(), WalkEnd::Outermost);
  EXPECT_TRUE(known_->is_unchanged(at(210)));
  leave(2);
  call(2, {}, 150);
  EXPECT_TRUE(known_->is_unchanged(at(210)));
}

TEST_F(KnownStackTest, AnotherCallInTheSameFunctionTakesOneStep) {
  call(1, {}, 0);
  call(2, {}, 150);
  call(3, {}, 250);
  steps_of_walk(at(310));
  EXPECT_FALSE(known_->is_unchanged(at(320)));
  EXPECT_EQ(steps_of_walk(at(320)), 1u);
  EXPECT_EQ(functions(), (Functions{1, 2, 3}));
}

TEST_F(KnownStackTest, ACallFromAnotherPlaceOfTheParentIsSeen) {
  call(1, {}, 0);
  call(2, {}, 150);
  call(3, {}, 250);
  steps_of_walk(at(310));
  leave(3);
  leave(2);
  call(2, {}, 160);
  call(3, {}, 250);
  EXPECT_FALSE(known_->is_unchanged(at(310)));
  steps_of_walk(at(310));
  EXPECT_EQ((*known_)[0].state.pc, 160u);
  EXPECT_TRUE(known_->is_unchanged(at(310)));
}

TEST_F(KnownStackTest, AParentThatHasBecomeAnotherFunctionIsSeen) {
  call(1, {}, 0);
  call(2, {}, 150);
  call(4, {}, 250);
  steps_of_walk(at(410));
  leave(4);
  leave(2);
  call(3, {}, 150);
  call(4, {}, 350);
  EXPECT_FALSE(known_->is_unchanged(at(410)));
  steps_of_walk(at(410));
  EXPECT_EQ(functions(), (Functions{1, 3, 4}));
}

// The stack pointer is the same in one call of 2 with a large frame and in two calls with small
// frames; the words of the smaller frame are still in the larger one.
TEST_F(KnownStackTest, AFrameOfAnotherSizeIsSeenByItsFramePointer) {
  const Function small{4, Finds::ByFramePointer, true};
  const Function large{8, Finds::ByFramePointer, true};
  call(1, {}, 0);
  call(2, small, 150);
  call(2, small, 250);
  steps_of_walk(at(210));
  EXPECT_EQ(functions(), (Functions{1, 2, 2}));
  leave(2);
  leave(2);
  call(2, large, 150);
  EXPECT_FALSE(known_->is_unchanged(at(210)));
  steps_of_walk(at(210));
  EXPECT_EQ(functions(), (Functions{1, 2}));
}

TEST_F(KnownStackTest, ARegisterThatFindsNoFrameMayChange) {
  call(1, {}, 0);
  call(2, {4, Finds::ByStackPointer, true}, 150);
  steps_of_walk(at(210));
  rbp_ = 8;  // a counter of the loop in 2
  EXPECT_TRUE(known_->is_unchanged(at(210)));
  leave(2);
  rbp_ = 9;  // and of the loop in 1, which 2 saves
  call(2, {4, Finds::ByStackPointer, true}, 150);
  EXPECT_TRUE(known_->is_unchanged(at(210)));
}

TEST_F(KnownStackTest, ASavedRegisterCountsIfItFindsAFrameFurtherOut) {
  const Function framed{6, Finds::ByFramePointer, true};
  const Function saving{4, Finds::ByStackPointer, true};
  call(1, {}, 0);
  call(2, framed, 150);
  call(3, saving, 250);
  rbp_ = 1;
  steps_of_walk(at(310));
  EXPECT_EQ(functions(), (Functions{1, 2, 3}));
  EXPECT_TRUE(known_->is_unchanged(at(310)));
  leave(3);
  rbp_ += 8;  // as if the frame of 2 had become larger
  call(3, saving, 250);
  EXPECT_FALSE(known_->is_unchanged(at(310)));
}

TEST_F(KnownStackTest, CodeWithoutInformationLosesTheCallers) {
  call(1, {}, 0);
  call(2, {}, 910);  // function 9 is not known
  steps_of_walk(at(210));
  EXPECT_EQ(functions(), (Functions{9, 2}));
  EXPECT_EQ(known_->end(), WalkEnd::Lost);
}

TEST_F(KnownStackTest, GivesUpWhereThereAreTooManyFrames) {
  call(1, {}, 0);
  for (std::size_t i = 0; i < 2 * KnownStack::kMostFrames; ++i) call(2, {2}, i == 0 ? 150 : 250);
  EXPECT_EQ(steps_of_walk(at(210)), KnownStack::kMostFrames);
  EXPECT_EQ(known_->end(), WalkEnd::TooDeep);
  EXPECT_TRUE(known_->is_unchanged(at(210)));
  for (std::size_t i = 0; i < KnownStack::kMostFrames + 8; ++i) leave(2);
  steps_of_walk(at(210));
  EXPECT_EQ(known_->end(), WalkEnd::Outermost);
  EXPECT_EQ(known_->size(), KnownStack::kMostFrames - 7);
}

TEST_F(KnownStackTest, ShowsTheOutermostFunctionsAndSaysThatOthersAreLeftOut) {
  for (std::uint64_t function = 1; function <= 5; ++function)
    call(function, {}, function == 1 ? 0 : (function - 1) * 100 + 50);
  steps_of_walk(at(510));
  const auto shown = std::make_unique<ShownFrames>();
  const auto none = [](std::uint64_t) { return false; };
  choose_frames(*known_, true, 5, none, false, *shown);
  ASSERT_EQ(shown->count, 5u);
  EXPECT_EQ(shown->frames[0].call_site, 0u);
  EXPECT_EQ(shown->frames[1].call_site, 150u);
  EXPECT_EQ(shown->frames[4].call_site, 450u);
  choose_frames(*known_, true, 3, none, false, *shown);
  ASSERT_EQ(shown->count, 4u);
  EXPECT_EQ(shown->frames[2].function, 3u);
  EXPECT_EQ(shown->frames[3].function, static_cast<std::uint64_t>(Gap::LeftOut));
  choose_frames(
      *known_, false, 5, [](std::uint64_t function) { return function < 5; }, false, *shown);
  ASSERT_EQ(shown->count, 2u);
  EXPECT_EQ(shown->frames[0].function, static_cast<std::uint64_t>(Gap::OtherStack));
  EXPECT_EQ(shown->frames[1].function, std::uint64_t{2} << core::kTenantShift | 5);
}

// Each stack shares some frames with the one before it.
TEST_F(KnownStackTest, GoesOnChoosingWhereTheStackHasChanged) {
  const auto goes_on = std::make_unique<ShownFrames>();
  const auto anew = std::make_unique<ShownFrames>();
  const auto every_third = [](std::uint64_t function) { return function % 3 == 0; };
  constexpr std::size_t kMost = 4;  // the deepest stacks have a gap in place of the rest
  std::vector<std::uint64_t> open;
  std::size_t with_gaps = 0, kept = 0;
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const std::size_t depth = 1 + random() % 9;
    for (const std::size_t shared = random() % depth; open.size() > shared; open.pop_back())
      leave(open.back());
    while (open.size() < depth) {
      const std::uint64_t function = 1 + random() % 9;
      call(function, {}, open.empty() ? 0 : open.back() * 100 + 50);
      open.push_back(function);
    }
    steps_of_walk(at(open.back() * 100 + 10));
    kept += known_->kept() != 0;
    choose_frames(*known_, true, kMost, every_third, i > 0, *goes_on);
    choose_frames(*known_, true, kMost, every_third, false, *anew);
    ASSERT_TRUE(std::ranges::equal(goes_on->all(), anew->all())) << "stack " << i;
    ASSERT_EQ(goes_on->gaps, anew->gaps);
    with_gaps += anew->gaps != 0;
  }
  EXPECT_GT(kept, 50u);
  EXPECT_GT(with_gaps, 20u);
}

TEST(CodeKindTest, HidesWhatIsNotTheProgramsOwn) {
  EXPECT_EQ(code_kind(""), CodeKind::Shown);
  EXPECT_EQ(code_kind("/home/me/libcells.so"), CodeKind::Shown);
  EXPECT_EQ(code_kind("/lib/x86_64-linux-gnu/libm.so.6"), CodeKind::CLibrary);
  EXPECT_EQ(code_kind("/lib/x86_64-linux-gnu/libc.so.6"), CodeKind::CLibrary);
  EXPECT_EQ(code_kind("/lib64/ld-linux-x86-64.so.2"), CodeKind::CLibrary);
  EXPECT_EQ(code_kind("/usr/lib/libmpi_mpifh.so.40"), CodeKind::Hidden);
  EXPECT_EQ(code_kind("/usr/lib/llvm-14/lib/libomp.so.5"), CodeKind::Hidden);
  EXPECT_EQ(code_kind("/opt/lib/tarry/libtarry-mpi-mpich.so"), CodeKind::Hidden);
}

}  // namespace
}  // namespace tarry::runtime::stacks
