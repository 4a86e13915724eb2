// SPDX-License-Identifier: BSD-3-Clause
// For each paradigm one group lists locations: those of MPI_COMM_WORLD, all threads of OpenMP, or
// all threads that programs create. All other groups of the paradigm list positions in it.
#include "trace/otf2/communicator_writer.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "trace/otf2/archive_writer.h"
#include "trace/otf2/definition_records.h"

namespace tarry::trace::otf2 {
namespace {

using model::Communicator;
using model::Definitions;
using model::Location;
using model::Paradigm;
using model::Rank;

using Ids = std::vector<std::uint64_t>;

class Writer {
 public:
  Writer(DefinitionQueue& queue, const Definitions& definitions)
      : queue_(queue), definitions_(definitions) {}

  void write();

 private:
  OTF2_GroupRef add_group(std::string name, OTF2_GroupType type, OTF2_Paradigm paradigm,
                          std::function<Ids()> members);
  void add_comm(OTF2_CommRef id, const std::string& name, OTF2_GroupRef group);
  void add_inter_comm(OTF2_CommRef id, const Communicator& comm);
  void add_world_locations();
  void add_window_groups();
  void add_openmp_locations();
  void add_communicators();
  void add_contingents();
  void add_windows();
  void add_files();
  OTF2_GroupRef group_of(const std::vector<Rank>& members);
  OTF2_GroupRef group_of(const Communicator& comm);
  OTF2_GroupRef group_of_team(const Communicator& team);
  OTF2_GroupRef self_group();

  DefinitionQueue& queue_;
  const Definitions& definitions_;
  std::vector<DefinitionQueue::Record> comms_;  // behind all groups
  std::map<std::vector<Rank>, OTF2_GroupRef> groups_;
  std::unordered_map<std::uint64_t, std::uint64_t> openmp_threads_;  // position by location id
  OTF2_GroupRef next_group_ = 0;
  OTF2_GroupRef self_group_ = OTF2_UNDEFINED_GROUP;
};

Ids ranks_of(const std::vector<Rank>& members) {
  Ids ids;
  ids.reserve(members.size());
  for (const Rank member : members) ids.push_back(member.value);
  return ids;
}

// The lists of members are made when they are written, because those of all communicators together
// may be large. Until then records refer to `definitions_`, but not to this object.
OTF2_GroupRef Writer::add_group(std::string name, OTF2_GroupType type, OTF2_Paradigm paradigm,
                                std::function<Ids()> members) {
  const OTF2_GroupRef id = next_group_++;
  const OTF2_StringRef text = queue_.string(name);
  queue_.add([=, members = std::move(members)](OTF2_GlobalDefWriter* writer) {
    const Ids ids = members();
    return OTF2_GlobalDefWriter_WriteGroup(writer, id, text, type, paradigm, OTF2_GROUP_FLAG_NONE,
                                           static_cast<std::uint32_t>(ids.size()), ids.data());
  });
  return id;
}

void Writer::add_comm(OTF2_CommRef id, const std::string& name, OTF2_GroupRef group) {
  comms_.emplace_back([id, group, text = queue_.string(name)](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteComm(writer, id, text, group, OTF2_UNDEFINED_COMM,
                                          OTF2_COMM_FLAG_NONE);
  });
}

void Writer::add_inter_comm(OTF2_CommRef id, const Communicator& comm) {
  const OTF2_GroupRef own = group_of(comm.members);
  const OTF2_GroupRef remote = group_of(comm.remote_members);
  comms_.emplace_back([=, text = queue_.string(comm.name)](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteInterComm(writer, id, text, own, remote, OTF2_UNDEFINED_COMM,
                                               OTF2_COMM_FLAG_NONE);
  });
}

// A process that left no location gets the id that its initial thread would have.
void Writer::add_world_locations() {
  add_group("", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, [&all = definitions_] {
    Ids ids(process_count(all));
    for (std::size_t rank = 0; rank < ids.size(); ++rank) ids[rank] = rank;
    for (const Location& location : all.locations)
      if (location.thread == 0) ids[location.rank.index()] = location.trace_id;
    return ids;
  });
}

// These follow the group of all processes directly and list positions in it (group_reference()).
void Writer::add_window_groups() {
  for (const std::vector<Rank>& members : definitions_.groups)
    add_group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
              [&members] { return ranks_of(members); });
}

void Writer::add_openmp_locations() {
  Ids ids;
  for (const Communicator& comm : definitions_.communicators)
    for (const std::uint64_t id : comm.team)
      if (openmp_threads_.try_emplace(id, ids.size()).second) ids.push_back(id);
  if (ids.empty()) return;
  add_group("", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP,
            [ids = std::move(ids)] { return ids; });
}

OTF2_GroupRef Writer::group_of_team(const Communicator& team) {
  Ids positions;
  positions.reserve(team.team.size());
  for (const std::uint64_t id : team.team) positions.push_back(openmp_threads_.at(id));
  return add_group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP,
                   [positions = std::move(positions)] { return positions; });
}

