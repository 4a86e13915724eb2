// SPDX-License-Identifier: BSD-3-Clause
// The test looks up its own functions.
#include "code/inlined_functions.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/temporary_directory.h"
#include "trace/finish/global_definitions.h"
#include "trace/finish/recorded_filter.h"

namespace tarry::trace::finish {
namespace {

volatile int sink;

// Returns an address inside the call.
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

std::vector<code::FunctionName> functions_around(const void* address) {
  Dl_info info{};
  EXPECT_NE(dladdr(address, &info), 0);
  const auto offset =
      reinterpret_cast<std::uint64_t>(address) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
  return code::inlined_functions("/proc/self/exe", {offset}, model::kMostInlined)[0];
}

TEST(InlinedFunctions, TheOutermostComesFirstWithItsDeclaration) {
  const std::vector<code::FunctionName> found = functions_around(outer());
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
  EXPECT_EQ(code::inlined_functions("/no/such/file", {1, 2}, 9).size(), 2u);
  EXPECT_TRUE(code::inlined_functions("/no/such/file", {1}, 9)[0].empty());
}

// Returns the key of one function, called at the given place.
eventlog::FunctionKey called_at(const void* address) {
  Dl_info info{};
  EXPECT_NE(dladdr(address, &info), 0);
  const auto offset = reinterpret_cast<std::uint64_t>(address) + 1 -
                      reinterpret_cast<std::uint64_t>(info.dli_fbase);
  return {"/lib/solver.so", 0x40, "/proc/self/exe", offset};
}

TEST(InlinedFunctions, TellTheCallsOfAFunctionApart) {
  eventlog::DefinitionSet set;
  const eventlog::FunctionKey plain{"/lib/solver.so", 0x40};
  const eventlog::FunctionKey inlined = called_at(outer());
  const eventlog::FunctionKey direct = called_at(alone());
  const eventlog::FunctionKey nowhere{"/lib/solver.so", 0x40, "/no/such/file", 7};
  const eventlog::FunctionKey other{"/lib/solver.so", 0x80, "/no/such/file", 7};
  for (const eventlog::FunctionKey& key : {plain, inlined, direct, nowhere, other})
    set.functions[key];
  set.assign_ids();
  const std::vector<model::Region> regions = regions_of(set);
  const auto region_of = [&](const eventlog::FunctionKey& key) {
    return regions[set.functions.at(key).index()];
  };
  ASSERT_EQ(region_of(inlined).inlined_around.size(), 2u);
  const model::Region& innermost = regions[region_of(inlined).inlined_around[1].index()];
  EXPECT_TRUE(innermost.is_inlined);
  EXPECT_NE(innermost.name.find("inner"), std::string::npos) << innermost.name;
  EXPECT_FALSE(region_of(plain).same_as.valid());
  EXPECT_FALSE(region_of(inlined).same_as.valid());
  EXPECT_FALSE(region_of(other).same_as.valid());
  for (const eventlog::FunctionKey& key : {direct, nowhere}) {
    EXPECT_EQ(region_of(key).same_as, set.functions.at(plain));
    EXPECT_EQ(region_of(key).name, region_of(plain).name);
    EXPECT_TRUE(region_of(key).inlined_around.empty());
  }
}

// Code without call frame information is recorded by the place that it was at.
TEST(InlinedFunctions, PlacesInOneFunctionAreOneRegion) {
  Dl_info info{};
  ASSERT_NE(dladdr(reinterpret_cast<const void*>(&alone), &info), 0);
  const auto begin =
      reinterpret_cast<std::uint64_t>(&alone) - reinterpret_cast<std::uint64_t>(info.dli_fbase);
  eventlog::DefinitionSet set;
  for (const std::uint64_t offset : {begin, begin + 1}) set.functions[{"/proc/self/exe", offset}];
  set.assign_ids();
  const std::vector<model::Region> regions = regions_of(set);
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_FALSE(regions[0].same_as.valid());
  EXPECT_EQ(regions[1].same_as, model::RegionId{0});
  EXPECT_EQ(regions[1].canonical, regions[0].canonical);
}

TEST(InlinedFunctions, RulesOfTheRecordingAreReadBack) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  EXPECT_FALSE(recorded_filter(directory.path()).has_rules());
  const std::string file = (directory.path() / base::kFilterFile).string();
  const char* const text = "SCOREP_REGION_NAMES_BEGIN EXCLUDE a* SCOREP_REGION_NAMES_END\n";
  ASSERT_TRUE(base::write_file(file, text).ok());
  EXPECT_TRUE(excludes(recorded_filter(directory.path()), {.name = "around"}));
}

}  // namespace
}  // namespace tarry::trace::finish
