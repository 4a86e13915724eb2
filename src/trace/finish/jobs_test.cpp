// SPDX-License-Identifier: BSD-3-Clause
// Runs whose processes have started others: hand-made logs of several jobs become one archive.
#include "trace/finish/jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "trace/finish/archive_finisher.h"
#include "trace/finish/recorded_experiment.h"
#include "trace/otf2/archive_reader.h"

namespace tarry::trace::finish {
namespace {

using eventlog::LogBuilder;
using eventlog::RecordKind;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kBetween = "0000000000000000000000000000000a";
constexpr const char* kAll = "0000000000000000000000000000000b";

// The receivers of sends, and the senders of receives, as ranks in their communicator and its name.
class Messages : public model::EventHandler {
 public:
  explicit Messages(const model::Definitions& definitions) : definitions_(definitions) {}
  std::vector<std::string> seen;
  void mpi_send(model::Ticks, const model::MessageRecord& m) override { note("to ", m); }
  void mpi_recv(model::Ticks, const model::MessageRecord& m) override { note("from ", m); }

 private:
  void note(const char* what, const model::MessageRecord& m) {
    seen.push_back(what + std::to_string(m.peer.value) + ' ' +
                   definitions_.communicators[m.comm.index()].name);
  }
  const model::Definitions& definitions_;
};

std::vector<std::uint32_t> ranks(const std::vector<model::Rank>& members) {
  std::vector<std::uint32_t> out;
  for (const model::Rank rank : members) out.push_back(rank.value);
  return out;
}

class Jobs : public testing::Test {
 protected:
  // A process that writes nothing but `lines`, and sends or receives a message.
  void add(const std::string& name, const std::string& lines, RecordKind kind, unsigned peer,
           unsigned comm) {
    LogBuilder log;
    log.simple(10, RecordKind::RegionEnter, 0)
        .message(20, kind, peer, comm, 7, 80)
        .simple(30, RecordKind::RegionLeave, 0);
    experiment_.add_process(name, lines, log);
  }
  // The first job has two processes; rank 1 starts `started`, whose only process has rank 0.
  void add_parents() {
    for (unsigned rank = 0; rank < 2; ++rank)
      add("parent-" + std::to_string(rank),
          RecordedExperiment::mpi_lines(rank, 2) +
              (rank == 0 ? "" : joint(1, kBetween, "inter", 0, 1, "between", "\t1\t0")) +
              (rank == 0 ? "" : joint(2, kAll, "intra", 0, 2, "all", "")),
          RecordKind::MpiSend, rank == 0 ? 1 : 0, rank);
  }
  static std::string joint(unsigned number, const char* id, const std::string& kind, unsigned rank,
                           unsigned size, const std::string& name, const std::string& behind) {
    return "comm\t" + std::to_string(number) + '\t' + id + '\t' + kind + '\t' +
           std::to_string(rank) + '\t' + std::to_string(size) + "\t?\t" +
           (kind == "inter" ? "?" : "-") + '\t' + name + behind + '\n';
  }
  static std::string child_lines(const std::string& job, const char* world) {
    std::string lines = RecordedExperiment::mpi_lines(0, 1);
    lines.replace(lines.find("00000000000000000000000000000001"), 32, world);
    return lines + "job\t" + job + '\n';
  }
  FinishedArchive finish() {
    auto finished = finish_archive(experiment_.path(), 1);
    EXPECT_TRUE(finished.ok()) << finished.error().message();
    if (!finished.ok()) return {};
    auto opened = otf2::open_archive(experiment_.path() / "traces.otf2");
    EXPECT_TRUE(opened.ok()) << opened.error().message();
    if (opened.ok()) source_ = std::move(*opened);
    return std::move(*finished);
  }
  std::vector<std::string> messages(std::uint32_t location) {
    Messages messages(source_->definitions());
    model::Anomalies anomalies;
    EXPECT_TRUE(source_->read(model::LocationIndex{location}, messages, anomalies).ok());
    return messages.seen;
  }
  const model::Communicator* communicator(const std::string& name) const {
    for (const model::Communicator& comm : source_->definitions().communicators)
      if (comm.name == name) return &comm;
    return nullptr;
  }

