// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/short_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::trace::eventlog {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::uint64_t kBias = 0x1000;

class ShortFunctionsTest : public testing::Test {
 protected:
  ShortFunctionsTest() {
    definitions.modules.push_back({kBias, kBias, kBias + 0x1000, "app"});
    log.header.latest.ticks = log.header.begin.ticks + 1000;  // a tick is 2 ns
    log.header.latest.monotonic_ns = log.header.begin.monotonic_ns + 2000;
  }
  ShortFunctions find() {
    log.write(directory.path() / "thread-0.log");
    return find_short_functions(definitions, unified, {directory.path() / "thread-0.log"});
  }
  LogBuilder& visit(std::uint64_t offset, std::uint64_t from, std::uint64_t to) {
    return log.simple(from, RecordKind::FunctionEnter, kBias + offset)
        .simple(to, RecordKind::FunctionLeave, kBias + offset);
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  ProcessDefinitions definitions;
  DefinitionSet unified;
  LogBuilder log;
};

TEST_F(ShortFunctionsTest, TheProcessOwnAreLeftOutHoweverLongTheyTook) {
  definitions.set.short_functions[{"app", 0x10}] = 500;
  visit(0x10, 0, 900);
  EXPECT_THAT(find(), UnorderedElementsAre(kBias + 0x10));
}

TEST_F(ShortFunctionsTest, ThoseOfOtherProcessesIfTheyAreShortHere) {
  unified.short_functions[{"app", 0x10}] = 100;
  unified.short_functions[{"app", 0x20}] = 100;
  unified.short_functions[{"app", 0x30}] = 100;    // not called here
  unified.short_functions[{"other", 0x40}] = 100;  // not among the functions here
  visit(0x10, 0, 40);
  visit(0x10, 50, 110);  // on average 50 ticks, which are 100 ns
  visit(0x20, 200, 240);
  visit(0x20, 250, 312);
  visit(0x50, 400, 401);
  EXPECT_THAT(find(), UnorderedElementsAre(kBias + 0x10, kBias + 0x30));
}

TEST_F(ShortFunctionsTest, AVisitWithoutAnEndTellsNothing) {
  unified.short_functions[{"app", 0x10}] = 100;
  unified.short_functions[{"app", 0x20}] = 1000;
  log.simple(0, RecordKind::FunctionEnter, kBias + 0x20)
      .simple(1, RecordKind::FunctionEnter, kBias + 0x10)
      .simple(300, RecordKind::FunctionLeave, kBias + 0x20)
      .simple(400, RecordKind::FunctionLeave, kBias + 0x10);
  EXPECT_THAT(find(), UnorderedElementsAre(kBias + 0x10, kBias + 0x20));
}

TEST_F(ShortFunctionsTest, NoneWhereNoFunctionLeftItselfOut) { EXPECT_THAT(find(), IsEmpty()); }

}  // namespace
}  // namespace tarry::trace::eventlog
