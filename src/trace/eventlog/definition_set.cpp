// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/definition_set.h"

#include <algorithm>
#include <utility>

#include "trace/eventlog/counter_fields.h"
#include "trace/eventlog/tsv.h"

namespace tarry::trace::eventlog {
namespace {

constexpr std::string_view kHookedFunction = "function";
constexpr std::string_view kStackFunction = "stack-function";
constexpr std::string_view kSetFirstLine = "tarry-definition-set\t7";

// Keeps the greater of two texts. A text that only one process knows is empty elsewhere, and if
// processes contradict each other the result must not depend on the order of merging.
void keep_greater(std::string& mine, const std::string& other) {
  if (other > mine) mine = other;
}

std::string id_text(model::RegionId id) { return id.valid() ? std::to_string(id.value) : "-"; }

// Reads the lines of serialize(); a function or short-function line belongs to the module line
// before it, counter lines to the set behind them, a neighbors
// line to the comm line before it.
class Parser {
 public:
  explicit Parser(DefinitionSet& set) : set_(set) {}

  bool line(std::string_view text) {
    const std::vector<std::string_view> f = split_fields(text);
    if (f[0] == kHookedFunction || f[0] == kStackFunction) return function(f);
    if (f[0] == "short-function") return short_function(f);
    if (f[0] == "region") return region(f);
    if (f[0] == "comm") return comm(f);
    if (f[0] == "neighbors") return neighbors(f);
    if (f[0] == "window") return shared_object(f, set_.windows);
    if (f[0] == "file") return shared_object(f, set_.files);
    if (f[0] == "group") return group(f);
    if (f[0] == "counter-set") return counter_set(f);
    if (f[0] == "counter") return counter(f);
    if (f[0] == "process") return process(f);
    if (f[0] == "module" && f.size() == 2) {
      module_ = unescape(f[1]);
      return true;
    }
    if (f[0] == "size" && f.size() == 2) return parse_number(f[1], set_.size);
    if (f[0] == "program" && f.size() == 2) {
      set_.programs.insert(unescape(f[1]));
      return true;
    }
    return false;
  }

 private:
  static bool parse_id(std::string_view text, model::RegionId& id) {
    return text == "-" || parse_number(text, id.value);
  }

  bool function(const std::vector<std::string_view>& f) {
    FunctionKey key{module_, 0};
    model::RegionId id;
    if (f.size() < 3 || f.size() > 5 || !parse_id(f[1], id) || !parse_number(f[2], key.offset, 16))
      return false;
    if (f.size() > 3) {
      if (!parse_number(f[3], key.call_site, 16)) return false;
      key.caller = f.size() > 4 ? unescape(f[4]) : module_;
    }
    key.is_from_call_stacks = f[0] == kStackFunction;
    set_.functions.emplace_hint(set_.functions.end(), std::move(key), id);
    return true;
  }

  bool short_function(const std::vector<std::string_view>& f) {
    FunctionKey key{module_, 0};
    std::uint32_t ns = 0;
    if (f.size() != 3 || !parse_number(f[1], key.offset, 16) || !parse_number(f[2], ns))
      return false;
    set_.short_functions.emplace_hint(set_.short_functions.end(), std::move(key), ns);
    return true;
  }

  bool region(const std::vector<std::string_view>& f) {
    model::RegionId id;
    unsigned role = 0;
    unsigned paradigm = 0;
    NamedRegionKey key;
    if ((f.size() != 7 && f.size() != 8) || !parse_id(f[1], id) || !parse_number(f[2], role) ||
        !parse_number(f[3], paradigm) || !parse_number(f[4], key.line) || role > 255 ||
        paradigm > 255 || (f.size() == 8 && !parse_number(f[7], key.offset, 16)))
      return false;
    key.role = static_cast<model::RegionRole>(role);
    key.paradigm = static_cast<model::Paradigm>(paradigm);
    key.file = unescape(f[5]);
    key.name = unescape(f[6]);
    set_.regions.emplace_hint(set_.regions.end(), std::move(key), id);
    return true;
  }

  bool comm(const std::vector<std::string_view>& f) {
    CommKey key;
    if ((f.size() != 3 && f.size() != 8) || !parse_number(f[1], key.high, 16) ||
        !parse_number(f[2], key.low, 16))
      return false;
    CommDefinition definition;
    if (f.size() == 8)
      definition = {unescape(f[3]), unescape(f[6]), std::string(f[4]), std::string(f[5]),
                    std::string(f[7])};
    comm_ = &set_.communicators.emplace_hint(set_.communicators.end(), key, std::move(definition))
                 ->second;
    return true;
  }

