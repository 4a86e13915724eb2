// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.h"
#include "report/cube_types.h"
#include "report/sample_cube.h"

namespace tarry::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(TextReport, TheFirstScreen) {
  EXPECT_EQ(text_report(sample_cube(), {}, {}),
            R"(wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks

Of the time, 67.5 % is computation, 17.5 % other MPI, 15.0 % waiting in MPI.

15.0 % of the time is waiting, most of it (13.8 %) in MPI_Recv called from main/solve: Late Sender on ranks 1-2.

Largest wait states: sum over all ranks, part of the time, bar by rank
     1.375 s   13.8 %  [.+@.]  Late Sender: main/solve/MPI_Recv on ranks 1-2
    125.0 ms    1.2 %  [..@.]  Wait at Barrier: main/MPI_Barrier on rank 2

Warnings
  2 messages <received> without a send & more

More: -v shows everything, --by metric all metrics, --by calltree and --by rank where and
who, --metric ID one metric in detail.
)");
}

TEST(TextReport, TheFirstScreenOfANarrowTerminal) {
  EXPECT_EQ(text_report(sample_cube(), {}, {.width = 60, .unicode = true}),
            R"(wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks

Of the time, 67.5 % is computation, 17.5 % other MPI, 15.0 %
waiting in MPI.

15.0 % of the time is waiting, most of it (13.8 %) in
MPI_Recv called from main/solve: Late Sender on ranks 1-2.

Largest wait states: sum over all ranks, part of the time,
bar by rank
     1.375 s   13.8 %  ·▅█·   Late Sender
              main/solve/MPI_Recv on ranks 1-2
    125.0 ms    1.2 %  ··█·   Wait at Barrier
              main/MPI_Barrier on rank 2

Warnings
  2 messages <received> without a send & more

More: -v shows everything, --by metric all metrics, --by
calltree and --by rank where and who, --metric ID one metric
in detail.
)");
}

TEST(TextReport, NoLineIsLongerThanTheTerminal) {
  SeverityCube cube = sample_cube();
  cube.callpaths[1].region = "solver::advance<std::vector<double, std::allocator<double>>>";
  cube.callpaths[1].file = "a_source_file_with_a_very_long_name_indeed.cpp";
  cube.experiment.program = "a_program_with_a_very_long_name";
  cube.findings = {sample_finding()};
  const Selection everything;
  Selection tree{{model::metric::time}, By::CallPath, 0, false};
  const Selection paths = tree, ranks{{model::metric::time}, By::Rank, 0, false},
                  metrics{{}, By::Metric, 0, false};
  tree.tree = true;
  for (const std::size_t width : {60, 80, 100})
    for (const bool unicode : {false, true})
      for (const bool verbose : {false, true})
        for (const Selection& each : {everything, tree, paths, ranks, metrics}) {
          const TextStyle style{.verbose = verbose, .width = width, .unicode = unicode};
          const std::string text = text_report(cube, each, style);
          for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
            end = text.find('\n', begin);
            const std::string line = text.substr(begin, end - begin);
            EXPECT_LE(base::columns_of(line), width) << line;
          }
        }
}

TEST(TextReport, WithoutWaitStatesTheMetricsAreThere) {
  SeverityCube cube = sample_cube();
  for (const MetricId wait : {model::metric::mpi_latesender, model::metric::mpi_barrier_wait})
    for (std::uint32_t n = 0; n < cube.callpaths.size(); ++n) cube.set_row(wait, CallPathId{n}, {});
  EXPECT_THAT(text_report(cube, {}, {}), HasSubstr("\n  Execution  "));
  EXPECT_THAT(text_report(sample_cube(), {}, {}), Not(HasSubstr("\n  Execution  ")));
}

