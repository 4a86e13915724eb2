// SPDX-License-Identifier: BSD-3-Clause
// The part of process_definitions.h that reads definitions.tsv, line by line.
#include <algorithm>
#include <map>
#include <utility>

#include "base/experiment_files.h"
#include "base/files.h"
#include "trace/eventlog/clock_offsets.h"
#include "trace/eventlog/counter_fields.h"
#include "trace/eventlog/process_definitions.h"
#include "trace/eventlog/tsv.h"

namespace tarry::trace::eventlog {
namespace {

using Fields = std::vector<std::string_view>;

// Numbers are dense; a larger one is damage, not a program with that many definitions.
constexpr std::uint32_t kMaxNumber = 1u << 24;

std::string dash_is_empty(std::string_view text) {
  return text == "-" ? std::string() : std::string(text);
}

// Parses "3,4,7".
bool parse_numbers(std::string_view text, std::vector<std::uint32_t>& numbers) {
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    std::uint32_t number = 0;
    if (!parse_number(item, number)) return false;
    numbers.push_back(number);
  }
  return true;
}

// Each function takes the fields of one line and returns whether they made sense.
class LineReader {
  struct CalledFunction {
    std::uint32_t number = 0;
    std::uint64_t function = 0;
    std::uint64_t call_site = 0;
  };

 public:
  LineReader(ProcessDefinitions& out, bool (*may_tell_inlined)(const std::string&))
      : out_(out), may_tell_inlined_(may_tell_inlined) {}

  bool read(const Fields& f) {
    if (f[0] == "region") return region(f);
    if (f[0] == "region-address") return region_address(f);
    if (f[0] == "called-function") return called_function(f);
    if (f[0] == "team") return team(f);
    if (f[0] == "comm") return comm(f);
    if (f[0] == "comm-name") return comm_name(f);
    if (f[0] == "comm-grid") return comm_grid(f);
    if (f[0] == "comm-neighbors") return comm_neighbors(f);
    if (f[0] == "window") return f.size() == 4 && shared_object(f, out_.windows, out_.set.windows);
    if (f[0] == "file") return file(f);
    if (f[0] == "window-name") return window_name(f);
    if (f[0] == "group") return group(f);
    if (f[0] == "datatype") return datatype(f);
    if (f[0] == "module") return module(f);
    if (f[0] == "thread") return thread(f);
    if (f[0] == "process") return process(f);
    if (f[0] == "job") return f.size() == 2 && parse_numbers(f[1], out_.job);
    if (f[0] == "clock") return clock(f);
    if (f[0] == "statistic") return statistic(f);
    if (f[0] == "counter") return counter(f);
    if (f[0] == "counter-set") return counter_set(f);
    if (f[0] == "short-function") return short_function(f);
    if (f[0] == "long-function") return long_function(f);
    if (f[0] == "short-calls") return f.size() == 2 && parse_number(f[1], out_.short_calls);
    if (f[0] == "unselected") return out_.has_unselected = f.size() == 1;
    if (f[0] == "sessions") return out_.has_ended_sessions = f.size() == 1;
    if (f[0] == "unrecorded") return out_.has_unrecorded = f.size() == 1;
    if (f.size() != 2) return false;
    if (f[0] == "program")
      set_program(unescape(f[1]));
    else if (f[0] == "mpi-library")
      out_.mpi_library = unescape(f[1]);
    else if (f[0] == "note")
      out_.notes.push_back(unescape(f[1]));
    else
      return false;
    return true;
  }

  // Call it after the last line.
  void finish() {
    for (const auto& [number, address] : addresses_) {
      const FunctionKey place = function_key(out_.modules, address);
      out_.regions[number].file = place.module;
      out_.regions[number].offset = place.offset;
    }
    for (const CalledFunction& called : called_functions_) add_called_function(called);
    for (const auto& [address, ns] : short_functions_)
      out_.set.short_functions.emplace(function_key(out_.modules, address), ns);
    for (const std::uint64_t address : long_functions_)
      out_.long_functions.insert(function_key(out_.modules, address));
    for (const NamedRegionKey& key : out_.regions)
      if (!key.name.empty()) out_.set.regions.emplace(key, model::RegionId{});
  }

