// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "compressed/format/parser.h"
#include "compressed/format/random_trace.h"
#include "compressed/format/writer.h"

namespace tarry::compressed {
namespace {

TEST(Text, WhatIsWrittenIsReadAsTheSame) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Trace trace = random_trace(seed);
    const std::string text = write_text(trace);
    const auto read = parse_text(text, "random");
    ASSERT_TRUE(read.ok()) << read.error().message() << "\n" << text;
    ASSERT_EQ(write_text(*read), text) << "seed " << seed;
    ASSERT_EQ(*read, trace) << "seed " << seed << "\n" << text;
  }
}

const std::string kHead = "tarry-compressed-trace 1\nranks 4\n";

std::string error_of(const std::string& text) {
  const auto read = parse_text(text, "f");
  return read.ok() ? "no error" : read.error().message();
}

// Puts the line between a site and an end, as the fourth line.
std::string error_of_line(const std::string& line) {
  return error_of(kHead + "site 0 MPI_Send\n" + line + "\nend\n");
}

std::string written(const std::string& lines) {
  const auto read = parse_text(kHead + lines + "end\n", "f");
  if (!read.ok()) return read.error().message();
  std::string text = write_text(*read);
  return text.substr(kHead.size(), text.size() - kHead.size() - 4);
}

TEST(Text, HandWrittenFormsBecomeCanonical) {
  EXPECT_EQ(
      written(
          "\n# comment\nsite 0 \"MPI_Send\" # more\r\n"
          "event 0 x=3 tag=[7*3] bytes=8<1 0 2 1>8<0 3><0 2> peer=[[1 2]*1 5:9:1]\tkind=send\n"),
      "site 0 MPI_Send\nevent 0 x=3 kind=send peer=[1 2 5] tag=7 bytes=8\n");
}

TEST(Text, ConstantsAreWrittenOnceForRanksThatUseThemDifferentlyOften) {
  const std::string sound =
      "site 0 MPI_Send\n"
      "event 0 x=2<0 0>1 loop=(1,[2 3]<0 0>5) kind=send peer=1 tag=7 bytes=4<1 0 2 2><0 3>[1..5]\n";
  EXPECT_EQ(written(sound), sound);
  const auto trace = parse_text(kHead + sound + "end\n", "f");
  ASSERT_TRUE(trace.ok());
  const Elastic& tag = trace->events[0].of(Parameter::Tag);
  EXPECT_EQ(std::get<Sequence>(*tag.of(0)).size(), 5u);
  EXPECT_EQ(std::get<Sequence>(*tag.of(3)).size(), 5u);
  EXPECT_EQ(tag.pairs().size(), 1u);
}

TEST(Text, EqualVectorsThatAreWrittenApartAreOne) {
  EXPECT_EQ(written("site 0 MPI_Send\n"
                    "event 0 x=2<0 0>3 kind=send peer=[1*2 1]<0 1>[1 2 3]<0 2>[1*3]<0 3>[1*2]<0 0> "
                    "tag=[1..3]<0 1>[2 3]<0 0>[1..3] bytes=8\n"),
            "site 0 MPI_Send\n"
            "event 0 x=2<0 0>3 kind=send peer=1<1 0 2 3>[1*2 1]<0 1>[1 2 3] "
            "tag=[2 3]<0 0>[1..3] bytes=8\n");
}

TEST(Text, StatisticsStandBelowTheirEvents) {
  const std::string sound =
      "statistic 0 \"page faults\" faults\n"
      "statistic 1 waits us\n"
      "site 0 MPI_Init\n"
      "event 0\n"
      "site 1 MPI_Wait\n"
      "event 1 x=9\n"
      "after 0 5*4 7*4\n"
      "measured 0 0 0*4\n"
      "measured 0 1/4 <0 3> 21/2..9:1;5:1;7:1\n"
      "measured 1 - <1 0 2 1> -\n";
  EXPECT_EQ(written(sound), sound);
  const auto trace = parse_text(kHead + sound + "end\n", "f");
  ASSERT_TRUE(trace.ok());
  EXPECT_EQ(trace->statistics,
            (std::vector<Statistic>{{"page faults", "faults"}, {"waits", "us"}}));
  ASSERT_EQ(trace->events[1].statistics.size(), 3u);
  EXPECT_EQ(trace->events[1].statistics[1].level, 4u);
  EXPECT_EQ(trace->events[1].statistics[1].ranks, RankSet(3));
  EXPECT_EQ(trace->events[1].statistics[1].values.sum(), 21u);
}

TEST(Text, AbsurdCountsAreDataOnly) {
  const std::string lines =
      "site 0 MPI_Send\n"
      "event 0 loop=(1,4000000000000000000) kind=send peer=1 tag=[[1 2]*1000000000 "
      "[[3..1000000]*1000000 8]*100000] bytes=[-5:3:1000000000000]\n";
  EXPECT_EQ(written(lines), lines);
}

