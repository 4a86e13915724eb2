// SPDX-License-Identifier: BSD-3-Clause
#include "samples/function_loops.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "samples/loop_lines.h"
#include "samples/shared_headers.h"

namespace tarry::samples {
namespace {

using code::Block;
using code::CodeRange;

constexpr std::uint32_t kNoLoop = code::FunctionGraph::kNone;

std::vector<CodeRange> ranges_of(const code::FunctionGraph& graph) {
  std::vector<CodeRange> ranges;
  for (const Block& block : graph.blocks) {
    if (!ranges.empty() && block.begin <= ranges.back().second)
      ranges.back().second = std::max(ranges.back().second, block.end);
    else
      ranges.emplace_back(block.begin, block.end);
  }
  return ranges;
}

// Names the loops of the machine code, outer ones before inner ones, and unites copies.
class Namer {
 public:
  explicit Namer(FunctionLoops& made)
      : made_(made),
        lines_(made.graph, made.forest, made.source),
        found_(made.forest.loops.size()) {
    made_.source_loop.assign(found_.size(), kNoLoop);
  }

  void run() {
    std::vector<std::uint32_t> order(found_.size());
    for (std::uint32_t loop = 0; loop < order.size(); ++loop) order[loop] = loop;
    std::stable_sort(order.begin(), order.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return depth(a) < depth(b); });
    for (auto loop = order.rbegin(); loop != order.rend(); ++loop) describe(*loop);
    for (const std::uint32_t loop : order) {
      const std::uint32_t original = original_of(loop);
      name(loop, original == kNoLoop ? found_[loop] : found_[original]);
    }
  }

 private:
  struct Found {
    std::uint32_t scope = 0;
    std::string file;
    std::uint32_t line = 0;
    LineSet lines;  // lines of all of its code
  };

  [[nodiscard]] std::uint32_t depth(std::uint32_t loop) const {
    std::uint32_t made = 0;
    while ((loop = made_.forest.loops[loop].parent) != kNoLoop) ++made;
    return made;
  }

  // The line of a `for` or `while` is where the loop is left or repeated, and most of its code
  // comes after that line. Otherwise it is a `do` or an endless loop, which begins above all of its
  // code.
  void describe(std::uint32_t loop) {
    Found& found = found_[loop];
    found.scope = lines_.scope(loop);
    found.file = lines_.file(loop);
    if (found.file.empty()) return;
    const std::vector<std::uint32_t>& blocks = lines_.blocks(loop);
    found.lines = lines_.of_blocks(blocks, found.scope, found.file);
    const LineSet jumps = deciding_lines(loop, blocks);
    if (!jumps.empty()) found.line = *jumps.begin();
    if (found.lines.empty()) return;
    const auto above = std::distance(found.lines.begin(), found.lines.lower_bound(found.line));
    const auto below = std::distance(found.lines.upper_bound(found.line), found.lines.end());
    // A line where an inner loop begins is not the line of this one.
    if (found.line == 0 || above > below || inner_lines(loop, blocks).contains(found.line))
      found.line = *found.lines.begin();
  }

  // Returns the lines of the jumps after which the loop is left or begins again. A guard of an
  // inner loop, which was named before, may leave this loop as well, but is no line of it.
  [[nodiscard]] LineSet deciding_lines(std::uint32_t loop,
                                       const std::vector<std::uint32_t>& blocks) const {
    LineSet made;
    LineSet again;
    for (const std::uint32_t at : blocks) {
      const Block& block = made_.graph.blocks[at];
      const std::uint32_t line =
          lines_.of_instruction(block.last, found_[loop].scope, found_[loop].file);
      for (const std::uint32_t next : block.successors) {
        const bool is_again = next == made_.forest.loops[loop].header;
        if (line == 0 || (!is_again && made_.forest.contains(loop, next))) continue;
        made.insert(line);
        if (is_again) again.insert(line);
      }
    }
    for (const std::uint32_t line : inner_lines(loop, blocks))
      if (!again.contains(line)) made.erase(line);
    return made;
  }

  // Returns the lines at which inner loops in the same function begin.
  [[nodiscard]] LineSet inner_lines(std::uint32_t loop,
                                    const std::vector<std::uint32_t>& blocks) const {
    LineSet made;
    for (const std::uint32_t at : blocks)
      for (std::uint32_t one = made_.forest.innermost[at]; one != loop;
           one = made_.forest.loops[one].parent)
        if (found_[one].scope == found_[loop].scope) made.insert(found_[one].line);
    return made;
  }

