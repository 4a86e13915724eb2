// SPDX-License-Identifier: BSD-3-Clause
// Order matters to readers: a record refers only to records before it. Region and communicator ids
// are those of model::Definitions, because the mapping tables of the event files, which other
// processes wrote, lead to them.
#include "trace/otf2/definition_writer.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace/otf2/archive_handle.h"
#include "trace/otf2/definition_records.h"

namespace tarry::trace::otf2 {
namespace {

using model::Communicator;
using model::Definitions;
using model::Location;
using model::LocationKind;
using model::Paradigm;
using model::Rank;
using model::Region;
using model::RegionRole;

std::string base_name(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

class GlobalDefinitions {
 public:
  GlobalDefinitions(OTF2_GlobalDefWriter* writer, const Definitions& definitions)
      : writer_(writer), definitions_(definitions) {}

  OTF2_ErrorCode write();

 private:
  void keep(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS && first_failure_ == OTF2_SUCCESS) first_failure_ = code;
  }

  OTF2_StringRef string(const std::string& text);
  void write_clock();
  void write_paradigms();
  void write_paradigm(OTF2_Paradigm paradigm, const char* name, OTF2_ParadigmClass kind);
  void write_system_tree();
  void write_location_groups();
  void write_locations();
  void write_regions();
  void write_region(OTF2_RegionRef id, const Region& region);
  void write_communicators();
  void write_window_groups();
  void write_windows();
  void write_counters();
  void write_world_locations();
  void write_openmp_locations();
  void write_attributes();
  void write_group(OTF2_GroupRef id, const std::vector<Rank>& members);
  OTF2_GroupRef group_of(const std::vector<Rank>& members);
  OTF2_GroupRef team_group(const std::vector<std::uint64_t>& threads);
  OTF2_GroupRef self_group();

  [[nodiscard]] std::uint32_t process_count() const;

  OTF2_GlobalDefWriter* writer_;
  const Definitions& definitions_;
  std::unordered_map<std::string, OTF2_StringRef> strings_;
  std::map<std::vector<Rank>, OTF2_GroupRef> groups_;
  std::unordered_map<std::uint64_t, std::uint64_t> openmp_threads_;  // position by location id
  OTF2_GroupRef next_group_ = 0;
  OTF2_GroupRef self_group_ = OTF2_UNDEFINED_GROUP;
  OTF2_ErrorCode first_failure_ = OTF2_SUCCESS;
};

OTF2_StringRef GlobalDefinitions::string(const std::string& text) {
  const auto [found, added] =
      strings_.try_emplace(text, static_cast<OTF2_StringRef>(strings_.size()));
  if (added) keep(OTF2_GlobalDefWriter_WriteString(writer_, found->second, text.c_str()));
  return found->second;
}

std::uint32_t GlobalDefinitions::process_count() const {
  auto count = static_cast<std::uint32_t>(definitions_.processes.size());
  for (const Location& location : definitions_.locations)
    count = std::max(count, location.rank.value + 1);
  return count;
}

void GlobalDefinitions::write_clock() {
  const model::Clock& clock = definitions_.clock;
  keep(OTF2_GlobalDefWriter_WriteClockProperties(
      writer_, clock.ticks_per_second, clock.begin, clock.length,
      clock.realtime_ns == 0 ? OTF2_UNDEFINED_TIMESTAMP : clock.realtime_ns));
}

void GlobalDefinitions::write_paradigm(OTF2_Paradigm paradigm, const char* name,
                                       OTF2_ParadigmClass kind) {
  keep(OTF2_GlobalDefWriter_WriteParadigm(writer_, paradigm, string(name), kind));
}

void GlobalDefinitions::write_paradigms() {
  std::set<Paradigm> used;
  for (const Region& region : definitions_.regions) used.insert(region.paradigm);
  if (definitions_.has_mpi || used.contains(Paradigm::Mpi)) {
    write_paradigm(OTF2_PARADIGM_MPI, "MPI", OTF2_PARADIGM_CLASS_PROCESS);
    OTF2_AttributeValue name_template;
    name_template.stringRef = string("Comm ${id}");
    keep(OTF2_GlobalDefWriter_WriteParadigmProperty(writer_, OTF2_PARADIGM_MPI,
                                                    OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE,
                                                    OTF2_TYPE_STRING, name_template));
  }
  if (used.contains(Paradigm::OpenMp))
    write_paradigm(OTF2_PARADIGM_OPENMP, "OpenMP", OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN);
  const bool has_threads = std::any_of(definitions_.locations.begin(), definitions_.locations.end(),
                                       [](const Location& l) { return l.thread > 0; });
  if (used.contains(Paradigm::Pthread) || has_threads)
    write_paradigm(OTF2_PARADIGM_PTHREAD, "Pthread", OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT);
}

// Node 0 is the machine, node 1 + h the host h.
void GlobalDefinitions::write_system_tree() {
  keep(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, string("Linux"), string("machine"),
                                                OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  keep(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer_, 0, OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
  OTF2_SystemTreeNodeRef node = 1;
  for (const std::string& host : definitions_.hosts) {
    keep(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, node, string(host), string("node"), 0));
    keep(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer_, node,
                                                        OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
    ++node;
  }
}

void GlobalDefinitions::write_location_groups() {
  const std::uint32_t count = process_count();
  std::vector<OTF2_SystemTreeNodeRef> nodes(count, 0);
  for (const Location& location : definitions_.locations)
    if (location.host < definitions_.hosts.size()) nodes[location.rank.index()] = location.host + 1;
  const std::string prefix = definitions_.has_mpi ? "MPI Rank " : "Process ";
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const bool named =
        rank < definitions_.processes.size() && !definitions_.processes[rank].empty();
    const std::string name = named ? definitions_.processes[rank] : prefix + std::to_string(rank);
    keep(OTF2_GlobalDefWriter_WriteLocationGroup(writer_, rank, string(name),
                                                 OTF2_LOCATION_GROUP_TYPE_PROCESS, nodes[rank],
                                                 OTF2_UNDEFINED_LOCATION_GROUP));
  }
}

OTF2_LocationType location_type(LocationKind kind) {
  switch (kind) {
    case LocationKind::CpuThread:
      return OTF2_LOCATION_TYPE_CPU_THREAD;
    case LocationKind::Gpu:
      return OTF2_LOCATION_TYPE_ACCELERATOR_STREAM;
    case LocationKind::Metric:
      return OTF2_LOCATION_TYPE_METRIC;
    case LocationKind::Unknown:
      break;
  }
  return OTF2_LOCATION_TYPE_UNKNOWN;
}

void GlobalDefinitions::write_locations() {
  for (const Location& location : definitions_.locations) {
    std::string name = location.name;
    if (name.empty())
      name = location.thread == 0 ? "Master thread" : "thread " + std::to_string(location.thread);
    keep(OTF2_GlobalDefWriter_WriteLocation(writer_, location.trace_id, string(name),
                                            location_type(location.kind), location.event_count,
                                            location.rank.value));
  }
}

void GlobalDefinitions::write_region(OTF2_RegionRef id, const Region& region) {
  keep(OTF2_GlobalDefWriter_WriteRegion(
      writer_, id, string(region.name),
      string(region.canonical.empty() ? region.name : region.canonical),
      region.call_site.empty() ? kEmptyString
                               : string(std::string(model::kCallSitePrefix) + region.call_site),
      static_cast<OTF2_RegionRole>(region.role), static_cast<OTF2_Paradigm>(region.paradigm),
      OTF2_REGION_FLAG_NONE, region.file.empty() ? OTF2_UNDEFINED_STRING : string(region.file),
      region.begin_line, region.end_line));
}

// After the regions that events refer to comes one for each program, which ProgramBegin stands for
// (in Score-P's traces, too), unless the caller has defined it.
void GlobalDefinitions::write_regions() {
  OTF2_RegionRef id = 0;
  std::vector<std::string> missing = definitions_.more_programs;
  if (!definitions_.program.empty()) missing.insert(missing.begin(), definitions_.program);
  for (const Region& region : definitions_.regions) {
    write_region(id++, region);
    if (region.role == RegionRole::Artificial) std::erase(missing, region.canonical);
  }
  for (const std::string& path : missing) {
    Region program;
    program.name = base_name(path);
    program.canonical = path;
    program.role = RegionRole::Artificial;
    program.paradigm = Paradigm::MeasurementSystem;
    write_region(id++, program);
  }
}

// The group that says which location stands for which rank of MPI_COMM_WORLD; all other groups list
// positions in it. A process that left no location gets the id that its initial thread would have.
void GlobalDefinitions::write_world_locations() {
  std::vector<std::uint64_t> ids(process_count());
  for (std::size_t rank = 0; rank < ids.size(); ++rank) ids[rank] = rank;
  for (const Location& location : definitions_.locations)
    if (location.thread == 0) ids[location.rank.index()] = location.trace_id;
  keep(OTF2_GlobalDefWriter_WriteGroup(
      writer_, next_group_++, kEmptyString, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
      OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(ids.size()), ids.data()));
}

OTF2_GroupRef GlobalDefinitions::self_group() {
  if (self_group_ == OTF2_UNDEFINED_GROUP) {
    self_group_ = next_group_++;
    keep(OTF2_GlobalDefWriter_WriteGroup(writer_, self_group_, kEmptyString,
                                         OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI,
                                         OTF2_GROUP_FLAG_NONE, 0, nullptr));
  }
  return self_group_;
}

OTF2_GroupRef GlobalDefinitions::group_of(const std::vector<Rank>& members) {
  const auto [found, added] = groups_.try_emplace(members, next_group_);
  if (added) {
    ++next_group_;
    write_group(found->second, members);
  }
  return found->second;
}

// The group of all threads that are in a team; those of the teams list positions in it.
void GlobalDefinitions::write_openmp_locations() {
  std::vector<std::uint64_t> ids;
  for (const Communicator& comm : definitions_.communicators)
    for (const std::uint64_t id : comm.team)
      if (openmp_threads_.try_emplace(id, ids.size()).second) ids.push_back(id);
  if (ids.empty()) return;
  keep(OTF2_GlobalDefWriter_WriteGroup(
      writer_, next_group_++, kEmptyString, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP,
      OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(ids.size()), ids.data()));
}

OTF2_GroupRef GlobalDefinitions::team_group(const std::vector<std::uint64_t>& threads) {
  std::vector<std::uint64_t> positions;
  positions.reserve(threads.size());
  for (const std::uint64_t id : threads) positions.push_back(openmp_threads_.at(id));
  keep(OTF2_GlobalDefWriter_WriteGroup(
      writer_, next_group_, kEmptyString, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP,
      OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(positions.size()), positions.data()));
  return next_group_++;
}

void GlobalDefinitions::write_communicators() {
  const auto& comms = definitions_.communicators;
  if (definitions_.has_mpi || !definitions_.groups.empty() ||
      std::any_of(comms.begin(), comms.end(), [](const Communicator& c) { return !c.is_team; }))
    write_world_locations();
  write_window_groups();
  write_openmp_locations();
  OTF2_CommRef id = 0;
  for (const Communicator& comm : definitions_.communicators) {
    const OTF2_StringRef name = string(comm.name);
    if (comm.is_inter) {
      const OTF2_GroupRef own = group_of(comm.members);
      const OTF2_GroupRef remote = group_of(comm.remote_members);
      keep(OTF2_GlobalDefWriter_WriteInterComm(writer_, id, name, own, remote, OTF2_UNDEFINED_COMM,
                                               OTF2_COMM_FLAG_NONE));
    } else {
      const OTF2_GroupRef group = comm.is_team   ? team_group(comm.team)
                                  : comm.is_self ? self_group()
                                                 : group_of(comm.members);
      keep(OTF2_GlobalDefWriter_WriteComm(writer_, id, name, group, OTF2_UNDEFINED_COMM,
                                          OTF2_COMM_FLAG_NONE));
    }
    ++id;
  }
}

void GlobalDefinitions::write_group(OTF2_GroupRef id, const std::vector<Rank>& members) {
  std::vector<std::uint64_t> ranks;
  ranks.reserve(members.size());
  for (const Rank member : members) ranks.push_back(member.value);
  keep(OTF2_GlobalDefWriter_WriteGroup(writer_, id, kEmptyString, OTF2_GROUP_TYPE_COMM_GROUP,
                                       OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                       static_cast<std::uint32_t>(ranks.size()), ranks.data()));
}

// Directly behind the group of all processes, whose positions they list (group_reference()).
void GlobalDefinitions::write_window_groups() {
  for (const std::vector<Rank>& members : definitions_.groups) write_group(next_group_++, members);
}

void GlobalDefinitions::write_windows() {
  OTF2_RmaWinRef id = 0;
  for (const model::Window& window : definitions_.windows)
    keep(OTF2_GlobalDefWriter_WriteRmaWin(writer_, id++, string(window.name), window.comm.value,
                                          OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
}

void GlobalDefinitions::write_counters() {
  OTF2_MetricMemberRef member = 0;
  for (const model::Counter& counter : definitions_.counters)
    keep(OTF2_GlobalDefWriter_WriteMetricMember(
        writer_, member++, string(counter.name), string(counter.description),
        static_cast<OTF2_MetricType>(counter.origin), static_cast<OTF2_MetricMode>(counter.mode),
        static_cast<OTF2_Type>(counter.type),
        counter.has_binary_base ? OTF2_BASE_BINARY : OTF2_BASE_DECIMAL, counter.exponent,
        string(counter.unit)));
  OTF2_MetricRef id = 0;
  for (const model::CounterSet& set : definitions_.counter_sets) {
    std::vector<OTF2_MetricMemberRef> members;
    members.reserve(set.members.size());
    for (const model::CounterId each : set.members) members.push_back(each.value);
    keep(OTF2_GlobalDefWriter_WriteMetricClass(
        writer_, id++, static_cast<std::uint8_t>(members.size()), members.data(),
        static_cast<OTF2_MetricOccurrence>(set.occurrence), OTF2_RECORDER_KIND_CPU));
  }
}

void GlobalDefinitions::write_attributes() {
  if (!definitions_.has_mpi) return;
  keep(OTF2_GlobalDefWriter_WriteAttribute(writer_, kAnySource, string(kAnySourceAttribute),
                                           string("The receive was posted with MPI_ANY_SOURCE."),
                                           OTF2_TYPE_UINT8));
}

OTF2_ErrorCode GlobalDefinitions::write() {
  write_clock();
  string("");  // kEmptyString
  string(definitions_.program.empty() ? "(unknown program)"
                                      : definitions_.program);  // kProgramString
  for (const std::string& program : definitions_.more_programs) string(program);
  write_attributes();
  write_paradigms();
  write_system_tree();
  write_location_groups();
  write_locations();
  write_regions();
  write_communicators();
  write_windows();
  write_counters();
  return first_failure_;
}

}  // namespace

base::Result<std::uint64_t> definition_chunk_bytes(const Definitions& definitions) {
  std::size_t longest = definitions.locations.size();
  for (const Communicator& comm : definitions.communicators)
    longest = std::max({longest, comm.members.size(), comm.remote_members.size()});
  for (const std::vector<Rank>& group : definitions.groups)
    longest = std::max(longest, group.size());
  constexpr std::uint64_t kMember = sizeof(std::uint64_t) + 1, kOthers = 64 * 1024;
  const std::uint64_t needed = longest * kMember + kOthers;
  if (needed > OTF2_CHUNK_SIZE_MAX)
    return base::Error{base::ErrorCode::Unsupported,
                       "an archive cannot hold a group of " + std::to_string(longest), "",
                       "OTF2 takes " + std::to_string((OTF2_CHUNK_SIZE_MAX - kOthers) / kMember)};
  return std::max(needed, kDefinitionChunkBytes);
}

OTF2_ErrorCode write_global_definitions(OTF2_GlobalDefWriter* writer,
                                        const Definitions& definitions) {
  return GlobalDefinitions(writer, definitions).write();
}

}  // namespace tarry::trace::otf2