TEST(Text, VersionsOfOthersAreRefused) {
  EXPECT_EQ(error_of(""),
            "expected 'tarry-compressed-trace' and a version, found the end of the "
            "file: f:1:1 ('tarry compress' makes compressed traces)");
  const auto read = parse_text("tarry-compressed-trace 4\nwhatever", "f");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, base::ErrorCode::Unsupported);
  EXPECT_EQ(read.error().message(),
            "this tool cannot read version 4 of the format, only 1 to 3: f:1:24");
}

TEST(Text, ErrorsHaveTheirPlace) {
  EXPECT_EQ(error_of(kHead), "expected 'end' as the last line, found the end of the file: f:3:1");
  EXPECT_EQ(error_of_line("event 1 kind=send"), "no such site, the last one is 0: f:4:7");
  EXPECT_EQ(error_of_line("event 0 kind=sent"), "no value of kind is called 'sent': f:4:14");
  EXPECT_EQ(error_of_line("event 0 kind=send"),
            "the event has no peer=, which its actions have: f:4:1");
  EXPECT_EQ(error_of_line("event 0 colour=3"),
            "expected x=, loop= or a parameter, found 'colour': f:4:9");
  EXPECT_EQ(error_of_line("event 0 x=3 x=4"), "'x' is there twice: f:4:13");
  EXPECT_EQ(error_of_line("event 0 x=3:1:4"),
            "expected a blank or the end of the line, found ':1:4': f:4:12");
  EXPECT_EQ(error_of_line("event 0 x=3 kind=Send"), "expected a value, found 'Send': f:4:18");
  EXPECT_EQ(
      error_of_line("colour 7"),
      "expected a word such as 'event', 'after', 'site', 'comm' or 'end', found 'colour': f:4:1");
  EXPECT_EQ(error_of_line("=7"),
            "expected a word such as 'event', 'after', 'site', 'comm' or 'end', found '=7': f:4:1");
  EXPECT_EQ(error_of_line("event 0 x=0"), "expected a number of at least 1: f:4:11");
  EXPECT_EQ(error_of_line("event 0 <0 4>"), "expected the first rank, at most 3, found 4: f:4:12");
  EXPECT_EQ(error_of_line("event 0 <1 2 2 2>"),
            "the rank list goes beyond the last rank, 3: f:4:9");
  EXPECT_EQ(error_of_line("event 0 <2 0 2 1 2 1>"), "a rank occurs twice: f:4:9");
  EXPECT_EQ(error_of_line("event 0 <1 0 2 1"),
            "expected the end of the rank list, '>', found the end of the line: f:4:17");
  EXPECT_EQ(error_of_line("event 0 <0 1>  x=2<0 0>"),
            "rank 0 does not take part in the event: f:4:18");
  EXPECT_EQ(error_of_line("event 0 <0 1> loop=(2<0 0>,1)"),
            "rank 0 does not take part in the event: f:4:21");
  EXPECT_EQ(error_of_line("event 0 loop=(2,1"), "expected ')', found the end of the line: f:4:18");
  EXPECT_EQ(error_of_line("event 0 loop=(2<1 0 4 1>3,1)"),
            "no ranks are left for these values: f:4:25");
  EXPECT_EQ(error_of_line("event 0 loop=(2<0 1>[3 4]<0 1>,1)"),
            "a rank has two vectors here: f:4:21");
  EXPECT_EQ(error_of_line("event 0 loop=([2 3,1)"), "expected a value, found ',1)': f:4:19");
  EXPECT_EQ(error_of_line("event 0 loop=([],1)"), "expected values, found none: f:4:16");
  EXPECT_EQ(error_of_line("event 0 loop=([2]*0,1)"),
            "expected ',' and the trips of the loop, found '*0,1)': f:4:18");
  EXPECT_EQ(error_of_line("event 0 loop=([[2]*0],1)"), "values are repeated 0 times: f:4:16");
  EXPECT_EQ(error_of_line("event 0 loop=([[2]],1)"),
            "expected '*' and how often the group is repeated, found '],1)': f:4:19");
  EXPECT_EQ(error_of_line("event 0 loop=([5..3],1)"),
            "the last value of a..b must be above the first: f:4:16");
  EXPECT_EQ(error_of_line("event 0 loop=([5:3],1)"),
            "expected ':' and the number of values, found '],1)': f:4:19");
  EXPECT_EQ(error_of_line("event 0 loop=([[2*4000000000000000000]*1000],1)"),
            "more values than a vector can have: f:4:16");
  EXPECT_EQ(error_of_line("event 0 loop=(99999999999999999999,1)"),
            "a number is too large for a value: f:4:15");
  EXPECT_EQ(error_of_line("event 0 loop=({1:2 1:3},1)"),
            "a value occurs twice in a histogram: f:4:20");
  EXPECT_EQ(error_of_line("event 0 loop=({1:0},1)"), "values are repeated 0 times: f:4:16");
  EXPECT_EQ(error_of_line("event 0 loop=(" + std::string(70, '[')),
            "groups are nested too deeply: f:4:80");
  EXPECT_EQ(error_of_line("after 0 5 5"), "'after' belongs below an 'event': f:4:7");
  EXPECT_EQ(error_of_line("event 0\nafter 3 5 5"), "no such site, the last one is 0: f:5:7");
  EXPECT_EQ(error_of_line("event 0\nafter 0 5"),
            "expected a value or a sum of values, found the end of the line: f:5:10");
  EXPECT_EQ(error_of_line("event 0\nafter 0 5 15/4..3:5"),
            "the largest value is below the smallest: f:5:11");
  EXPECT_EQ(error_of_line("event 0\nafter 0 5 15/3..4:5"),
            "the last bin is not that of the largest value: f:5:11");
  for (const char* sum : {"11", "17"})
    EXPECT_EQ(error_of_line(std::string("event 0\nafter 0 5*4 ") + sum + "/3..4:1,3"),
              "the sum is not one of so many values from the smallest to the largest: f:5:13");
  EXPECT_EQ(error_of_line("event 0\nafter 0 5 15/3..4:1,0"),
            "a number of values that cannot be: f:5:21");
  EXPECT_EQ(error_of_line("event 0\nafter 0 5 15/3..9:1;3:2"), "bins must rise: f:5:21");
  EXPECT_EQ(error_of_line("event 0\nafter 0 5 5 5"),
            "expected the end of the line, found '5': f:5:13");
  EXPECT_EQ(error_of_line("statistic 1 a b"),
            "expected 0 as the number of this statistic, found 1: f:4:11");
  EXPECT_EQ(error_of_line("statistic 0 faults"),
            "expected its unit, found the end of the line: f:4:19");
  EXPECT_EQ(error_of_line("measured 0 0 5"), "'measured' belongs below an 'event': f:4:10");
  EXPECT_EQ(error_of_line("event 0\nmeasured 0 0 5"), "no such statistic: there are none: f:5:10");
  const std::string known = "statistic 0 a b\nevent 0\n";
  EXPECT_EQ(error_of_line(known + "measured 1 0 5"),
            "no such statistic, the last one is 0: f:6:10");
  EXPECT_EQ(error_of_line(known + "measured 0 9 5"), "no such site, the last one is 0: f:6:12");
  EXPECT_EQ(error_of_line(known + "measured 0 0"),
            "expected a value or a sum of values, found the end of the line: f:6:13");
  EXPECT_EQ(error_of_line(known + "measured 0 0 5 5"),
            "expected the end of the line, found '5': f:6:16");
  EXPECT_EQ(error_of_line("site 2 MPI_Recv"),
            "expected 1 as the number of this site, found 2: f:4:6");
  EXPECT_EQ(error_of_line("site 1 MPI_Recv 0"), "no such frame: there are none: f:4:17");
  EXPECT_EQ(error_of_line("frame 0 \"main"), "the closing quote is missing: f:4:9");
  EXPECT_EQ(error_of_line("frame 0 \"ma\\in\""),
            "expected one of \\\\, \\\" and \\xHH, found 'in': f:4:13");
  EXPECT_EQ(error_of_line("frame 0 main @0:7"), "no such file: there are none: f:4:15");
  EXPECT_EQ(error_of_line("comm 0 world"),
            "expected 'self' or the members in brackets, found the end of the line: f:4:13");
  EXPECT_EQ(error_of_line("comm 0 world [0..4]"), "no such rank: 4: f:4:14");
  EXPECT_EQ(error_of_line("comm 0 world [0 1*2]"), "a rank occurs twice: 1: f:4:14");
  EXPECT_EQ(error_of_line("end"), "expected nothing behind 'end', found 'end': f:5:1");
  EXPECT_EQ(error_of("tarry-compressed-trace 1\nranks 0\nend\n"),
            "expected at least one rank: f:2:7");
  EXPECT_EQ(error_of("tarry-compressed-trace 1\nranks 99999999\nend\n"),
            "expected the number of ranks, at most 16777216, found 99999999: f:2:7");
  EXPECT_EQ(error_of("tarry-compressed-trace 1\nsite 0\n"),
            "expected 'ranks' and their number, found 'site': f:2:1");
}

}  // namespace
}  // namespace tarry::compressed