 private:
  void set_program(std::string path) {
    out_.set.programs.clear();
    if (!path.empty()) out_.set.programs.insert(std::move(path));
  }

  bool region(const Fields& f) {
    std::uint32_t number = 0;
    unsigned role = 0;
    unsigned paradigm = 0;
    NamedRegionKey key;
    if (f.size() != 7 || !parse_number(f[1], number) || number > kMaxNumber ||
        !parse_number(f[2], role) || !parse_number(f[3], paradigm) ||
        !parse_number(f[4], key.line) || role > 255 || paradigm > 255)
      return false;
    key.role = static_cast<model::RegionRole>(role);
    key.paradigm = static_cast<model::Paradigm>(paradigm);
    key.file = unescape(f[5]);
    key.name = unescape(f[6]);
    if (out_.regions.size() <= number) out_.regions.resize(number + 1);
    out_.regions[number] = std::move(key);
    return true;
  }

  // The module's line was written before, because the module was loaded before.
  bool region_address(const Fields& f) {
    std::uint32_t number = 0;
    std::uint64_t address = 0;
    if (f.size() != 3 || !parse_number(f[1], number) || number >= out_.regions.size() ||
        !parse_number(f[2], address, 16))
      return false;
    addresses_.emplace_back(number, address);
    return true;
  }

  bool called_function(const Fields& f) {
    CalledFunction called;
    if (f.size() != 4 || !parse_number(f[1], called.number) || called.number > kMaxNumber ||
        !parse_number(f[2], called.function, 16) || !parse_number(f[3], called.call_site, 16))
      return false;
    called_functions_.push_back(called);
    return true;
  }

  void add_called_function(const CalledFunction& called) {
    if (out_.called_functions.size() <= called.number)
      out_.called_functions.resize(called.number + 1);
    FunctionKey key = function_key(out_.modules, called.function);
    FunctionKey site = function_key(out_.modules, called.call_site);
    if (tells_inlined(site.module)) {
      key.caller = std::move(site.module);
      key.call_site = site.offset;
    }
    key.is_from_call_stacks = true;
    out_.called_functions[called.number] = std::move(key);
  }

  bool tells_inlined(const std::string& module) {
    if (module.empty()) return false;
    const auto [known, is_new] = tells_inlined_.try_emplace(module, false);
    if (is_new) known->second = may_tell_inlined_(module);
    return known->second;
  }

  bool team(const Fields& f) {
    std::uint32_t number = 0;
    std::vector<std::uint32_t> threads;
    if (f.size() != 3 || !parse_number(f[1], number) || number == 0 || number > kMaxNumber)
      return false;
    if (!parse_numbers(f[2], threads)) return false;
    if (out_.teams.size() < number) out_.teams.resize(number);
    out_.teams[number - 1] = std::move(threads);
    return true;
  }

  bool comm(const Fields& f) {
    std::uint32_t number = 0;
    LocalComm local;
    const bool has_groups = f.size() == 11;
    if ((f.size() != 9 && !has_groups) || !parse_number(f[1], number) || number > kMaxNumber ||
        f[2].size() != 32 || !parse_number(f[2].substr(0, 16), local.key.high, 16) ||
        !parse_number(f[2].substr(16), local.key.low, 16) || !parse_number(f[4], local.rank) ||
        !parse_number(f[5], local.size) ||
        (has_groups && (!parse_number(f[9], local.remote_size) ||
                        !parse_number(f[10], local.group) || local.group > 1)))
      return false;
    local.is_self = f[3] == "self";
    local.is_joint = f[6] == kFoundLater;
    local.known = true;
    if (out_.communicators.size() <= number) out_.communicators.resize(number + 1);
    out_.communicators[number] = local;
    out_.set.communicators[local.key] = {std::string(f[3]), unescape(f[8]), dash_is_empty(f[6]),
                                         dash_is_empty(f[7])};
    return true;
  }

