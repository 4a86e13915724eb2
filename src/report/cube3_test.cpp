// SPDX-License-Identifier: BSD-3-Clause
#include "report/cube3.h"

#include <gtest/gtest.h>

#include <random>

#include "report/cube_types.h"

namespace tarry::report {
namespace {

const std::string kMetrics =
    R"(<metrics><metric id="4"><disp_name>Time</disp_name><uniq_name>time</uniq_name>)"
    R"(<dtype>FLOAT</dtype><uom>sec</uom></metric></metrics>)";
const std::string kProgram =
    R"(<program><region id="2" mod="a.c" begin="3"><name>main</name></region>)"
    R"(<cnode id="5" calleeId="2"><cnode id="9" calleeId="2"/></cnode></program>)";
const std::string kSystem =
    R"(<system><machine Id="0"><name>m</name><node Id="0"><name>n</name>)"
    R"(<process Id="0"><name>p</name><rank>3</rank>)"
    R"(<thread Id="1"><name>t</name><rank>1</rank></thread>)"
    R"(<thread Id="0"><name>t</name><rank>0</rank></thread></process></node></machine></system>)";

std::string cube_of(const std::string& severity) {
  return "<cube version=\"3.0\">" + kMetrics + kProgram + kSystem + "<severity>" + severity +
         "</severity></cube>";
}

std::string row(const std::string& values, const std::string& path = "9") {
  return R"(<matrix metricId="4"><row cnodeId=")" + path + "\">" + values + "</row></matrix>";
}

std::string cube3_error(const std::string& xml) {
  const base::Result<SeverityCube> read = parse_cube3(xml);
  return read.ok() ? "read" : read.error().message();
}

TEST(Cube3, ValuesBelongToTheThreadWithTheirNumber) {
  const base::Result<SeverityCube> cube = parse_cube3(cube_of(row("\n1.5\n+25e-1\n")));
  ASSERT_TRUE(cube.ok()) << cube.error().message();
  ASSERT_EQ(cube->locations.size(), 2u);
  EXPECT_EQ(cube->locations[0].rank, model::Rank{3});
  EXPECT_EQ(cube->locations[0].thread, 0u);
  EXPECT_EQ(cube->locations[1].thread, 1u);
  EXPECT_EQ(cube->locations[0].host, "n");
  EXPECT_EQ(cube->row(MetricId{0}, CallPathId{1}), (std::vector<double>{1.5, 2.5}));
  EXPECT_TRUE(cube->row(MetricId{0}, CallPathId{0}).empty());
  EXPECT_EQ(cube->experiment.program, "main");
  EXPECT_EQ(cube->experiment.ranks, 1u);
  EXPECT_EQ(cube->experiment.threads, 2u);
  EXPECT_EQ(cube->experiment.duration_s, 2.5);
  EXPECT_EQ(cube->callpaths[1].parent, CallPathId{0});
  EXPECT_EQ(cube->callpaths[1].file, "a.c");
}

// A place of a process is that of its first thread.
TEST(Cube3, KeepsTopologies) {
  const std::string carts =
      R"(<topologies><cart name="t" ndims="2"><dim size="2" periodic="true"/>)"
      R"(<dim name="y" size="4" periodic="false"/><coord thrdId="1">1 3</coord>)"
      R"(<coord procId="0"> 0 2 </coord><coord thrdId="1">2 0</coord><coord thrdId="1">1</coord>)"
      R"(<coord thrdId="7">0 0</coord><coord nodeId="0">0 0</coord><coord thrdId="1">x 0</coord>)"
      R"(</cart></topologies></system>)";
  std::string xml = cube_of(row("1 2"));
  xml.replace(xml.find("</system>"), 9, carts);
  const base::Result<SeverityCube> cube = parse_cube3(xml);
  ASSERT_TRUE(cube.ok()) << cube.error().message();
  EXPECT_EQ(cube->topologies, (std::vector<model::Topology>{{"t",
                                                             {{"", 2, true}, {"y", 4, false}},
                                                             {LocationIndex{1}, LocationIndex{0}},
                                                             {1, 3, 0, 2}}}));
  EXPECT_EQ(cube->experiment.warnings,
            std::vector<std::string>{"places in Cartesian topologies outside of them, or of no "
                                     "location (left out): 5"});
}

TEST(Cube3, WhatIsWrongIsSaidWithItsPlace) {
  const std::string place = "damaged .cube report: the row of metric '4' and call path '9'";
  EXPECT_EQ(cube3_error(cube_of(row("1"))), place + " has 1 values for 2 threads");
  EXPECT_EQ(cube3_error(cube_of(row("1 2 3"))), place + " has more values than the 2 threads");
  EXPECT_EQ(cube3_error(cube_of(row("1 2x"))), place + ": value 2 is not a number");
  EXPECT_EQ(cube3_error(cube_of(row("1 1") + row("1 1"))), place + " comes twice");
  EXPECT_EQ(cube3_error(cube_of(row("1 1", "8"))),
            "damaged .cube report: the row of metric '4' and call path '8' is of a call path that "
            "is not defined");
  EXPECT_EQ(cube3_error(cube_of(R"(<matrix metricId="0"/>)")),
            "damaged .cube report: there are values of metric '0', which is not defined");
  EXPECT_EQ(cube3_error("<cube version=\"3.0\">" + kMetrics + kProgram + kSystem + "</cube>"),
            "damaged .cube report: it has no <severity> element");
  EXPECT_EQ(cube3_error("<html/>"), "damaged .cube report: it has no <cube> element");
  EXPECT_EQ(cube3_error(R"(<cube version="4.4"/>)"),
            "this is the anchor.xml of a .cubex, which has no values of its own (name the .cubex "
            "file)");
  EXPECT_EQ(cube3_error(R"(<cube version="2.1"/>)"),
            "a Cube report of version '2.1', not 3 (Scalasca 1 and the tools of Cube 3 convert "
            "older ones)");
}

TEST(Cube3, IdsComeOnce) {
  std::string twice = cube_of("");
  twice.replace(twice.find("id=\"9\""), 6, "id=\"5\"");
  EXPECT_EQ(cube3_error(twice), "damaged .cube report: call path '5' comes twice");
  std::string metrics = cube_of("");
  metrics.insert(metrics.find("</metrics>"), R"(<metric id="4"><uniq_name>x</uniq_name></metric>)");
  EXPECT_EQ(cube3_error(metrics), "damaged .cube report: the id of metric 'x' comes twice");
}

TEST(Cube3, EntitiesAreNotDefined) {
  const std::string bomb =
      R"(<!DOCTYPE cube [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>)";
  EXPECT_EQ(cube3_error(bomb + cube_of(row("1 &c;"))),
            "damaged .cube report: it has a DOCTYPE, which may define entities and which no report "
            "has (remove the DOCTYPE if you trust the file)");
}

TEST(Cube3, AbsurdDepthsAndCountsAreErrors) {
  const auto nested = [](int levels, const std::string& open, const std::string& close) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += open;
    for (int i = 0; i < levels; ++i) text += close;
    return text;
  };
  std::string deep = cube_of("");
  deep.insert(deep.find("</metrics>"),
              nested(2'000, "<metric id=\"x\"><uniq_name>x</uniq_name>", "</metric>"));
  EXPECT_EQ(cube3_error(deep), "damaged .cube report: the id of metric 'x' comes twice");
  std::string metrics = "<cube version=\"3\"><metrics>";
  for (int i = 0; i < 2'000; ++i)
    metrics += "<metric id=\"" + std::to_string(i) + "\"><uniq_name>m</uniq_name>";
  for (int i = 0; i < 2'000; ++i) metrics += "</metric>";
  EXPECT_EQ(cube3_error(metrics + "</metrics></cube>"),
            "<metric> is nested more than 1000 times (the file is damaged, or not from a real "
            "run)");
  std::string many = "<cube version=\"3\"><metrics>";
  for (int i = 0; i < 10'001; ++i)
    many += "<metric id=\"" + std::to_string(i) + "\"><uniq_name>m</uniq_name></metric>";
  EXPECT_EQ(cube3_error(many + "</metrics></cube>"),
            "damaged .cube report: it has more than 10000 metrics");
}

TEST(Cube3, ACutFileIsNeverRead) {
  const std::string whole = cube_of(row("1.25 2.5"));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(cube3_error(whole.substr(0, size)), "read") << size;
}

// Any outcome but a crash is fine; running this test with sanitizers finds the rest.
TEST(Cube3, DamageNeverCrashes) {
  const std::string whole = cube_of(row("1.25 2.5"));
  std::mt19937 random(5);
  for (int round = 0; round < 2'000; ++round) {
    std::string damaged = whole;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
      damaged[random() % damaged.size()] = static_cast<char>(32 + random() % 96);
    EXPECT_EQ(cube3_error(damaged).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace tarry::report
