// SPDX-License-Identifier: BSD-3-Clause
// The test program is its own subject: it looks up its functions in /proc/self/exe.
#include "code/symbolizer.h"

#include <gtest/gtest.h>
#include <link.h>

#include <cstring>
#include <filesystem>

#include "code/code_places.h"

namespace heat {

struct Grid {
  [[gnu::noinline]] int step(int n) const;
};
[[gnu::noinline]] int Grid::step(int n) const { return n + __LINE__; }

template <class T>
[[gnu::noinline]] T twice(T value) {
  asm volatile("");
  return value + value;
}

[[gnu::noinline]] static int local(int n) {
  asm volatile("");
  return n + 3;
}

}  // namespace heat

extern "C" [[gnu::noinline, gnu::visibility("default")]] int plain_c_function(int n) {
  asm volatile("");
  return n - 1;
}

// A function of which a part was moved away.
asm(".pushsection .text\n"
    ".type tarry_test_parted, @function\ntarry_test_parted: nop\n nop\n"
    ".size tarry_test_parted, . - tarry_test_parted\n"
    ".type tarry_test_parted.cold, @function\ntarry_test_parted.cold: nop\n nop\n"
    ".size tarry_test_parted.cold, . - tarry_test_parted.cold\n.popsection\n");
extern "C" void tarry_test_parted();
extern "C" void tarry_test_parted_cold() asm("tarry_test_parted.cold");

namespace tarry::code {
namespace {

std::uint64_t own_bias() {
  std::uint64_t bias = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        *static_cast<std::uint64_t*>(out) = info->dlpi_addr;
        return 1;  // the program comes first
      },
      &bias);
  return bias;
}

template <class Function>
std::uint64_t offset_of(Function* function) {
  return reinterpret_cast<std::uint64_t>(function) - own_bias();
}

TEST(Symbolizer, NamesFunctionsOfThisProgram) {
  int (heat::Grid::*const step)(int) const = &heat::Grid::step;
  std::uint64_t step_address = 0;
  std::memcpy(&step_address, &step, sizeof step_address);
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::vector<FunctionName> names = name_functions(
      self,
      {step_address - own_bias(), offset_of(&plain_c_function), offset_of(&heat::twice<double>)});
  ASSERT_EQ(names.size(), 3u);
  EXPECT_EQ(names[0].name, "heat::Grid::step");
  EXPECT_EQ(names[0].canonical, "_ZNK4heat4Grid4stepEi");
  EXPECT_EQ(std::filesystem::path(names[0].file).filename(), "symbolizer_test.cpp");
  EXPECT_EQ(names[0].line, 18u);
  EXPECT_EQ(names[1].name, "plain_c_function");
  EXPECT_EQ(names[1].canonical, "plain_c_function");
  EXPECT_EQ(names[2].name, "heat::twice<double>");
}

TEST(Symbolizer, APartThatWasMovedAwayBelongsToItsFunction) {
  const std::uint64_t begin = offset_of(&tarry_test_parted);
  const std::uint64_t part = offset_of(&tarry_test_parted_cold);
  const auto names = name_functions("/proc/self/exe", {begin, part, begin + 1});
  for (const FunctionName& each : names) {
    EXPECT_EQ(each.name, "tarry_test_parted");
    EXPECT_EQ(each.canonical, "tarry_test_parted");
    EXPECT_EQ(each.begin, begin);
  }
}

// Functions of call stacks and those of samples must have the same names.
TEST(Symbolizer, LambdasAreNamedLikeTheirInstructions) {
  const auto lambda = [](int n) __attribute__((noinline)) {
    asm volatile("");
    return n + 2;
  };
  ASSERT_EQ(lambda(1), 3);
  int (decltype(lambda)::*const code)(int) const = &decltype(lambda)::operator();
  std::uint64_t address = 0;
  std::memcpy(&address, &code, sizeof address);
  const std::uint64_t offset = address - own_bias();
  const std::string name = name_functions("/proc/self/exe", {offset})[0].name;
  EXPECT_NE(name.find("LambdasAreNamed"), std::string::npos) << name;
  EXPECT_EQ(name, code_places("/proc/self/exe", {offset})[0][0].function);
}

TEST(Symbolizer, StaticFunctionsHaveTheirNamespace) {
  ASSERT_EQ(heat::local(1), 4);
  const std::uint64_t offset = offset_of(&heat::local);
  EXPECT_EQ(name_functions("/proc/self/exe", {offset})[0].name, "heat::local");
  EXPECT_EQ(code_places("/proc/self/exe", {offset})[0][0].function, "heat::local");
}

TEST(Symbolizer, WithoutSymbolsModuleAndOffset) {
  const std::vector<FunctionName> names = name_functions("/no/such/libx.so.1", {0x1230, 0});
  EXPECT_EQ(names[0].name, "libx.so.1+0x1230");
  EXPECT_EQ(names[0].canonical, names[0].name);
  EXPECT_EQ(names[1].name, "libx.so.1+0x0");
  EXPECT_EQ(name_functions("", {0})[0].name, "UNKNOWN");
  EXPECT_EQ(name_functions("/dev/null", {16})[0].name, "null+0x10");
}

}  // namespace
}  // namespace tarry::code