  RecordedExperiment experiment_;
  std::unique_ptr<model::TraceSource> source_;
};

TEST_F(Jobs, StartedProcessesFollowTheFirstOnes) {
  add_parents();
  add("another", child_lines("1,1", "000000000000000000000000000000d2"), RecordKind::MpiSend, 0, 0);
  add("child",
      child_lines("1,0", "000000000000000000000000000000c1") +
          joint(1, kBetween, "inter", 0, 1, "between", "\t1\t1") +
          joint(2, kAll, "intra", 1, 2, "all", ""),
      RecordKind::MpiRecv, 0, 1);
  add("grandchild", child_lines("1,0,0,0", "000000000000000000000000000000b3"), RecordKind::MpiSend,
      0, 0);
  const FinishedArchive archive = finish();
  EXPECT_EQ(archive.ranks, 5u);
  EXPECT_FALSE(archive.unified_afterwards);
  EXPECT_THAT(archive.notes, ElementsAre());
  EXPECT_TRUE(archive.anomalies.empty());
  std::vector<std::uint32_t> locations;
  for (const model::Location& location : source_->definitions().locations)
    locations.push_back(location.rank.value);
  EXPECT_THAT(locations, ElementsAre(0, 1, 2, 3, 4));
  ASSERT_NE(communicator("between"), nullptr);
  EXPECT_THAT(ranks(communicator("between")->members), ElementsAre(1));
  EXPECT_THAT(ranks(communicator("between")->remote_members), ElementsAre(2));
  ASSERT_NE(communicator("all"), nullptr);
  EXPECT_THAT(ranks(communicator("all")->members), ElementsAre(1, 2));
  std::vector<std::vector<std::uint32_t>> worlds;
  for (const model::Communicator& comm : source_->definitions().communicators)
    if (comm.name == "MPI_COMM_WORLD") worlds.push_back(ranks(comm.members));
  EXPECT_THAT(worlds, testing::UnorderedElementsAre(ElementsAre(0, 1), ElementsAre(2),
                                                    ElementsAre(3), ElementsAre(4)));
  EXPECT_THAT(messages(0), ElementsAre("to 1 MPI_COMM_WORLD"));
  EXPECT_THAT(messages(1), ElementsAre("to 0 between"));
  EXPECT_THAT(messages(2), ElementsAre("from 0 between"));
}

// No message has one end: its communicator goes with what it is of.
TEST_F(Jobs, CommunicatorsWithProcessesThatLeftNothingAreLeftOut) {
  add_parents();
  const FinishedArchive archive = finish();
  EXPECT_EQ(archive.ranks, 2u);
  EXPECT_FALSE(archive.unified_afterwards);
  EXPECT_THAT(archive.notes, ElementsAre(HasSubstr("2 communicators between jobs were left out")));
  EXPECT_EQ(communicator("between"), nullptr);
  EXPECT_EQ(communicator("all"), nullptr);
  EXPECT_THAT(messages(0), ElementsAre("to 1 MPI_COMM_WORLD"));
  EXPECT_THAT(messages(1), ElementsAre());
}

TEST_F(Jobs, MissingProcessesKeepTheirRanks) {
  experiment_.add_process("parent", RecordedExperiment::mpi_lines(1, 3),
                          RecordedExperiment::message_log(1));
  experiment_.add_process("child", child_lines("1,0", "000000000000000000000000000000c1"),
                          RecordedExperiment::message_log(1));
  const FinishedArchive archive = finish();
  EXPECT_THAT(archive.notes, Contains("nothing was recorded of ranks 0,2, of 4 that were started"));
  EXPECT_EQ(source_->definitions().locations.back().rank.value, 3u);
  std::vector<std::vector<std::uint32_t>> worlds;
  for (const model::Communicator& comm : source_->definitions().communicators)
    worlds.push_back(ranks(comm.members));
  EXPECT_THAT(worlds, testing::UnorderedElementsAre(ElementsAre(0, 1, 2), ElementsAre(3)));
}

TEST_F(Jobs, RanksOfARunReplaceThoseOfAJob) {
  RawProcess process;
  process.identity.rank = 12;
  process.size = 20;
  process.job_size = 4;
  process.first_rank = 10;
  eventlog::ProcessDefinitions definitions;
  definitions.set.communicators[{0, 9}] = {"inter", "", "0-1,3", "2", ""};
  definitions.set.communicators[{0, 8}] = {"world", "", "", "", ""};
  definitions.set.communicators[{0, 7}] = {"intra", "", eventlog::kFoundLater, "", ""};
  definitions.set.groups[{0, 6}] = "3,0";
  use_ranks_of_run(process, definitions);
  const auto& comms = definitions.set.communicators;
  EXPECT_EQ(comms.at({0, 9}).members, "10-11,13");
  EXPECT_EQ(comms.at({0, 9}).remote_members, "12");
  EXPECT_EQ(comms.at({0, 8}).members, "10-13");
  EXPECT_EQ(comms.at({0, 7}).members, eventlog::kFoundLater);
  EXPECT_EQ(definitions.set.groups.at({0, 6}), "13,10");
  EXPECT_EQ(definitions.process.rank, 12u);
  EXPECT_EQ(definitions.set.size, 20u);
}

}  // namespace
}  // namespace tarry::trace::finish
