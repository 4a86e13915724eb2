// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/open_frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace tarry::runtime::stacks {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A function is a letter; it lies at a place of the stack and continues at an instruction.
OpenFrame frame(char function, std::uint64_t cfa, std::uint64_t pc = 1) {
  return {static_cast<std::uint64_t>(function), cfa, pc};
}

class OpenFramesTest : public testing::Test {
 protected:
  // Returns what is recorded: "+f" for an enter, "-f" for a leave.
  std::vector<std::string> go_to(const std::vector<OpenFrame>& frames) {
    std::vector<std::string> out;
    open_->update(
        frames,
        [&](const OpenFrame& left, std::uint64_t payload) {
          out.push_back(said('-', left));
          EXPECT_EQ(payload, payload_of(left));
        },
        [&](const OpenFrame& entered) {
          out.push_back(said('+', entered));
          return payload_of(entered);
        });
    return out;
  }
  std::vector<std::string> leave_region() {
    std::vector<std::string> out;
    open_->leave_region(
        [&](const OpenFrame& left, std::uint64_t) { out.push_back(said('-', left)); });
    return out;
  }

  std::unique_ptr<OpenFrames> open_ = std::make_unique<OpenFrames>();

 private:
  static std::uint64_t payload_of(const OpenFrame& frame) { return frame.function * 1000; }
  static std::string said(char sign, const OpenFrame& frame) {
    return {sign, static_cast<char>(frame.function)};
  }
};

TEST_F(OpenFramesTest, EntersFromTheOutermostFrameInwards) {
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800)}), ElementsAre("+m", "+f"));
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800)}), IsEmpty());
}

TEST_F(OpenFramesTest, AnotherCallInTheInnermostFunctionChangesNothing) {
  go_to({frame('m', 900), frame('f', 800, 1)});
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800, 2)}), IsEmpty());
}

TEST_F(OpenFramesTest, AFunctionCalledFromAnotherPlaceIsAnotherActivation) {
  go_to({frame('m', 900, 1), frame('f', 800), frame('g', 700)});
  EXPECT_THAT(go_to({frame('m', 900, 2), frame('f', 800), frame('g', 700)}),
              ElementsAre("-g", "-f", "+f", "+g"));
}

// The caller of the function may not be shown.
TEST_F(OpenFramesTest, AFunctionOfAnotherCallSiteIsAnotherActivation) {
  OpenFrame called = frame('f', 800);
  called.call_site = 5;
  go_to({frame('m', 900), called});
  EXPECT_THAT(go_to({frame('m', 900), called}), IsEmpty());
  called.call_site = 6;
  EXPECT_THAT(go_to({frame('m', 900), called}), ElementsAre("-f", "+f"));
}

TEST_F(OpenFramesTest, AFunctionAtAnotherPlaceOfTheStackIsAnotherActivation) {
  go_to({frame('m', 900), frame('f', 800)});
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 790)}), ElementsAre("-f", "+f"));
}

TEST_F(OpenFramesTest, RecursionGoesDownAndUp) {
  go_to({frame('m', 900), frame('r', 800, 5), frame('r', 700, 5), frame('r', 600, 7)});
  EXPECT_THAT(go_to({frame('m', 900), frame('r', 800, 5), frame('r', 700, 7)}), ElementsAre("-r"));
  EXPECT_THAT(go_to({frame('m', 900), frame('r', 800, 7)}), ElementsAre("-r"));
  EXPECT_THAT(go_to({frame('m', 900), frame('r', 800, 5), frame('r', 700, 7)}), ElementsAre("+r"));
}

TEST_F(OpenFramesTest, EverythingIsLeftForAnEmptyStack) {
  go_to({frame('m', 900), frame('f', 800)});
  EXPECT_THAT(go_to({}), ElementsAre("-f", "-m"));
}

