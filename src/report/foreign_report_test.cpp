// SPDX-License-Identifier: BSD-3-Clause
// .cubex files as other tools write them, and as nobody should.
#include "report/foreign_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "report/cube_types.h"
#include "report/cubex.h"

namespace tarry::report {
namespace {

using foreign::Archive;
using foreign::bytes_of;
using foreign::dense_index;
using foreign::doubles;
using foreign::sparse_index;
using testing::ElementsAre;

std::string cubex_error(const std::string& bytes) {
  const base::Result<SeverityCube> read = parse_cubex(bytes);
  return read.ok() ? "read" : read.error().message();
}

SeverityCube read(const Archive& archive) {
  base::Result<SeverityCube> cube = parse_cubex(archive.bytes());
  EXPECT_TRUE(cube.ok()) << cube.error().message();
  return cube.ok() ? *std::move(cube) : SeverityCube{};
}

// Returns the values of a metric by call path.
std::vector<double> values(const SeverityCube& cube, const char* metric) {
  std::vector<double> found;
  const MetricId id = cube.find(metric);
  for (std::uint32_t c = 0; id.valid() && c < cube.callpaths.size(); ++c)
    found.push_back(cube.value(id, CallPathId{c}, LocationIndex{0}));
  return found;
}

template <class T>
void expect_numbers(std::initializer_list<const char*> names) {
  const T least = std::numeric_limits<T>::lowest(), most = std::numeric_limits<T>::max();
  for (const char* dtype : names) {
    const SeverityCube cube = read(Archive().metric(
        "EXCLUSIVE", dtype, dense_index(), "CUBEX.DATA" + bytes_of<T>({T{1}, least, most, T{0}})));
    EXPECT_THAT(values(cube, "time"),
                ElementsAre(1.0, static_cast<double>(least), static_cast<double>(most), 0.0))
        << dtype;
  }
}

TEST(ForeignReport, NumbersOfAllWidthsAndSigns) {
  expect_numbers<std::int8_t>({"INT8"});
  expect_numbers<std::uint8_t>({"UINT8", "CHAR"});
  expect_numbers<std::int16_t>({"INT16", "SHORT INT", "SIGNED SHORT INT"});
  expect_numbers<std::uint16_t>({"UINT16", "UNSIGNED SHORT INT", "SHORT UNSIGNED INT"});
  expect_numbers<std::int32_t>({"INT32", "INT", "SIGNED INT"});
  expect_numbers<std::uint32_t>({"UINT32", "UNSIGNED INT"});
  expect_numbers<std::int64_t>({"INT64", "INTEGER", "SIGNED INTEGER"});
  expect_numbers<std::uint64_t>({"UINT64", "UNSIGNED INTEGER"});
  expect_numbers<double>({"DOUBLE", "FLOAT"});
}

TEST(ForeignReport, CompressedRowsWithASparseIndex) {
  const SeverityCube cube = read(Archive().metric("EXCLUSIVE", "DOUBLE", sparse_index({3, 1}),
                                                  foreign::compressed_rows({{2.5}, {-1.0}})));
  EXPECT_THAT(values(cube, "time"), ElementsAre(0.0, -1.0, 0.0, 2.5));
}

TEST(ForeignReport, AnIndexWithoutACountHasNoRows) {
  const std::string index = sparse_index({}).substr(0, 18);
  EXPECT_THAT(values(read(Archive().metric("EXCLUSIVE", "DOUBLE", index, "CUBEX.DATA")), "time"),
              ElementsAre(0.0, 0.0, 0.0, 0.0));
  const Archive with_data =
      Archive().metric("EXCLUSIVE", "DOUBLE", index, "CUBEX.DATA" + doubles({1}));
  EXPECT_THAT(cubex_error(with_data.bytes()), testing::HasSubstr(".index' is too short"));
}

TEST(ForeignReport, PartsOfTuplesThatAddUpAreMetrics) {
  const SeverityCube rates = read(Archive().metric(
      "INCLUSIVE", "RATE", dense_index(), "CUBEX.DATA" + doubles({10, 4, 6, 3, 3, 1, 2, 2})));
  // Inclusive values, in wide order: the root, its children 1 and 3, and 2 below 1.
  EXPECT_THAT(values(rates, "time.amount"), ElementsAre(1, 4, 2, 3));
  EXPECT_THAT(values(rates, "time.base"), ElementsAre(0, 1, 2, 1));
  const std::string atomic = bytes_of<std::uint32_t>({3}) + doubles({0.5, 2.0, 4.0, 5.0});
  const SeverityCube atomics =
      read(Archive().metric("EXCLUSIVE", "TAU_ATOMIC", sparse_index({2}), "CUBEX.DATA" + atomic));
  EXPECT_THAT(values(atomics, "time"), ElementsAre(0, 0, 4, 0));
  EXPECT_THAT(values(atomics, "time.count"), ElementsAre(0, 0, 3, 0));
  EXPECT_EQ(atomics.metrics[1].unit, model::Unit::Occurrences);
  const SeverityCube three = read(Archive().metric("EXCLUSIVE", "NDOUBLES(3)", sparse_index({0}),
                                                   "CUBEX.DATA" + doubles({1, 2, 3})));
  EXPECT_EQ(three.total(three.find("time.2")), 3);
  const SeverityCube bins = read(Archive().metric("EXCLUSIVE", "HISTOGRAM(2)", sparse_index({0}),
                                                  "CUBEX.DATA" + doubles({0.25, 8, 5, 6})));
  EXPECT_EQ(bins.total(bins.find("time.bin0")), 5);
  EXPECT_EQ(bins.total(bins.find("time.bin1")), 6);
  const SeverityCube complex = read(
      Archive().metric("EXCLUSIVE", "COMPLEX", sparse_index({0}), "CUBEX.DATA" + doubles({1, -2})));
  EXPECT_EQ(complex.total(complex.find("time.imaginary")), -2);
}

TEST(ForeignReport, WhatDoesNotAddUpIsLeftOut) {
  for (const char* dtype :
       {"SCALE_FUNC", "NDOUBLES(0)", "NDOUBLES(99999999999)", "HISTOGRAM(-1)", "HISTOGRAM", "?"}) {
    const SeverityCube cube = read(Archive().metric("EXCLUSIVE", dtype, "junk", "junk"));
    EXPECT_TRUE(cube.metrics.empty()) << dtype;
    EXPECT_THAT(cube.experiment.warnings,
                ElementsAre("metrics left out because their values do not add up: time"))
        << dtype;
  }
}

// Two locations; the second one has no value for the last call path, which CubeLib writes as the
// largest number or its negative.
TEST(ForeignReport, LeastAndLargestValuesAreKept) {
  for (const bool is_least : {true, false}) {
    const double none =
        is_least ? std::numeric_limits<double>::max() : -std::numeric_limits<double>::max();
    // An inclusive metric has its rows in the wide order, here 0, 1, 3, 2.
    for (const char* type : {"EXCLUSIVE", "INCLUSIVE"}) {
      const std::uint32_t last = type == std::string("EXCLUSIVE") ? 3 : 2;
      const SeverityCube cube = read(Archive().locations(1).metric(
          type, is_least ? "MINDOUBLE" : "MAXDOUBLE", sparse_index({0, 1, last}),
          "CUBEX.DATA" + doubles({4, 8, 2, 16, 5, none})));
      EXPECT_TRUE(cube.experiment.warnings.empty());
      const model::MetricId time = cube.find("time");
      EXPECT_EQ(cube.row(time, model::CallPathId{0}), (std::vector<double>{4, 8})) << type;
      EXPECT_EQ(cube.row(time, model::CallPathId{3}), (std::vector<double>{5, 0})) << type;
      EXPECT_EQ(cube.total(time), is_least ? 2 : 16);
      EXPECT_EQ(cube.total(time, model::CallPathId{0}), is_least ? 4 : 8);
      EXPECT_EQ(cube.total(time, model::CallPathId{3}), 5);
      EXPECT_EQ(cube.sums_by_location(time),
                (is_least ? std::vector<double>{2, 8} : std::vector<double>{5, 16}));
    }
  }
}

Archive two_metrics() {
  return Archive()
      .metric("EXCLUSIVE", "DOUBLE", sparse_index({0, 1}), "CUBEX.DATA" + doubles({6, 8}))
      .metric("EXCLUSIVE", "UINT8", dense_index(), std::string("CUBEX.DATA\x02\x04\0\x01", 14));
}

TEST(ForeignReport, DerivedMetricsAreComputed) {
  const SeverityCube cube =
      read(two_metrics()
               .derived("POSTDERIVED", "2 * metric::time() - (metric::m1() / 2 + metric::m1(*))")
               .derived("PREDERIVED_EXCLUSIVE", "metric::time(e) / metric::m1()")
               .derived("PREDERIVED_INCLUSIVE", "metric::time() + metric::m1(e)")
               .derived("POSTDERIVED", "metric::m3() + metric::m2()"));
  EXPECT_THAT(values(cube, "m2"), ElementsAre(9, 10, 0, -1.5));
  EXPECT_THAT(values(cube, "m3"), ElementsAre(3, 2, 0, 0));
  // Inclusive: 14 + 2, 8 + 4, 0, 0 + 1; what a call path takes alone is less by its children.
  EXPECT_THAT(values(cube, "m4"), ElementsAre(3, 12, 0, 1));
  EXPECT_THAT(values(cube, "m5"), ElementsAre(12, 12, 0, -1.5));
  EXPECT_TRUE(cube.experiment.warnings.empty());
}

TEST(ForeignReport, MasksOfScalascaAreComputed) {
  const SeverityCube cube = read(two_metrics().derived(
      "PREDERIVED_EXCLUSIVE", "${mask}[${calculation::callpath::id}] * metric::time(e)",
      "{ global(mask); ${i} = 0; while (${i} &lt; ${cube::#callpaths}) {"
      " if (${cube::region::name}[${cube::callpath::calleeid}[${i}]] =~ /^(f|g){0,1}$/ and ${i} "
      "&gt; 0) { ${mask}[${i}] = 1; }; ${i} = ${i} + 1; }; }"));
  EXPECT_THAT(values(cube, "m2"), ElementsAre(0, 8, 0, 0));
}

std::string reason_left_out(const std::string& type, const std::string& expression) {
  const SeverityCube cube = read(two_metrics().derived(type, expression));
  EXPECT_EQ(cube.metrics.size(), 2u);
  return cube.experiment.warnings.empty() ? "" : cube.experiment.warnings.front();
}

TEST(ForeignReport, ExpressionsThatCannotBeComputedAreLeftOut) {
  const std::string start = "derived metrics left out: m2 ";
  EXPECT_EQ(reason_left_out("POSTDERIVED", "metric::time() / metric::m1()"),
            start + "(its values do not add up)");
  EXPECT_EQ(reason_left_out("POSTDERIVED", "metric::time() + 1"),
            start + "(its values do not add up)");
  EXPECT_EQ(reason_left_out("POSTDERIVED", "metric::m2()"),
            start + "(it needs itself, or a metric that the report lacks)");
  EXPECT_EQ(reason_left_out("POSTDERIVED", "metric::nothing()"),
            start + "(it needs itself, or a metric that the report lacks)");
  EXPECT_EQ(reason_left_out("PREDERIVED_EXCLUSIVE", "metric::fixed::time(i)"),
            start + "('metric::fixed::time')");
  EXPECT_EQ(reason_left_out("PREDERIVED_EXCLUSIVE", "metric::time() @ 2"),
            start + "(something after its end at '@ 2')");
  EXPECT_EQ(reason_left_out("PREDERIVED_EXCLUSIVE", "env(\"HOME\")"),
            start + "(an unknown word at 'env(\"HOME\")')");
  EXPECT_EQ(reason_left_out("PREDERIVED_EXCLUSIVE", "${x}"), start + "(nothing sets ${x})");
  EXPECT_EQ(reason_left_out("PREDERIVED_EXCLUSIVE", std::string(1'000, '(')),
            start + "(too many levels at '" + std::string(20, '(') + "')");
  EXPECT_EQ(reason_left_out("PREDERIVED_EXCLUSIVE", "\"x\" =~ /((a{1000}){1000}){1000}/"),
            start + "(a pattern with a number of repetitions)");
}

TEST(ForeignReport, ExpressionsThatNeverEndHaveNoValues) {
  const SeverityCube cube =
      read(two_metrics().derived("PREDERIVED_EXCLUSIVE", "{ while (1) { ${i} = 1; }; return 1; }"));
  EXPECT_THAT(values(cube, "m2"), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(cube.experiment.warnings,
              ElementsAre("derived metric 'm2' has no values: its expression takes too many "
                          "steps"));
}

TEST(ForeignReport, NoValueOfADerivedMetricIsInfinite) {
  const SeverityCube cube =
      read(two_metrics().derived("PREDERIVED_EXCLUSIVE", "log(metric::time())"));
  EXPECT_THAT(cube.experiment.warnings,
              ElementsAre("derived metric 'm2' has no values: a value of it is not a number"));
}

TEST(ForeignReport, NamesThatLeadOutOfTheArchiveAreErrors) {
  for (const char* name : {"../../etc/passwd", "/etc/passwd", "a/../b", ".."})
    EXPECT_EQ(cubex_error(Archive().member(name, "root").bytes()),
              std::string("damaged archive: '") + name +
                  "' leads out of the archive (do not unpack this file)");
  EXPECT_EQ(cubex_error(Archive().member("./..data", "fine").bytes()), "read");
  EXPECT_EQ(cubex_error(Archive().member("a/0.data", "").member("b/0.data", "").bytes()),
            "damaged archive: 'b/0.data' and 'a/0.data' have the same name");
  std::string link = Archive().bytes();
  link[156] = '2';
  EXPECT_EQ(cubex_error(link), "damaged archive: 'anchor.xml' is a link, not a file");
}

TEST(ForeignReport, SizesBeyondTheFileAreErrors) {
  std::string huge = Archive().bytes();
  huge.replace(124, 11, "77777777777");
  EXPECT_EQ(cubex_error(huge),
            "damaged archive: 'anchor.xml' ends before its announced size (is the file "
            "truncated?)");
  const std::string size = " size=99999999999999999999999\n";
  std::string extended = tar_header("x", size.size()) + size + tar_padding(size.size());
  extended[156] = 'x';
  EXPECT_EQ(cubex_error(extended + Archive().bytes()), cubex_error(huge));
}

TEST(ForeignReport, RowsOfAbsurdLengthAreErrors) {
  const auto error_with = [](int locations) {
    return cubex_error(Archive()
                           .metric("EXCLUSIVE", "NDOUBLES(4096)", dense_index(), "CUBEX.DATA")
                           .locations(locations)
                           .bytes());
  };
  EXPECT_EQ(error_with(0), "damaged report: '0.data' has fewer values than its index tells");
  // 32 KB for each of 2001 locations are more than a file of this size can hold.
  EXPECT_EQ(error_with(2'000), "damaged report: '0.data' has rows that are too long for this file");
}

// A file of ten kilobytes, after decompression: all rows are one zlib stream.
TEST(ForeignReport, RowsThatShareTheirBytesAreErrors) {
  constexpr std::uint64_t kRows = 1'000, kOnDisk = 10'000;
  std::vector<double> row(3'001);
  row[0] = 1.0;
  const std::string one = foreign::compressed_rows({row});
  std::string headers;
  for (std::uint64_t i = 0; i < kRows; ++i) headers += one.substr(19, 24);
  const std::string archive =
      Archive()
          .metric("EXCLUSIVE", "DOUBLE", dense_index(),
                  "ZCUBEX.DATA" + bytes_of<std::uint64_t>({kRows}) + headers + one.substr(43))
          .callpaths(kRows - 4)
          .locations(3'000)
          .bytes();
  const base::Result<SeverityCube> cube = parse_cubex(archive, kOnDisk);
  ASSERT_FALSE(cube.ok());
  EXPECT_EQ(cube.error().message(),
            "damaged report: '0.data' unpacks to more values than such a file can hold");
  EXPECT_EQ(cubex_error(archive), "read");
}

TEST(ForeignReport, EntitiesAreNotDefined) {
  const std::string xml = R"(<!DOCTYPE lolz [<!ENTITY lol "lol">]>)" + Archive().anchor();
  EXPECT_EQ(
      cubex_error(tar_header("anchor.xml", xml.size()) + xml + tar_padding(xml.size()) + tar_end()),
      "damaged anchor.xml: it has a DOCTYPE, which may define entities and which no report "
      "has (remove the DOCTYPE if you trust the file)");
}

TEST(ForeignReport, DeepTreesAreErrors) {
  const auto error_with = [](const std::string& element, const std::string& before, int levels) {
    std::string nested;
    for (int i = 0; i < levels; ++i) nested += "<" + element + ">";
    for (int i = 0; i < levels; ++i) nested += "</" + element.substr(0, element.find(' ')) + ">";
    std::string xml = Archive().anchor();
    xml.insert(xml.find(before), nested);
    return cubex_error(tar_header("anchor.xml", xml.size()) + xml + tar_padding(xml.size()) +
                       tar_end());
  };
  const std::string rest = " times (the file is damaged, or not from a real run)";
  EXPECT_EQ(error_with("cnode calleeId=\"0\"", "</program>", 100'001),
            "<cnode> is nested more than 100000" + rest);
  EXPECT_EQ(error_with("systemtreenode", "</system>", 1'001),
            "<systemtreenode> is nested more than 1000" + rest);
  EXPECT_EQ(error_with("locationgroup", "</systemtreenode>", 1'001),
            "<locationgroup> is nested more than 1000" + rest);
  EXPECT_EQ(error_with("cnode calleeId=\"0\"", "</program>", 10'000), "read");
}

}  // namespace
}  // namespace tarry::report
