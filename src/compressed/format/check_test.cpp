// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/check.h"

#include <gtest/gtest.h>

#include "compressed/format/parser.h"

namespace tarry::compressed {
namespace {

// Returns what is wrong with these events of two ranks, or ""; the events begin in line 5.
std::string wrong_with(const std::string& events) {
  const auto read = parse_sound_text(
      "tarry-compressed-trace 1\nranks 2\ncomm 0 MPI_COMM_WORLD [0..1]\nsite 0 MPI_Send\n" +
          events + "end\n",
      "f");
  return read.ok() ? "" : read.error().message();
}

TEST(Check, TripsAndValuesMustFit) {
  const std::string inner = "event 0 x=3 kind=send peer=1 tag=7 bytes=[1 2 3]\n";
  const std::string outer = "event 0 loop=(2,3) kind=send peer=1 tag=7 bytes=8\n";
  EXPECT_EQ(wrong_with(outer + inner), "");
  EXPECT_EQ(wrong_with("event 0 loop=(2,4) kind=send peer=1 tag=7 bytes=8\n" + inner),
            "rank 0 comes here 4 times, but has values for 3: f:6:1");
  EXPECT_EQ(wrong_with(inner), "rank 0 comes here 1 times, but has values for 3: f:5:1");
  EXPECT_EQ(wrong_with("event 0 loop=(3,3) kind=send peer=1 tag=7 bytes=8\n" + inner),
            "a loop is longer than what is around it: f:5:1");
}

TEST(Check, EachRankIsLookedAt) {
  EXPECT_EQ(wrong_with("event 0 loop=(2,3<0 0>5) kind=send peer=1 tag=7 bytes=8\n"
                       "event 0 x=3<0 0>5\n"
                       "event 0 x=1\n"),
            "");
  EXPECT_EQ(wrong_with("event 0 loop=(2,3<0 0>5) kind=send peer=1 tag=7 bytes=8\n"
                       "event 0 x=3\n"),
            "rank 1 comes here 5 times, but has values for 3: f:6:1");
}

TEST(Check, LoopsInsideOfLoopsAndLengthsThatChange) {
  EXPECT_EQ(wrong_with("event 0 loop=(3,2) loop=(2,[1 4])\n"
                       "event 0 x=5\n"
                       "event 0 x=2\n"),
            "");
  EXPECT_EQ(wrong_with("event 0 loop=(3,2)\n"
                       "event 0 x=2 loop=([1 2],[3 0])\n"
                       "event 0 x=1\n"),
            "");
  EXPECT_EQ(wrong_with("event 0 loop=(3,2)\n"
                       "event 0 x=2 loop=([1 2],[3 0])\n"
                       "event 0 x=2\n"),
            "rank 0 comes here 1 times, but has values for 2: f:7:1");
}

TEST(Check, RanksMayLackWhatTheyDoNotKnow) {
  const std::string send = "event 0 loop=(1,2) kind=send peer=1 tag=7 bytes=8 ";
  EXPECT_EQ(wrong_with(send + "count=[2 3]<0 1>\n"), "");
  EXPECT_EQ(wrong_with(send + "count=[2 3 4]<0 1>\n"),
            "the values of count are not as many as the actions that have it: f:5:1");
}

TEST(Check, ValuesHaveTheirRanges) {
  const std::string send = "event 0 kind=send ";
  EXPECT_EQ(wrong_with(send + "peer=1 tag=7 bytes=8\n"), "");
  EXPECT_EQ(wrong_with(send + "peer=2 tag=7 bytes=8\n"), "peer cannot be 2: f:5:1");
  EXPECT_EQ(wrong_with(send + "comm=-9 peer=2 tag=7 bytes=8\n"), "");
  EXPECT_EQ(wrong_with(send + "peer=1 tag=7 bytes=-8\n"), "bytes cannot be -8: f:5:1");
  EXPECT_EQ(wrong_with(send + "comm=1 peer=1 tag=7 bytes=8\n"), "comm cannot be 1: f:5:1");
  EXPECT_EQ(wrong_with(send + "peer=1 tag=7 bytes=8 datatype=0\n"), "datatype cannot be 0: f:5:1");
  EXPECT_EQ(wrong_with("event 0 kind=collective op=bcast bytes=8 received=8 root=2\n"),
            "root cannot be 2: f:5:1");
  EXPECT_EQ(wrong_with("event 0 kind=collective op=999 bytes=8 received=8 root=0\n"),
            "op cannot be 999: f:5:1");
  EXPECT_EQ(wrong_with("event 0 loop=(0,3)\n"), "the length of a loop cannot be 0: f:5:1");
  EXPECT_EQ(wrong_with("event 0 x=2 loop=(1,[-1 2])\n"), "the trips of a loop cannot be -1: f:5:1");
}

}  // namespace
}  // namespace tarry::compressed
