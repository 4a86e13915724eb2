// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/process_summary.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "trace/summary/region_key.h"

namespace tarry::trace::summary {
namespace {

class Assembly {
 public:
  Assembly(const std::vector<LoadedTree>& trees, const eventlog::ProcessDefinitions& definitions)
      : trees_(trees), definitions_(definitions), paths_(trees.size()) {
    find_counters();
    for (std::size_t t = 0; t < trees.size(); ++t) {
      position_.emplace(trees[t].state.thread, t);
      paths_[t].assign(trees[t].cells.size(), kUnresolved);
    }
  }

  ProcessSummary run() {
    for (std::size_t t = 0; t < trees_.size(); ++t) collect(t);
    find_workers();
    management();
    idle_threads();
    note_oddities();
    return finish();
  }

 private:
  static constexpr std::uint32_t kUnresolved = kNoPath - 1;
  static constexpr std::uint32_t kBeingResolved = kNoPath - 2;
  using Values = std::array<std::uint64_t, kColumns>;

  // The time of a team between fork and join, by path of its region.
  struct TeamTime {
    std::size_t tree = 0;  // tree of the forking thread
    std::uint32_t path = kNoPath;
    std::uint32_t team = 0;
    std::uint64_t time = 0;
  };

  [[nodiscard]] bool is_path(std::size_t t, NodeNumber node) const {
    const NodeKind kind = trees_[t].cells[node].kind;
    return kind != NodeKind::Root && kind != NodeKind::TeamTime && kind != NodeKind::Team;
  }

  // Marks the cells that are nodes: cells of message counts and counters are those that nodes point
  // at.
  [[nodiscard]] std::vector<bool> nodes_of(std::size_t t) const {
    const LoadedTree& tree = trees_[t];
    std::vector<bool> is_node(tree.cells.size(), true);
    for (NodeNumber n = kRootNode; n < tree.cells.size(); ++n) {
      if (!is_node[n]) continue;
      const std::uint32_t messages = tree.cells[n].messages;
      if (messages != 0 && messages < is_node.size()) is_node[messages] = false;
      for_each_values(t, n, [&](std::uint32_t cell) { is_node[cell] = false; });
    }
    if (!is_node.empty()) is_node[0] = false;
    return is_node;
  }

  // Calls visit(cell) for the cells with counters of a node.
  template <class Visit>
  void for_each_values(std::size_t t, NodeNumber n, Visit visit) const {
    const std::vector<Node>& cells = trees_[t].cells;
    for (std::uint32_t cell = cells[n].counters; cell != 0 && cell < cells.size();
         cell = values_in(t, cell).next)
      visit(cell);
  }
  [[nodiscard]] const CounterValues& values_in(std::size_t t, std::uint32_t cell) const {
    return reinterpret_cast<const CounterValues&>(trees_[t].cells[cell]);
  }

  // Only counters in a set count, as in the trace: others could not be read.
  void find_counters() {
    for (const model::Counter& counter : definitions_.counters) {
      const auto& sets = definitions_.set.counter_sets;
      const bool is_read = std::any_of(sets.begin(), sets.end(), [&](const auto& set) {
        return std::find(set.members.begin(), set.members.end(), counter) != set.members.end();
      });
      counters_.push_back(is_read ? std::optional(counter) : std::nullopt);
    }
  }

  std::string key_of(std::size_t t, NodeNumber number) {
    const Node& node = trees_[t].cells[number];
    if (node.kind == NodeKind::Function)
      return region_key(eventlog::function_key(definitions_, node.key));
    if (node.kind == NodeKind::Program)
      return region_key(ProgramKey{definitions_.set.first_program()});
    if (node.kind != NodeKind::Region) return region_key(node.kind);
    if (node.key < definitions_.regions.size()) return region_key(definitions_.regions[node.key]);
    anomalies_.add("events in regions that were never defined");
    return region_key(NodeKind::Rest);
  }

