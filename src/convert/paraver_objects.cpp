// SPDX-License-Identifier: BSD-3-Clause
#include "convert/paraver_objects.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <map>
#include <numeric>

namespace tarry::convert {

using model::Communicator;
using model::LocationKind;
using model::Rank;

ParaverObjects::ParaverObjects(const model::Definitions& definitions) : definitions_(definitions) {
  std::map<std::uint32_t, std::size_t> node_of_host;
  struct Place {
    std::size_t task, thread, processor;  // the processor is that of the node
  };
  std::vector<Place> places(definitions.locations.size());
  for (std::size_t l = 0; l < definitions.locations.size(); ++l) {
    const model::Location& location = definitions.locations[l];
    if (location.kind != LocationKind::CpuThread) continue;
    const auto [node, is_new] = node_of_host.try_emplace(location.host, nodes_.size());
    if (is_new) {
      const bool has_name = location.host < definitions.hosts.size();
      nodes_.push_back(has_name ? definitions.hosts[location.host] : "unknown");
      processors_.push_back(0);
    }
    if (tasks_.empty() || tasks_.back().rank != location.rank)
      tasks_.push_back({location.rank, node->second});
    places[l] = {tasks_.size(), ++tasks_.back().threads, ++processors_[node->second]};
  }
  std::vector<std::size_t> before(nodes_.size() + 1);  // processors of the nodes before
  std::partial_sum(processors_.begin(), processors_.end(), before.begin() + 1);
  for (std::size_t l = 0; l < places.size(); ++l) {
    const model::Location& location = definitions.locations[l];
    of_location_.emplace_back();
    if (location.kind != LocationKind::CpuThread) continue;
    of_location_.back() =
        fmt::format("{}:1:{}:{}", before[node_of_host[location.host]] + places[l].processor,
                    places[l].task, places[l].thread);
  }
}

std::size_t ParaverObjects::task_of(Rank rank) const {
  const auto found =
      std::lower_bound(tasks_.begin(), tasks_.end(), rank,
                       [](const Task& task, Rank wanted) { return task.rank < wanted; });
  if (found == tasks_.end() || found->rank != rank) return 0;
  return static_cast<std::size_t>(found - tasks_.begin()) + 1;
}

bool ParaverObjects::has(model::CommId id) const {
  if (id.index() >= definitions_.communicators.size()) return false;
  const Communicator& comm = definitions_.communicators[id.index()];
  const auto is_task = [this](Rank rank) { return task_of(rank) != 0; };
  return !comm.is_team && !comm.members.empty() && comm.is_inter == !comm.remote_members.empty() &&
         std::all_of(comm.members.begin(), comm.members.end(), is_task) &&
         std::all_of(comm.remote_members.begin(), comm.remote_members.end(), is_task);
}

std::string ParaverObjects::numbers_of(const std::vector<Rank>& members) const {
  std::string text = std::to_string(members.size());
  for (const Rank rank : members) text += ':' + std::to_string(task_of(rank));
  return text;
}

// The groups of an intercommunicator get numbers behind all communicators.
std::vector<std::string> ParaverObjects::communicators() const {
  std::vector<std::string> lines, between;
  std::size_t next = definitions_.communicators.size() + 1;
  for (std::uint32_t c = 0; c < definitions_.communicators.size(); ++c) {
    if (!has(model::CommId{c})) continue;
    const Communicator& comm = definitions_.communicators[c];
    if (!comm.is_inter) {
      lines.push_back(fmt::format("c:1:{}:{}", c + 1, numbers_of(comm.members)));
      continue;
    }
    lines.push_back(fmt::format("c:1:{}:{}", next, numbers_of(comm.members)));
    lines.push_back(fmt::format("c:1:{}:{}", next + 1, numbers_of(comm.remote_members)));
    between.push_back(fmt::format("i:1:{}:{}:{}:{}:{}", c + 1, next, task_of(comm.members.front()),
                                  next + 1, task_of(comm.remote_members.front())));
    next += 2;
  }
  std::move(between.begin(), between.end(), std::back_inserter(lines));
  return lines;
}

std::string ParaverObjects::header(std::int64_t duration_ns) const {
  const auto begin = static_cast<std::time_t>(definitions_.clock.realtime_ns / 1'000'000'000);
  std::string text =
      fmt::format("#Paraver ({:%d/%m/%Y at %H:%M}):{}_ns:{}({}):1:{}(", fmt::gmtime(begin),
                  duration_ns, nodes_.size(), fmt::join(processors_, ","), tasks_.size());
  for (std::size_t t = 0; t < tasks_.size(); ++t)
    text += fmt::format("{}{}:{}", t == 0 ? "" : ",", tasks_[t].threads, tasks_[t].node + 1);
  const std::vector<std::string> lines = communicators();
  text += fmt::format("),{}\n", lines.size());
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::string ParaverObjects::rows() const {
  const std::size_t processors =
      std::accumulate(processors_.begin(), processors_.end(), std::size_t{0});
  std::string text = fmt::format("LEVEL CPU SIZE {}\n", processors);
  std::size_t number = 0;
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (std::size_t p = 0; p < processors_[n]; ++p)
      text += fmt::format("{}.{}\n", ++number, nodes_[n]);
  text += fmt::format("\nLEVEL NODE SIZE {}\n{}\n", nodes_.size(), fmt::join(nodes_, "\n"));
  text += fmt::format("\nLEVEL TASK SIZE {}\n", tasks_.size());
  for (const Task& task : tasks_) text += fmt::format("rank {}\n", task.rank.value);
  text += fmt::format("\nLEVEL THREAD SIZE {}\n", processors);
  for (const model::Location& location : definitions_.locations)
    if (location.kind == LocationKind::CpuThread)
      text += fmt::format("rank {} thread {}\n", location.rank.value, location.thread);
  return text;
}

}  // namespace tarry::convert
