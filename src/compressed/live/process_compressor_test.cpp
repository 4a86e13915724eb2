// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/live/process_compressor.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_directory.h"
#include "compressed/fold/merge.h"
#include "compressed/format/parser.h"
#include "compressed/format/writer.h"
#include "compressed/model/cursor.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::compressed {
namespace {

using trace::eventlog::LogBuilder;
using trace::eventlog::RecordKind;
using trace::eventlog::statistic_and_value;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

class ProcessCompressorTest : public testing::Test {
 protected:
  ProcessCompressorTest() {
    std::ofstream(directory.path() / "definitions.tsv") << "tarry-definitions\t3\n"
                                                           "process\t1\t2\t4711\tnode7\n"
                                                           "statistic\t0\tpage faults\tfaults\n"
                                                           "statistic\t1\twaits\tus\n"
                                                           "region\t0\t28\t4\t0\t\tMPI_Barrier\n";
  }

  // Takes in calls of MPI_Barrier from `time` on, each with a value of every statistic and of an
  // undefined one.
  void take(std::uint64_t time, std::uint64_t calls) {
    LogBuilder log;
    for (std::uint64_t i = 0; i < calls; ++i, time += 10)
      log.simple(time, RecordKind::RegionEnter, 0)
          .simple(time, RecordKind::Statistic, statistic_and_value(0, i))
          .simple(time + 5, RecordKind::Statistic, statistic_and_value(1, 7))
          .simple(time + 5, RecordKind::Statistic, statistic_and_value(2, 9))
          .simple(time + 5, RecordKind::RegionLeave, 0);
    log.write(directory.path() / "thread-0.log");
    ASSERT_TRUE(compressor.read_definitions().ok());
    ASSERT_TRUE(compressor.take(0, kNever).ok());
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  ProcessCompressor compressor{directory.path()};
};

TEST_F(ProcessCompressorTest, ValuesOfStatisticsAreFoldedWithTheirCalls) {
  take(100, 20);
  take(1000, 20);
  const Trace trace = compressor.finish();
  EXPECT_EQ(trace.statistics, (std::vector<Statistic>{{"page faults", "faults"}, {"waits", "us"}}));
  ASSERT_EQ(trace.events.size(), 1u);
  std::uint64_t sums[2] = {0, 0};
  std::uint64_t counts[2] = {0, 0};
  for (const EventStatistic& each : trace.events[0].statistics) {
    ASSERT_LT(each.statistic, 2u);
    sums[each.statistic] += each.values.sum();
    counts[each.statistic] += each.values.count();
  }
  EXPECT_EQ(counts[0], 40u);
  EXPECT_EQ(counts[1], 40u);
  EXPECT_EQ(sums[0], 2u * 190);
  EXPECT_EQ(sums[1], 40u * 7);
  ASSERT_EQ(trace.notes.size(), 1u);
  EXPECT_EQ(trace.notes[0], "values of statistics that were never defined (left out): 40");
}

// A process that is killed: what it has written and what its logs hold make the whole trace.
class KilledProcess : public testing::Test {
 protected:
  KilledProcess() {
    std::ofstream(directory.path() / "definitions.tsv")
        << "tarry-definitions\t3\n"
           "process\t0\t2\t4711\tnode7\n"
           "comm\t0\t00000000000000000000000000000000\tworld\t0\t2\t-\t-\tMPI_COMM_WORLD\n"
           "region\t0\t28\t4\t0\t\tMPI_Barrier\n"
           "region\t1\t28\t4\t0\t\tMPI_Irecv\n"
           "region\t2\t28\t4\t0\t\tMPI_Wait\n"
           "region\t3\t" +
               std::to_string(static_cast<int>(model::RegionRole::Function)) + "\t" +
               std::to_string(static_cast<int>(model::Paradigm::User)) + "\t0\tx.c\tsolve\n";
  }

  // A function that begins in the first part and ends in the last one. In each part: as many
  // barriers, the end of the receive that was posted in the part before, and another one posted.
  [[nodiscard]] static LogBuilder part(std::uint64_t number, bool is_last = false) {
    LogBuilder log;
    log.header.emptied = number;
    std::uint64_t time = 1000 * (number + 1);
    const auto call = [&](std::uint64_t region, auto inside) {
      log.simple(time, RecordKind::RegionEnter, region);
      inside();
      log.simple(time + 5, RecordKind::RegionLeave, region);
      time += 10;
    };
    if (number == 0) log.simple(time++, RecordKind::RegionEnter, 3);
    for (int i = 0; i < 20; ++i)
      call(0, [&] { log.collective(time + 3, RecordKind::CollectiveEnd, 0, 0, kNoRoot, 0, 0); });
    const auto request = static_cast<std::uint32_t>(number + 7);
    if (number > 0)
      call(2, [&] { log.message(time + 3, RecordKind::MpiIrecv, 1, 0, 9, 64, request - 1); });
    if (!is_last)
      call(1, [&] {
        log.arguments(time + 1, 1, 9, 8, -9, 0)
            .simple(time + 2, RecordKind::MpiIrecvRequest, request);
      });
    if (is_last) log.simple(time, RecordKind::RegionLeave, 3);
    return log;
  }
  void leave(const LogBuilder& log) const { log.write(directory.path() / "thread-0.log"); }

