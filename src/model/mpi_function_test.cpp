// SPDX-License-Identifier: BSD-3-Clause
#include "model/mpi_function.h"

#include <gtest/gtest.h>

#include <string>

namespace tarry::model {
namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

TEST(MpiFunction, EachIsFoundByAllItsNames) {
  for (std::size_t i = 0; i < kMpiFunctionCount; ++i) {
    const auto function = static_cast<MpiFunction>(i);
    const std::string name = info(function).name;
    for (const std::string& spelling :
         {name, 'P' + name, upper(name), name + "_f08ts_", name + "__", name + "_c"})
      EXPECT_EQ(find_mpi_function(spelling), function) << spelling;
  }
}

TEST(MpiFunction, OthersAreNotFound) {
  EXPECT_FALSE(is_mpi_name("solve"));
  EXPECT_FALSE(is_mpi_name("MPI_"));
  EXPECT_TRUE(is_mpi_name("MPI_Something"));
  for (const char* name : {"", "solve", "Send", "MPI_", "MPI_c", "MPI_Sen", "MPI_Send2",
                           "MPI_T_init_thread", "XMPI_Send"})
    EXPECT_FALSE(find_mpi_function(name)) << name;
}

TEST(MpiFunction, CollectiveOperationsHaveTheRoleOfTheirShape) {
  for (const MpiFunctionInfo& function : kMpiFunctions) {
    const auto op = collective_op(function.operation);
    if (!op) continue;
    const bool is_rooted = function.role == RegionRole::CollectiveOneToAll ||
                           function.role == RegionRole::CollectiveAllToOne;
    EXPECT_EQ(has_root(*op), is_rooted) << function.name;
    EXPECT_EQ(info(*op).shape == CollectiveShape::OneToN,
              function.role == RegionRole::CollectiveOneToAll)
        << function.name;
    EXPECT_EQ(info(*op).shape == CollectiveShape::Barrier, function.role == RegionRole::Barrier)
        << function.name;
  }
}

TEST(MpiFunction, SendsAreTold) {
  EXPECT_TRUE(is_send(info(MpiFunction::Issend).operation));
  EXPECT_TRUE(is_send(info(MpiFunction::Sendrecv).operation));
  EXPECT_FALSE(is_send(info(MpiFunction::Irecv).operation));
  EXPECT_FALSE(is_send(info(MpiFunction::Bcast).operation));
  EXPECT_EQ(collective_op(info(MpiFunction::Ireduce_scatter_block).operation),
            CollectiveOp::ReduceScatterBlock);
  EXPECT_FALSE(collective_op(MpiOperation::SendReceive));
}

}  // namespace
}  // namespace tarry::model
