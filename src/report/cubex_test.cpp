// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "report/cube_types.h"
#include "report/sample_cube.h"
#include "report/tar.h"

namespace tarry::report {
namespace {

namespace fs = std::filesystem;

class Cubex : public testing::Test {
 protected:
  std::string path(const std::string& name) { return (folder_.path() / name).string(); }

  SeverityCube round_trip(const SeverityCube& cube) {
    const std::string file = path("round.cubex");
    const base::Status written = write_cubex(cube, file);
    EXPECT_TRUE(written.ok()) << written.error().message();
    base::Result<SeverityCube> read = read_cubex(file);
    EXPECT_TRUE(read.ok()) << read.error().message();
    return *std::move(read);
  }
  const base::TemporaryDirectory folder_ = *base::TemporaryDirectory::make();
};

void expect_same(const SeverityCube& a, const SeverityCube& b) {
  EXPECT_EQ(a.experiment.program, b.experiment.program);
  EXPECT_EQ(a.experiment.ranks, b.experiment.ranks);
  EXPECT_EQ(a.experiment.threads, b.experiment.threads);
  EXPECT_EQ(a.experiment.duration_s, b.experiment.duration_s);
  EXPECT_EQ(a.experiment.warnings, b.experiment.warnings);
  EXPECT_EQ(a.experiment.attributes, b.experiment.attributes);
  ASSERT_EQ(a.metrics.size(), b.metrics.size());
  ASSERT_EQ(a.callpaths.size(), b.callpaths.size());
  ASSERT_EQ(a.locations.size(), b.locations.size());
  for (std::size_t i = 0; i < a.callpaths.size(); ++i) {
    const auto &x = a.callpaths[i], &y = b.callpaths[i];
    EXPECT_EQ(std::tie(x.parent, x.region, x.file, x.line, x.role, x.paradigm, x.call_site),
              std::tie(y.parent, y.region, y.file, y.line, y.role, y.paradigm, y.call_site));
  }
  for (std::size_t i = 0; i < a.locations.size(); ++i) {
    const auto &x = a.locations[i], &y = b.locations[i];
    EXPECT_EQ(std::tie(x.rank, x.thread, x.host, x.kind),
              std::tie(y.rank, y.thread, y.host, y.kind));
  }
  for (std::uint32_t m = 0; m < a.metrics.size(); ++m) {
    const auto &x = a.metrics[m], &y = b.metrics[m];
    EXPECT_EQ(std::tie(x.id, x.name, x.parent, x.unit, x.description),
              std::tie(y.id, y.name, y.parent, y.unit, y.description));
    ASSERT_EQ(a.callpaths_with_values(MetricId{m}), b.callpaths_with_values(MetricId{m})) << x.id;
    for (const CallPathId callpath : a.callpaths_with_values(MetricId{m}))
      for (std::size_t l = 0; l < a.locations.size(); ++l)
        ASSERT_EQ(std::bit_cast<std::uint64_t>(a.row(MetricId{m}, callpath)[l]),
                  std::bit_cast<std::uint64_t>(b.row(MetricId{m}, callpath)[l]))
            << x.id;
  }
}

// A location without a value is written as CubeLib does it, and stays without one.
TEST_F(Cubex, KeepsLeastAndLargestValues) {
  SeverityCube cube = sample_cube();
  for (const auto sum : {CubeMetric::Sum::Least, CubeMetric::Sum::Most}) {
    CubeMetric metric;
    metric.id = metric.name = sum == CubeMetric::Sum::Least ? "least" : "most";
    metric.sum = sum;
    cube.metrics.push_back(metric);
    cube.set_row(cube.find(metric.id), CallPathId{1}, {0.5, 0, 0.25, 2});
  }
  const SeverityCube read = round_trip(cube);
  expect_same(read, cube);
  EXPECT_EQ(read.metrics.back().sum, CubeMetric::Sum::Most);
  EXPECT_EQ(read.total(read.find("least")), 0.25);
  EXPECT_EQ(read.total(read.find("most")), 2);
  EXPECT_NE(base::read_file(path("round.cubex"))->find("\xff\xff\xff\xff\xff\xff\xef\x7f"),
            std::string::npos);
}

TEST_F(Cubex, KeepsFindings) {
  SeverityCube cube = sample_cube();
  cube.experiment.ideal_duration_s = 2.25;
  cube.findings.push_back(sample_finding());
  const SeverityCube read = round_trip(cube);
  EXPECT_EQ(read.findings, cube.findings);
  EXPECT_EQ(read.experiment.ideal_duration_s, 2.25);
  EXPECT_FALSE(read.experiment.attributes.contains("tarry.findings"));
}

TEST_F(Cubex, RoundTripKeepsEverything) { expect_same(sample_cube(), round_trip(sample_cube())); }

TEST_F(Cubex, KeepsCallSites) {
  SeverityCube cube = sample_cube();
  cube.callpaths.push_back(cube.callpaths[3]);
  cube.callpaths[3].file = "src/wave.c";
  cube.callpaths[3].line = 12;
  cube.callpaths[3].call_site = "wave.c:12";
  cube.callpaths[4].call_site = "main+0x5f";  // a call path without debug information
  const SeverityCube read = round_trip(cube);
  expect_same(cube, read);
  EXPECT_EQ(read.callpaths[3].shown_name(), "MPI_Barrier@wave.c:12");
  EXPECT_EQ(read.callpaths[4].shown_name(), "MPI_Barrier@main+0x5f");
}

TEST_F(Cubex, DoublesComeBackBitForBit) {
  SeverityCube cube = sample_cube();
  const double odd[] = {0.1 + 0.2, std::numeric_limits<double>::denorm_min(), -0.0,
                        std::numeric_limits<double>::max()};
  // These visits are not whole, so they are not stored as integers.
  for (const char* id : {"time", "visits"})
    for (std::uint32_t l = 0; l < 4; ++l)
      cube.set_row(model::find_metric(id), CallPathId{l}, {odd[l], odd[l], odd[l], odd[l]});
  expect_same(cube, round_trip(cube));
}

TEST_F(Cubex, RanksSpreadOverHostsKeepTheirValues) {
  SeverityCube cube = sample_cube();
  for (std::size_t i = 0; i < 4; ++i) cube.locations[i].host = i % 2 == 0 ? "even" : "odd";
  expect_same(cube, round_trip(cube));
}

TEST_F(Cubex, KeepsTopologies) {
  SeverityCube cube = sample_cube();
  for (std::size_t i = 0; i < 4; ++i) cube.locations[i].host = i % 2 == 0 ? "even" : "odd";
  cube.topologies.push_back({"a <ring> & more", {{"x", 2, true}, {"", 3, false}}, {}, {}});
  for (const std::uint32_t place : {1u, 0u})
    ASSERT_TRUE(cube.topologies[0].add(LocationIndex{place + 1},
                                       std::vector<std::uint32_t>{place, 2 * place}));
  EXPECT_EQ(round_trip(cube).topologies, cube.topologies);
}

// It is for other tools; our readers know it from the locations.
TEST_F(Cubex, TheMachineIsATopologyIfThereAreThreads) {
  for (const bool has_threads : {false, true}) {
    SeverityCube cube = sample_cube();
    cube.locations[3] = {model::Rank{has_threads ? 2u : 3u}, 1, "n2", "cpu"};
    ASSERT_TRUE(write_cubex(cube, path("machine.cubex")).ok());
    const std::string written = *base::read_file(path("machine.cubex"));
    EXPECT_EQ(written.find("<cart name=\"machine\" ndims=\"3\">") != std::string::npos,
              has_threads);
    EXPECT_EQ(written.find("<coord locId=\"3\">1 0 1</coord>") != std::string::npos, has_threads);
    EXPECT_TRUE(round_trip(cube).topologies.empty());
  }
}

TEST_F(Cubex, NamesOfAnyKindSurvive) {
  SeverityCube cube = sample_cube();
  cube.callpaths[1].region = "std::map<int, \"a\" & 'b'>::operator[](int&&)";
  cube.callpaths[1].file = "dir with <odd>/näme.cpp";
  cube.callpaths[2].role = "coll_other";
  cube.callpaths[3].role = "implicit_barrier";
  cube.experiment.warnings = {"first line\nsecond\tline", ""};
  expect_same(cube, round_trip(cube));
}

TEST_F(Cubex, AnEmptyCubeIsAFile) { expect_same(SeverityCube{}, round_trip(SeverityCube{})); }

TEST_F(Cubex, LargeAndSparse) {
  constexpr std::uint32_t kLocations = 1000, kCallpaths = 5000;
  SeverityCube cube;
  cube.add_catalogue();
  for (std::uint32_t i = 0; i < kCallpaths; ++i)  // as deep as a recursion may go
    cube.callpaths.push_back({i == 0 ? CallPathId{} : CallPathId{i - 1}, "f", "", 0, "", ""});
  for (std::uint32_t i = 0; i < kLocations; ++i)
    cube.locations.push_back({model::Rank{i}, 0, "n" + std::to_string(i % 7), "cpu"});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  for (int i = 0; i < 2000; ++i)
    cube.set(MetricId{static_cast<std::uint32_t>(random() % 40)},
             CallPathId{static_cast<std::uint32_t>(random() % kCallpaths)},
             LocationIndex{static_cast<std::uint32_t>(random() % kLocations)}, any(random));
  expect_same(cube, round_trip(cube));
}

TEST_F(Cubex, TheSameCubeGivesTheSameBytes) {
  ASSERT_TRUE(write_cubex(sample_cube(), path("a.cubex")).ok());
  ASSERT_TRUE(write_cubex(sample_cube(), path("b.cubex")).ok());
  EXPECT_EQ(*base::read_file(path("a.cubex")), *base::read_file(path("b.cubex")));
}

TEST_F(Cubex, GzippedArchivesAndWrongChecksumsAreRead) {
  ASSERT_TRUE(write_cubex(sample_cube(), path("a.cubex")).ok());
  std::string archive = *base::read_file(path("a.cubex"));
  archive.replace(148, 6, "000000");
  const gzFile packed = gzopen(path("b.cubex").c_str(), "wb");
  gzwrite(packed, archive.data(), static_cast<unsigned>(archive.size()));
  gzclose(packed);
  const base::Result<SeverityCube> read = read_cubex(path("b.cubex"));
  ASSERT_TRUE(read.ok()) << read.error().message();
  expect_same(sample_cube(), *read);
}

TEST_F(Cubex, AFullDiskIsAnErrorAndLeavesNothing) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const base::Status full = write_cubex(sample_cube(), "/dev/full");
  ASSERT_FALSE(full.ok());
  EXPECT_THAT(full.error().message(), testing::HasSubstr("No space left on device"));
  const base::Status nowhere = write_cubex(sample_cube(), path("no/such/folder.cubex"));
  ASSERT_FALSE(nowhere.ok());
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(Cubex, WhatIsNoReportIsSaidInOneLine) {
  EXPECT_EQ(read_cubex(path("missing")).error().message(),
            "cannot open: No such file or directory: " + path("missing"));
  ASSERT_TRUE(base::write_file(path("text"), "hello").ok());
  EXPECT_EQ(read_cubex(path("text")).error().message(),
            "not a .cubex report (a tar archive): " + path("text"));
}

std::string archive_of(const std::string& anchor, const std::string& index,
                       const std::string& data) {
  std::string archive;
  const auto add = [&](const char* name, const std::string& content) {
    archive += tar_header(name, content.size()) + content + tar_padding(content.size());
  };
  add("anchor.xml", anchor);
  add("7.index", index);
  add("7.data", data);
  return archive + tar_end();
}

std::string anchor_of(const std::string& metric_attributes, const std::string& dtype) {
  return R"(<cube version="4.4"><metrics><metric id="7" )" + metric_attributes +
         "><disp_name>T</disp_name><uniq_name>time</uniq_name><dtype>" + dtype +
         R"(</dtype><uom>sec</uom></metric></metrics><program>
         <region id="0" mod="" begin="-1" end="-1"><name>f</name></region>
         <cnode id="0" calleeId="0"><cnode id="1" calleeId="0"><cnode id="2" calleeId="0"/></cnode>
         <cnode id="3" calleeId="0"/></cnode></program>
         <system><systemtreenode Id="0"><name>m</name><class>machine</class>
         <locationgroup Id="0"><rank>0</rank><type>process</type>
         <location Id="0"><rank>0</rank><type>thread</type></location></locationgroup>
         </systemtreenode></system></cube>)";
}

std::string packed(std::initializer_list<double> values) {
  std::string bytes;
  for (const double value : values)
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

const std::string kDense = std::string("CUBEX.INDEX\x01\0\0\0\0\0\x03", 18);

TEST_F(Cubex, InclusiveMetricsStandInWideOrderAndBecomeExclusive) {
  // In wide order the root comes first, then its children 1 and 3, then 2.
  const base::Result<SeverityCube> cube = parse_cubex(archive_of(
      anchor_of(R"(type="INCLUSIVE")", "DOUBLE"), kDense, "CUBEX.DATA" + packed({10, 6, 3, 2})));
  ASSERT_TRUE(cube.ok()) << cube.error().message();
  const auto own = [&](std::uint32_t callpath) {
    return cube->value(MetricId{0}, CallPathId{callpath}, LocationIndex{0});
  };
  EXPECT_EQ(own(0), 1);
  EXPECT_EQ(own(1), 4);
  EXPECT_EQ(own(2), 2);
  EXPECT_EQ(own(3), 3);
  EXPECT_EQ(cube->experiment.duration_s, 10);
}

TEST_F(Cubex, ValuesOfTheOtherByteOrderAreRead) {
  std::string index("CUBEX.INDEX\0\0\0\x01\0\0\x01\0\0\0\x01\0\0\0\x02", 26);
  const base::Result<SeverityCube> cube =
      parse_cubex(archive_of(anchor_of(R"(type="EXCLUSIVE")", "UINT32"), index,
                             std::string("CUBEX.DATA\0\0\x01\x02", 14)));
  ASSERT_TRUE(cube.ok()) << cube.error().message();
  EXPECT_EQ(cube->value(MetricId{0}, CallPathId{2}, LocationIndex{0}), 0x102);
}

TEST_F(Cubex, LyingSizesAreErrors) {
  const std::string anchor = anchor_of(R"(type="EXCLUSIVE")", "DOUBLE");
  const auto error = [&](const std::string& index, const std::string& data) {
    const base::Result<SeverityCube> cube = parse_cubex(archive_of(anchor, index, data));
    return cube.ok() ? "read" : cube.error().message();
  };
  EXPECT_EQ(error(kDense, "CUBEX.DATA" + packed({1, 2, 3})),
            "damaged report: '7.data' has fewer values than its index tells");
  EXPECT_EQ(error(std::string("CUBEX.INDEX\x01\0\0\0\0\0\x01\xff\xff\xff\xff", 22), "CUBEX.DATA"),
            "damaged report: '7.index' names more call paths than there are");
  EXPECT_EQ(error(kDense, "ZCUBEX.DATA" + std::string(8, '\xff')),
            "damaged report: '7.data' has fewer rows than its index tells");
  EXPECT_EQ(error("", ""), "damaged report: '7.index' is not an index");
}

TEST_F(Cubex, ACutOrFlippedReportIsNeverReadAsAnother) {
  ASSERT_TRUE(write_cubex(sample_cube(), path("a.cubex")).ok());
  const std::string archive = *base::read_file(path("a.cubex"));
  for (std::size_t size = 0; size + 1024 < archive.size(); size += 256)
    EXPECT_FALSE(parse_cubex(archive.substr(0, size)).ok()) << size;
  std::mt19937 random(3);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::string flipped = archive;
    const std::size_t at = random() % flipped.size();
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << (random() % 8)));
    const base::Result<SeverityCube> read = parse_cubex(flipped);
    if (read.ok())  // the damage hit padding or an irrelevant part of the header
      expect_same(sample_cube(), *read);
    else
      ++refused;
  }
  EXPECT_GT(refused, 100);
}

