// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/remap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/query.h"

namespace tarry::algebra {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using model::SeverityCube;
using testing::HasSubstr;

TEST(RemapSpecification, IndentationMakesATree) {
  const auto read = parse_remap(
      "# a comment\n"
      "time\n"
      "  waits \"All waits\" = below\n"
      "    late?\n"
      "    rest = 0.5 * a + b? where MPI_* - c  # half of it\n"
      "  other = time - waits\n"
      "visits\n",
      "spec");
  ASSERT_TRUE(read.ok()) << read.error().message();
  const std::vector<RemapMetric>& all = read->metrics;
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[1].name, "All waits");
  EXPECT_TRUE(all[1].is_sum_of_children);
  EXPECT_TRUE(all[2].may_be_missing);
  EXPECT_EQ(all[3].parent, std::optional<std::size_t>(1));
  EXPECT_EQ(all[4].parent, std::optional<std::size_t>(0));
  EXPECT_FALSE(all[5].parent);
  EXPECT_EQ(all[5].line, 7u);
  ASSERT_EQ(all[3].terms.size(), 3u);
  EXPECT_EQ(all[3].terms[0].factor, 0.5);
  EXPECT_EQ(all[3].terms[1].region, "MPI_*");
  EXPECT_TRUE(all[3].terms[1].may_be_missing);
  EXPECT_EQ(all[3].terms[2].factor, -1.0);
  EXPECT_EQ(all[3].terms[2].metric, "c");
}

TEST(RemapSpecification, MistakesAreNamedWithTheirLine) {
  const auto mistake = [](const char* text) {
    const auto read = parse_remap(text, "spec");
    return read.ok() ? "" : read.error().message();
  };
  EXPECT_THAT(mistake("# nothing\n"), HasSubstr("the specification has no metric: spec"));
  EXPECT_THAT(mistake("a\na\n"), HasSubstr("the metric 'a' is there twice: spec:2"));
  EXPECT_THAT(mistake("a\n    b\n  c\n"), HasSubstr("'c' begins in a column of its own: spec:3"));
  EXPECT_THAT(mistake("a \"b\n"), HasSubstr("no closing quote: spec:1"));
  EXPECT_THAT(mistake("a b\n"), HasSubstr("other than '='"));
  EXPECT_THAT(mistake("a =\n"), HasSubstr("a metric is missing"));
  EXPECT_THAT(mistake("a = b +\n"), HasSubstr("a metric is missing"));
  EXPECT_THAT(mistake("a = b c\n"), HasSubstr("other than '+' or '-'"));
  EXPECT_THAT(mistake("a = 2 b\n"), HasSubstr("no '*' behind a factor"));
  EXPECT_THAT(mistake("a = inf * b\n"), HasSubstr("no '*' behind a factor"));
  EXPECT_THAT(mistake("a = b where\n"), HasSubstr("other than '+' or '-'"));
  EXPECT_THAT(mistake("a = b / c\n"), HasSubstr("a ratio cannot be added up"));
  EXPECT_THAT(mistake("a? = b\n"), HasSubstr("is never missing"));
  EXPECT_THAT(mistake("a = below\nb\n"), HasSubstr("nothing below 'a' to add up: spec:1"));
}

class RemapTest : public testing::Test {
 protected:
  // main calls MPI_Send and MPI_Recv on two ranks.
  RemapTest() {
    report_.add_catalogue();
    report_.callpaths = {{{}, "main", "", 0, "function", "user"},
                         {CallPathId{0}, "MPI_Send", "", 0, "point2point", "mpi"},
                         {CallPathId{0}, "MPI_Recv", "", 0, "point2point", "mpi"}};
    for (std::uint32_t rank = 0; rank < 2; ++rank)
      report_.locations.push_back({model::Rank{rank}, 0, "n", "cpu"});
    report_.set_row(model::metric::time, CallPathId{0}, {8.0, 7.0});
    for (const MetricId metric : {model::metric::time, model::metric::mpi}) {
      report_.set_row(metric, CallPathId{1}, {1.0, 2.0});
      report_.set_row(metric, CallPathId{2}, {3.0, 4.0});
    }
    report_.set_row(model::metric::mpi_latesender, CallPathId{2}, {2.0, 0.0});
    report_.set_row(model::metric::visits, CallPathId{1}, {5.0, 5.0});
  }

  base::Result<SeverityCube> make(const char* specification) {
    const auto read = parse_remap(specification, "spec");
    if (!read.ok()) return read.error();
    return remap(report_, *read);
  }

  SeverityCube report_;
};

TEST_F(RemapTest, SumsOfMetricsAndRegions) {
  const auto made = make(
      "time\n"
      "  own = time - mpi\n"
      "  messages \"Messages\" = below\n"
      "    sends = mpi where MPI_S*\n"
      "    recvs = mpi where MPI_Recv - mpi_latesender\n"
      "  mpi_latesender\n"
      "half = 0.5 * visits\n");
  ASSERT_TRUE(made.ok()) << made.error().message();
  const auto total = [&](const char* id) { return made->total(made->find(id)); };
  EXPECT_EQ(total("time"), 25.0);
  EXPECT_EQ(total("own"), 15.0);
  EXPECT_EQ(total("sends"), 3.0);
  EXPECT_EQ(total("recvs"), 5.0);
  EXPECT_EQ(total("messages"), 8.0);
  EXPECT_EQ(total("half"), 5.0);
  EXPECT_EQ(made->value(made->find("recvs"), CallPathId{2}, LocationIndex{0}), 1.0);
  EXPECT_EQ(made->metrics[made->find("messages").index()].name, "Messages");
  EXPECT_EQ(made->metrics[made->find("mpi_latesender").index()].parent, made->find("time"));
  EXPECT_EQ(made->metrics[made->find("half").index()].unit, model::Unit::Occurrences);
  EXPECT_TRUE(made->experiment.warnings.empty());
}

TEST_F(RemapTest, DifferencesOfEqualValuesHaveNoRows) {
  const auto made = make("nothing = mpi where MPI_Send - time where MPI_Send\n");
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(made->callpaths_with_values(MetricId{0}).empty());
}

TEST_F(RemapTest, AMetricThatMayBeMissingIsLeftOutWithAllBelowIt) {
  const auto made = make("time\n  tea?\n    mpi\nvisits = visits + tea?\n");
  ASSERT_TRUE(made.ok()) << made.error().message();
  ASSERT_EQ(made->metrics.size(), 2u);
  EXPECT_EQ(made->metrics[1].id, "visits");
}

TEST_F(RemapTest, AParentThatLacksItsChildrenIsNamed) {
  const auto made = make("mpi\n  time\n");
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->experiment.warnings.size(), 1u);
  EXPECT_THAT(made->experiment.warnings[0], HasSubstr("'mpi' lacks 15.00 s of the metrics below"));
}

TEST_F(RemapTest, MistakesAreNamedWithTheirLine) {
  EXPECT_THAT(make("time\ntea\n").error().message(), HasSubstr("no metric 'tea': spec:2"));
  EXPECT_THAT(make("a = tea\n").error().message(), HasSubstr("no metric 'tea': spec:1"));
  EXPECT_THAT(make("a = time + visits\n").error().message(), HasSubstr("different units"));
  EXPECT_THAT(make("time\n  visits\n").error().message(), HasSubstr("'visits' has another unit"));
  EXPECT_THAT(make("a = below\n  tea?\n").error().message(), HasSubstr("no metric to add up"));
}

}  // namespace
}  // namespace tarry::algebra
