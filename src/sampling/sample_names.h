// SPDX-License-Identifier: BSD-3-Clause
// The functions, files and lines of sampled instructions: looked up where the programs are, right
// after the run, and kept beside the samples in samples/names.tsv (docs/formats/samples.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "base/result.h"
#include "sampling/sample_files.h"
#include "trace/finish/code_places.h"

namespace tarry::sampling {

inline constexpr const char* kNamesFile = "names.tsv";

// The address that names a node: inside of the instruction that it is at.
inline std::uint64_t code_address(const PathNode& node) {
  return node.kind == PathNodeKind::Call ? node.address - 1 : node.address;
}

// By path of the object file and code address.
using SampleNames = std::map<std::pair<std::string, std::uint64_t>, trace::finish::CodePlace>;

// Looks up the names of all nodes of all processes and writes them. Thread: any.
base::Result<SampleNames> name_samples(const std::filesystem::path& experiment);

// What name_samples() wrote. Thread: any.
base::Result<SampleNames> read_sample_names(const std::filesystem::path& experiment);

// The functions at a node, the outermost first; where no name is known, "libx.so+0x1230" by the
// begin of the function. Thread: any.
trace::finish::CodePlace place_of_node(const PathNode& node, const SampledProcess& process,
                                       const SampleNames& names);

}  // namespace tarry::sampling