  // A function that was excluded adaptively has the path of its caller, if there is one.
  bool is_left_out(std::size_t t, NodeNumber number) {
    const Node& node = trees_[t].cells[number];
    if (node.kind != NodeKind::Function || definitions_.set.short_functions.empty()) return false;
    const auto key = eventlog::function_key(definitions_, node.key);
    return definitions_.set.short_functions.contains(key) && resolve(t, node.parent) != kNoPath;
  }

  // Returns the path of a node; kNoPath for the root.
  std::uint32_t resolve(std::size_t t, NodeNumber number) {
    std::uint32_t& known = paths_[t][number];
    if (known == kBeingResolved) return unknown_team();  // damaged: a circle
    if (known != kUnresolved) return known;
    known = kBeingResolved;
    const Node& node = trees_[t].cells[number];
    std::uint32_t path = kNoPath;
    if (node.kind == NodeKind::Team)
      path = fork_of(node.key);
    else if (is_left_out(t, number))
      path = resolve(t, node.parent);
    else if (node.kind != NodeKind::Root)
      path = all_.child(resolve(t, node.parent), key_of(t, number));
    return paths_[t][number] = path;
  }

  std::uint32_t fork_of(std::uint64_t place) {
    const auto found = position_.find(static_cast<std::uint32_t>(place >> 32));
    const auto node = static_cast<NodeNumber>(place);
    if (place == 0 || found == position_.end() || node < kRootNode ||
        node >= paths_[found->second].size())
      return unknown_team();
    return resolve(found->second, node);
  }

  std::uint32_t unknown_team() {
    anomalies_.add("teams whose fork is not known");
    return all_.child(kNoPath, region_key(NodeKind::Team));
  }

  Values& values(std::uint32_t path, std::size_t t) {
    return values_.try_emplace({path, static_cast<std::uint32_t>(t)}, Values{}).first->second;
  }
  static std::uint64_t& at(Values& values, Column column) {
    return values[static_cast<std::size_t>(column)];
  }

  void collect(std::size_t t) {
    const LoadedTree& tree = trees_[t];
    const std::vector<bool> is_node = nodes_of(t);
    for (NodeNumber n = kRootNode; n < tree.cells.size(); ++n) {
      if (!is_node[n]) continue;
      const Node& node = tree.cells[n];
      if (node.kind == NodeKind::TeamTime && node.key != 0)
        team_times_.push_back(
            {t, resolve(t, node.parent), static_cast<std::uint32_t>(node.key), node.time});
      if (node.kind == NodeKind::TeamTime && node.key == 0)
        anomalies_.add("teams with members that are not known", node.visits);
      if (node.counters != 0) add_counters(t, n);
      if (!is_path(t, n) || (node.kind == NodeKind::Rest && node.visits == 0)) continue;
      add(t, n);
    }
  }

  void add(std::size_t t, NodeNumber n) {
    const Node& node = trees_[t].cells[n];
    const std::uint32_t path = resolve(t, n);
    if (path == kNoPath) return;
    Values& to = values(path, t);
    at(to, Column::Time) += node.time;
    at(to, Column::Management) += node.management;
    if (t == initial() && node.serial != 0) {
      auto& serial = node.kind == NodeKind::Pause ? serial_off_ : serial_;
      serial[path] += node.serial;
    }
    if (is_left_out(t, n)) return;
    at(to, Column::Visits) += node.visits;
    if (node.shortest != ~std::uint64_t{0}) {
      std::uint64_t& shortest = at(to, Column::Shortest);
      shortest = shortest == 0 ? node.shortest : std::min(shortest, node.shortest);
      at(to, Column::Longest) = std::max(at(to, Column::Longest), node.longest);
    }
    inclusive_[{path, static_cast<std::uint32_t>(t)}] += node.inclusive;
    if (node.messages == 0 || node.messages >= trees_[t].cells.size()) return;
    const auto& messages = reinterpret_cast<const MessageCounts&>(trees_[t].cells[node.messages]);
    for (std::size_t i = 0; i < kMessageCounts; ++i)
      to[static_cast<std::size_t>(Column::FirstMessageCount) + i] += messages.counts[i];
  }

