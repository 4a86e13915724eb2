// SPDX-License-Identifier: BSD-3-Clause
// Passes hand-made logs through all steps to an archive, which is read back.
#include "trace/finish/archive_finisher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/files.h"
#include "trace/eventlog/converter.h"
#include "trace/finish/recorded_experiment.h"
#include "trace/otf2/archive_reader.h"

namespace tarry::trace::finish {
namespace {

namespace fs = std::filesystem;
using eventlog::LogBuilder;
using eventlog::RecordKind;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Represents events as words, with region names.
class Notes : public model::EventHandler {
 public:
  explicit Notes(const model::Definitions& definitions) : definitions_(definitions) {}
  std::vector<std::string> events;
  void enter(model::Ticks t, model::RegionId r) override { note(t, "enter", r); }
  void leave(model::Ticks t, model::RegionId r) override { note(t, "leave", r); }
  void mpi_send(model::Ticks t, const model::MessageRecord& m) override { message(t, "send", m); }
  void mpi_recv(model::Ticks t, const model::MessageRecord& m) override { message(t, "recv", m); }

 private:
  void note(model::Ticks t, const char* what, model::RegionId region) {
    events.push_back(std::to_string(t.count) + ' ' + what + ' ' +
                     definitions_.regions[region.index()].name);
  }
  void message(model::Ticks t, const char* what, const model::MessageRecord& m) {
    std::ostringstream out;
    out << t.count << ' ' << what << ' ' << m.peer.value << ' '
        << definitions_.communicators[m.comm.index()].name << ' ' << m.tag << ' ' << m.bytes;
    events.push_back(out.str());
  }
  const model::Definitions& definitions_;
};

class ArchiveFinisher : public testing::Test {
 protected:
  FinishedArchive finish() {
    auto finished = finish_archive(experiment.path(), 2);
    EXPECT_TRUE(finished.ok()) << finished.error().message();
    if (!finished.ok()) return {};
    auto opened = otf2::open_archive(experiment.path() / "traces.otf2");
    EXPECT_TRUE(opened.ok()) << opened.error().message();
    if (opened.ok()) source = std::move(*opened);
    return std::move(*finished);
  }
  std::vector<std::string> events(std::uint32_t location) {
    Notes notes(source->definitions());
    model::Anomalies anomalies;
    EXPECT_TRUE(source->read(model::LocationIndex{location}, notes, anomalies).ok());
    EXPECT_TRUE(anomalies.empty());
    return notes.events;
  }
  RecordedExperiment experiment;
  std::unique_ptr<model::TraceSource> source;
};

TEST_F(ArchiveFinisher, SalvagesWhatNoProcessConverted) {
  for (unsigned rank = 0; rank < 2; ++rank)
    experiment.add_process("node-" + std::to_string(rank), RecordedExperiment::mpi_lines(rank, 2),
                           RecordedExperiment::message_log(rank));
  const FinishedArchive archive = finish();
  EXPECT_EQ(archive.ranks, 2u);
  EXPECT_EQ(archive.salvaged, 2u);
  EXPECT_TRUE(archive.cut.empty());
  EXPECT_TRUE(archive.unified_afterwards);
  EXPECT_TRUE(archive.has_mpi);
  EXPECT_EQ(archive.events, 14u);
  EXPECT_EQ(archive.ticks_per_second, 1'000'000'000u);
  EXPECT_TRUE(archive.notes.empty());
  EXPECT_TRUE(archive.anomalies.empty());
  EXPECT_THAT(events(0),
              ElementsAre("1000 enter app", "1010 enter app+0x100", "1020 enter MPI_Send",
                          "1025 send 1 MPI_COMM_WORLD 7 80", "1030 leave MPI_Send",
                          "1040 leave app+0x100", "1050 leave app"));
  EXPECT_THAT(events(1), Contains("1025 recv 0 MPI_COMM_WORLD 7 80"));
  const model::Definitions& definitions = source->definitions();
  EXPECT_EQ(definitions.communicators[0].members.size(), 2u);
  EXPECT_EQ(definitions.hosts, std::vector<std::string>{"node"});
  EXPECT_EQ(definitions.locations[1].name, "Master thread");
  EXPECT_EQ(definitions.clock.realtime_ns, 1'700'000'000'000'000'000u - 1);  // one tick before 1000
}

TEST_F(ArchiveFinisher, TakesWhatTheProcessesConverted) {
  eventlog::DefinitionSet unified;
  std::vector<eventlog::ProcessDefinitions> all;
  for (unsigned rank = 0; rank < 2; ++rank) {
    const std::string name = "node-" + std::to_string(rank);
    experiment.add_process(name, RecordedExperiment::mpi_lines(rank, 2),
                           RecordedExperiment::message_log(rank));
    all.push_back(*eventlog::read_process_definitions(experiment.process(name)));
    ASSERT_TRUE(eventlog::collect_functions(experiment.process(name), all.back()).ok());
    unified.merge(all.back().set);
  }
  unified.assign_ids();
  ASSERT_TRUE(
      base::write_file(experiment.path() / "raw/unified.tsv", unified.serialize(true)).ok());
  const auto by_itself = eventlog::convert_process(experiment.path(), all[0], unified);
  ASSERT_TRUE(by_itself.ok()) << by_itself.error().message();
  EXPECT_FALSE(fs::exists(experiment.process("node-0") / "thread-0.log"));
  EXPECT_TRUE(fs::exists(experiment.path() / "traces/0.evt"));
  EXPECT_FALSE(eventlog::convert_process(experiment.path(), all[0], unified).ok());  // only once

  const FinishedArchive archive = finish();
  EXPECT_EQ(archive.salvaged, 1u);
  EXPECT_FALSE(archive.unified_afterwards);
  EXPECT_EQ(events(0).size(), 7u);
  EXPECT_EQ(events(1).size(), 7u);
}

// The situation after MPI_Finalize.
TEST_F(ArchiveFinisher, FunctionsFirstCalledAfterTheNumberingAreCounted) {
  experiment.add_process("node-0", RecordedExperiment::mpi_lines(0, 2),
                         RecordedExperiment::message_log(0));
  const eventlog::ProcessDefinitions process =
      *eventlog::read_process_definitions(experiment.process("node-0"));
  eventlog::DefinitionSet unified = process.set;  // without the function of the log
  unified.assign_ids();
  ASSERT_TRUE(
      base::write_file(experiment.path() / "raw/unified.tsv", unified.serialize(true)).ok());
  const FinishedArchive archive = finish();
  EXPECT_EQ(events(0).at(1), "1010 enter (first seen after MPI_Finalize)");
  EXPECT_THAT(archive.anomalies.counts(),
              ElementsAre(testing::Pair(HasSubstr("first called after MPI_Finalize"), 1u)));
}

TEST_F(ArchiveFinisher, KilledProcessesHaveTheirRegionsClosed) {
  LogBuilder killed;
  killed.header.complete = 0;
  killed.simple(0, RecordKind::ProgramBegin)
      .simple(10, RecordKind::FunctionEnter, 0x400100)
      .simple(20, RecordKind::RegionEnter, 1);
  experiment.add_process("node-0", RecordedExperiment::mpi_lines(0, 2),
                         RecordedExperiment::message_log(0));
  experiment.add_process("node-1", RecordedExperiment::mpi_lines(1, 2), killed);
  const FinishedArchive archive = finish();
  ASSERT_EQ(archive.cut.size(), 1u);
  EXPECT_EQ(archive.cut[0].rank, 1u);
  EXPECT_EQ(archive.cut[0].ticks, 20u);
  EXPECT_THAT(events(1),
              ElementsAre("1000 enter app", "1010 enter app+0x100", "1020 enter MPI_Recv",
                          "1020 leave MPI_Recv", "1020 leave app+0x100", "1020 leave app"));
}

TEST_F(ArchiveFinisher, MembersThatNobodyListedAreGathered) {
  for (unsigned rank = 0; rank < 3; ++rank) {
    std::string lines = RecordedExperiment::mpi_lines(rank, 3);
    if (rank > 0)  // ranks 1 and 2 are 1 and 0 of a communicator whose member 0 did not list it
      lines += "comm\t2\t000000000000000000000000000000ff\tintra\t" + std::to_string(2 - rank) +
               "\t2\t-\t-\todd\n";
    experiment.add_process("node-" + std::to_string(rank), lines,
                           RecordedExperiment::message_log(rank == 0 ? 0 : 1));
  }
  finish();
  const model::Definitions& definitions = source->definitions();
  ASSERT_EQ(definitions.communicators.size(), 2u);
  EXPECT_THAT(definitions.communicators[1].members, ElementsAre(model::Rank{2}, model::Rank{1}));
}

TEST_F(ArchiveFinisher, MembersThatNobodyKnowsAreNone) {
  for (unsigned rank = 0; rank < 2; ++rank) {
    std::string lines = RecordedExperiment::mpi_lines(rank, 3);
    if (rank == 1)  // communicator rank 2 of 3; the other two have left nothing
      lines += "comm\t2\t000000000000000000000000000000ff\tintra\t2\t3\t-\t-\tunfinished\n";
    experiment.add_process("node-" + std::to_string(rank), lines,
                           RecordedExperiment::message_log(rank));
  }
  finish();
  const model::Communicator& comm = source->definitions().communicators.at(1);
  EXPECT_EQ(comm.name, "unfinished");
  EXPECT_FALSE(comm.is_self);
  EXPECT_TRUE(comm.members.empty());
}

TEST_F(ArchiveFinisher, HelpersAndOtherRunsAreLeftOutAndSaid) {
  experiment.add_process("node-1", RecordedExperiment::mpi_lines(0, 1),
                         RecordedExperiment::message_log(0));
  LogBuilder later = RecordedExperiment::message_log(0);
  later.header.begin.realtime_ns += 5;
  experiment.add_process("node-2", RecordedExperiment::mpi_lines(0, 1), later);
  experiment.add_process("node-3", "process\t0\t1\t5\tnode\n", RecordedExperiment::message_log(0));
  fs::create_directories(experiment.path() / "raw/node-4");
  const FinishedArchive archive = finish();
  EXPECT_EQ(archive.ranks, 1u);
  EXPECT_THAT(archive.notes, Contains(HasSubstr("did not call MPI_Init")));
  EXPECT_THAT(archive.notes, Contains(HasSubstr("another MPI run")));
  EXPECT_THAT(archive.notes, Contains(HasSubstr("no readable definitions")));
}

TEST_F(ArchiveFinisher, ProcessesWithoutMpiAreNumberedByTheirStart) {
  const std::string lines = "process\t0\t1\t5\tnode\nnote\tsomething odd\n";
  LogBuilder second;
  second.simple(0, RecordKind::ProgramBegin).simple(7, RecordKind::ProgramEnd);
  second.header.begin.realtime_ns += 100;
  LogBuilder thread(3);
  thread.simple(1, RecordKind::ThreadBegin).simple(2, RecordKind::ThreadEnd);
  experiment.add_process("a-second", lines, second);
  experiment.add_process("b-first", lines, RecordedExperiment::message_log(0));
  experiment.add_log("b-first", thread);
  const FinishedArchive archive = finish();
  EXPECT_EQ(archive.ranks, 2u);
  EXPECT_EQ(archive.threads, 2u);
  EXPECT_FALSE(archive.has_mpi);
  EXPECT_THAT(archive.notes, ElementsAre("2 processes: something odd"));
  ASSERT_EQ(source->definitions().locations.size(), 3u);
  EXPECT_EQ(source->definitions().locations[1].trace_id, std::uint64_t{3} << 32);
  EXPECT_EQ(source->definitions().locations[2].event_count, 2u);
}

TEST_F(ArchiveFinisher, CountsOfProcessesAreAdded) {
  for (const std::string rank : {"0", "1"})
    experiment.add_process("node-" + rank,
                           "process\t0\t1\t5\tnode\nnote\tsomething odd: 2" + rank + "\n",
                           RecordedExperiment::message_log(0));
  EXPECT_THAT(finish().notes, ElementsAre("2 processes: something odd: 41"));
}

TEST_F(ArchiveFinisher, CanBeTriedAgain) {
  const std::string lines = "process\t0\t1\t5\tnode\n";
  LogBuilder second;
  second.simple(0, RecordKind::ProgramBegin).simple(7, RecordKind::ProgramEnd);
  second.header.begin.realtime_ns += 100;
  experiment.add_process("a-second", lines, second);
  experiment.add_process("b-first", lines, RecordedExperiment::message_log(0));
  fs::create_directories(experiment.path() / "traces.otf2/in-the-way");
  EXPECT_FALSE(finish_archive(experiment.path(), 1).ok());
  fs::remove_all(experiment.path() / "traces.otf2");
  EXPECT_EQ(finish().salvaged, 0u);
  ASSERT_EQ(source->definitions().locations.size(), 2u);
  EXPECT_EQ(events(0).size(), 4u);  // without MPI, only program and function are known
  EXPECT_EQ(events(1).size(), 2u);
}

TEST_F(ArchiveFinisher, UnreadableLogsCostOnlyThemselves) {
  experiment.add_process("node-0", RecordedExperiment::mpi_lines(0, 2),
                         RecordedExperiment::message_log(0));
  experiment.add_process("node-1", RecordedExperiment::mpi_lines(1, 2),
                         RecordedExperiment::message_log(1));
  fs::resize_file(experiment.process("node-1") / "thread-0.log", 100);
  const FinishedArchive archive = finish();
  ASSERT_EQ(archive.cut.size(), 1u);
  EXPECT_EQ(archive.cut[0].rank, 1u);
  EXPECT_EQ(archive.cut[0].ticks, 0u);
  EXPECT_EQ(archive.anomalies.counts().at("event logs that could not be read"), 1u);
  EXPECT_EQ(source->definitions().locations.size(), 1u);
}

TEST_F(ArchiveFinisher, RanksThatLeftNothingAreNamed) {
  experiment.add_process("node-2", RecordedExperiment::mpi_lines(2, 6),
                         RecordedExperiment::message_log(0));
  EXPECT_THAT(finish().notes,
              Contains("nothing was recorded of ranks 0-1,3-5, of 6 that were started"));
}

// No disk had room for a log: there is nothing to make a trace of, and the reason is known.
TEST_F(ArchiveFinisher, ProcessesWithoutEventsAreNoTrace) {
  fs::create_directories(experiment.process("node-0"));
  std::ofstream(experiment.process("node-0") / "definitions.tsv")
      << "tarry-definitions\t3\n"
      << RecordedExperiment::mpi_lines(0, 1) << "note\trecording stopped: no space left\n";
  const auto finished = finish_archive(experiment.path(), 1);
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().code, base::ErrorCode::Nothing);
  EXPECT_THAT(finished.error().hint, HasSubstr("no space left"));
  EXPECT_FALSE(fs::exists(experiment.path() / "traces.otf2"));
  EXPECT_TRUE(is_unfinished(experiment.path()));
}

TEST_F(ArchiveFinisher, NothingRecordedIsAnError) {
  EXPECT_FALSE(is_unfinished(experiment.path()));
  EXPECT_FALSE(finish_archive(experiment.path(), 1).ok());
  fs::create_directories(experiment.path() / "raw");
  EXPECT_TRUE(is_unfinished(experiment.path()));
  const auto finished = finish_archive(experiment.path(), 1);
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().code, base::ErrorCode::Nothing);
}

}  // namespace
}  // namespace tarry::trace::finish
