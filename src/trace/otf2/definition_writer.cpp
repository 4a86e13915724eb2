// SPDX-License-Identifier: BSD-3-Clause
// Order matters to readers: a record refers only to records before it, and the kinds follow each
// other as in Score-P's archives. Region and communicator ids are those of model::Definitions,
// because the mapping tables of the event files, which other processes wrote, lead to them.
#include "trace/otf2/definition_writer.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/base_name.h"
#include "model/thread_names.h"
#include "trace/otf2/archive_handle.h"
#include "trace/otf2/communicator_writer.h"
#include "trace/otf2/definition_queue.h"
#include "trace/otf2/definition_records.h"
#include "trace/otf2/neighbor_properties.h"
#include "trace/otf2/region_source.h"
#include "trace/otf2/topology_writer.h"

namespace tarry::trace::otf2 {
namespace {

using model::Communicator;
using model::Definitions;
using model::Location;
using model::LocationKind;
using model::Paradigm;
using model::Region;
using model::RegionRole;

class GlobalDefinitions {
 public:
  GlobalDefinitions(OTF2_GlobalDefWriter* writer, const Definitions& definitions)
      : queue_(writer), definitions_(definitions) {}

  OTF2_ErrorCode write();

 private:
  OTF2_StringRef string(const std::string& text) { return queue_.string(text); }
  void write_clock();
  void add_paradigms();
  void add_paradigm(OTF2_Paradigm paradigm, const char* name, OTF2_ParadigmClass kind);
  void add_name_template(OTF2_ParadigmProperty property, const char* text);
  void add_system_tree();
  void add_system_tree_node(OTF2_SystemTreeNodeRef id, const std::string& name, const char* kind,
                            OTF2_SystemTreeNodeRef parent, OTF2_SystemTreeDomain domain);
  void add_location_groups();
  void add_locations();
  void add_regions();
  void add_region(OTF2_RegionRef id, const Region& region);
  void add_counters();
  void add_attributes();

  DefinitionQueue queue_;
  const Definitions& definitions_;
};

void GlobalDefinitions::write_clock() {
  queue_.write_now([clock = definitions_.clock](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteClockProperties(
        writer, clock.ticks_per_second, clock.begin, clock.length,
        clock.realtime_ns == 0 ? OTF2_UNDEFINED_TIMESTAMP : clock.realtime_ns);
  });
}

void GlobalDefinitions::add_paradigm(OTF2_Paradigm paradigm, const char* name,
                                     OTF2_ParadigmClass kind) {
  queue_.add([=, text = string(name)](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteParadigm(writer, paradigm, text, kind);
  });
}

void GlobalDefinitions::add_name_template(OTF2_ParadigmProperty property, const char* text) {
  OTF2_AttributeValue value;
  value.stringRef = string(text);
  queue_.add([=](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteParadigmProperty(writer, OTF2_PARADIGM_MPI, property,
                                                      OTF2_TYPE_STRING, value);
  });
}

void GlobalDefinitions::add_paradigms() {
  std::set<Paradigm> used;
  for (const Region& region : definitions_.regions) used.insert(region.paradigm);
  if (definitions_.has_mpi || used.contains(Paradigm::Mpi)) {
    add_paradigm(OTF2_PARADIGM_MPI, "MPI", OTF2_PARADIGM_CLASS_PROCESS);
    add_name_template(OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, "Comm ${id}");
    add_name_template(OTF2_PARADIGM_PROPERTY_RMA_WIN_NAME_TEMPLATE, "Win ${id}");
  }
  if (used.contains(Paradigm::OpenMp))
    add_paradigm(OTF2_PARADIGM_OPENMP, "OpenMP", OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN);
  if (has_created_threads(definitions_))
    add_paradigm(OTF2_PARADIGM_PTHREAD, "Pthread", OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT);
}

void GlobalDefinitions::add_system_tree_node(OTF2_SystemTreeNodeRef id, const std::string& name,
                                             const char* kind, OTF2_SystemTreeNodeRef parent,
                                             OTF2_SystemTreeDomain domain) {
  const OTF2_StringRef name_text = string(name);
  const OTF2_StringRef kind_text = string(kind);
  queue_.add([=](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, id, name_text, kind_text, parent);
  });
  queue_.add([=](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer, id, domain);
  });
}

// Node 0 is the machine, node 1 + h the host h.
void GlobalDefinitions::add_system_tree() {
  add_system_tree_node(0, "Linux", "machine", OTF2_UNDEFINED_SYSTEM_TREE_NODE,
                       OTF2_SYSTEM_TREE_DOMAIN_MACHINE);
  OTF2_AttributeValue platform;
  platform.stringRef = string("Linux");
  queue_.add([name = string("platform"), platform](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(writer, 0, name, OTF2_TYPE_STRING,
                                                            platform);
  });
  OTF2_SystemTreeNodeRef node = 1;
  for (const std::string& host : definitions_.hosts)
    add_system_tree_node(node++, host, "node", 0, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY);
}