  // Returns the calls of the trace with their places, one line each, without times.
  static std::vector<std::string> calls_of(const Trace& trace) {
    std::vector<std::string> calls;
    Cursor cursor(trace, 0);
    for (CursorCall call; cursor.next(call);) {
      const Site& site = trace.sites[trace.events[call.event].site.index()];
      std::string line;
      for (const FrameId frame : site.stack) line += trace.frames[frame.index()].name + "/";
      line += site.function;
      for (const Action& action : call.actions)
        line += " " + std::string(action_name(action.kind)) + " " + std::to_string(action.peer) +
                " " + std::to_string(action.request) + " " + std::to_string(action.posted_tag);
      calls.push_back(line);
    }
    EXPECT_EQ(cursor.error(), "");
    return calls;
  }

  static constexpr std::uint32_t kNoRoot = 0xFFFFFFFF;
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
};

TEST_F(KilledProcess, LosesNoCallWhereverItHasBeenWritten) {
  constexpr std::uint64_t kParts = 5;
  ProcessCompressor whole(directory.path());
  ASSERT_TRUE(whole.read_definitions().ok());
  for (std::uint64_t number = 0; number < kParts; ++number) {
    leave(part(number, number + 1 == kParts));
    ASSERT_TRUE(whole.take(0, kNever).ok());
  }
  ASSERT_TRUE(whole.take_rest().ok());
  const std::vector<std::string> expected = calls_of(whole.finish());
  ASSERT_EQ(expected.size(), kParts * 20 + 2 * (kParts - 1));
  EXPECT_EQ(expected.front().substr(0, 6), "solve/");

  for (std::uint64_t written = 0; written + 1 < kParts; ++written) {
    forget_kept_logs(directory.path());
    ProcessCompressor killed(directory.path());
    ASSERT_TRUE(killed.read_definitions().ok());
    std::string text;
    for (std::uint64_t number = 0; number + 1 < kParts; ++number) {
      leave(part(number));
      ASSERT_TRUE(killed.take(0, kNever).ok());
      if (number == written) {
        const ProcessCompressor::Progress progress = killed.so_far();
        text = write_text(progress.trace) + text_of(progress.rest);
      } else if (number > written) {
        ASSERT_TRUE(keep_log(directory.path(), 0).ok());
      }
    }
    leave(part(kParts - 1, true));

    auto trace = parse_text(text, "calls.tct");
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    const std::optional<LogRest> rest = log_rest_in(text);
    ASSERT_TRUE(rest);
    ProcessCompressor finisher(directory.path());
    ASSERT_TRUE(finisher.go_on_after(*trace, *rest).ok());
    ASSERT_TRUE(finisher.take_rest().ok());
    const Trace all = append(std::move(*trace), finisher.finish());
    EXPECT_EQ(calls_of(all), expected) << written;
    EXPECT_EQ(all.notes, std::vector<std::string>{}) << written;
    // The time before each call is known by the call before it, across the border as well.
    for (const Event& event : all.events)
      for (const EventTimes& times : event.times)
        EXPECT_TRUE(times.predecessor.valid() || event.site.value == 0) << written;
  }
}

TEST_F(KilledProcess, DoesNotTakeALogTwice) {
  leave(part(0));
  ProcessCompressor killed(directory.path());
  ASSERT_TRUE(killed.read_definitions().ok());
  ASSERT_TRUE(killed.take(0, kNever).ok());
  ASSERT_TRUE(keep_log(directory.path(), 0).ok());
  const ProcessCompressor::Progress progress = killed.so_far();  // killed before the log is emptied
  ProcessCompressor finisher(directory.path());
  ASSERT_TRUE(finisher.go_on_after(progress.trace, progress.rest).ok());
  ASSERT_TRUE(finisher.take_rest().ok());
  EXPECT_EQ(finisher.calls(), 0u);
  // A log and its copy are one.
  ProcessCompressor without(directory.path());
  ASSERT_TRUE(without.take_rest().ok());
  EXPECT_EQ(without.calls(), 21u);
}

TEST(LogRestText, HasOpenWindowsAccessesAndFiles) {
  LogRest rest;
  rest.progress = {model::Ticks{7}, 8, {model::RequestId{3}}, {model::RequestId{1u << 31}}, {}};
  rest.progress.open_windows = {{4, {1, 6}}, {5, {0, 2}}};
  rest.progress.open_files = {9, 2};
  const std::string text = "end\n" + text_of(rest);
  EXPECT_EQ(text,
            "end\n# rest 7 8 - 3\n# rest-accesses 2147483648\n# rest-windows 4 1 6 5 0 2\n"
            "# rest-files 9 2\n");
  const std::optional<LogRest> read = log_rest_in(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->progress.open_requests, rest.progress.open_requests);
  EXPECT_EQ(read->progress.open_accesses, rest.progress.open_accesses);
  EXPECT_EQ(read->progress.open_files, rest.progress.open_files);
  ASSERT_EQ(read->progress.open_windows.size(), 2u);
  EXPECT_EQ(read->progress.open_windows, rest.progress.open_windows);
  EXPECT_EQ(read->progress.open_windows[0].place.peers, 6u);
  EXPECT_EQ(read->progress.open_windows[1].place.rank, 0u);
}

}  // namespace
}  // namespace tarry::compressed