OTF2_GroupRef Writer::self_group() {
  if (self_group_ == OTF2_UNDEFINED_GROUP)
    self_group_ = add_group("", OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, [] { return Ids{}; });
  return self_group_;
}

OTF2_GroupRef Writer::group_of(const std::vector<Rank>& members) {
  const auto [found, added] = groups_.try_emplace(members, next_group_);
  if (added)
    add_group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
              [&members] { return ranks_of(members); });
  return found->second;
}

OTF2_GroupRef Writer::group_of(const Communicator& comm) {
  if (comm.is_team) return group_of_team(comm);
  return comm.is_self ? self_group() : group_of(comm.members);
}

void Writer::add_communicators() {
  OTF2_CommRef id = 0;
  for (const Communicator& comm : definitions_.communicators) {
    if (comm.is_inter)
      add_inter_comm(id, comm);
    else
      add_comm(id, comm.name, group_of(comm));
    ++id;
  }
}

// Adds the threads that each program has created, with its initial one.
void Writer::add_contingents() {
  if (!has_created_threads(definitions_)) return;
  Ids all;
  std::vector<Ids> by_rank(process_count(definitions_));
  for (const Location& location : definitions_.locations) {
    if (location.thread > 0 && openmp_threads_.contains(location.trace_id)) continue;
    by_rank[location.rank.index()].push_back(all.size());
    all.push_back(location.trace_id);
  }
  add_group("PTHREAD", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_PTHREAD,
            [all = std::move(all)] { return all; });
  OTF2_CommRef id = contingent_of(definitions_.communicators.size(), Rank{0}).value;
  for (Ids& threads : by_rank)
    add_comm(id++, "",
             add_group("PTHREAD", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_PTHREAD,
                       [threads = std::move(threads)] { return threads; }));
}

void Writer::add_windows() {
  OTF2_RmaWinRef id = 0;
  for (const model::Window& window : definitions_.windows) {
    queue_.add([id, &window, text = queue_.string(window.name)](OTF2_GlobalDefWriter* writer) {
      return OTF2_GlobalDefWriter_WriteRmaWin(writer, id, text, window.comm.value,
                                              OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS);
    });
    ++id;
  }
}

// Files have no place in the system tree.
void Writer::add_files() {
  if (definitions_.files.empty()) return;
  constexpr OTF2_IoParadigmRef kParadigm = 0;
  queue_.add([text = queue_.string(kMpiIo)](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteIoParadigm(
        writer, kParadigm, text, text, OTF2_IO_PARADIGM_CLASS_PARALLEL, OTF2_IO_PARADIGM_FLAG_NONE,
        0, nullptr, nullptr, nullptr);
  });
  std::map<OTF2_StringRef, OTF2_IoFileRef> files;
  OTF2_IoHandleRef id = 0;
  for (const model::OpenedFile& opened : definitions_.files) {
    const OTF2_StringRef text = queue_.string(opened.name);
    const auto [file, is_new] = files.emplace(text, static_cast<OTF2_IoFileRef>(files.size()));
    if (is_new)
      queue_.add([file = file->second, text](OTF2_GlobalDefWriter* writer) {
        return OTF2_GlobalDefWriter_WriteIoRegularFile(writer, file, text,
                                                       OTF2_UNDEFINED_SYSTEM_TREE_NODE);
      });
    queue_.add([id, file = file->second, comm = opened.comm,
                none = queue_.string("")](OTF2_GlobalDefWriter* writer) {
      return OTF2_GlobalDefWriter_WriteIoHandle(writer, id, none, file, kParadigm,
                                                OTF2_IO_HANDLE_FLAG_NONE, comm.value,
                                                OTF2_UNDEFINED_IO_HANDLE);
    });
    ++id;
  }
}

void Writer::write() {
  const auto& comms = definitions_.communicators;
  if (definitions_.has_mpi || !definitions_.groups.empty() ||
      std::any_of(comms.begin(), comms.end(), [](const Communicator& c) { return !c.is_team; }))
    add_world_locations();
  add_window_groups();
  add_openmp_locations();
  add_communicators();
  add_contingents();
  for (DefinitionQueue::Record& comm : comms_) queue_.add(std::move(comm));
  add_windows();
  add_files();
}

}  // namespace

std::uint32_t process_count(const Definitions& definitions) {
  auto count = static_cast<std::uint32_t>(definitions.processes.size());
  for (const Location& location : definitions.locations)
    count = std::max(count, location.rank.value + 1);
  return count;
}

bool has_created_threads(const Definitions& definitions) {
  for (const model::Region& region : definitions.regions)
    if (region.paradigm == Paradigm::Pthread) return true;
  std::unordered_set<std::uint64_t> of_teams;
  for (const Communicator& comm : definitions.communicators)
    of_teams.insert(comm.team.begin(), comm.team.end());
  return std::any_of(
      definitions.locations.begin(), definitions.locations.end(),
      [&](const Location& l) { return l.thread > 0 && !of_teams.contains(l.trace_id); });
}

void write_communicators(DefinitionQueue& queue, const Definitions& definitions) {
  Writer(queue, definitions).write();
}

}  // namespace tarry::trace::otf2