  // Returns the communicator with the number in a line of three fields.
  CommDefinition* known_comm(const Fields& f) {
    std::uint32_t number = 0;
    if (f.size() != 3 || !parse_number(f[1], number) || number >= out_.communicators.size() ||
        !out_.communicators[number].known)
      return nullptr;
    return &out_.set.communicators[out_.communicators[number].key];
  }

  bool comm_name(const Fields& f) {
    CommDefinition* const comm = known_comm(f);
    if (comm != nullptr) comm->name = unescape(f[2]);
    return comm != nullptr;
  }

  bool comm_grid(const Fields& f) {
    CommDefinition* const comm = known_comm(f);
    if (comm != nullptr) comm->grid = f[2];
    return comm != nullptr;
  }

  bool comm_neighbors(const Fields& f) {
    CommDefinition* const comm = known_comm(f);
    std::uint32_t number = 0;
    if (comm == nullptr || !parse_number(f[1], number)) return false;
    comm->neighbors[out_.communicators[number].rank] = f[2];
    return true;
  }

  static bool parse_key(std::string_view text, CommKey& key) {
    return text.size() == 32 && parse_number(text.substr(0, 16), key.high, 16) &&
           parse_number(text.substr(16), key.low, 16);
  }

  // Reads what windows and files have. Returns nullptr if that makes no sense.
  WindowDefinition* shared_object(const Fields& f, std::vector<CommKey>& keys,
                                  std::map<CommKey, WindowDefinition>& all) {
    std::uint32_t number = 0;
    std::uint32_t comm = 0;
    CommKey key;
    if (f.size() < 4 || !parse_number(f[1], number) || number > kMaxNumber ||
        !parse_key(f[2], key) || !parse_number(f[3], comm) || comm >= out_.communicators.size())
      return nullptr;
    if (keys.size() <= number) keys.resize(number + 1);
    keys[number] = key;
    WindowDefinition& definition = all[key];
    definition = {out_.communicators[comm].key, ""};
    return &definition;
  }

  bool file(const Fields& f) {
    auto* const file = f.size() == 5 ? shared_object(f, out_.files, out_.set.files) : nullptr;
    if (file != nullptr) file->name = unescape(f[4]);
    return file != nullptr;
  }

  bool window_name(const Fields& f) {
    std::uint32_t number = 0;
    if (f.size() != 3 || !parse_number(f[1], number) || number >= out_.windows.size()) return false;
    const auto window = out_.set.windows.find(out_.windows[number]);
    if (window == out_.set.windows.end()) return false;
    window->second.name = unescape(f[2]);
    return true;
  }

  bool group(const Fields& f) {
    std::uint32_t number = 0;
    CommKey key;
    if (f.size() != 4 || !parse_number(f[1], number) || number > kMaxNumber ||
        !parse_key(f[2], key))
      return false;
    if (out_.groups.size() <= number) out_.groups.resize(number + 1);
    out_.groups[number] = key;
    out_.set.groups[key] = dash_is_empty(f[3]);
    return true;
  }

  bool datatype(const Fields& f) {
    std::uint32_t number = 0;
    if (f.size() != 3 || !parse_number(f[1], number) || number > kMaxNumber) return false;
    if (out_.datatypes.size() <= number) out_.datatypes.resize(number + 1);
    out_.datatypes[number] = unescape(f[2]);
    return true;
  }

  bool module(const Fields& f) {
    Module m;
    if (f.size() != 5 || !parse_number(f[1], m.bias, 16) || !parse_number(f[2], m.begin, 16) ||
        !parse_number(f[3], m.end, 16) || m.begin >= m.end)
      return false;
    m.path = unescape(f[4]);
    out_.modules.push_back(std::move(m));
    return true;
  }

  bool thread(const Fields& f) {
    ThreadDefinition t;
    if (f.size() != 3 || !parse_number(f[1], t.number)) return false;
    t.name = unescape(f[2]);
    out_.threads.push_back(std::move(t));
    return true;
  }

  bool process(const Fields& f) {
    if (f.size() != 5 || !parse_number(f[1], out_.process.rank) ||
        !parse_number(f[2], out_.set.size) || !parse_number(f[3], out_.process.pid))
      return false;
    out_.process.host = unescape(f[4]);
    out_.has_process = true;
    return true;
  }

