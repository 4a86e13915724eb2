// SPDX-License-Identifier: BSD-3-Clause
// The test looks itself up.
#include "trace/finish/inlined_functions.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "base/atomic_file.h"
#include "base/temporary_directory.h"
#include "trace/recording/excluded_functions.h"

namespace tarry::trace::finish {
namespace {

volatile int sink;

// Inside of the call.
[[gnu::noinline]] const char* place_of_call() {
  return static_cast<const char*>(__builtin_return_address(0)) - 1;
}

constexpr std::uint32_t kInnerLine = __LINE__ + 1;
[[gnu::always_inline]] inline const char* inner() {
  const char* const here = place_of_call();
  sink = sink + 1;
  return here;
}

[[gnu::always_inline]] inline const char* middle() {
  const char* const here = inner();
  sink = sink + 2;
  return here;
}

[[gnu::noinline]] const char* outer() {
  const char* const here = middle();
  sink = sink + 3;
  return here;
}

[[gnu::noinline]] const char* alone() {
  const char* const here = place_of_call();
  sink = sink + 4;
  return here;
}

std::vector<FunctionName> functions_around(const void* address) {
  Dl_info info{};
  EXPECT_NE(dladdr(address, &info), 0);
  const auto offset =
      reinterpret_cast<std::uint64_t>(address) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
  return inlined_functions("/proc/self/exe", {offset})[0];
}

TEST(InlinedFunctions, TheOutermostComesFirstWithItsDeclaration) {
  const std::vector<FunctionName> found = functions_around(outer());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0].name.find("middle"), std::string::npos) << found[0].name;
  EXPECT_NE(found[1].name.find("inner"), std::string::npos) << found[1].name;
  EXPECT_NE(found[1].file.find("inlined_functions_test.cpp"), std::string::npos) << found[1].file;
  EXPECT_EQ(found[1].line, kInnerLine);
  EXPECT_FALSE(found[1].canonical.empty());
}

TEST(InlinedFunctions, WhereNothingIsInlinedThereIsNone) {
  EXPECT_TRUE(functions_around(alone()).empty());
}

TEST(InlinedFunctions, AMissingFileTellsNothing) {
  EXPECT_EQ(inlined_functions("/no/such/file", {1, 2}).size(), 2u);
  EXPECT_TRUE(inlined_functions("/no/such/file", {1})[0].empty());
}

TEST(InlinedFunctions, RulesOfTheRecordingAreReadBack) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  EXPECT_FALSE(recorded_filter(directory.path()).has_rules());
  const std::string file = (directory.path() / recording::kFilterCopy).string();
  const char* const text = "SCOREP_REGION_NAMES_BEGIN EXCLUDE a* SCOREP_REGION_NAMES_END\n";
  ASSERT_TRUE(base::write_file(file, text).ok());
  EXPECT_TRUE(excludes(recorded_filter(directory.path()), {.name = "around"}));
}

}  // namespace
}  // namespace tarry::trace::finish