  bool neighbors(const std::vector<std::string_view>& f) {
    std::uint32_t rank = 0;
    if (comm_ == nullptr || f.size() != 3 || !parse_number(f[1], rank)) return false;
    comm_->neighbors.insert_or_assign(rank, std::string(f[2]));
    return true;
  }

  static bool shared_object(const std::vector<std::string_view>& f,
                            std::map<CommKey, WindowDefinition>& all) {
    CommKey key;
    WindowDefinition definition;
    if (f.size() != 6 || !parse_number(f[1], key.high, 16) || !parse_number(f[2], key.low, 16) ||
        !parse_number(f[3], definition.comm.high, 16) ||
        !parse_number(f[4], definition.comm.low, 16))
      return false;
    definition.name = unescape(f[5]);
    all.emplace_hint(all.end(), key, std::move(definition));
    return true;
  }

  bool group(const std::vector<std::string_view>& f) {
    CommKey key;
    if (f.size() != 4 || !parse_number(f[1], key.high, 16) || !parse_number(f[2], key.low, 16))
      return false;
    set_.groups.emplace_hint(set_.groups.end(), key, f[3]);
    return true;
  }

  bool counter(const std::vector<std::string_view>& f) {
    model::Counter counter;
    if (!parse_counter({f.begin() + 1, f.end()}, counter)) return false;
    members_.push_back(std::move(counter));
    return true;
  }

  bool counter_set(const std::vector<std::string_view>& f) {
    unsigned occurrence = 0;
    if (f.size() != 2 || !parse_number(f[1], occurrence) || occurrence > 255) return false;
    set_.counter_sets.insert(
        {static_cast<model::CounterOccurrence>(occurrence), std::move(members_)});
    members_.clear();
    return true;
  }

  bool process(const std::vector<std::string_view>& f) {
    ProcessDefinition process;
    if (f.size() != 5 || !parse_number(f[1], process.rank) || !parse_number(f[2], process.pid))
      return false;
    process.host = unescape(f[3]);
    process.directory = unescape(f[4]);
    set_.processes.push_back(std::move(process));
    return true;
  }