  void add_counters(std::size_t t, NodeNumber n) {
    const std::uint32_t path = resolve(t, n);
    if (path == kNoPath) return;
    for_each_values(t, n, [&](std::uint32_t cell) {
      const CounterValues& values = values_in(t, cell);
      for (std::size_t i = 0; i < kCountersInCell; ++i) {
        if (values.values[i] == 0) continue;
        const std::size_t counter = std::size_t{values.block} * kCountersInCell + i;
        if (counter < counters_.size() && counters_[counter])
          counted_[{path, static_cast<std::uint32_t>(t),
                    static_cast<std::uint16_t>(kColumns + counter)}] += values.values[i];
        else
          anomalies_.add("values of counters that were never defined");
      }
    });
  }

  // Returns the tree of the initial thread; trees_.size() if that has recorded nothing.
  [[nodiscard]] std::size_t initial() const {
    const auto found = position_.find(0);
    return found == position_.end() ? trees_.size() : found->second;
  }

  [[nodiscard]] std::vector<std::size_t> members(std::uint32_t team) const {
    std::vector<std::size_t> out;
    if (team == 0 || team > definitions_.teams.size()) return out;
    for (const std::uint32_t thread : definitions_.teams[team - 1])
      if (const auto found = position_.find(thread); found != position_.end())
        out.push_back(found->second);
    return out;
  }

  // Finds the members of teams that the initial thread, or such a member, has forked.
  void find_workers() {
    is_worker_.assign(trees_.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const TeamTime& team : team_times_) {
        if (team.tree != initial() && !is_worker_[team.tree]) continue;
        for (const std::size_t member : members(team.team)) {
          if (member == initial() || is_worker_[member]) continue;
          is_worker_[member] = changed = true;
        }
      }
    }
  }

  // A worker's management time is the time between fork and join less its time in the region; the
  // forking thread has summed up its own.
  void management() {
    std::map<std::pair<std::uint32_t, std::size_t>, std::uint64_t> between;  // by path and member
    for (const TeamTime& team : team_times_)
      for (const std::size_t member : members(team.team))
        if (member != team.tree) between[{team.path, member}] += team.time;
    for (const auto& [place, time] : between) {
      const auto found = inclusive_.find({place.first, static_cast<std::uint32_t>(place.second)});
      const std::uint64_t in_region = found == inclusive_.end() ? 0 : found->second;
      if (time > in_region)
        at(values(place.first, place.second), Column::Management) += time - in_region;
    }
  }

  void idle_threads() {
    for (std::size_t w = 0; w < trees_.size(); ++w) {
      if (!is_worker_[w]) continue;
      for (const auto& [path, time] : serial_) at(values(path, w), Column::Idle) += time;
      for (const auto& [path, time] : serial_off_) at(values(path, w), Column::Off) += time;
    }
    limited_parallelism();
  }

  void limited_parallelism() {
    std::set<std::uint32_t> regions;  // regions of the initial thread's teams
    for (const TeamTime& team : team_times_)
      if (team.tree == initial()) regions.insert(team.path);
    for (const TeamTime& team : team_times_) {
      if (team.tree != initial() || is_below(team.path, regions)) continue;
      std::vector<bool> is_taken(trees_.size());
      for (const TeamTime& other : team_times_) {
        const bool is_nested = other.path != team.path && is_below(other.path, {team.path});
        if (&other != &team && !is_nested) continue;
        for (const std::size_t member : members(other.team)) is_taken[member] = true;
      }
      for (std::size_t w = 0; w < trees_.size(); ++w)
        if (is_worker_[w] && !is_taken[w]) at(values(team.path, w), Column::Limited) += team.time;
    }
  }

  // Returns whether an ancestor of the path is one of `paths`.
  [[nodiscard]] bool is_below(std::uint32_t path, const std::set<std::uint32_t>& paths) const {
    while (path != kNoPath && (path = all_.parent(path)) != kNoPath)
      if (paths.contains(path)) return true;
    return false;
  }

