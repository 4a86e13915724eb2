// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/partition.h"

#include <algorithm>

namespace tarry::analysis {

Partition::Partition(const model::Definitions& definitions, std::size_t workers) {
  std::vector<std::uint64_t> events;  // of the processes up to and including each
  for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
    const model::Location& location = definitions.locations[i];
    if (processes_.empty() || processes_.back().rank != location.rank) {
      processes_.push_back({location.rank, i, 0});
      events.push_back(events.empty() ? 0 : events.back());
    }
    ++processes_.back().locations;
    events.back() += location.event_count + 1;
  }
  const std::uint64_t total = events.empty() ? 0 : events.back();
  begin_.resize(workers + 1, processes_.size());
  begin_[0] = 0;
  for (std::size_t worker = 1; worker < workers; ++worker) {
    const std::uint64_t target = total * worker / workers;
    const auto cut = std::upper_bound(events.begin(), events.end(), target);
    begin_[worker] = std::max(begin_[worker - 1], static_cast<std::size_t>(cut - events.begin()));
  }
}

// Its position in processes_; kNobody if it is not there.
std::size_t Partition::process_of(model::Rank rank) const {
  // Ranks are nearly always 0, 1, 2...: look there first.
  if (rank.index() < processes_.size() && processes_[rank.index()].rank == rank)
    return rank.index();
  const auto found =
      std::lower_bound(processes_.begin(), processes_.end(), rank,
                       [](const Process& p, model::Rank wanted) { return p.rank < wanted; });
  if (found == processes_.end() || found->rank != rank) return kNobody;
  return static_cast<std::size_t>(found - processes_.begin());
}

std::size_t Partition::worker_of_process(std::size_t process) const {
  const auto next = std::upper_bound(begin_.begin(), begin_.end(), process);
  return static_cast<std::size_t>(next - begin_.begin()) - 1;
}

std::size_t Partition::worker_of(model::Rank rank) const {
  const std::size_t process = process_of(rank);
  return process == kNobody ? kNobody : worker_of_process(process);
}

std::uint32_t Partition::place_of(model::Rank rank) const {
  const std::size_t process = process_of(rank);
  return static_cast<std::uint32_t>(process - begin_[worker_of_process(process)]);
}

}  // namespace tarry::analysis
