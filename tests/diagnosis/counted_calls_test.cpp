// SPDX-License-Identifier: BSD-3-Clause
// Tests that the sampler counts the calls of MPI that the diagnosis takes for calls, by the same
// table of labels. The list of functions is made at configuration
// (src/runtime/sampling/counted_calls.cmake).
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "diagnosis/evidence/label_table.h"

namespace tarry::diagnosis {
namespace {

struct CountedCall {
  const char* name;
  bool synchronises;
};

constexpr CountedCall kCounted[] = {
#define TARRY_COUNTED_CALL(name, synchronises) {#name, (synchronises) != 0},
#include TARRY_COUNTED_CALLS
#undef TARRY_COUNTED_CALL
};

TEST(CountedCalls, SynchroniseByTheTableOfLabels) {
  const LabelTable table = LabelTable::standard();
  for (const CountedCall& call : kCounted) {
    const auto label = table.find(call.name, false);
    ASSERT_TRUE(label.has_value()) << call.name;
    EXPECT_EQ(*label == Label::Synchronization, call.synchronises) << call.name;
    EXPECT_NE(*label, Label::Computation) << call.name;
  }
}

TEST(CountedCalls, HaveBothNamesAndNoneThatIsNoCall) {
  std::set<std::string> names;
  for (const CountedCall& call : kCounted) names.insert(call.name);
  for (const char* name :
       {"MPI_Init", "MPI_Send", "MPI_Barrier", "MPI_File_open", "MPI_Finalize"}) {
    EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_TRUE(names.contains('P' + std::string(name))) << name;
  }
  for (const char* name : {"MPI_Wtime", "MPI_Comm_rank", "PMPI_Comm_size", "MPI_Comm_f2c",
                           "MPI_INIT", "MPI_T_init_thread"})
    EXPECT_FALSE(names.contains(name)) << name;
}

}  // namespace
}  // namespace tarry::diagnosis