TEST(TextReport, EverythingIsThereOnRequest) {
  EXPECT_EQ(text_report(sample_cube(), {}, {.verbose = true}),
            R"(wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks

Of the time, 67.5 % is computation, 17.5 % other MPI, 15.0 % waiting in MPI.

15.0 % of the time is waiting, most of it (13.8 %) in MPI_Recv called from main/solve: Late Sender on ranks 1-2.

Metric                                         total         own    of time  ranks   id
Time                                         10.00 s         0 s    100.0 %  [@@@@]  time
  Execution                                  10.00 s         0 s    100.0 %  [@@@@]  execution
    Computation                              6.750 s     6.750 s     67.5 %  [@*+@]  comp
    MPI                                      3.250 s         0 s     32.5 %  [-*@-]  mpi
      MPI Synchronization                    1.000 s         0 s     10.0 %  [@@@@]  mpi_synchronization
        MPI Collective Synchronization       1.000 s    875.0 ms     10.0 %  [@@@@]  mpi_sync_collective
          MPI Wait at Barrier               125.0 ms    125.0 ms      1.2 %  [..@.]  mpi_barrier_wait
      MPI Communication                      2.250 s         0 s     22.5 %  [:*@:]  mpi_communication
        MPI point-to-point communication     2.250 s    875.0 ms     22.5 %  [:*@:]  mpi_point2point
          MPI Late Sender                    1.375 s     1.375 s     13.8 %  [.+@.]  mpi_latesender
Visits                                            96          96             [@@@@]  visits
MPI bytes transferred                      1.004 MiB           0             [._@.]  bytes
  MPI P2P bytes transferred                1.004 MiB           0             [._@.]  bytes_p2p
    MPI P2P bytes received                 1.004 MiB   1.004 MiB             [._@.]  bytes_rcvd
()" + std::to_string(model::all_metrics().size() - 14) +
                R"( metrics with nothing in them are not shown)
Own: what none of the metrics below contains. Bars: one character for each rank; full height is the largest value of the line.

MPI Late Sender: 1.375 s, 13.8 % of the time
  A receiver waits because the message is sent later than it is expected
  Usually: The sender had more to do before it, or was itself held up. The wait is then only where the trouble shows: the delay costs name the call path on the sender that ran longer than on the receiver, and the finding names the rank at the end of the chain.
  What to do: Look at the cause that the finding names, not at the receive. Even out the work between the two, or send earlier: as soon as the data are there, before other work. Post the receive early (MPI_Irecv) and do other work before waiting for it.
  where
       1.375 s  100.0 %  main/solve/MPI_Recv  (caller at wave.c:42)
  who    2 of 4 ranks; per rank: min 0 s, median 250.0 ms, max 875.0 ms
    ranks  [.+@.]
      875.0 ms   63.6 %  rank 2
      500.0 ms   36.4 %  rank 1

MPI Wait at Barrier: 125.0 ms, 1.2 % of the time
  Waiting in a barrier for the last process to enter it
  Usually: The work before the barrier is not even, or one process was late for another reason. A barrier shows an imbalance but seldom causes it.
  What to do: Even out the work that the delay costs name. Ask whether the barrier is needed: messages and collective operations order what depends on each other by themselves, and a barrier makes every process wait for each disturbance of any other.
  where
      125.0 ms  100.0 %  main/MPI_Barrier  (caller at wave.c:10)
  who    1 of 4 ranks; per rank: min 0 s, median 0 s, max 125.0 ms
    ranks  [..@.]
      125.0 ms  100.0 %  rank 2

Warnings
  2 messages <received> without a send & more
)");
}

TEST(TextReport, Tables) {
  Selection by_region{{model::metric::time}, By::Region, 2, true};
  EXPECT_EQ(text_report(sample_cube(), by_region, {}),
            R"(wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks

Time by region, including called functions
       value     of all  ranks   region
     10.00 s    100.0 %  [@@@@]  main  (wave.c:10)
     7.000 s     70.0 %  [@@@@]  solve  (wave.c:42)
  and 2 rows more
     10.00 s  in all
Bars: one character for each rank; full height is the largest value of the line.

Warnings
  2 messages <received> without a send & more
)");
  const Selection by_location{{model::metric::mpi_latesender}, By::Location, 0, false};
  EXPECT_THAT(text_report(sample_cube(), by_location, {}),
              HasSubstr("    875.0 ms     63.6 %  ####################  rank 2 thread 0  (n2)\n"));
  const Selection by_rank{{model::metric::mpi_latesender}, By::Rank, 0, false};
  EXPECT_THAT(text_report(sample_cube(), by_rank, {.width = 80, .unicode = true}),
              HasSubstr("       value     of all                        rank\n"
                        "    875.0 ms     63.6 %  ████████████████████  rank 2\n"
                        "    500.0 ms     36.4 %  ███████████▍          rank 1\n"));
}