TEST_F(OpenFramesTest, FramesInARegionAreLeftBeforeIt) {
  go_to({frame('m', 900, 1)});
  open_->enter_region();
  EXPECT_THAT(go_to({frame('m', 900, 2), frame('f', 800)}), ElementsAre("+f"));
  EXPECT_THAT(leave_region(), ElementsAre("-f"));
  EXPECT_THAT(go_to({frame('m', 900, 3), frame('f', 800)}), ElementsAre("+f"));
}

TEST_F(OpenFramesTest, FramesBelowARegionStayUntilItIsLeft) {
  go_to({frame('m', 900, 1), frame('h', 800)});  // h enters the region for m
  open_->enter_region();
  EXPECT_THAT(go_to({frame('m', 900, 2), frame('f', 800)}), ElementsAre("+f"));
  EXPECT_THAT(go_to({frame('m', 900, 2), frame('f', 800)}), IsEmpty());
  EXPECT_THAT(go_to({frame('m', 900, 3), frame('g', 800)}), ElementsAre("-f", "+g"));
  EXPECT_THAT(leave_region(), ElementsAre("-g"));
  EXPECT_THAT(go_to({frame('m', 900, 4), frame('g', 800)}), ElementsAre("-h", "+g"));
}

TEST_F(OpenFramesTest, FramesBetweenRegionsAreThereWhateverLiesBelow) {
  go_to({frame('m', 900, 1), frame('h', 800)});  // h enters the region for m
  open_->enter_region();
  EXPECT_THAT(go_to({frame('m', 900, 2), frame('f', 800, 1)}), ElementsAre("+f"));
  open_->enter_region();
  EXPECT_THAT(go_to({frame('m', 900, 2), frame('f', 800, 2), frame('g', 700)}), ElementsAre("+g"));
  EXPECT_THAT(leave_region(), ElementsAre("-g"));
  EXPECT_THAT(go_to({frame('m', 900, 2), frame('f', 800, 3)}), IsEmpty());
}

TEST_F(OpenFramesTest, ARegionStandsForItsFunction) {
  go_to({frame('m', 900)});
  open_->enter_region(frame('f', 800));
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800, 2)}), IsEmpty());
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800, 3), frame('g', 700)}), ElementsAre("+g"));
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800, 4), frame('g', 700)}),
              ElementsAre("-g", "+g"));
  EXPECT_THAT(leave_region(), ElementsAre("-g"));
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800, 5)}), ElementsAre("+f"));
}

TEST_F(OpenFramesTest, AnotherActivationOfARegionsFunctionIsEntered) {
  go_to({frame('m', 900)});
  open_->enter_region(frame('f', 800));
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800), frame('f', 700)}), ElementsAre("+f"));
}

TEST_F(OpenFramesTest, RegionsNest) {
  go_to({frame('m', 900)});
  open_->enter_region();
  go_to({frame('m', 900), frame('f', 800)});
  open_->enter_region();
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800), frame('g', 700)}), ElementsAre("+g"));
  EXPECT_THAT(leave_region(), ElementsAre("-g"));
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800)}), IsEmpty());
  EXPECT_THAT(leave_region(), ElementsAre("-f"));
}

TEST_F(OpenFramesTest, InRegionsWithoutRoomNothingIsEntered) {
  go_to({frame('m', 900)});
  for (std::size_t i = 0; i < OpenFrames::kMost; ++i) open_->enter_region();
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800)}), IsEmpty());
  for (std::size_t i = 0; i < OpenFrames::kMost; ++i) EXPECT_THAT(leave_region(), IsEmpty());
  EXPECT_THAT(go_to({frame('m', 900), frame('f', 800)}), ElementsAre("+f"));
}

TEST_F(OpenFramesTest, EntersNoMoreThanThereIsRoomFor) {
  std::vector<OpenFrame> many;
  for (std::uint64_t i = 0; i < 1000; ++i) many.push_back(frame('r', 10000 - i));
  EXPECT_EQ(go_to(many).size(), OpenFrames::kMostFrames);
  EXPECT_EQ(go_to({}).size(), OpenFrames::kMostFrames);
}

}  // namespace
}  // namespace tarry::runtime::stacks
