// SPDX-License-Identifier: BSD-3-Clause
// The functions, files and lines of sampled instructions, the loops around them and the order of
// calls. They are looked up on the host with the programs right after the run, and kept beside the
// samples (names_file.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/result.h"
#include "code/code_places.h"
#include "samples/code_structure.h"
#include "samples/sample_files.h"

namespace tarry::samples {

// Returns the address by which a node is named: it is inside the node's instruction.
inline std::uint64_t code_address(const PathNode& node) {
  return node.kind == PathNodeKind::Call ? node.address - 1 : node.address;
}

// The code that gets names: that of the program and its own libraries, which is enough for the
// analysis of a trace, or all code, which a diagnosis needs.
enum class NamedCode : std::uint8_t { Program, All };

struct SampleNames {
  NamedCode named = NamedCode::All;
  // By path of the object file and code address.
  std::map<std::pair<std::string, std::uint64_t>, code::CodePlace> places;
  std::map<std::string, CodeStructure> structure;  // by path of the object file
  // The functions that were called at a place, by path of the object file and code address.
  std::map<std::pair<std::string, std::uint64_t>, std::set<std::string>> callees;

  // Returns nullptr if it is unknown.
  [[nodiscard]] const InstructionStructure* structure_at(const std::string& module,
                                                         std::uint64_t address) const;

  friend bool operator==(const SampleNames&, const SampleNames&) = default;
};

// Looks up the names, loops and control flow of all nodes of all processes and writes them. With
// NamedCode::Program it leaves out the libraries of hidden_libraries.h, because unpacking the debug
// information of the C library alone takes longer than a short run. Thread: any.
base::Result<SampleNames> name_samples(const std::filesystem::path& experiment,
                                       NamedCode wanted = NamedCode::All);

// Looks up what NamedCode::Program has left out, and writes everything. Thread: any.
base::Status name_left_out_samples(const std::filesystem::path& experiment, SampleNames names);

// Returns the path of the object file with the node's code; empty: unknown. Thread: any.
const std::string& module_of(const PathNode& node, const SampledProcess& process);

// Returns the functions at a node, the outermost first. A function without a name becomes
// "libx.so+0x1230", with the begin of the function. Thread: any.
code::CodePlace place_of_node(const PathNode& node, const SampledProcess& process,
                              const SampleNames& names);

}  // namespace tarry::samples