TEST(TextReport, PercentagesOfTheTime) {
  Selection by_region{{model::metric::mpi_latesender}, By::Region, 0, false};
  by_region.percent = PercentOf::Root;
  EXPECT_THAT(text_report(sample_cube(), by_region, {}),
              HasSubstr("       value    of time  ranks   region\n"
                        "     1.375 s     13.8 %  [.+@.]  MPI_Recv\n"));
  by_region.metrics = {model::metric::bytes_rcvd};
  EXPECT_THAT(text_report(sample_cube(), by_region, {}),
              HasSubstr("       value    of root  ranks   region\n"
                        "   1.004 MiB    100.0 %  [._@.]  MPI_Recv\n"));
}

// The longest visit is no part of anything.
TEST(TextReport, LeastAndLargestValuesHaveNoPercentages) {
  SeverityCube cube = sample_cube();
  CubeMetric longest;
  longest.id = longest.name = "max_time";
  longest.sum = CubeMetric::Sum::Most;
  cube.metrics.push_back(longest);
  const MetricId metric{static_cast<std::uint32_t>(cube.metrics.size() - 1)};
  cube.set_row(metric, CallPathId{1}, {0.25, 0, 0.5, 0.125});
  Selection selection{{metric}, By::Rank, 0, false};
  for (const auto of :
       {PercentOf::Usual, PercentOf::Root, PercentOf::Parent, PercentOf::Selection}) {
    selection.percent = of;
    for (const std::optional<By> by :
         {std::optional<By>(), {By::Metric}, {By::CallPath}, {By::Rank}}) {
      selection.by = by;
      const std::string text = text_report(cube, selection, {});
      EXPECT_THAT(text, HasSubstr("500.0 ms")) << text;
      EXPECT_THAT(text, Not(HasSubstr(" %"))) << text;
      EXPECT_THAT(text, Not(HasSubstr("s/s"))) << text;
    }
  }
}

TEST(TextReport, PercentagesInTheTreeOfMetrics) {
  Selection metrics{{}, By::Metric, 0, false};
  metrics.percent = PercentOf::Parent;
  const std::string of_parent = text_report(sample_cube(), metrics, {});
  EXPECT_THAT(of_parent, HasSubstr("  of parent  "));
  EXPECT_THAT(of_parent, HasSubstr("   1.375 s     1.375 s     61.1 %  [.+@.]  mpi_latesender\n"));
  metrics.metrics = {model::metric::mpi};
  metrics.percent = PercentOf::Selection;
  const std::string of_mpi = text_report(sample_cube(), metrics, {});
  EXPECT_THAT(of_mpi, HasSubstr("     of all  "));
  EXPECT_THAT(of_mpi, HasSubstr("   1.375 s     1.375 s     42.3 %  [.+@.]  mpi_latesender\n"));
  metrics.percent = PercentOf::Root;
  EXPECT_THAT(text_report(sample_cube(), metrics, {}),
              HasSubstr("   1.375 s     1.375 s     13.8 %  [.+@.]  mpi_latesender\n"));
}

