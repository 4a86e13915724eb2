// SPDX-License-Identifier: BSD-3-Clause
// The tests read the symbol table of the test program itself.
#include "runtime/core/symbol_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "runtime/core/modules.h"

extern "C" [[gnu::noinline]] int symbol_table_subject() { return __LINE__; }

namespace tarry::runtime::core {
namespace {

TEST(SymbolTable, FindsFunctionsByTheirBeginning) {
  const auto address = reinterpret_cast<std::uint64_t>(&symbol_table_subject);
  ModulePlace place;
  ASSERT_TRUE(find_module(address, place));
  SymbolTable table;
  ASSERT_TRUE(table.load(place.path));
  ASSERT_NE(table.find(address - place.bias), nullptr);
  EXPECT_STREQ(table.find(address - place.bias), "symbol_table_subject");
  EXPECT_EQ(table.find(address - place.bias + 1), nullptr);
  EXPECT_EQ(table.find(0), nullptr);
}

TEST(SymbolTable, OtherFilesHaveNone) {
  const std::string path = testing::TempDir() + "tarry_no_symbols" + std::to_string(getpid());
  std::ofstream(path) << "no object file, but longer than the header of one would be, 64 bytes";
  SymbolTable table;
  EXPECT_FALSE(table.load(path.c_str()));
  std::remove(path.c_str());
  EXPECT_FALSE(table.load("/no/such/file"));
  EXPECT_EQ(table.find(0), nullptr);
}

TEST(Modules, HoldAddresses) {
  ModulePlace place;
  const int on_the_stack = 0;
  EXPECT_FALSE(find_module(reinterpret_cast<std::uint64_t>(&on_the_stack), place));
  EXPECT_STREQ(place.path, "");
}

}  // namespace
}  // namespace tarry::runtime::core
