// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/tree_file.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include "base/experiment_files.h"
#include "base/files.h"

namespace tarry::trace::summary {
namespace {

namespace fs = std::filesystem;

base::Error bad_tree(const fs::path& path, const char* why) {
  return {base::ErrorCode::BadInput, why, path.string(), ""};
}

// The bytes of a damaged file may be neither true nor false.
bool is_flag(const bool& value) {
  unsigned char byte = 0;
  std::memcpy(&byte, &value, sizeof byte);
  return byte <= 1;
}

// Checks the flags of the thread, not those of its frames, forks and teams.
bool has_flags(const TreeState& state) {
  return is_flag(state.started) && is_flag(state.gap) && is_flag(state.in_program) &&
         is_flag(state.in_thread) && is_flag(state.is_created) && is_flag(state.is_worker) &&
         is_flag(state.forking) && is_flag(state.paused) && is_flag(state.reads_counters) &&
         std::all_of(std::begin(state.counters), std::end(state.counters),
                     [](const CounterReading& reading) { return is_flag(reading.is_known); });
}

// Returns whether every number in the state refers to a used one of the `room` cells.
bool is_sound(const TreeState& state, std::size_t room) {
  const NodeNumber cells = state.cells;
  const auto is_node = [&](NodeNumber node) { return node >= kRootNode && node < cells; };
  const auto all = [](const auto* begin, std::size_t count, auto holds) {
    return std::all_of(begin, begin + count, holds);
  };
  return has_flags(state) && cells >= kFirstFreeCell && cells <= room && is_node(state.base) &&
         is_node(state.charged) && state.frame_count <= kMostFrames &&
         state.first_frame <= state.frame_count && state.fork_count <= kMostForks &&
         state.team_count <= kMostTeams && state.suspended_count <= kMostSuspended &&
         all(state.frames, state.frame_count,
             [&](const Frame& f) {
               return is_node(f.node) && is_flag(f.in_collective) && is_flag(f.left);
             }) &&
         all(state.forks, state.fork_count,
             [&](const OpenFork& f) {
               return is_node(f.node) && f.region < cells && f.depth <= kMostFrames &&
                      is_flag(f.has_team);
             }) &&
         all(state.teams, state.team_count,
             [&](const OpenTeam& t) {
               return is_node(t.base_before) && t.depth <= kMostFrames && is_flag(t.forked_here);
             }) &&
         all(state.suspended, state.suspended_count,
             [&](const SuspendedTask& s) {
               return is_node(s.base) && s.first_frame <= state.first_frame;
             }) &&
         std::is_sorted(state.suspended, state.suspended + state.suspended_count,
                        [](auto& a, auto& b) { return a.first_frame < b.first_frame; }) &&
         all(state.requests, kRequestSlots,
             [&](const OpenRequest& r) { return r.request == 0 || is_node(r.node); }) &&
         state.run_node < cells;
}

// Returns whether no reference of the state leads to a cell of counts.
bool points_at_nodes(const TreeState& state, const std::vector<bool>& is_counts) {
  const auto all = [](const auto* begin, std::size_t count, auto holds) {
    return std::all_of(begin, begin + count, holds);
  };
  return !is_counts[state.base] && !is_counts[state.charged] && !is_counts[state.run_node] &&
         all(state.frames, state.frame_count, [&](const Frame& f) { return !is_counts[f.node]; }) &&
         all(state.forks, state.fork_count,
             [&](const OpenFork& f) { return !is_counts[f.node] && !is_counts[f.region]; }) &&
         all(state.teams, state.team_count,
             [&](const OpenTeam& t) { return !is_counts[t.base_before]; }) &&
         all(state.suspended, state.suspended_count,
             [&](const SuspendedTask& s) { return !is_counts[s.base]; }) &&
         all(state.requests, kRequestSlots,
             [&](const OpenRequest& r) { return r.request == 0 || !is_counts[r.node]; });
}

// Returns whether the nodes are a tree: parents are older than their children, and no node has two
// parents. Cells of message counts and counters are recognized because older nodes point at them;
// `is_counts` gets those cells.
bool is_tree(const std::vector<Node>& cells, std::vector<bool>& is_counts) {
  is_counts.assign(cells.size(), false);
  const auto take_counts = [&](std::uint32_t owner, std::uint32_t cell) {
    if (cell <= owner || cell >= cells.size() || is_counts[cell]) return false;
    is_counts[cell] = true;
    return true;
  };
  for (NodeNumber n = kRootNode; n < cells.size(); ++n) {
    if (is_counts[n]) continue;
    const Node& node = cells[n];
    const bool is_root = n == kRootNode;
    if (!is_root && node.kind == NodeKind::Root && node.parent == 0) continue;  // unfinished
    if (is_root != (node.kind == NodeKind::Root) ||
        static_cast<std::uint8_t>(node.kind) > kLastNodeKind)
      return false;
    if (!is_root && (node.parent < kRootNode || node.parent >= n || is_counts[node.parent]))
      return false;
    if (node.messages != 0 && !take_counts(n, node.messages)) return false;
    std::uint32_t owner = n;
    for (std::uint32_t cell = node.counters; cell != 0;) {
      if (!take_counts(owner, cell)) return false;
      owner = cell;
      cell = reinterpret_cast<const CounterValues&>(cells[cell]).next;
    }
  }
  std::vector<bool> is_child(cells.size());
  for (NodeNumber n = kRootNode; n < cells.size(); ++n) {
    if (is_counts[n]) continue;
    for (NodeNumber c = cells[n].first_child; c != 0; c = cells[c].next) {
      if (c >= cells.size() || is_counts[c] || is_child[c] || cells[c].parent != n) return false;
      is_child[c] = true;
    }
  }
  return true;
}

// A range of a file.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

// Returns the part that is not folded of the window in use when the process ended. `file` is the
// open log.
Range last_window(std::ifstream& file, const fs::path& log, const TreeState& state) {
  eventlog::LogHeader header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return {};
  const bool is_log = std::memcmp(header.magic, eventlog::kLogMagic, sizeof header.magic) == 0 &&
                      header.version == eventlog::kLogVersion && header.windows != 0 &&
                      header.window_bytes <= (std::uint64_t{1} << 40);
  if (!is_log || header.thread != state.thread) return {};
  const std::uint64_t folded = header.windows + header.emptied == state.windows ? state.offset : 0;
  if (folded >= header.window_bytes) return {};
  std::error_code error;
  const std::uint64_t begin =
      eventlog::kHeaderBytes + (header.windows - 1) * header.window_bytes + folded;
  const std::uint64_t size = fs::file_size(log, error);
  if (error || begin >= size) return {};
  return {begin, std::min(header.window_bytes - folded, size - begin)};
}

// Makes room to grow, because the rest of a log may lead to new call paths.
bool grow(Tree& tree);

struct GrowingTree {
  Tree tree;  // must be the first member
  LoadedTree* loaded = nullptr;
};

void set_memory(GrowingTree& growing) {
  growing.tree.state = &growing.loaded->state;
  growing.tree.cells = growing.loaded->cells.data();
  growing.tree.capacity = static_cast<std::uint32_t>(growing.loaded->cells.size());
}

bool grow(Tree& tree) {
  auto& growing = reinterpret_cast<GrowingTree&>(tree);
  growing.loaded->cells.resize(2 * growing.loaded->cells.size());
  set_memory(growing);
  return true;
}

void fold_rest(LoadedTree& loaded, const fs::path& log, const CounterTable& counters) {
  GrowingTree growing;
  growing.tree.counters = &counters;
  growing.loaded = &loaded;
  growing.tree.grow = grow;
  set_memory(growing);
  std::ifstream file(log, std::ios::binary);
  Range rest = last_window(file, log, loaded.state);
  // Memory is limited, because this may run in the measured process.
  std::string bytes(std::min<std::uint64_t>(rest.size, std::uint64_t{1} << 20), '\0');
  std::uint64_t& damage = loaded.state.odd[static_cast<std::size_t>(Odd::Damaged)];
  while (rest.size > 0) {
    file.seekg(static_cast<std::streamoff>(rest.begin));
    file.read(bytes.data(),
              static_cast<std::streamsize>(std::min<std::uint64_t>(rest.size, bytes.size())));
    const auto* const at = reinterpret_cast<const unsigned char*>(bytes.data());
    const std::uint64_t damage_before = damage;
    const auto folded = static_cast<std::uint64_t>(
        fold_records(growing.tree, at, at + std::max<std::streamsize>(file.gcount(), 0)) - at);
    if (folded == 0) break;
    damage = damage_before;  // a split record; real damage is where the next part begins
    rest = {rest.begin + folded, rest.size - folded};
  }
  end_tree(growing.tree);
  loaded.cells.resize(loaded.state.cells);
}

}  // namespace

CounterTable counter_table(const eventlog::ProcessDefinitions& definitions) {
  CounterTable out;
  const std::vector<model::Counter>& all = definitions.counters;
  for (std::uint32_t i = 0; i < all.size(); ++i)
    out.add_counter(i, counting_of(all[i].type, all[i].mode));
  for (std::uint32_t s = 0; s < definitions.counter_sets.size(); ++s) {
    if (!definitions.counter_sets[s]) continue;
    std::vector<std::uint32_t> members;
    for (const model::Counter& member : definitions.counter_sets[s]->members)
      members.push_back(
          static_cast<std::uint32_t>(std::find(all.begin(), all.end(), member) - all.begin()));
    out.add_set(s, members);
  }
  return out;
}

base::Result<LoadedTree> load_tree(const fs::path& path, const CounterTable& counters) {
  TRY_ASSIGN(const std::string content, base::read_file(path.string()));
  LoadedTree out;
  if (content.size() < kStateBytes + kFirstFreeCell * kCellBytes)
    return bad_tree(path, "call tree without its first part");
  std::memcpy(&out.state, content.data(), sizeof out.state);
  if (std::memcmp(out.state.magic, kTreeMagic, sizeof kTreeMagic) != 0)
    return bad_tree(path, "not a call tree");
  if (out.state.version != kTreeVersion) return bad_tree(path, "call tree of another version");
  if (!is_sound(out.state, (content.size() - kStateBytes) / kCellBytes))
    return bad_tree(path, "damaged call tree");
  out.cells.resize(out.state.cells);
  std::memcpy(out.cells.data(), content.data() + kStateBytes, out.cells.size() * kCellBytes);
  std::vector<bool> is_counts;
  if (!is_tree(out.cells, is_counts) || !points_at_nodes(out.state, is_counts))
    return bad_tree(path, "damaged call tree");
  fs::path log = path;
  fold_rest(out, log.replace_extension(base::kEventLogEnding), counters);
  return out;
}

base::Result<std::vector<LoadedTree>> load_trees(const fs::path& directory,
                                                 const CounterTable& counters,
                                                 model::Anomalies& anomalies) {
  std::vector<LoadedTree> out;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != base::kCallTreeEnding) continue;
    base::Result<LoadedTree> tree = load_tree(it->path(), counters);
    if (tree.ok())
      out.push_back(std::move(*tree));
    else
      anomalies.add("call trees of threads that could not be read (left out)");
  }
  if (error)
    return base::Error{base::ErrorCode::Io,
                       "cannot list the folder of a process: " + error.message(),
                       directory.string(), ""};
  const auto thread = [](const LoadedTree& tree) { return tree.state.thread; };
  std::sort(out.begin(), out.end(), [&](auto& a, auto& b) { return thread(a) < thread(b); });
  const auto same = [&](auto& a, auto& b) { return thread(a) == thread(b); };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

base::Result<ProcessSummary> summarise_folder(const fs::path& directory) {
  TRY_ASSIGN(const eventlog::ProcessDefinitions definitions,
             eventlog::read_process_definitions(directory));
  model::Anomalies anomalies;
  TRY_ASSIGN(const std::vector<LoadedTree> trees,
             load_trees(directory, counter_table(definitions), anomalies));
  if (trees.empty()) return ProcessSummary{};
  ProcessSummary out = summarise_process(trees, definitions);
  out.anomalies.merge(anomalies);
  return out;
}

}  // namespace tarry::trace::summary
