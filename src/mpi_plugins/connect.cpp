// SPDX-License-Identifier: BSD-3-Clause
// Connects processes of one analysis through an MPI, with non-blocking calls only. Waiting sleeps
// between tests, because analyses often have more processes than idle cores and MPI libraries spin.
// All but the begin and the end of MPI is called by its second name, PMPI_: if a replay is
// recorded, only the calls that it makes again are recorded.
#include <mpi.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "mpi_plugins/abort.h"
#include "mpi_plugins/unrecorded.h"
#include "workers/process_plugin.h"

namespace tarry::workers {
namespace {

// MPI counts with int: longer messages are sent in pieces.
constexpr std::size_t kPiece = std::size_t{1} << 29;
constexpr int kTag = 1;

void sleep_nanoseconds(long nanoseconds) {
  const timespec time{0, nanoseconds};
  nanosleep(&time, nullptr);
}

void wait(std::vector<MPI_Request>& requests) {
  constexpr long kShortest = 20'000, kLongest = 2'000'000;  // nanoseconds
  long pause = kShortest;
  for (int done = 0, tests = 0; done == 0; ++tests) {
    TARRY_UNRECORDED(Testall)
    (static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done != 0 || tests < 100) continue;
    sleep_nanoseconds(pause);
    pause = std::min(pause * 2, kLongest);
  }
}

class MpiProcesses final : public ConnectedProcesses {
 public:
  MpiProcesses() {
    std::vector<MPI_Request> requests(1);
    TARRY_UNRECORDED(Comm_idup)(MPI_COMM_WORLD, &comm_, requests.data());
    wait(requests);
    TARRY_UNRECORDED(Comm_rank)(comm_, &rank_);
    TARRY_UNRECORDED(Comm_size)(comm_, &size_);
    on_this_machine_ = count_here();
  }
  MpiProcesses(const MpiProcesses&) = delete;
  MpiProcesses& operator=(const MpiProcesses&) = delete;
  ~MpiProcesses() override {
    TARRY_UNRECORDED(Comm_free)(&comm_);
    MPI_Finalize();
  }

  std::size_t size() const override { return static_cast<std::size_t>(size_); }
  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t on_this_machine() const override { return on_this_machine_; }

  void abandon(std::string_view reason) override { mpi_plugins::abort_all(comm_, reason); }

 private:
  // Counts by the name of the machine, because making a communicator of its processes would wait
  // busily.
  std::size_t count_here() const {
    char name[MPI_MAX_PROCESSOR_NAME];
    int length = 0;
    TARRY_UNRECORDED(Get_processor_name)(name, &length);
    const std::uint64_t here =
        std::hash<std::string_view>()({name, static_cast<std::size_t>(length)});
    std::vector<std::uint64_t> machines(size());
    std::vector<MPI_Request> requests(1);
    TARRY_UNRECORDED(Iallgather)
    (&here, 1, MPI_UINT64_T, machines.data(), 1, MPI_UINT64_T, comm_, requests.data());
    wait(requests);
    return static_cast<std::size_t>(std::count(machines.begin(), machines.end(), here));
  }

  std::vector<Bytes> do_exchange(std::vector<Bytes> outgoing) override {
    std::vector<std::uint64_t> sending(size()), arriving(size());
    for (std::size_t to = 0; to < size(); ++to) sending[to] = outgoing[to].size();
    std::vector<MPI_Request> requests(1);
    TARRY_UNRECORDED(Ialltoall)
    (sending.data(), 1, MPI_UINT64_T, arriving.data(), 1, MPI_UINT64_T, comm_, requests.data());
    wait(requests);

    requests.clear();
    std::vector<Bytes> incoming(size());
    incoming[rank()] = std::move(outgoing[rank()]);
    // Each process starts with the next one, so that not all turn to the first one at once.
    for (std::size_t i = 1; i < size(); ++i) {
      const std::size_t from = (rank() + size() - i) % size();
      incoming[from].resize(arriving[from]);
      for_each_piece(incoming[from], [&](std::byte* begin, int bytes) {
        TARRY_UNRECORDED(Irecv)
        (begin, bytes, MPI_BYTE, static_cast<int>(from), kTag, comm_, &requests.emplace_back());
      });
    }
    for (std::size_t i = 1; i < size(); ++i) {
      const std::size_t to = (rank() + i) % size();
      for_each_piece(outgoing[to], [&](std::byte* begin, int bytes) {
        TARRY_UNRECORDED(Isend)
        (begin, bytes, MPI_BYTE, static_cast<int>(to), kTag, comm_, &requests.emplace_back());
      });
    }
    wait(requests);
    return incoming;
  }

  template <class Visit>
  static void for_each_piece(Bytes& message, Visit visit) {
    for (std::size_t at = 0; at < message.size(); at += kPiece)
      visit(message.data() + at, static_cast<int>(std::min(kPiece, message.size() - at)));
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
  std::size_t on_this_machine_ = 1;
};

}  // namespace
}  // namespace tarry::workers

extern "C" __attribute__((visibility("default"))) tarry::workers::ConnectedProcesses*
tarry_connect_processes() {
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    return nullptr;
  return new tarry::workers::MpiProcesses();
}
