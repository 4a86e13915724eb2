// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/readable_name.h"

#include <gtest/gtest.h>

#include <string>

#include "base/display_name.h"
#include "runtime/core/own_stack.h"

namespace tarry::runtime::core {
namespace {

TEST(ReadableName, IsTheNameThatReportsShow) {
  for (const char* symbol :
       {"main", "step_", "_ZN4heat4Grid4stepEid", "step.constprop.0", "_ZN4heat4stepEi.isra.0",
        "__heat_MOD_exchange", "_Znotmangled", "_ZNSt6vectorIiSaIiEE9push_backERKi",
        "_ZNK4heat4GridcvbEv", "_ZN4heatplERKNS_4GridES2_",
        "_Z3fooNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"}) {
    const char* name = readable_name(symbol);
    ASSERT_NE(name, nullptr) << symbol;
    EXPECT_EQ(name, base::display_name(symbol));
  }
}

TEST(ReadableName, WhatIsTooLongIsNotLookedAt) {
  EXPECT_EQ(readable_name(std::string(kLongestName + 1, 'a').c_str()), nullptr);
  EXPECT_NE(readable_name(std::string(kLongestName, 'a').c_str()), nullptr);
}

// Types nested as deeply as a symbol can express take the most stack.
TEST(ReadableName, FitsIntoTheStackItGets) {
  std::string nested = "_Z1f";
  for (int depth = 0; nested.size() + 2 * 3 < kLongestName; ++depth) nested += "P";
  nested += "i";
  const char* name = "";
  struct Call {
    const char* symbol;
    const char* name;
  } call{nested.c_str(), name};
  call_on_own_stack(
      [](void* argument) {
        auto& made = *static_cast<Call*>(argument);
        made.name = readable_name(made.symbol);
      },
      &call);
  ASSERT_NE(call.name, nullptr);
  EXPECT_EQ(std::string(call.name), "f");
}

}  // namespace
}  // namespace tarry::runtime::core
