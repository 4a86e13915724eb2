// SPDX-License-Identifier: BSD-3-Clause
#include "workers/team_transport.h"

#include <barrier>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace tarry::workers {
namespace {

struct Team {
  Team(Transport& all, std::size_t count)
      : processes(all),
        threads(count),
        incoming(count, std::vector<Bytes>(all.size() * count)),
        outgoing(count),
        barrier(static_cast<std::ptrdiff_t>(count)) {}

  Transport& processes;
  std::size_t threads;
  std::vector<std::vector<Bytes>> incoming;  // [thread here][worker]
  std::vector<std::vector<Bytes>> outgoing;  // [thread here][worker], to other processes
  std::barrier<> barrier;
};

// Packs what the threads here send to those of one other process: all sizes, then all messages,
// ordered by sending thread, then receiving thread. Frees the messages.
Bytes pack(Team& team, std::size_t process) {
  Bytes packed;
  const std::size_t first = process * team.threads;
  std::size_t total = team.threads * team.threads * sizeof(std::uint64_t);
  for (const auto& from : team.outgoing)
    for (std::size_t to = 0; to < team.threads; ++to) total += from[first + to].size();
  packed.reserve(total);
  for (const auto& from : team.outgoing)
    for (std::size_t to = 0; to < team.threads; ++to)
      append(packed, std::uint64_t{from[first + to].size()});
  for (auto& from : team.outgoing)
    for (std::size_t to = 0; to < team.threads; ++to) {
      append_all(packed, std::span<const std::byte>(from[first + to]));
      from[first + to] = Bytes();
    }
  return packed;
}

void unpack(const Bytes& packed, std::size_t process, Team& team) {
  std::size_t at = team.threads * team.threads * sizeof(std::uint64_t);
  for (std::size_t from = 0; from < team.threads; ++from)
    for (std::size_t to = 0; to < team.threads; ++to) {
      const auto length = record_at<std::uint64_t>(packed, from * team.threads + to);
      const auto begin = packed.begin() + static_cast<std::ptrdiff_t>(at);
      team.incoming[to][process * team.threads + from].assign(
          begin, begin + static_cast<std::ptrdiff_t>(length));
      at += length;
    }
}

void exchange_with_other_processes(Team& team) {
  std::vector<Bytes> packed(team.processes.size());
  for (std::size_t process = 0; process < packed.size(); ++process)
    if (process != team.processes.rank()) packed[process] = pack(team, process);
  std::vector<Bytes> arrived = team.processes.exchange(std::move(packed));
  for (std::size_t process = 0; process < arrived.size(); ++process) {
    if (process != team.processes.rank()) unpack(arrived[process], process, team);
    arrived[process] = Bytes();
  }
}

class TeamTransport final : public Transport {
 public:
  TeamTransport(std::shared_ptr<Team> team, std::size_t thread)
      : team_(std::move(team)), thread_(thread) {}

  std::size_t size() const override { return team_->processes.size() * team_->threads; }
  std::size_t rank() const override { return first() + thread_; }

  void abandon(std::string_view reason) override { team_->processes.abandon(reason); }

 private:
  std::vector<Bytes> do_exchange(std::vector<Bytes> outgoing) override {
    if (team_->threads == 1) return team_->processes.exchange(std::move(outgoing));
    for (std::size_t to = 0; to < team_->threads; ++to)
      team_->incoming[to][rank()] = std::move(outgoing[first() + to]);
    team_->outgoing[thread_] = std::move(outgoing);
    team_->barrier.arrive_and_wait();
    if (team_->processes.size() > 1) {
      if (thread_ == 0) exchange_with_other_processes(*team_);
      team_->barrier.arrive_and_wait();
    }
    std::vector<Bytes> arrived(size());
    arrived.swap(team_->incoming[thread_]);
    team_->barrier.arrive_and_wait();
    return arrived;
  }

  // Returns the first worker of this process.
  [[nodiscard]] std::size_t first() const { return team_->processes.rank() * team_->threads; }

  std::shared_ptr<Team> team_;
  std::size_t thread_;
};

}  // namespace

void SoleProcess::abandon(std::string_view reason) {
  std::fprintf(stderr, "tarry: %.*s\n", static_cast<int>(reason.size()), reason.data());
  std::_Exit(EXIT_FAILURE);
}

std::vector<std::unique_ptr<Transport>> make_team_transports(Transport& processes,
                                                             std::size_t threads) {
  auto team = std::make_shared<Team>(processes, threads);
  std::vector<std::unique_ptr<Transport>> made;
  for (std::size_t thread = 0; thread < threads; ++thread)
    made.push_back(std::make_unique<TeamTransport>(team, thread));
  return made;
}

}  // namespace tarry::workers
