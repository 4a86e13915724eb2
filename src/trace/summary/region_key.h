// SPDX-License-Identifier: BSD-3-Clause
// The name of a region for comparisons of processes: the same text in every process of a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "trace/eventlog/definition_set.h"
#include "trace/summary/tree/tree_format.h"

namespace tarry::trace::summary {

// The program of a process: the node NodeKind::Program.
struct ProgramKey {
  std::string path;  // empty if unknown
};

// NodeKind stands for nodes without a number or address of their own; Team: forked at an unknown
// place.
using RegionOfKey = std::variant<trace::eventlog::FunctionKey, trace::eventlog::NamedRegionKey,
                                 ProgramKey, NodeKind>;

std::string region_key(const RegionOfKey& region);

// Returns nothing if the text is not a key.
std::optional<RegionOfKey> region_of_key(std::string_view key);

}  // namespace tarry::trace::summary
