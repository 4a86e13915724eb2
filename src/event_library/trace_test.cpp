// SPDX-License-Identifier: BSD-3-Clause
// How programs may use a trace: filters, visitors that throw, several threads, little memory.
// Whether states and pointers are right is tested in tests/event_library/.
#include "tarry/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <thread>

#include "base/temporary_directory.h"

namespace tarry::events {
namespace {

using ::testing::Each;
using ::testing::Field;

class TraceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = base::TemporaryDirectory::make();
    ASSERT_TRUE(made.ok());
    folder_.emplace(std::move(*made));
    path_ = folder_->path() / "made.synth";
    std::ofstream(path_) << "ranks 4\niterations 60\n";
  }
  static std::vector<Event> all(const Trace& trace, const Filter& filter) {
    std::vector<Event> events;
    trace.for_each(filter, [&](const Event& event) { events.push_back(event); });
    return events;
  }

  std::optional<base::TemporaryDirectory> folder_;
  std::string path_;
};

TEST_F(TraceTest, FiltersGiveTheSameWithAndWithoutAnIndex) {
  const Trace trace = Trace::open(path_);
  const Filter filter{
      .ranks = {1, 3}, .kinds = {Kind::Enter, Kind::Send}, .from = 100'000, .until = 3'000'000};
  const std::vector<Event> before = all(trace, filter);
  std::vector<Event> expected;
  for (const Event& event : all(trace, {}))
    if ((event.location == 1 || event.location == 3) && event.time >= filter.from &&
        event.time <= filter.until && (event.kind == Kind::Enter || event.kind == Kind::Send))
      expected.push_back(event);
  EXPECT_GT(expected.size(), 100u);
  EXPECT_GT(trace.event_count(), expected.size());
  const std::vector<Event> after = all(trace, filter);
  const auto positions = [](const std::vector<Event>& events) {
    std::vector<Position> found;
    for (const Event& event : events) found.push_back(event.position());
    return found;
  };
  EXPECT_EQ(positions(before), positions(expected));
  EXPECT_EQ(positions(after), positions(expected));
  const std::uint32_t region = expected.front().region;
  EXPECT_THAT(all(trace, {.regions = {region}}), Each(Field(&Event::region, region)));
}

TEST_F(TraceTest, RangesAndTimesMeetTheEvents) {
  const Trace trace = Trace::open(path_);
  std::vector<Event> own;
  trace.for_each({.locations = {2}}, [&](const Event& event) { own.push_back(event); });
  ASSERT_EQ(trace.event_count(2), own.size());
  const std::vector<Event> part = trace.events({2, 900}, 2500);  // of several windows
  ASSERT_EQ(part.size(), std::min<std::size_t>(2500, own.size() - 900));
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i].time, own[900 + i].time);
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const std::int64_t time =
        own[random() % own.size()].time + static_cast<std::int64_t>(random() % 3) - 1;
    std::uint64_t expected = 0;
    while (expected < own.size() && own[expected].time < time) ++expected;
    EXPECT_EQ(trace.at_time(2, time), (Position{2, expected}));
  }
  EXPECT_EQ(trace.at_time(2, INT64_MAX).number, own.size());
  EXPECT_EQ(trace.at_time(2, INT64_MIN).number, 0u);
}

