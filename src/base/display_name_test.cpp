// SPDX-License-Identifier: BSD-3-Clause
#include "base/display_name.h"

#include <gtest/gtest.h>

namespace tarry::base {
namespace {

std::string shortened(const char* demangled) {
  std::pmr::string name(demangled);
  shorten_demangled(name);
  return std::string(name);
}

TEST(DisplayName, DropsWhatUsersDoNotWrite) {
  EXPECT_EQ(display_name("main"), "main");
  EXPECT_EQ(display_name("_ZN4heat4Grid4stepEid"), "heat::Grid::step");
  EXPECT_EQ(display_name("_ZNK4heat4Grid4stepEid"), "heat::Grid::step");
  EXPECT_EQ(display_name("step.constprop.0"), "step");
  EXPECT_EQ(display_name("_ZN4heat4stepEi.isra.0"), "heat::step");
  EXPECT_EQ(display_name("__heat_MOD_exchange"), "heat::exchange");
  EXPECT_EQ(display_name("__cxa_x"), "__cxa_x");
  EXPECT_EQ(display_name("_Znotmangled"), "_Znotmangled");
  EXPECT_EQ(display_name("_Znotmangled.isra.0"), "_Znotmangled");
  EXPECT_EQ(display_name("_Z4workPZ4workiE14_Z4worki.Frame.actor"), "work");
}

TEST(DisplayName, UnqualifiedNamesLackClassesAndTemplateArguments) {
  EXPECT_EQ(unqualified("step"), "step");
  EXPECT_EQ(unqualified("heat::Grid::step"), "step");
  EXPECT_EQ(unqualified("heat::Grid<ns::A<int> >::step<ns::B, 3>"), "step");
  EXPECT_EQ(unqualified("heat::foo<ns::A>"), "foo");
  EXPECT_EQ(unqualified(""), "");
}

TEST(DisplayName, BodiesOfRegionsKeepTheirNumbers) {
  EXPECT_EQ(display_name_of_body("_ZN12_GLOBAL__N_110relax_rowsERNS_5StripE._omp_fn.0"),
            "relax_rows._omp_fn.0");
  EXPECT_EQ(display_name_of_body("work._omp_fn.1"), "work._omp_fn.1");
  EXPECT_EQ(display_name_of_body("_ZN4heat4stepEi"), "heat::step");
}

TEST(DisplayName, TemplatesOperatorsAndLambdas) {
  EXPECT_EQ(shortened("void foo<int>(int)"), "foo<int>");
  EXPECT_EQ(shortened("unsigned long ns::foo<std::vector<int, std::allocator<int> > >(int)"),
            "ns::foo<std::vector<int, std::allocator<int> > >");
  EXPECT_EQ(shortened("A::operator bool() const"), "A::operator bool");
  EXPECT_EQ(shortened("A::operator()(int, char)"), "A::operator()");
  EXPECT_EQ(shortened("bool operator< <int>(A<int> const&, A<int> const&)"), "operator< <int>");
  EXPECT_EQ(shortened("main::{lambda(int)#1}::operator()(int) const"),
            "main::{lambda(int)#1}::operator()");
  EXPECT_EQ(shortened("(anonymous namespace)::relax(double*)"), "relax");
  EXPECT_EQ(shortened("foo(void (*)(int))"), "foo");
  EXPECT_EQ(shortened("ns::name[abi:cxx11](int)"), "ns::name");
  EXPECT_EQ(shortened("cooperator::run(int)"), "cooperator::run");
}

}  // namespace
}  // namespace tarry::base
