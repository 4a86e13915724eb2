// SPDX-License-Identifier: BSD-3-Clause
// Compressed traces: they have the events of the archive that `tarry expand` writes of them, states
// and pointers are those of a scan, the archive goes away with the trace, and damage is one error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <vector>

#include "base/files.h"
#include "base/temporary_directory.h"
#include "compressed/capture/compress_trace.h"
#include "compressed/expand/write_expanded.h"
#include "compressed/format/trace_file.h"
#include "compressed/synthetic/programs.h"
#include "event_library/naive_scan.h"
#include "support/case_files.h"
#include "trace/open_trace.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// All that an event has, as text.
std::string text(const events::Event& event) {
  std::string all = events::name(event.kind);
  for (const std::uint64_t value :
       {static_cast<std::uint64_t>(event.time), event.number, event.bytes, event.received, event.id,
        std::uint64_t{event.location}, std::uint64_t{event.region}, std::uint64_t{event.comm},
        std::uint64_t{event.peer}, std::uint64_t{event.tag}, std::uint64_t{event.root},
        std::uint64_t{event.op}})
    all += " " + std::to_string(value);
  return all;
}

std::vector<std::string> lines_of(const events::Trace& trace) {
  std::vector<std::string> lines;
  for (const events::Region& region : trace.regions())
    lines.push_back(region.name + " " + region.role + " " + region.file);
  for (const events::Location& location : trace.locations())
    lines.push_back(location.name + " " + std::to_string(location.rank) + " " +
                    std::to_string(location.declared_events));
  for (const events::Communicator& comm : trace.communicators()) {
    lines.push_back(comm.name);
    for (const std::uint32_t member : comm.members) lines.push_back(std::to_string(member));
  }
  lines.push_back(std::to_string(trace.length()) + " " + std::to_string(trace.ticks_per_second()));
  trace.for_each({}, [&](const events::Event& event) { lines.push_back(text(event)); });
  return lines;
}

class CompressedTrace : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = base::TemporaryDirectory::make();
    ASSERT_TRUE(made.ok());
    folder_.emplace(std::move(*made));
    fs::create_directories(scratch());
    fs::create_directories(file().parent_path());
  }
  [[nodiscard]] fs::path scratch() const { return folder_->path() / "scratch"; }
  [[nodiscard]] fs::path experiment() const { return folder_->path() / "run"; }
  [[nodiscard]] fs::path file() const { return experiment() / "compressed" / "trace.tct"; }
  [[nodiscard]] events::Trace open(const fs::path& path) const {
    return events::Trace::open(path, {.scratch = scratch()});
  }
  void write(const compressed::Trace& trace) const {
    const base::Status written = compressed::write_trace(file(), trace);
    ASSERT_TRUE(written.ok()) << written.error().message();
  }

  // Compares the events with those of the archive, and states and pointers with a scan.
  void check(const compressed::Trace& trace) const {
    write(trace);
    const fs::path archive = folder_->path() / "archive";
    fs::remove_all(archive);
    const auto expanded = compressed::write_expanded(
        trace, compressed::recorded_calls(trace, compressed::TimeChoice::Average), archive, 1);
    ASSERT_TRUE(expanded.ok()) << expanded.error().message();
    const events::Trace opened = open(experiment());
    const std::vector<std::string> lines = lines_of(opened);
    ASSERT_EQ(lines, lines_of(open(archive)));
    ASSERT_THAT(differences_at_random_positions(opened), IsEmpty());
  }
  // Returns what is said when the file is opened.
  [[nodiscard]] std::string said() const {
    try {
      static_cast<void>(open(file()));
    } catch (const events::Error& error) {
      return error.what();
    }
    return "nothing";
  }

  std::optional<base::TemporaryDirectory> folder_;
};

// Archives take some ms for each location, so these are not all cases.
TEST_F(CompressedTrace, OfCasesHasTheEventsOfItsArchive) {
  std::vector<fs::path> cases = case_files(TARRY_CASES);
  const int apart = kTakesAllCases ? 8 : 2;
  std::erase_if(cases, [&, number = 0](const fs::path&) mutable { return number++ % apart != 0; });
  int checked = 0;
  for (const fs::path& each : cases) {
    SCOPED_TRACE(each.string());
    const auto source = trace::open_trace(each, {});
    ASSERT_TRUE(source.ok()) << source.error().message();
    const auto trace = compressed::compress_trace(**source, {});
    if (!trace.ok()) continue;
    ASSERT_NO_FATAL_FAILURE(check(*trace));
    ++checked;
  }
  EXPECT_GT(checked, 40);
}

TEST_F(CompressedTrace, OfEveryProgramHasTheEventsOfItsArchive) {
  using namespace compressed::synthetic;
  for (const auto& names : {program_names(), grid_program_names(), one_sided_program_names()})
    for (const std::string_view name : names) {
      SCOPED_TRACE(name);
      ASSERT_NO_FATAL_FAILURE(check(compressed_program({name, 4, 12})));
    }
}

class CompressedProgram : public CompressedTrace {
 protected:
  void SetUp() override {
    CompressedTrace::SetUp();
    write(compressed::synthetic::compressed_program({"stencil-2d", 4, 300}));
  }
};

