// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_layout.h"

#include <gtest/gtest.h>

namespace tarry::report {
namespace {

TEST(ElidedPath, KeepsTheFirstCallAndTheLastOnes) {
  const std::string path = "main/simulate/advance/relax/exchange/MPI_Waitall";
  EXPECT_EQ(elided_path(path, 0, true), path);
  EXPECT_EQ(elided_path(path, path.size(), true), path);
  EXPECT_EQ(elided_path(path, 40, true), "main/…/relax/exchange/MPI_Waitall");
  EXPECT_EQ(elided_path(path, 40, false), "main/.../relax/exchange/MPI_Waitall");
  EXPECT_EQ(elided_path(path, 20, true), "main/…/MPI_Waitall");
}

TEST(ElidedPath, CutsNamesWhereCallsAreTooLong) {
  EXPECT_EQ(elided_path("a_very_long_function_name", 11, true), "a_ver…_name");
  EXPECT_EQ(elided_path("main/a_very_long_function_name", 11, false), "main...name");
  EXPECT_EQ(elided_path("größenordnungen", 7, true), "grö…gen");
  EXPECT_EQ(elided_path("abcdef", 2, false), "ab");
}

TEST(Wrapped, BreaksAtSpacesAndKeepsTheIndentation) {
  EXPECT_EQ(wrapped("one two three four", "  1. ", {.width = 17}),
            "  1. one two\n     three four\n");
  EXPECT_EQ(wrapped("one two three four", "  1. ", {}), "  1. one two three four\n");
  EXPECT_EQ(wrapped("", "", {.width = 20}), "\n");
}

TEST(Wrapped, ElidesWhatIsLongerThanALine) {
  EXPECT_EQ(wrapped("in main/solve/advance/MPI_Recv: late", "", {.width = 20, .unicode = true}),
            "in main/…/MPI_Recv:\nlate\n");
}

TEST(Wrapped, StaysReadableBesideADeepIndentation) {
  EXPECT_EQ(wrapped("one two three", "          ", {.width = 5}),
            "          one two\n          three\n");
}

}  // namespace
}  // namespace tarry::report
