// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/site_table.h"

#include <gtest/gtest.h>

namespace tarry::compressed {
namespace {

SiteId add(SiteTable& table, const std::vector<std::string>& names, const std::string& function) {
  Site site{function, {}};
  for (const std::string& name : names) site.stack.push_back(table.frame({name, "a.c", 1}));
  return table.site(site);
}

TEST(SiteTable, TellsStacksApart) {
  SiteTable table;
  const SiteId x = add(table, {"main", "solve_x"}, "MPI_Send");
  EXPECT_EQ(add(table, {"main", "solve_x"}, "MPI_Send"), x);
  EXPECT_NE(add(table, {"main", "solve_y"}, "MPI_Send"), x);
  EXPECT_NE(add(table, {"main", "solve_x"}, "MPI_Recv"), x);
}

// X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel Applications",
// section 5.2.3: solve_x and solve_y are the same place if one frame may differ.
TEST(SiteTable, TakesStacksForOneThatDifferInFewFrames) {
  SiteTable table(1);
  const SiteId x = add(table, {"main", "solve_x", "exchange"}, "MPI_Send");
  EXPECT_EQ(add(table, {"main", "solve_y", "exchange"}, "MPI_Send"), x);
  EXPECT_EQ(add(table, {"main", "solve_x"}, "MPI_Send"), x);  // a missing frame differs
  EXPECT_NE(add(table, {"main", "solve_y", "copy"}, "MPI_Send"), x);
  EXPECT_NE(add(table, {"main", "solve_x", "exchange"}, "MPI_Recv"), x);
}

}  // namespace
}  // namespace tarry::compressed