// Any outcome but a crash is fine; running this test with sanitizers finds the rest.
TEST_F(Cubex, DamageNeverCrashes) {
  SeverityCube cube = sample_cube();
  while (cube.locations.size() < 70) {  // enough locations for compressed rows
    cube.locations.push_back(
        {model::Rank{static_cast<std::uint32_t>(cube.locations.size())}, 0, "n", "cpu"});
  }
  SeverityCube wide;
  wide.add_catalogue();
  wide.callpaths = cube.callpaths;
  wide.locations = cube.locations;
  wide.set(MetricId{0}, CallPathId{2}, LocationIndex{69}, 0.5);
  for (const SeverityCube& whole : {sample_cube(), wide}) {
    ASSERT_TRUE(write_cubex(whole, path("a.cubex")).ok());
    std::string archive = *base::read_file(path("a.cubex"));
    // Without checksums the damage reaches the parsers.
    archive.replace(archive.find("checksums.tarry"), 9, "something");
    std::mt19937 random(7);
    for (int round = 0; round < 400; ++round) {
      std::string damaged = archive;
      for (unsigned flips = 1 + random() % 8; flips > 0; --flips) {
        // Every other flip hits the binary members behind the long anchor.
        const std::size_t tail = flips % 2 == 0 ? 8192 : damaged.size();
        const std::size_t at = damaged.size() - 1 - random() % std::min(tail, damaged.size());
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
      }
      if (round % 4 == 0) damaged.resize(random() % damaged.size());
      const base::Result<SeverityCube> read = parse_cubex(damaged);
      EXPECT_TRUE(read.ok() || read.error().message().find('\n') == std::string::npos);
    }
  }
}

}  // namespace
}  // namespace tarry::report
