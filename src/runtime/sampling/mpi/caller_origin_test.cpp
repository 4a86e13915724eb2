// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/mpi/caller_origin.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <set>
#include <string>

#include "runtime/sampling/mpi/module_functions.h"

namespace tarry::runtime::sampling::mpi {
namespace {

struct Functions {
  std::set<std::string> defined;
  std::set<std::string> needed;
};

Functions functions_of(const char* soname) {
  Functions out;
  void* library = dlopen(soname, RTLD_LAZY);
  EXPECT_NE(library, nullptr) << soname;
  if (library == nullptr) return out;
  for_each_function(*static_cast<link_map*>(library), [&out](const char* name, bool is_defined) {
    (is_defined ? out.defined : out.needed).insert(name);
  });
  dlclose(library);
  return out;
}

TEST(ModuleFunctions, AreThoseOfTheDynamicSymbols) {
  const Functions c = functions_of("libc.so.6");
  for (const char* name : {"malloc", "printf", "strtod"})
    EXPECT_TRUE(c.defined.contains(name)) << name;
  EXPECT_FALSE(c.defined.contains("environ")) << "no function";
  const Functions cpp = functions_of("libstdc++.so.6");
  EXPECT_TRUE(cpp.defined.contains("_Znwm"));
  EXPECT_TRUE(cpp.needed.contains("malloc"));
  EXPECT_FALSE(cpp.defined.contains("malloc"));
}

TEST(CallerOrigin, IsTheProgramWhereNothingIsOfMpi) {
  EXPECT_EQ(origin_of(reinterpret_cast<const void*>(&functions_of)), Origin::Program);
  EXPECT_EQ(origin_of(dlsym(RTLD_DEFAULT, "strtod")), Origin::Program);
  int on_stack = 0;
  EXPECT_EQ(origin_of(&on_stack), Origin::Program) << "in no module";
}

}  // namespace
}  // namespace tarry::runtime::sampling::mpi
