// SPDX-License-Identifier: BSD-3-Clause
#include "samples/sample_names.h"

#include <set>
#include <vector>

#include "samples/calling_context_tree.h"
#include "samples/names_file.h"
#include "trace/eventlog/hidden_libraries.h"
#include "trace/eventlog/tsv.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;
using code::CodePlace;

struct SampledCode {
  std::set<std::uint64_t> addresses;
  std::set<std::uint64_t> calls;                  // addresses that are calls
  std::map<std::uint64_t, std::uint64_t> begins;  // by address: the begin of its function, if known
};

using CodeByModule = std::map<std::string, SampledCode>;

std::uint64_t begin_of(const PathNode& node) { return node.address - node.into_function; }

// Returns the name of a function that has none.
std::string name_by_address(const std::string& module, std::uint64_t begin) {
  return (module.empty() ? "" : fs::path(module).filename().string() + "+") + "0x" +
         trace::eventlog::to_hex(begin);
}

base::Status gather(const SampledProcess& process, CodeByModule& out) {
  for (const std::uint32_t number : process.threads) {
    TRY_ASSIGN(const SampledThread thread, read_sampled_thread(process, number));
    for (const PathNode& node : thread.nodes) {
      const std::string& module = module_of(node, process);
      const bool is_call = node.kind == PathNodeKind::Call;
      if (module.empty() || (!is_call && node.kind != PathNodeKind::Instruction)) continue;
      SampledCode& code = out[module];
      code.addresses.insert(code_address(node));
      if (is_call) code.calls.insert(code_address(node));
      if (node.into_function != 0) code.begins.emplace(code_address(node), begin_of(node));
    }
  }
  return base::kOk;
}

base::Status gather_callees(const SampledProcess& process, SampleNames& out) {
  for (const std::uint32_t number : process.threads) {
    TRY_ASSIGN(const SampledThread thread, read_sampled_thread(process, number));
    for (const PathNode& node : thread.nodes) {
      const PathNode& caller = thread.nodes[node.parent];
      const std::string& module = module_of(caller, process);
      if (caller.kind != PathNodeKind::Call || module.empty()) continue;
      if (node.kind == PathNodeKind::Own) continue;  // the program does not call it
      out.callees[{module, code_address(caller)}].insert(
          place_of_node(node, process, out)[0].function);
    }
  }
  return base::kOk;
}

// MPI libraries have each function by two names at one address, and symbol tables may return
// either. This chooses the name by which programs call it.
void name_as_called(CodePlace& place) {
  for (auto& code : place)
    if (code.function.starts_with("PMPI_")) code.function.erase(0, 1);
}

void name_code(const std::string& module, const SampledCode& code, SampleNames& out) {
  const std::vector<std::uint64_t> offsets(code.addresses.begin(), code.addresses.end());
  std::vector<CodePlace> places = code::code_places(module, offsets);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    name_as_called(places[i]);
    const auto begin = code.begins.find(offsets[i]);
    if (places[i][0].function.empty() && begin != code.begins.end())
      places[i][0].function = name_by_address(module, begin->second);
    out.places.emplace(std::pair(module, offsets[i]), std::move(places[i]));
  }
  if (CodeStructure made = code_structure(module, code.addresses, code.calls);
      !made.instructions.empty())
    out.structure.emplace(module, std::move(made));
}

// Adds the names of code in wanted modules to `out` and writes all of it.
template <typename IsWanted>
base::Status add_names(const fs::path& experiment, IsWanted is_wanted, SampleNames& out) {
  TRY_ASSIGN(const std::vector<SampledProcess> processes, find_sampled_processes(experiment));
  CodeByModule sampled;
  for (const SampledProcess& process : processes) TRY(gather(process, sampled));
  for (const auto& [module, code] : sampled)
    if (is_wanted(module)) name_code(module, code, out);
  for (const SampledProcess& process : processes) TRY(gather_callees(process, out));
  return write_sample_names(experiment, out);
}

}  // namespace

const InstructionStructure* SampleNames::structure_at(const std::string& module,
                                                      std::uint64_t address) const {
  const auto known = structure.find(module);
  if (known == structure.end()) return nullptr;
  const auto found = known->second.instructions.find(address);
  return found == known->second.instructions.end() ? nullptr : &found->second;
}

base::Result<SampleNames> name_samples(const fs::path& experiment, NamedCode wanted) {
  SampleNames out;
  out.named = wanted;
  TRY(add_names(
      experiment,
      [wanted](const std::string& module) {
        return wanted == NamedCode::All || !trace::eventlog::is_hidden_library(module);
      },
      out));
  return out;
}

base::Status name_left_out_samples(const fs::path& experiment, SampleNames names) {
  names.named = NamedCode::All;
  names.callees.clear();  // they were found without the names of called functions
  return add_names(experiment, trace::eventlog::is_hidden_library, names);
}

const std::string& module_of(const PathNode& node, const SampledProcess& process) {
  static const std::string none;
  return node.module < process.modules.size() ? process.modules[node.module] : none;
}

CodePlace place_of_node(const PathNode& node, const SampledProcess& process,
                        const SampleNames& names) {
  if (node.kind == PathNodeKind::Own) {
    CodePlace own(1);
    own[0].function = kOwnWork;
    return own;
  }
  const std::string& module = module_of(node, process);
  const auto found = names.places.find({module, code_address(node)});
  CodePlace place = found != names.places.end() ? found->second : CodePlace(1);
  if (place[0].function.empty()) place[0].function = name_by_address(module, begin_of(node));
  return place;
}

}  // namespace tarry::samples
