// SPDX-License-Identifier: BSD-3-Clause
// Replays made traces of one process on an MPI that only notes what it is asked for.
#include "compressed/replay/recorded_replay.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "compressed/replay/made_trace.h"
#include "compressed/replay/replay.h"
#include "workers/team_transport.h"

namespace tarry::replay {
namespace {

class NotingMpi final : public MessagePassing {
 public:
  int files = 0;              // opened
  int under_way = 0;          // transfers
  int under_way_at_end = -1;  // when the files that are left are closed

  bool make_buffers(std::uint64_t, std::uint64_t) override { return true; }
  void make_communicator(std::span<const std::uint32_t>) override {}
  [[nodiscard]] std::int64_t largest_tag() const override { return 1000; }
  void send(bool, CommNumber, std::uint32_t, std::int64_t, std::uint64_t) override {}
  std::uint64_t receive(CommNumber, std::uint32_t, std::int64_t) override { return 0; }
  std::uint64_t send_receive(CommNumber, std::uint32_t, std::int64_t, std::uint64_t, std::uint32_t,
                             std::int64_t) override {
    return 0;
  }
  Request start_send(bool, CommNumber, std::uint32_t, std::int64_t, std::uint64_t) override {
    return nullptr;
  }
  Request start_receive(CommNumber, std::uint32_t, std::int64_t) override { return nullptr; }
  std::vector<std::uint64_t> wait(std::span<Request> requests) override {
    for (Request& request : requests) {
      EXPECT_NE(request, nullptr);
      request.reset();
      --under_way;
    }
    return std::vector<std::uint64_t>(requests.size());
  }
  bool test(Request&, std::uint64_t&) override { return false; }
  void poll() override {}
  void collective(CommNumber, const CollectiveShape&) override {}
  Request start_collective(CommNumber, const CollectiveShape&) override { return nullptr; }
  WindowNumber make_window(model::MpiFunction, CommNumber, std::uint64_t, std::int64_t) override {
    return 0;
  }
  void free_window(WindowNumber) override {}
  void synchronize(const WindowCall&) override {}
  Request access(const AccessCall&) override { return nullptr; }
  void set_scratch(std::string_view) override {}
  FileNumber open_file(CommNumber, std::int64_t, std::int64_t, std::int64_t) override {
    return static_cast<FileNumber>(files++);
  }
  void close_file(FileNumber) override {}
  void set_file(const FileCall&) override {}
  Request transfer(const TransferCall&) override {
    ++under_way;
    return std::make_unique<Pending>();
  }
  void delete_file(std::int64_t, std::int64_t) override {}
  void close_files() override { under_way_at_end = under_way; }
};

base::Result<Outcome> replay_on(NotingMpi& mpi, const std::function<void(MadeRank&)>& program) {
  const compressed::Trace trace = MadeTrace(1).make(program);
  Settings settings;
  settings.compute = Compute::None;
  workers::SoleProcess sole;
  return replay(trace, settings, sole, mpi, [](const std::string&) {});
}

const Action kScratch{.kind = ActionKind::OpenFile, .size = 0, .mode = compressed::kFileWrite};

// The program may have freed the request, or have been killed before it waited.
TEST(RecordedReplay, EndsTransfersBeforeFilesAreClosed) {
  NotingMpi mpi;
  const base::Result<Outcome> done = replay_on(mpi, [](MadeRank& rank) {
    rank.call("MPI_File_open", {kScratch});
    for (int i = 0; i < 3; ++i)
      rank.call("MPI_File_iwrite", {{.kind = ActionKind::StartTransfer, .bytes = 8}});
    rank.call("MPI_Wait", {MadeRank::done(ActionKind::AccessDone, 1)});
  });
  ASSERT_TRUE(done.ok()) << done.error().message();
  EXPECT_EQ(mpi.files, 1);
  EXPECT_EQ(mpi.under_way_at_end, 0);
}

TEST(RecordedReplay, OpensNoFileWhereMpiStarts) {
  NotingMpi mpi;
  EXPECT_FALSE(replay_on(mpi, [](MadeRank& rank) { rank.call("MPI_Init", {kScratch}); }).ok());
  EXPECT_EQ(mpi.files, 0);
}

}  // namespace
}  // namespace tarry::replay