  DefinitionSet& set_;
  std::string module_;
  CommDefinition* comm_ = nullptr;  // the one that was read last
  std::vector<model::Counter> members_;
};

}  // namespace

CommKey team_key(std::uint32_t rank, std::uint32_t number) {
  constexpr std::uint64_t kTeams = std::uint64_t{0xFFFFFFFF} << 32;
  return {kTeams | rank, number};
}

std::uint32_t rank_of_team(const CommKey& key) { return static_cast<std::uint32_t>(key.high); }

namespace {

void merge_objects(std::map<CommKey, WindowDefinition>& all,
                   const std::map<CommKey, WindowDefinition>& other) {
  for (const auto& [key, theirs] : other) {
    WindowDefinition& mine = all[key];
    mine.comm = std::max(mine.comm, theirs.comm);
    keep_greater(mine.name, theirs.name);
  }
}

std::string object_lines(const std::string& word, const std::map<CommKey, WindowDefinition>& all) {
  std::string out;
  for (const auto& [key, object] : all)
    out += word + '\t' + to_hex(key.high) + '\t' + to_hex(key.low) + '\t' +
           to_hex(object.comm.high) + '\t' + to_hex(object.comm.low) + '\t' + escape(object.name) +
           '\n';
  return out;
}

}  // namespace

void DefinitionSet::merge(const DefinitionSet& other) {
  size = std::max(size, other.size);
  programs.insert(other.programs.begin(), other.programs.end());
  functions.insert(other.functions.begin(), other.functions.end());
  for (const auto& [key, ns] : other.short_functions) {
    std::uint32_t& mine = short_functions[key];
    mine = std::max(mine, ns);
  }
  regions.insert(other.regions.begin(), other.regions.end());
  for (const auto& [key, theirs] : other.communicators) {
    CommDefinition& mine = communicators[key];
    keep_greater(mine.kind, theirs.kind);
    keep_greater(mine.name, theirs.name);
    keep_greater(mine.members, theirs.members);
    keep_greater(mine.remote_members, theirs.remote_members);
    keep_greater(mine.grid, theirs.grid);
    for (const auto& [rank, neighbors] : theirs.neighbors)
      keep_greater(mine.neighbors[rank], neighbors);
  }
  merge_objects(windows, other.windows);
  merge_objects(files, other.files);
  for (const auto& [key, members] : other.groups) keep_greater(groups[key], members);
  counter_sets.insert(other.counter_sets.begin(), other.counter_sets.end());
  std::vector<ProcessDefinition> all;
  all.reserve(processes.size() + other.processes.size());
  std::set_union(processes.begin(), processes.end(), other.processes.begin(), other.processes.end(),
                 std::back_inserter(all));
  processes = std::move(all);
}

void DefinitionSet::assign_ids() {
  std::uint32_t next = 0;
  for (auto& [key, id] : regions) id = model::RegionId{next++};
  for (auto& [key, id] : functions) id = model::RegionId{next++};
}

std::string DefinitionSet::first_program() const {
  return programs.empty() ? std::string() : *programs.begin();
}

std::uint32_t DefinitionSet::program_number(const std::string& path) const {
  const auto found = programs.find(path);
  return found == programs.end()
             ? 0
             : static_cast<std::uint32_t>(std::distance(programs.begin(), found));
}

model::RegionId DefinitionSet::late_region() const {
  return model::RegionId{static_cast<std::uint32_t>(regions.size() + functions.size())};
}

std::string DefinitionSet::serialize(bool with_members) const {
  std::string out(kSetFirstLine);
  out += "\nsize\t" + std::to_string(size) + '\n';
  for (const std::string& program : programs) out += "program\t" + escape(program) + '\n';
  const std::string* module = nullptr;
  const auto begin_module = [&](const std::string& name) {
    if (module != nullptr && *module == name) return;
    module = &name;
    out += "module\t" + escape(name) + '\n';
  };
  for (const auto& [key, id] : functions) {
    begin_module(key.module);
    out += key.is_from_call_stacks ? kStackFunction : kHookedFunction;
    out += '\t' + id_text(id) + '\t' + to_hex(key.offset);
    if (key.call_site != 0) out += '\t' + to_hex(key.call_site);
    if (key.call_site != 0 && key.caller != key.module) out += '\t' + escape(key.caller);
    out += '\n';
  }
  for (const auto& [key, ns] : short_functions) {
    begin_module(key.module);
    out += "short-function\t" + to_hex(key.offset) + '\t' + std::to_string(ns) + '\n';
  }
  for (const auto& [key, id] : regions)
    out += "region\t" + id_text(id) + '\t' + std::to_string(static_cast<unsigned>(key.role)) +
           '\t' + std::to_string(static_cast<unsigned>(key.paradigm)) + '\t' +
           std::to_string(key.line) + '\t' + escape(key.file) + '\t' + escape(key.name) +
           (key.offset != 0 ? '\t' + to_hex(key.offset) : "") + '\n';
  for (const auto& [key, comm] : communicators) {
    out += "comm\t" + to_hex(key.high) + '\t' + to_hex(key.low);
    if (with_members)
      out += '\t' + escape(comm.kind) + '\t' + comm.members + '\t' + comm.remote_members + '\t' +
             escape(comm.name) + '\t' + comm.grid;
    out += '\n';
    if (!with_members) continue;
    for (const auto& [rank, neighbors] : comm.neighbors)
      out += "neighbors\t" + std::to_string(rank) + '\t' + neighbors + '\n';
  }
  out += object_lines("window", windows) + object_lines("file", files);
  for (const auto& [key, members] : groups)
    out += "group\t" + to_hex(key.high) + '\t' + to_hex(key.low) + '\t' +
           (with_members ? members : "") + '\n';
  for (const CounterSetKey& set : counter_sets) {
    for (const model::Counter& counter : set.members)
      out += "counter\t" + counter_fields(counter) + '\n';
    out += "counter-set\t" + std::to_string(static_cast<unsigned>(set.occurrence)) + '\n';
  }
  for (const ProcessDefinition& process : processes)
    out += "process\t" + std::to_string(process.rank) + '\t' + std::to_string(process.pid) + '\t' +
           escape(process.host) + '\t' + escape(process.directory) + '\n';
  out += "end\n";
  return out;
}

base::Result<DefinitionSet> DefinitionSet::parse(std::string_view text) {
  const base::Error error{base::ErrorCode::BadInput, "not a complete definition set", "", ""};
  std::string_view line;
  if (!next_line(text, line) || line != kSetFirstLine) return error;
  DefinitionSet set;
  Parser parser(set);
  while (next_line(text, line)) {
    if (line == "end") {
      std::sort(set.processes.begin(), set.processes.end());
      return set;
    }
    if (!parser.line(line)) return error;
  }
  return error;
}

}  // namespace tarry::trace::eventlog
