// SPDX-License-Identifier: BSD-3-Clause
// The test looks up its own code.
#include "code/code_places.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

namespace tarry::code {
namespace {

volatile int sink;

// Returns an address inside of the call.
[[gnu::noinline]] const char* place_of_call() {
  return static_cast<const char*>(__builtin_return_address(0)) - 1;
}

[[gnu::always_inline]] inline const char* inlined() {
  const char* const here = place_of_call();
  sink = sink + 1;
  return here;
}

[[gnu::noinline]] const char* outer() {
  const char* const here = inlined();
  sink = sink + 2;
  return here;
}

const char* in_lambda() {
  const auto lambda = []() __attribute__((noinline)) {
    const char* const here = place_of_call();
    sink = sink + 3;
    return here;
  };
  return lambda();
}

CodePlace place_of(const void* address) {
  Dl_info info{};
  EXPECT_NE(dladdr(address, &info), 0);
  const auto offset =
      reinterpret_cast<std::uint64_t>(address) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
  return code_places("/proc/self/exe", {offset})[0];
}

TEST(CodePlaces, InlinedFunctionsComeBehindTheirCallers) {
  const CodePlace place = place_of(outer());
  ASSERT_EQ(place.size(), 2u);
  EXPECT_NE(place[0].function.find("outer"), std::string::npos) << place[0].function;
  EXPECT_NE(place[0].file.find("code_places_test.cpp"), std::string::npos) << place[0].file;
  EXPECT_NE(place[1].function.find("inlined"), std::string::npos) << place[1].function;
  EXPECT_GT(place[0].line, place[1].line);
}

TEST(CodePlaces, LambdasAreNamedByTheFunctionAround) {
  const CodePlace place = place_of(in_lambda());
  ASSERT_EQ(place.size(), 1u);
  EXPECT_NE(place[0].function.find("in_lambda"), std::string::npos) << place[0].function;
  EXPECT_NE(place[0].file.find("code_places_test.cpp"), std::string::npos) << place[0].file;
}

TEST(CodePlaces, AMissingFileTellsNothing) {
  EXPECT_EQ(code_places("/no/such/file", {1, 2}), (std::vector<CodePlace>(2, CodePlace(1))));
}

}  // namespace
}  // namespace tarry::code