  bool clock(const Fields& f) {
    otf2::ClockOffset c;
    if (f.size() != 4 || !parse_number(f[1], c.ticks) || !parse_number(f[2], c.offset) ||
        !parse_number(f[3], c.error))
      return false;
    out_.clock_offsets.push_back(c);
    return true;
  }

  bool statistic(const Fields& f) {
    std::size_t number = 0;
    if (f.size() != 4 || !parse_number(f[1], number) || number != out_.statistics.size())
      return false;
    out_.statistics.push_back({unescape(f[2]), unescape(f[3])});
    return true;
  }

  bool counter(const Fields& f) {
    std::size_t number = 0;
    model::Counter counter;
    if (f.size() < 2 || !parse_number(f[1], number) || number != out_.counters.size() ||
        !parse_counter({f.begin() + 2, f.end()}, counter))
      return false;
    out_.counters.push_back(std::move(counter));
    return true;
  }

  bool counter_set(const Fields& f) {
    std::uint32_t number = 0;
    unsigned occurrence = 0;
    if (f.size() != 4 || !parse_number(f[1], number) || number > kMaxNumber ||
        !parse_number(f[2], occurrence) || occurrence > 255)
      return false;
    CounterSetKey set{static_cast<model::CounterOccurrence>(occurrence), {}};
    std::vector<std::uint32_t> members;
    if (!parse_numbers(f[3], members)) return false;
    for (const std::uint32_t member : members) {
      if (member >= out_.counters.size()) return false;
      set.members.push_back(out_.counters[member]);
    }
    if (out_.counter_sets.size() <= number) out_.counter_sets.resize(number + 1);
    out_.set.counter_sets.insert(set);
    out_.counter_sets[number] = std::move(set);
    return true;
  }

  bool short_function(const Fields& f) {
    std::uint64_t address = 0;
    std::uint32_t ns = 0;
    if (f.size() != 3 || !parse_number(f[1], address, 16) || !parse_number(f[2], ns)) return false;
    short_functions_.emplace_back(address, ns);
    return true;
  }

  // The function was excluded as a short one, and is recorded from then on.
  bool long_function(const Fields& f) {
    std::uint64_t address = 0;
    if (f.size() != 2 || !parse_number(f[1], address, 16)) return false;
    std::erase_if(short_functions_, [&](const auto& each) { return each.first == address; });
    long_functions_.push_back(address);
    return true;
  }

  ProcessDefinitions& out_;
  bool (*may_tell_inlined_)(const std::string& module);
  std::map<std::string, bool> tells_inlined_;  // by module
  std::vector<CalledFunction> called_functions_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> addresses_;        // regions by number
  std::vector<std::pair<std::uint64_t, std::uint32_t>> short_functions_;  // as in DefinitionSet
  std::vector<std::uint64_t> long_functions_;
};

}  // namespace

base::Result<ProcessDefinitions> parse_process_definitions(
    std::string_view text, std::string directory, bool (*may_tell_inlined)(const std::string&)) {
  text = text.substr(0, text.find('\0'));  // room that the process had reserved
  std::string_view line;
  if (!next_line(text, line) || line != "tarry-definitions\t3")
    return base::Error{base::ErrorCode::BadInput, "not a definitions log of this version",
                       directory, "record again with one version of tarry"};
  ProcessDefinitions out;
  LineReader reader(out, may_tell_inlined);
  while (next_line(text, line))
    if (!reader.read(split_fields(line)))
      out.anomalies.add("lines of a definitions log that make no sense");
  reader.finish();
  if (!text.empty()) out.anomalies.add("definitions cut off while they were written");
  out.process.directory = std::move(directory);
  choose_offsets(out.clock_offsets);
  if (out.has_process) out.set.processes.push_back(out.process);
  return out;
}

base::Result<ProcessDefinitions> read_process_definitions(const std::filesystem::path& directory) {
  TRY_ASSIGN(const std::string text, base::read_file(directory / base::kDefinitionsFile));
  return parse_process_definitions(text, directory.filename().string());
}

}  // namespace tarry::trace::eventlog
