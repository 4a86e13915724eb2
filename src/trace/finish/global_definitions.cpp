// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/global_definitions.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/split.h"
#include "code/inlined_functions.h"
#include "code/symbolizer.h"
#include "trace/finish/clock_model.h"
#include "trace/finish/process_grids.h"

namespace tarry::trace::finish {
namespace {

using eventlog::CommKey;
using eventlog::DefinitionSet;
using model::Rank;
using model::Region;

// Constructs and MPI calls are known by the address behind their call.
using CodeOffsets = std::vector<std::pair<std::uint64_t, model::RegionId>>;  // inside the call

std::map<std::string, CodeOffsets> places_by_module(const DefinitionSet& unified) {
  std::map<std::string, CodeOffsets> out;
  for (const auto& [key, id] : unified.regions)
    if (key.offset != 0) out[key.file].emplace_back(key.offset - 1, id);
  return out;
}

std::vector<std::uint64_t> offsets_of(const CodeOffsets& places) {
  std::vector<std::uint64_t> offsets;
  for (const auto& [offset, id] : places) offsets.push_back(offset);
  return offsets;
}

// The place is part of a construct's name: "!$omp parallel @heat.cc:42".
void add_source_lines(const DefinitionSet& unified, std::vector<Region>& regions) {
  for (const auto& [module, places] : places_by_module(unified)) {
    const std::vector<code::SourceLine> lines = code::source_lines(module, offsets_of(places));
    for (std::size_t i = 0; i < places.size(); ++i) {
      Region& region = regions[places[i].second.index()];
      region.file = lines[i].file;
      region.begin_line = lines[i].line;
      if (region.paradigm == model::Paradigm::Mpi) {
        region.call_site = lines[i].name;
        continue;
      }
      region.name += " @" + lines[i].name;
      region.canonical = region.name;
    }
  }
}

void add_named_regions(const DefinitionSet& unified, std::vector<Region>& regions) {
  for (const auto& [key, id] : unified.regions) {
    Region& region = regions[id.index()];
    region.name = region.canonical = key.name;
    region.file = key.file;
    region.begin_line = key.line;
    region.role = key.role;
    region.paradigm = key.paradigm;
  }
  add_source_lines(unified, regions);
}

struct RecordedRegions {
  std::vector<Region> regions;        // those that events refer to
  std::vector<std::uint64_t> begins;  // by region: the offset at which a function begins
};

// Works through one object file after the other: functions are sorted by module.
void add_functions(const DefinitionSet& unified, RecordedRegions& out) {
  for (auto it = unified.functions.begin(); it != unified.functions.end();) {
    const std::string& module = it->first.module;
    std::vector<std::uint64_t> offsets;
    std::vector<model::RegionId> ids;
    std::vector<model::Paradigm> paradigms;
    for (; it != unified.functions.end() && it->first.module == module; ++it) {
      offsets.push_back(it->first.offset);
      ids.push_back(it->second);
      paradigms.push_back(it->first.is_from_call_stacks ? model::Paradigm::Sampling
                                                        : model::Paradigm::Compiler);
    }
    const std::vector<code::FunctionName> names = code::name_functions(module, offsets);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      out.begins[ids[i].index()] = names[i].begin;
      Region& region = out.regions[ids[i].index()];
      region.name = names[i].name;
      region.canonical = names[i].canonical;
      region.file = names[i].file;
      region.begin_line = names[i].line;
      region.role = model::RegionRole::Function;
      region.paradigm = paradigms[i];
    }
  }
}

RecordedRegions recorded_regions(const DefinitionSet& unified) {
  RecordedRegions out;
  out.regions.resize(unified.late_region().index());
  out.begins.resize(out.regions.size());
  add_named_regions(unified, out.regions);
  add_functions(unified, out);
  return out;
}

// Gives each inlined function a region behind those that events refer to.
class InlinedRegions {
 public:
  explicit InlinedRegions(std::vector<Region>& regions) : regions_(regions) {}

  model::RegionId region_of(const code::FunctionName& function) {
    const model::RegionId next{static_cast<std::uint32_t>(regions_.size())};
    const auto [known, is_new] =
        known_.try_emplace({function.name, function.canonical, function.file, function.line}, next);
    if (!is_new) return known->second;
    Region& added = regions_.emplace_back();
    added.name = function.name;
    added.canonical = function.canonical;
    added.file = function.file;
    added.begin_line = function.line;
    added.role = model::RegionRole::Function;
    added.paradigm = model::Paradigm::Sampling;
    added.is_inlined = true;
    return next;
  }