TEST_F(CompressedProgram, SaysThatItsTimesWereNotMeasured) {
  EXPECT_FALSE(open(file()).times_are_measured());
  const auto trace = compressed::read_trace(file());
  ASSERT_TRUE(trace.ok());
  const fs::path archive = folder_->path() / "archive";
  const auto calls = compressed::recorded_calls(*trace, compressed::TimeChoice::Draw);
  ASSERT_TRUE(compressed::write_expanded(*trace, calls, archive, 1).ok());
  EXPECT_FALSE(open(archive).times_are_measured());
}

TEST_F(CompressedProgram, IsOpenedWhateverItsNameIs) {
  const std::vector<std::string> expected = lines_of(open(file()));
  fs::copy(file(), folder_->path() / "packed");
  EXPECT_EQ(lines_of(open(folder_->path() / "packed")), expected);
  const auto text = compressed::read_trace_text(file());
  ASSERT_TRUE(text.ok());
  std::ofstream(folder_->path() / "plain") << *text;
  EXPECT_EQ(lines_of(open(folder_->path() / "plain")), expected);
}

TEST_F(CompressedProgram, GivesWayToAnArchive) {
  const auto trace = compressed::read_trace(file());
  ASSERT_TRUE(trace.ok());
  const auto calls = compressed::recorded_calls(*trace, compressed::TimeChoice::Average);
  ASSERT_TRUE(compressed::write_expanded(*trace, calls, experiment(), 1).ok());
  const events::Trace opened = open(experiment());
  EXPECT_TRUE(fs::is_empty(scratch()));
  EXPECT_GT(opened.event_count(), 1000u);
}

TEST_F(CompressedProgram, LeavesNoFiles) {
  {
    std::optional<events::Trace> trace = open(file());
    EXPECT_GT(trace->event_count(), 1000u);
    EXPECT_FALSE(fs::is_empty(scratch()));
    const events::Trace moved = std::move(*trace);
    trace.reset();
    EXPECT_EQ(moved.event({0, 0}).number, 0u);
    EXPECT_FALSE(fs::is_empty(scratch()));
  }
  EXPECT_TRUE(fs::is_empty(scratch()));
}

TEST_F(CompressedProgram, WithoutAFolderForItsFilesSaysSo) {
  fs::remove(scratch());
  EXPECT_THAT(said(), HasSubstr(scratch().string()));
}

TEST_F(CompressedProgram, ThatNoDiskCanHoldIsRefusedAtOnce) {
  std::ofstream(file()) << "tarry-compressed-trace 1\nranks 2\ncomm 0 MPI_COMM_WORLD [0..1]\n"
                           "site 0 MPI_Test\nevent 0 loop=(1,4000000000000000000)\nend\n";
  EXPECT_THAT(said(), StartsWith("the events take more than "));
  EXPECT_THAT(said(), HasSubstr(file().string() + " (TMPDIR or Options::scratch"));
  EXPECT_TRUE(fs::is_empty(scratch()));
}

TEST_F(CompressedProgram, HasItsNotesAsWarnings) {
  auto trace = compressed::read_trace(file());
  ASSERT_TRUE(trace.ok());
  trace->notes = {"calls during pauses that were left out: 3"};
  write(*trace);
  EXPECT_THAT(
      open(file()).warnings(),
      Contains("a note of the compressed trace: calls during pauses that were left out: 3"));
}

TEST_F(CompressedProgram, ThatIsCutIsOneError) {
  fs::resize_file(file(), fs::file_size(file()) / 2);
  EXPECT_THAT(said(), HasSubstr(file().string()));
  EXPECT_THAT(said(), HasSubstr("was it copied as a whole?"));
  EXPECT_TRUE(fs::is_empty(scratch()));
}

TEST_F(CompressedProgram, WithImpossibleCallsIsOneErrorThatNamesTheFile) {
  // The wait completes a request that no call has started.
  std::ofstream(file()) << "tarry-compressed-trace 1\nranks 1\ncomm 0 MPI_COMM_WORLD [0]\n"
                           "site 0 MPI_Wait\nevent 0 kind=send-done request=0\nend\n";
  EXPECT_THAT(said(), StartsWith("call 1 of rank 0: completes a request that is not open: " +
                                 file().string()));
  EXPECT_TRUE(fs::is_empty(scratch()));
  std::ofstream(file()) << "tarry-compressed-trace 1\nranks 1\nevent 0\nend\n";
  EXPECT_THAT(said(), HasSubstr(file().string()));
}

TEST_F(CompressedProgram, WithFlippedBitsIsReadOrAnError) {
  const auto intact = base::read_file(file());
  ASSERT_TRUE(intact.ok());
  std::mt19937 random(4);
  int refused = 0;
  for (int round = 0; round < 60; ++round) {
    std::string bytes = *intact;
    bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
    std::ofstream(file(), std::ios::binary) << bytes;
    const std::string error = said();
    if (error == "nothing") continue;
    EXPECT_THAT(error, HasSubstr("trace.tct"));
    ++refused;
  }
  EXPECT_GT(refused, 40);
  EXPECT_TRUE(fs::is_empty(scratch()));
}

}  // namespace
}  // namespace tarry::testing
