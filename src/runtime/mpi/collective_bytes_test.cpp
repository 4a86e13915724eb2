// SPDX-License-Identifier: BSD-3-Clause
// The test has every line of the table in the metric definitions, with 4 members and blocks of 10
// bytes.
#include "runtime/mpi/collective_bytes.h"

#include <gtest/gtest.h>

namespace tarry::runtime::mpi {
namespace {

TEST(CollectiveBytes, FromTheRoot) {
  EXPECT_EQ(broadcast_bytes(Part::Root, 4, 10), (Bytes{40, 10}));
  EXPECT_EQ(broadcast_bytes(Part::Other, 4, 10), (Bytes{0, 10}));
  EXPECT_EQ(scatter_bytes(Part::Root, false, 40, 10), (Bytes{40, 10}));
  EXPECT_EQ(scatter_bytes(Part::Root, true, 40, 10), (Bytes{30, 0}));
  EXPECT_EQ(scatter_bytes(Part::Other, false, 0, 10), (Bytes{0, 10}));
}

TEST(CollectiveBytes, ToTheRoot) {
  EXPECT_EQ(gather_bytes(Part::Root, false, 40, 10), (Bytes{10, 40}));
  EXPECT_EQ(gather_bytes(Part::Root, true, 40, 10), (Bytes{0, 30}));
  EXPECT_EQ(gather_bytes(Part::Other, false, 0, 10), (Bytes{10, 0}));
}

TEST(CollectiveBytes, RootsAndBystandersOfIntercommunicators) {
  EXPECT_EQ(broadcast_bytes(Part::InterRoot, 4, 10), (Bytes{40, 0}));
  EXPECT_EQ(broadcast_bytes(Part::Bystander, 4, 10), (Bytes{0, 0}));
  EXPECT_EQ(scatter_bytes(Part::InterRoot, false, 40, 0), (Bytes{40, 0}));
  EXPECT_EQ(gather_bytes(Part::InterRoot, false, 40, 0), (Bytes{0, 40}));
  EXPECT_EQ(gather_bytes(Part::Bystander, false, 0, 0), (Bytes{0, 0}));
}

TEST(CollectiveBytes, AmongAll) {
  EXPECT_EQ(all_to_all_bytes(false, 4, 10, 10), (Bytes{40, 40}));
  EXPECT_EQ(all_to_all_bytes(true, 4, 0, 10), (Bytes{30, 30}));
  EXPECT_EQ(allgatherv_bytes(false, 4, 7, 25), (Bytes{28, 25}));
  EXPECT_EQ(allgatherv_bytes(true, 4, 7, 25), (Bytes{21, 18}));
  EXPECT_EQ(alltoallv_bytes(false, 12, 25, 7), (Bytes{12, 25}));
  EXPECT_EQ(alltoallv_bytes(true, 0, 25, 7), (Bytes{18, 18}));
  EXPECT_EQ(reduce_scatter_bytes(false, 4, 7, 25), (Bytes{25, 28}));
  EXPECT_EQ(reduce_scatter_bytes(true, 4, 7, 25), (Bytes{18, 21}));
}

TEST(CollectiveBytes, Prefix) {
  EXPECT_EQ(scan_bytes(false, 4, 1, 10), (Bytes{30, 20}));
  EXPECT_EQ(scan_bytes(true, 4, 1, 10), (Bytes{20, 10}));
  EXPECT_EQ(exscan_bytes(4, 1, 10), (Bytes{20, 10}));
  EXPECT_EQ(exscan_bytes(4, 0, 10), (Bytes{30, 0}));
  EXPECT_EQ(exscan_bytes(4, 3, 10), (Bytes{0, 30}));
}

}  // namespace
}  // namespace tarry::runtime::mpi