 private:
  std::vector<Region>& regions_;
  std::map<std::tuple<std::string, std::string, std::string, std::uint32_t>, model::RegionId>
      known_;
};

// Returns calls of MPI and of functions, by the address inside the call.
std::map<std::string, CodeOffsets> calls_by_module(const DefinitionSet& unified) {
  std::map<std::string, CodeOffsets> out;
  for (const auto& [key, id] : unified.regions)
    if (key.offset != 0 && key.paradigm == model::Paradigm::Mpi)
      out[key.file].emplace_back(key.offset - 1, id);
  for (const auto& [key, id] : unified.functions)
    if (key.call_site != 0) out[key.caller].emplace_back(key.call_site - 1, id);
  return out;
}

// Regions of one function differ only by the functions that are inlined around their calls.
void unite_functions(const DefinitionSet& unified, RecordedRegions& out) {
  const std::string* module = nullptr;
  // By the begin of a function of the module, what it is known from, and the functions inlined
  // around its call.
  std::map<std::tuple<std::uint64_t, bool, std::vector<model::RegionId>>, model::RegionId> known;
  for (const auto& [key, id] : unified.functions) {
    if (module == nullptr || key.module != *module) known.clear();
    module = &key.module;
    Region& region = out.regions[id.index()];
    const std::uint64_t begin = out.begins[id.index()];
    const auto [same, is_new] =
        known.try_emplace({begin, key.is_from_call_stacks, region.inlined_around}, id);
    if (is_new || out.regions[same->second.index()].canonical != region.canonical) continue;
    region.same_as = same->second;
    region.inlined_around.clear();
  }
}

// These come after all other regions: only the regions of calls refer to them.
void add_inlined_functions(const DefinitionSet& unified, const filter::Filter& filter,
                           RecordedRegions& out) {
  InlinedRegions inlined(out.regions);
  for (const auto& [module, calls] : calls_by_module(unified)) {
    const auto chains = code::inlined_functions(module, offsets_of(calls), model::kMostInlined);
    for (std::size_t i = 0; i < calls.size(); ++i) {
      for (const code::FunctionName& function : chains[i]) {
        if (excludes(filter, {function.name.c_str(), function.canonical.c_str(),
                              function.file.c_str(), module.c_str()}))
          continue;
        const model::RegionId around = inlined.region_of(function);
        out.regions[calls[i].second.index()].inlined_around.push_back(around);
      }
    }
  }
  unite_functions(unified, out);
}

std::vector<Region> all_regions(const std::vector<RawProcess>& processes,
                                const DefinitionSet& unified, const filter::Filter& filter) {
  const bool has_late = std::any_of(processes.begin(), processes.end(), [](const RawProcess& p) {
    return p.conversion->late_functions > 0;
  });
  RecordedRegions recorded = recorded_regions(unified);
  if (has_late) {
    Region& late = recorded.regions.emplace_back();
    late.name = late.canonical = "(first seen after MPI_Finalize)";
    late.role = model::RegionRole::Artificial;
    late.paradigm = model::Paradigm::MeasurementSystem;
  }
  add_inlined_functions(unified, filter, recorded);
  return std::move(recorded.regions);
}

// Members of a communicator that no process has listed, because the member with communicator rank 0
// died too early. They are found from what each process says about itself; the list is used only if
// it is complete.
class MemberSearch {
 public:
  explicit MemberSearch(const std::vector<RawProcess>& processes) {
    for (const RawProcess& process : processes)
      for (const eventlog::LocalComm& comm : process.communicators)
        if (comm.known) add(comm, process.identity.rank);
    for (auto& [key, list] : members_)
      if (std::any_of(list.begin(), list.end(), [](Rank r) { return !r.valid(); })) list.clear();
  }

  [[nodiscard]] std::vector<Rank> members(const CommKey& key) const {
    const auto found = members_.find(key);
    return found == members_.end() ? std::vector<Rank>{} : found->second;
  }

 private:
  void add(const eventlog::LocalComm& comm, std::uint32_t world_rank) {
    constexpr std::uint32_t kMost = 1u << 26;  // larger values are damage
    if (comm.rank >= kMost) return;
    std::vector<Rank>& list = members_[comm.key];
    const std::uint32_t size = std::min(std::max(comm.size, comm.rank + 1), kMost);
    if (list.size() < size) list.resize(size);
    list[comm.rank] = Rank{world_rank};
  }
  std::map<CommKey, std::vector<Rank>> members_;
};

// Leaves out what no topology can say: the ranks are those of others in the communicator.
void add_neighbors(const eventlog::CommDefinition& definition, model::Communicator& comm) {
  const std::size_t members = comm.members.size();
  for (const auto& [rank, text] : definition.neighbors) {
    if (rank >= members) continue;
    std::vector<std::uint32_t> neighbors;
    for (const Rank neighbor : parse_members(text))
      if (neighbor.value < members && neighbor.value != rank) neighbors.push_back(neighbor.value);
    std::sort(neighbors.begin(), neighbors.end());
    neighbors.erase(std::unique(neighbors.begin(), neighbors.end()), neighbors.end());
    comm.in_neighbors.resize(members);
    comm.in_neighbors[rank] = std::move(neighbors);
  }
}

}  // namespace

std::vector<Region> regions_of(const DefinitionSet& unified, const filter::Filter& filter) {
  RecordedRegions recorded = recorded_regions(unified);
  add_inlined_functions(unified, filter, recorded);
  return std::move(recorded.regions);
}