TEST_F(TraceTest, LocationsCanBeVisitedTogether) {
  const Trace trace = Trace::open(path_);
  for (const Filter& filter :
       {Filter{},
        Filter{.ranks = {0, 2}, .kinds = {Kind::Leave}, .from = 200'000, .until = 2'000'000},
        Filter{.from = 5'000'000'000}}) {
    std::vector<Event> expected = all(trace, filter);
    const auto order = [](const Event& a, const Event& b) {
      return std::tie(a.time, a.location, a.number) < std::tie(b.time, b.location, b.number);
    };
    std::sort(expected.begin(), expected.end(), order);
    std::vector<Position> positions, found;
    for (const Event& event : expected) positions.push_back(event.position());
    trace.for_each_in_time(filter, [&](const Event& event) { found.push_back(event.position()); });
    EXPECT_EQ(found, positions);
  }
}

TEST_F(TraceTest, VisitorsMayThrow) {
  const Trace trace = Trace::open(path_);
  int visited = 0;
  const auto stop = [&](const Event&) {
    if (++visited == 1000) throw std::runtime_error("enough");
  };
  EXPECT_THROW(trace.for_each({}, stop), std::runtime_error);
  EXPECT_EQ(visited, 1000);
  EXPECT_GT(trace.event_count(), 1000u);
}

TEST_F(TraceTest, SeveralThreadsAskAtATime) {
  const Trace trace = Trace::open(path_);
  const Trace other = Trace::open(path_);
  std::vector<Position> positions;
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const auto location = static_cast<std::uint32_t>(random() % 4);
    positions.push_back({location, random() % other.event_count(location)});
  }
  std::vector<std::thread> threads;
  std::atomic<int> differences{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (const Position position : positions)
        if (trace.messages_in_flight(position) != other.messages_in_flight(position) ||
            trace.call_path(position) != other.call_path(position) ||
            trace.partner(position) != other.partner(position))
          ++differences;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(differences, 0);
}

TEST_F(TraceTest, MessagesAreTheSameWithLittleMemory) {
  const Trace much = Trace::open(path_);
  const Trace little = Trace::open(
      path_, {.scratch = folder_->path(), .threads = 1, .memory_limit = std::uint64_t{64} << 20});
  ASSERT_GT(much.message_count(), 100u);
  ASSERT_EQ(much.message_count(), little.message_count());
  for (std::uint64_t i = 0; i < much.message_count(); ++i) {
    EXPECT_EQ(much.message(i).send, little.message(i).send);
    EXPECT_EQ(much.message(i).receive, little.message(i).receive);
    EXPECT_TRUE(much.message(i).receive.valid());
  }
}

TEST_F(TraceTest, FilesHaveRecordsOfTheirOwn) {
  const std::filesystem::path path = folder_->path() / "files.case";
  std::ofstream(path) << "ranks 2\n"
                         "file data world\n"
                         "0: main 0..30 { MPI_File_open 1..2 file=data\n"
                         "  MPI_File_read_all 3..4 file=data bytes=30 moved=20\n"
                         "  MPI_File_iwrite 5..6 file=data bytes=40 match=9\n"
                         "  MPI_Wait 7..8 file=data done=9 bytes=40\n"
                         "  MPI_File_sync 9..10 file=data MPI_File_close 11..12 file=data }\n"
                         "1: main 0..30\n";
  const Trace trace = Trace::open(path);
  ASSERT_EQ(trace.files().size(), 1u);
  EXPECT_EQ(trace.files()[0].name, "data");
  EXPECT_EQ(trace.communicators()[trace.files()[0].comm].members.size(), 2u);
  std::vector<std::string> found;
  std::vector<Position> places;
  trace.for_each({.kinds = {Kind::FileOpened, Kind::FileClosed, Kind::FileRead, Kind::FileWrite,
                            Kind::FileFlush, Kind::FileCompleted}},
                 [&](const Event& event) {
                   EXPECT_EQ(event.file, 0u);
                   places.push_back(event.position());
                   found.push_back(std::to_string(event.time / 1000) + " " + name(event.kind) +
                                   " " + std::to_string(event.bytes) + " " +
                                   name(static_cast<FileMode>(event.op)));
                 });
  EXPECT_THAT(found, ::testing::ElementsAre(
                         "2 file_opened 0 individual", "3 file_read 30 collective",
                         "4 file_completed 20 individual", "5 file_write 40 individual_nonblocking",
                         "8 file_completed 40 individual", "9 file_flush 0 collective",
                         "10 file_completed 0 individual", "11 file_closed 0 individual"));
  ASSERT_EQ(places.size(), 8u);
  EXPECT_EQ(trace.event(places[3]).id, 9u);
  EXPECT_EQ(trace.event(places[4]).id, 9u);
}

// What has no events says how to get some.
TEST_F(TraceTest, WithoutEventsSaysWhatToDo) {
  const std::filesystem::path folder = folder_->path();
  const auto error = [&](const std::filesystem::path& path) -> std::string {
    try {
      Trace::open(path.string());
    } catch (const Error& thrown) {
      return thrown.what();
    }
    return "";
  };
  std::ofstream(folder / "summary.cubex") << "x";
  EXPECT_NE(error(folder).find("summary.cubex (record the program with --trace)"),
            std::string::npos);
  EXPECT_NE(error(folder / "summary.cubex").find("sums and no events"), std::string::npos);
}

TEST(TraceNames, AreDistinct) {
  std::set<std::string> names;
  for (std::size_t kind = 0; kind < kKinds; ++kind) names.insert(name(static_cast<Kind>(kind)));
  EXPECT_EQ(names.size(), kKinds);
  EXPECT_STREQ(name(Kind::MeasurementOnOff), "measurement_on_off");
  EXPECT_STREQ(name(Kind::TaskCompleted), "task_completed");
  EXPECT_STREQ(name(Kind::FileCompleted), "file_completed");
  EXPECT_STREQ(name(static_cast<Kind>(kKinds)), "");
  EXPECT_STREQ(name(FileMode::CollectiveNonblocking), "collective_nonblocking");
  EXPECT_STREQ(name(static_cast<FileMode>(4)), "");
  EXPECT_STREQ(collective_name(0), "barrier");
  EXPECT_STREQ(collective_name(255), "");
}

}  // namespace
}  // namespace tarry::events