void GlobalDefinitions::add_location_groups() {
  const std::uint32_t count = process_count(definitions_);
  std::vector<OTF2_SystemTreeNodeRef> nodes(count, 0);
  for (const Location& location : definitions_.locations)
    if (location.host < definitions_.hosts.size()) nodes[location.rank.index()] = location.host + 1;
  const std::string prefix = definitions_.has_mpi ? "MPI Rank " : "Process ";
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const bool named =
        rank < definitions_.processes.size() && !definitions_.processes[rank].empty();
    const std::string name = named ? definitions_.processes[rank] : prefix + std::to_string(rank);
    queue_.add([rank, text = string(name), node = nodes[rank]](OTF2_GlobalDefWriter* writer) {
      return OTF2_GlobalDefWriter_WriteLocationGroup(writer, rank, text,
                                                     OTF2_LOCATION_GROUP_TYPE_PROCESS, node,
                                                     OTF2_UNDEFINED_LOCATION_GROUP);
    });
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

void GlobalDefinitions::add_locations() {
  for (const Location& location : definitions_.locations) {
    std::string name = location.name;
    if (name.empty())
      name =
          location.thread == 0 ? model::kMainThread : "thread " + std::to_string(location.thread);
    queue_.add([&location, text = string(name)](OTF2_GlobalDefWriter* writer) {
      return OTF2_GlobalDefWriter_WriteLocation(writer, location.trace_id, text,
                                                location_type(location.kind), location.event_count,
                                                location.rank.value);
    });
  }
}

void GlobalDefinitions::add_region(OTF2_RegionRef id, const Region& region) {
  const RegionSource source = stored_source(region);
  queue_.add([id, name = string(region.name),
              canonical = string(region.canonical.empty() ? region.name : region.canonical),
              description = string(source.description), role = region.role,
              paradigm = region.paradigm,
              file = source.file.empty() ? OTF2_UNDEFINED_STRING : string(source.file),
              begin = source.begin_line, end = source.end_line](OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteRegion(
        writer, id, name, canonical, description, static_cast<OTF2_RegionRole>(role),
        static_cast<OTF2_Paradigm>(paradigm), OTF2_REGION_FLAG_NONE, file, begin, end);
  });
}

// The regions of events are followed by one for each program, for which ProgramBegin stands (in
// Score-P's traces, too), unless the caller has defined it.
void GlobalDefinitions::add_regions() {
  OTF2_RegionRef id = 0;
  std::vector<std::string> missing = definitions_.more_programs;
  if (!definitions_.program.empty()) missing.insert(missing.begin(), definitions_.program);
  for (const Region& region : definitions_.regions) {
    add_region(id++, region);
    if (region.role == RegionRole::Artificial) std::erase(missing, region.canonical);
  }
  for (const std::string& path : missing) {
    Region program;
    program.name = base::base_name(path);
    program.canonical = path;
    program.role = RegionRole::Artificial;
    program.paradigm = Paradigm::MeasurementSystem;
    add_region(id++, program);
  }
}

void GlobalDefinitions::add_counters() {
  OTF2_MetricMemberRef member = 0;
  for (const model::Counter& counter : definitions_.counters) {
    queue_.add([=, &counter, name = string(counter.name), unit = string(counter.unit),
                description = string(counter.description)](OTF2_GlobalDefWriter* writer) {
      return OTF2_GlobalDefWriter_WriteMetricMember(
          writer, member, name, description, static_cast<OTF2_MetricType>(counter.origin),
          static_cast<OTF2_MetricMode>(counter.mode), static_cast<OTF2_Type>(counter.type),
          counter.has_binary_base ? OTF2_BASE_BINARY : OTF2_BASE_DECIMAL, counter.exponent, unit);
    });
    ++member;
  }
  OTF2_MetricRef id = 0;
  for (const model::CounterSet& set : definitions_.counter_sets)
    queue_.add([id = id++, &set](OTF2_GlobalDefWriter* writer) {
      std::vector<OTF2_MetricMemberRef> members;
      members.reserve(set.members.size());
      for (const model::CounterId each : set.members) members.push_back(each.value);
      return OTF2_GlobalDefWriter_WriteMetricClass(
          writer, id, static_cast<std::uint8_t>(members.size()), members.data(),
          static_cast<OTF2_MetricOccurrence>(set.occurrence), OTF2_RECORDER_KIND_CPU);
    });
}

void GlobalDefinitions::add_attributes() {
  if (!definitions_.has_mpi) return;
  queue_.add([name = string(kAnySourceAttribute),
              description = string("The receive was posted with MPI_ANY_SOURCE.")](
                 OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteAttribute(writer, kAnySource, name, description,
                                               OTF2_TYPE_UINT8);
  });
  queue_.add([name = string(kJoinedCallsAttribute),
              description = string("Calls beyond the first between this leave and its enter. They "
                                   "tested in vain; the length is the time in all of them.")](
                 OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteAttribute(writer, kJoinedCalls, name, description,
                                               OTF2_TYPE_UINT64);
  });
  queue_.add([name = string(kNeighborhoodAttribute),
              description = string("The operation is one among neighbors in the topology of the "
                                   "communicator, like the one of this number.")](
                 OTF2_GlobalDefWriter* writer) {
    return OTF2_GlobalDefWriter_WriteAttribute(writer, kNeighborhood, name, description,
                                               OTF2_TYPE_UINT8);
  });
}

OTF2_ErrorCode GlobalDefinitions::write() {
  write_clock();
  string("");  // kEmptyString
  string(definitions_.program.empty() ? "(unknown program)"
                                      : definitions_.program);  // kProgramString
  for (const std::string& program : definitions_.more_programs) string(program);
  add_paradigms();
  add_system_tree();
  add_location_groups();
  add_locations();
  write_neighbors(queue_, definitions_);
  add_regions();
  write_communicators(queue_, definitions_);
  add_counters();
  add_attributes();
  write_topologies(queue_, definitions_);
  return queue_.write();
}

}  // namespace

base::Result<std::uint64_t> definition_chunk_bytes(const Definitions& definitions) {
  std::size_t longest = definitions.locations.size();
  for (const Communicator& comm : definitions.communicators)
    longest = std::max({longest, comm.members.size(), comm.remote_members.size()});
  for (const std::vector<model::Rank>& group : definitions.groups)
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
