// SPDX-License-Identifier: BSD-3-Clause
// Call trees of hand-made logs, for tests. They look like those of a process that was killed before
// it had folded anything.
#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"
#include "trace/summary/tree_file.h"

namespace tarry::trace::summary {

inline std::string tree_bytes(const TreeState& state, const Node* cells) {
  std::string out(reinterpret_cast<const char*>(&state), sizeof state);
  out.resize(kStateBytes, '\0');
  out.append(reinterpret_cast<const char*>(cells), state.cells * kCellBytes);
  return out;
}

// Writes the log and a tree to `directory`; returns the file of the tree.
inline std::filesystem::path write_tree(const trace::eventlog::LogBuilder& log,
                                        const std::filesystem::path& directory,
                                        const TreeLimits& limits = {100, 1000}) {
  const std::string name = base::kThreadPrefix + std::to_string(log.header.thread);
  log.write(directory / (name + base::kEventLogEnding));
  TreeState state{};
  std::array<Node, kFirstFreeCell> cells{};
  Tree tree{&state, cells.data(), kFirstFreeCell, nullptr};
  begin_tree(tree, log.header.thread, limits);
  state.tick_base = log.header.tick_base;
  state.clock = log.header.clock;
  state.begin = state.latest = log.header.begin;
  std::filesystem::path path = directory / (name + base::kCallTreeEnding);
  (void)base::write_file(path.string(), tree_bytes(state, cells.data()));
  return path;
}

inline LoadedTree tree_of(const trace::eventlog::LogBuilder& log,
                          const TreeLimits& limits = {100, 1000}) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  base::Result<LoadedTree> loaded =
      load_tree(write_tree(log, directory.path(), limits), CounterTable());
  return loaded.ok() ? std::move(*loaded) : LoadedTree{};
}

}  // namespace tarry::trace::summary
