// SPDX-License-Identifier: BSD-3-Clause
// The content of thread-<n>.paths in both forms. The sampler stores nodes of fixed size, among
// which its signal handler finds known ones. When the process is over, the file is packed: some 6
// bytes a node instead of 24. Docs: docs/formats/samples.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "samples/sample_format.h"

namespace tarry::samples {

// Returns the content of a packed file. `nodes`: nodes of known kinds; the first one is the root,
// and parents come before their children. Thread: any.
std::string pack_paths(std::span<const PathNode> nodes);

// Returns whether it is the content of a packed file, sound or not. Thread: any.
bool are_packed_paths(std::string_view bytes);

// Returns the nodes of a file of either form, up to the first one that was not written completely
// or has no parent before it. Thread: any.
std::vector<PathNode> read_paths(std::string_view bytes);

}  // namespace tarry::samples