  // Returns the loop beside this one of which it is a copy. A copy has only a part of the lines,
  // because compilers give no lines to the counters of vectorized loops. Returns kNoLoop if it is
  // no copy.
  [[nodiscard]] std::uint32_t original_of(std::uint32_t loop) const {
    const Found& found = found_[loop];
    if (found.line == 0) return kNoLoop;
    for (std::uint32_t other = 0; other < found_.size(); ++other) {
      const Found& one = found_[other];
      if (other == loop || one.line == 0 || outer(loop) != outer(other)) continue;
      if (!made_.is_inside(found.scope, one.scope)) continue;
      const bool is_same_scope = found.scope == one.scope;
      if (!is_same_scope && !is_only_one_in_scope(loop)) continue;
      const LineSet own = is_same_scope && found.file == one.file
                              ? found.lines
                              : lines_.of_blocks(lines_.blocks(loop), one.scope, one.file);
      const bool has_all =
          !own.empty() && own.size() < one.lines.size() &&
          std::includes(one.lines.begin(), one.lines.end(), own.begin(), own.end());
      if (has_all) return other;
    }
    return kNoLoop;
  }

  // Returns the loop of the source around this one; it was named before.
  [[nodiscard]] std::uint32_t outer(std::uint32_t loop) const {
    const std::uint32_t parent = made_.forest.loops[loop].parent;
    return parent == kNoLoop ? kNoLoop : made_.source_loop[parent];
  }

  [[nodiscard]] bool is_only_one_in_scope(std::uint32_t loop) const {
    for (std::uint32_t other = 0; other < found_.size(); ++other)
      if (other != loop && made_.is_inside(found_[other].scope, found_[loop].scope)) return false;
    return true;
  }

  void name(std::uint32_t loop, const Found& found) {
    const std::uint64_t address = made_.graph.blocks[made_.forest.loops[loop].header].begin;
    const std::uint32_t depth =
        made_.source.scopes.empty() ? 0 : made_.source.scopes[found.scope].depth;
    const auto key = std::tuple(found.scope, found.file, found.line,
                                found.line == 0 ? address : std::uint64_t{0});
    const auto [known, is_new] =
        known_.try_emplace(key, static_cast<std::uint32_t>(made_.loops.size()));
    if (is_new) made_.loops.push_back({found.scope, depth, found.file, found.line, address});
    SourceLoop& kept = made_.loops[known->second];
    kept.address = std::min(kept.address, address);
    made_.source_loop[loop] = known->second;
  }

  FunctionLoops& made_;
  LoopLines lines_;
  std::vector<Found> found_;  // by loop of the forest
  std::map<std::tuple<std::uint32_t, std::string, std::uint32_t, std::uint64_t>, std::uint32_t>
      known_;
};

}  // namespace

bool FunctionLoops::is_inside(std::uint32_t inner, std::uint32_t outer) const {
  if (source.scopes.empty()) return true;
  while (source.scopes[inner].depth > source.scopes[outer].depth)
    inner = source.scopes[inner].parent;
  return inner == outer;
}

std::vector<std::uint32_t> FunctionLoops::around(std::uint64_t address) const {
  std::vector<std::uint32_t> made;
  const std::uint32_t block = graph.block_at(address);
  if (block == code::FunctionGraph::kNone) return made;
  const std::uint32_t scope = source.scope_at(address);
  for (const std::uint32_t loop : forest.around(block)) {
    const std::uint32_t found = source_loop[loop];
    if (is_inside(scope, loops[found].scope) &&
        std::find(made.begin(), made.end(), found) == made.end())
      made.push_back(found);
  }
  return made;
}

FunctionLoops function_loops(code::FunctionGraph graph, const code::ModuleSource& module) {
  FunctionLoops made;
  made.graph = std::move(graph);
  made.forest = code::loops_of(made.graph);
  made.source = module.of(made.graph.begin, ranges_of(made.graph));
  split_shared_headers(made.graph, made.source, made.forest);
  Namer(made).run();
  return made;
}

}  // namespace tarry::samples