TEST(TextReport, TheTreeOfCalls) {
  Selection tree{{model::metric::time}, By::CallPath, 0, false};
  tree.tree = true;
  EXPECT_THAT(text_report(sample_cube(), tree, {}), HasSubstr(R"(
Time by call path, as a tree
       total         own     of all  ranks   call path
     10.00 s     2.000 s    100.0 %  [@@@@]  main  (wave.c:10)
     7.000 s     4.750 s     70.0 %  [@@@@]    solve  (wave.c:42)
     2.250 s     2.250 s     22.5 %  [:*@:]      MPI_Recv
     1.000 s     1.000 s     10.0 %  [@@@@]    MPI_Barrier
     10.00 s  in all
Total: with all calls below. Own: without them. Bars: one character for each rank; full height is the largest value of the line.
)"));
  tree.percent = PercentOf::Parent;
  EXPECT_THAT(text_report(sample_cube(), tree, {.width = 60, .unicode = true}), HasSubstr(R"(
Time by call path, as a tree
       total  of caller  ranks  call path
     10.00 s    100.0 %  ████   main  (wave.c:10)
     7.000 s     70.0 %  ████     solve  (wave.c:42)
     2.250 s     32.1 %  ▂▆█▂       MPI_Recv
     1.000 s     10.0 %  ████     MPI_Barrier
     10.00 s  in all
Total: with all calls below. Bars: one character for each
rank; full height is the largest value of the line.
)"));
}

TEST(TextReport, ATreeOfCallsWithALimit) {
  Selection tree{{model::metric::mpi_latesender, model::metric::time}, By::CallPath, 2, false};
  tree.tree = true;
  const std::string text = text_report(sample_cube(), tree, {});
  // Nothing of the metric is in callers: they stand in one line.
  EXPECT_THAT(text,
              HasSubstr("     1.375 s     1.375 s    100.0 %  [.+@.]  main/solve/MPI_Recv\n"));
  EXPECT_THAT(text, HasSubstr("    solve  (wave.c:42)\n  and 2 more lines with less (--top N)\n"));
  tree.inclusive = true;
  EXPECT_THAT(text_report(sample_cube(), tree, {}),
              HasSubstr("       total     of all  ranks   call path\n"));
  tree.inclusive = false;
  tree.exclusive = true;
  EXPECT_THAT(text_report(sample_cube(), tree, {}),
              HasSubstr("     4.750 s     47.5 %  [@+=@]    solve  (wave.c:42)\n"));
}

TEST(TextReport, ATreeOfCallsLeavesOutWhatIsTiny) {
  SeverityCube cube = sample_cube();
  cube.set_row(model::metric::time, CallPathId{3}, {0.001, 0.001, 0.001, 0.001});
  Selection tree{{model::metric::time}, By::CallPath, 0, false};
  tree.tree = true;
  EXPECT_THAT(text_report(cube, tree, {}),
              HasSubstr("MPI_Recv\n  and 1 more line with less (--top N)\n"));
  tree.top = 20;
  EXPECT_THAT(text_report(cube, tree, {}), HasSubstr("    MPI_Barrier\n"));
}

TEST(TextReport, OneMetricShowsItsSubtreeAndPlaces) {
  const Selection one{{model::metric::bytes_p2p}, {}, 1, false};
  const std::string text = text_report(sample_cube(), one, {});
  EXPECT_THAT(
      text,
      HasSubstr(
          "  MPI P2P bytes transferred   1.004 MiB           0             [._@.]  bytes_p2p\n"
          "    MPI P2P bytes received    1.004 MiB   1.004 MiB             [._@.]  "
          "bytes_rcvd\n"
          "(1 metric with nothing in it is not shown)\n"));
  EXPECT_THAT(text, HasSubstr("    1.000 MiB   99.6 %  rank 2\n    and 1 more rank\n"));
  EXPECT_THAT(text, Not(HasSubstr("Late Sender")));
}

TEST(TextReport, SmallWaitStatesStayInTheTree) {
  SeverityCube cube = sample_cube();
  cube.experiment.program = "/home/user/bin/wave";
  cube.callpaths[1].file = "/home/user/src/wave.c";
  cube.set_row(model::metric::mpi_barrier_wait, CallPathId{3}, {0, 0, 0.001, 0});
  EXPECT_THAT(text_report(cube, {}, {}), HasSubstr("\n  and 1 smaller one of 1.000 ms\n"));
  const std::string text = text_report(cube, {}, {.verbose = true});
  EXPECT_THAT(text, testing::StartsWith("wave: 4 ranks"));
  EXPECT_THAT(text, HasSubstr("main/solve/MPI_Recv  (caller at wave.c:42)\n"));
  EXPECT_THAT(text, Not(HasSubstr("main/MPI_Barrier")));
  EXPECT_THAT(
      text, HasSubstr("\n(1 smaller wait state is in the tree above; --metric ID shows where)\n"));
  EXPECT_THAT(text_report(cube, {{}, {}, 9, false}, {.verbose = true}),
              HasSubstr("main/MPI_Barrier"));
}

TEST(TextReport, ManyWarningsAreCountedOnTheFirstScreen) {
  SeverityCube cube = sample_cube();
  cube.experiment.warnings = {"one", "two", "three", "four", "five"};
  EXPECT_THAT(text_report(cube, {}, {}), HasSubstr("\n  four\n  five\n\n"));
  cube.experiment.warnings.emplace_back("six");
  EXPECT_THAT(text_report(cube, {}, {}), HasSubstr("\n  four\n  (-v shows 2 more warnings)\n"));
  EXPECT_THAT(text_report(cube, {}, {.verbose = true}), HasSubstr("\n  five\n  six\n"));
}

TEST(TextReport, OneRankHasNoBars) {
  SeverityCube cube;
  cube.add_catalogue();
  cube.experiment.ranks = cube.experiment.threads = 1;
  cube.locations.push_back({model::Rank{0}, 0, "n", "cpu"});
  cube.callpaths = {{CallPathId{}, "main", "", 0, "", ""}};
  cube.set(model::metric::time, CallPathId{0}, LocationIndex{0}, 1.0);
  EXPECT_THAT(text_report(cube, {{}, By::CallPath, 0, false}, {}),
              HasSubstr("       value     of all  call path\n     1.000 s    100.0 %  main\n"
                        "     1.000 s  in all\n"));
  cube.locations.push_back({model::Rank{0}, 1, "n", "cpu"});
  cube.set_row(model::metric::time, CallPathId{0}, {1.0, 0.5});
  EXPECT_THAT(text_report(cube, {{}, By::CallPath, 0, false}, {}),
              HasSubstr("  threads  call path\n     1.500 s    100.0 %  [@=]     main\n"));
}

TEST(TextReport, DifferencesHaveNoBarsBelowZero) {
  SeverityCube cube = sample_cube();
  cube.experiment.attributes[kWholeTimeKey] = "10";
  cube.set_row(model::metric::mpi_latesender, CallPathId{2}, {0, -0.5, 0.875, 0});
  EXPECT_THAT(text_report(cube, {{model::metric::mpi_latesender}, By::Region, 0, false}, {}),
              HasSubstr("       value    of time  ranks   region\n"
                        "    375.0 ms      3.8 %          MPI_Recv\n"));
}

TEST(TextReport, SeveralProgramsAreNamed) {
  SeverityCube cube = sample_cube();
  cube.callpaths.push_back({CallPathId{}, "solid", "", 0, "artificial", "measurement_system"});
  EXPECT_THAT(text_report(cube, {}, {}), testing::StartsWith("wave: 4 ranks"));
  cube.callpaths.push_back({CallPathId{}, "fluid", "", 0, "artificial", "measurement_system"});
  cube.callpaths.push_back({CallPathId{}, "THREADS", "", 0, "artificial", "measurement_system"});
  EXPECT_THAT(text_report(cube, {}, {}), testing::StartsWith("fluid, solid: 4 ranks"));
}

TEST(TextReport, ColourOnlyOnRequest) {
  Selection tree{{model::metric::time}, By::CallPath, 0, false};
  tree.tree = true;
  for (const Selection& each : {Selection{}, Selection{{}, By::Metric, 0, false}, tree}) {
    const std::string plain = text_report(sample_cube(), each, {});
    EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
    std::string colored = text_report(sample_cube(), each, {.color = true});
    EXPECT_THAT(colored, HasSubstr("\x1b[1mwave"));
    EXPECT_THAT(colored, HasSubstr("\x1b[36m["));
    // Without its colors, it is the same text.
    for (std::size_t at = colored.find('\x1b'); at != std::string::npos;
         at = colored.find('\x1b', at))
      colored.erase(at, colored.find('m', at) + 1 - at);
    EXPECT_EQ(colored, plain);
  }
  EXPECT_THAT(text_report(sample_cube(), {}, {.color = true}), HasSubstr("\x1b[31m 13.8 %\x1b[0m"));
}

}  // namespace
}  // namespace tarry::report