  // The visits that were open when a function was excluded have only one end.
  [[nodiscard]] bool is_of_short_functions(Odd kind) const {
    const bool are_there =
        !definitions_.set.short_functions.empty() || !definitions_.long_functions.empty();
    return are_there && (kind == Odd::SkippedLeaves || kind == Odd::RepairedLeaves);
  }

  void note_oddities() {
    static constexpr const char* kMeanings[kOddKinds] = {
        "events earlier than the one before them",
        "functions left that were not entered",
        "functions left by a jump out of them",
        "times that regions were nested too deeply to be told apart in the summary",
        "collective operations completed by another thread than the one that started them",
        "forks, teams and tasks nested too deeply for the summary",
        "damaged places in event logs",
        "values of counters that were never defined",
        "values of counters that are less than those before (left out)",
        "values of counters that cover several call paths (counted where they were read)",
        "values of counters that are impossible (left out)",
        "values of counters for which the summary had no room (left out)"};
    for (const LoadedTree& tree : trees_) {
      for (std::size_t i = 0; i < kOddKinds; ++i)
        if (!is_of_short_functions(static_cast<Odd>(i)))
          anomalies_.add(kMeanings[i], tree.state.odd[i]);
      const Node& rest = tree.cells[kRestNode];
      anomalies_.add(
          "visits of call paths beyond the most that a thread may have (--profile-paths)",
          rest.visits);
    }
  }

  ProcessSummary finish() {
    ProcessSummary out;
    std::vector<std::uint32_t> positions;
    out.tree = all_.canonical(&positions);
    out.cells.resize(out.tree.paths.size());
    for (const auto& [place, values] : values_)
      for (std::size_t c = 0; c < kColumns; ++c)
        if (values[c] != 0)
          out.cells[positions[place.first]].push_back(
              {static_cast<std::uint16_t>(place.second), static_cast<std::uint16_t>(c), values[c]});
    for (const auto& [place, value] : counted_) {
      const auto [path, thread, column] = place;
      out.cells[positions[path]].push_back({static_cast<std::uint16_t>(thread), column, value});
    }
    out.counters = std::move(counters_);
    for (const LoadedTree& tree : trees_) {
      out.threads.push_back(tree.state.thread);
      out.records += tree.state.records;
      out.is_complete &= tree.state.complete != 0;
      if (!tree.state.started) continue;
      const std::uint64_t first = tree.state.tick_base + tree.state.first;
      out.first = out.last == 0 ? first : std::min(out.first, first);
      out.last = std::max(out.last, tree.state.tick_base + tree.state.last);
    }
    out.anomalies = std::move(anomalies_);
    if (!trees_.empty()) {
      const TreeState& state = trees_.front().state;
      out.clock = static_cast<std::uint32_t>(state.clock);
      out.begin = state.begin;
      out.latest = state.latest;
    }
    return out;
  }

  const std::vector<LoadedTree>& trees_;
  const eventlog::ProcessDefinitions& definitions_;
  std::map<std::uint32_t, std::size_t> position_;  // tree of a thread
  std::vector<std::vector<std::uint32_t>> paths_;  // by tree and node
  PathUnion all_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Values> values_;  // by path and tree
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> inclusive_;
  std::map<std::uint32_t, std::uint64_t> serial_;  // the initial thread's, by path
  std::map<std::uint32_t, std::uint64_t> serial_off_;
  std::vector<std::optional<model::Counter>> counters_;
  // Sums by path, tree and column.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint16_t>, std::uint64_t> counted_;
  std::vector<TeamTime> team_times_;
  std::vector<bool> is_worker_;
  model::Anomalies anomalies_;
};

}  // namespace

ProcessSummary summarise_process(const std::vector<LoadedTree>& trees,
                                 const eventlog::ProcessDefinitions& definitions) {
  return Assembly(trees, definitions).run();
}

}  // namespace tarry::trace::summary
