// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/call_role.h"

#include <gtest/gtest.h>

namespace tarry::replay {
namespace {

TEST(CallRole, TellsNamesApartThatBeginAlike) {
  EXPECT_EQ(call_role("MPI_Get"), CallRole::OneSided);
  EXPECT_EQ(call_role("MPI_Get_count"), CallRole::Computes);
  EXPECT_EQ(call_role("MPI_Comm_join"), CallRole::Unsupported);
  EXPECT_EQ(call_role("MPI_Comm_rank"), CallRole::Computes);
  EXPECT_EQ(call_role("MPI_Comm_split"), CallRole::Synchronises);
  EXPECT_EQ(call_role("MPI_Reduce"), CallRole::Communicates);
  EXPECT_EQ(call_role("MPI_Reduce_local"), CallRole::Computes);
  EXPECT_EQ(call_role("MPI_Send"), CallRole::Communicates);
  EXPECT_EQ(call_role("MPI_Send_init"), CallRole::Computes);
  EXPECT_EQ(call_role("MPI_Psend_init"), CallRole::Unsupported);
  EXPECT_EQ(call_role("MPI_Startall"), CallRole::Communicates);
  EXPECT_EQ(call_role("MPI_Test"), CallRole::Polls);
  EXPECT_EQ(call_role("MPI_Test_cancelled"), CallRole::Computes);
  EXPECT_EQ(call_role("MPI_Neighbor_alltoall"), CallRole::Unsupported);
  EXPECT_EQ(call_role("MPI_Init_thread"), CallRole::Starts);
  EXPECT_EQ(call_role("MPI_Initialized"), CallRole::Computes);
  EXPECT_EQ(call_role("MPI_File_write"), CallRole::OnFile);
  EXPECT_EQ(call_role("MPI_File_sync"), CallRole::OnFile);
  EXPECT_EQ(call_role("MPI_File_get_size"), CallRole::Computes);
  EXPECT_EQ(call_role("MPI_Win_fence"), CallRole::OneSided);
  EXPECT_EQ(call_role("MPI_Win_test"), CallRole::Polls);
  EXPECT_EQ(call_role("MPI_Win_create_dynamic"), CallRole::Unsupported);
  EXPECT_EQ(call_role("MPI_Win_get_name"), CallRole::Computes);
}

TEST(CallRole, HowASendIsSent) {
  EXPECT_EQ(send_mode("MPI_Send"), SendMode::Standard);
  EXPECT_EQ(send_mode("MPI_Sendrecv"), SendMode::Standard);
  EXPECT_EQ(send_mode("MPI_Issend"), SendMode::Synchronous);
  EXPECT_EQ(send_mode("MPI_Ibsend"), SendMode::Buffered);
  EXPECT_EQ(send_mode("MPI_Rsend"), SendMode::Standard);
  EXPECT_EQ(send_mode("MPI_Start"), SendMode::Standard);
}

}  // namespace
}  // namespace tarry::replay