std::vector<model::Communicator> communicators_of(const std::vector<RawProcess>& processes,
                                                  const DefinitionSet& unified) {
  std::optional<MemberSearch> search;  // made when something is missing
  std::vector<model::Communicator> out;
  for (const auto& [key, definition] : unified.communicators) {
    model::Communicator comm;
    comm.name = definition.name;
    comm.is_self = definition.kind == "self";
    comm.is_inter = definition.kind == "inter";
    comm.is_team = definition.kind == "team";
    if (comm.is_team) {
      for (const Rank thread : parse_members(definition.members))
        comm.team.push_back(std::uint64_t{thread.value} << 32 | eventlog::rank_of_team(key));
      out.push_back(std::move(comm));
      continue;
    }
    comm.members = parse_members(definition.members);
    comm.remote_members = parse_members(definition.remote_members);
    if (definition.kind == "world" && comm.members.empty())
      for (std::uint32_t rank = 0; rank < unified.size; ++rank) comm.members.push_back(Rank{rank});
    if (comm.is_self) comm.members.clear();
    // The two groups of an intercommunicator cannot be distinguished by its processes' own ranks.
    if (!comm.is_self && !comm.is_inter && comm.members.empty()) {
      if (!search) search.emplace(processes);
      comm.members = search->members(key);
    }
    add_neighbors(definition, comm);
    out.push_back(std::move(comm));
  }
  return out;
}

namespace {

// These come after the communicators, whose positions in key order are their ids.
void add_windows(const DefinitionSet& unified, model::Definitions& out) {
  const auto comm_of = [&](const eventlog::CommKey& key) {
    const auto comm = unified.communicators.find(key);
    return comm == unified.communicators.end()
               ? model::CommId{}
               : model::CommId{static_cast<std::uint32_t>(
                     std::distance(unified.communicators.begin(), comm))};
  };
  for (const auto& [key, window] : unified.windows)
    out.windows.push_back({window.name, comm_of(window.comm)});
  for (const auto& [key, file] : unified.files)
    out.files.push_back({file.name, comm_of(file.comm)});
  for (const auto& [key, members] : unified.groups) out.groups.push_back(parse_members(members));
}

// Ids of counters follow their order, ids of sets the order of the sets.
void add_counters(const DefinitionSet& unified, model::Definitions& out) {
  std::map<model::Counter, model::CounterId> ids;
  for (const eventlog::CounterSetKey& set : unified.counter_sets)
    for (const model::Counter& counter : set.members) ids.try_emplace(counter);
  for (auto& [counter, id] : ids) {
    id = model::CounterId{static_cast<std::uint32_t>(out.counters.size())};
    out.counters.push_back(counter);
  }
  for (const eventlog::CounterSetKey& set : unified.counter_sets) {
    model::CounterSet& made = out.counter_sets.emplace_back();
    made.occurrence = set.occurrence;
    for (const model::Counter& counter : set.members) made.members.push_back(ids.at(counter));
  }
}

}  // namespace

std::vector<Rank> parse_members(std::string_view text) {
  std::vector<Rank> out;
  constexpr std::uint32_t kMost = 1u << 26;
  for (const std::string_view item : base::split(text, ',')) {
    const auto range = base::range_in(item);
    if (!range || range->last == Rank::kNone || range->last - range->first > kMost) return out;
    for (std::uint32_t rank = range->first; rank <= range->last; ++rank) out.push_back(Rank{rank});
  }
  return out;
}

model::Definitions global_definitions(const std::vector<RawProcess>& processes,
                                      const DefinitionSet& unified, const std::string& this_host,
                                      const filter::Filter& filter) {
  model::Definitions out;
  out.clock = trace_clock(processes, this_host);
  out.program = unified.first_program();
  if (unified.programs.size() > 1)
    out.more_programs.assign(std::next(unified.programs.begin()), unified.programs.end());
  out.regions = all_regions(processes, unified, filter);
  out.communicators = communicators_of(processes, unified);
  add_windows(unified, out);
  add_counters(unified, out);
  for (const auto& [key, comm] : unified.communicators) out.has_mpi |= comm.kind == "world";

  std::map<std::string, std::uint32_t> hosts;
  for (const RawProcess& process : processes) {
    const auto [host, added] =
        hosts.try_emplace(process.identity.host, static_cast<std::uint32_t>(out.hosts.size()));
    if (added) out.hosts.push_back(process.identity.host);
    for (const eventlog::ConvertedLocation& converted : process.conversion->locations) {
      model::Location location;
      location.trace_id = converted.trace_id;
      location.rank = Rank{process.identity.rank};
      location.thread = static_cast<std::uint32_t>(converted.trace_id >> 32);
      location.host = host->second;
      location.event_count = converted.events;
      location.name = converted.name;
      out.locations.push_back(std::move(location));
    }
  }
  std::vector<Rank> ranks;
  for (const model::Location& location : out.locations) ranks.push_back(location.rank);
  out.topologies = topologies_of(process_grids(unified, out.communicators), ranks);
  return out;
}

}  // namespace tarry::trace::finish
