// SPDX-License-Identifier: BSD-3-Clause
#include "samples/shared_headers.h"

#include <algorithm>
#include <map>
#include <vector>

#include "samples/loop_lines.h"

namespace tarry::samples {
namespace {

using Blocks = std::vector<std::uint32_t>;

class Splitter {
 public:
  Splitter(const code::FunctionGraph& graph, const code::FunctionSource& source,
           code::LoopForest& forest)
      : graph_(graph),
        before_(graph.predecessors()),
        forest_(forest),
        lines_(graph, forest, source) {}

  void run() {
    const std::size_t loops = forest_.loops.size();
    for (std::uint32_t loop = 0; loop < loops; ++loop)
      if (forest_.loops[loop].is_reducible) look_at(loop);
  }

 private:
  void look_at(std::uint32_t loop) {
    const std::uint32_t header = forest_.loops[loop].header;
    std::map<std::uint32_t, Blocks> jumps;  // jumps back to the header, by line
    const std::string file = before_[header].size() > 2 ? lines_.file(loop) : std::string();
    if (file.empty()) return;
    for (const std::uint32_t from : before_[header])
      if (forest_.contains(loop, from))
        jumps[lines_.of_instruction(graph_.blocks[from].last, lines_.scope(loop), file)].push_back(
            from);
    if (jumps.size() != 2 || jumps.contains(0)) return;
    for (const auto& [line, latches] : jumps) {
      const auto& other = line == jumps.begin()->first ? *jumps.rbegin() : *jumps.begin();
      const Blocks inner = reaching(latches, header, loop);
      const auto is_inner = [&](std::uint32_t block) {
        return std::binary_search(inner.begin(), inner.end(), block);
      };
      if (std::any_of(other.second.begin(), other.second.end(), is_inner)) continue;
      if (are_two(loop, file, inner, line, other.first)) return split(loop, inner);
    }
  }

  // Returns the blocks of the loop from which these are reached without passing the header.
  [[nodiscard]] Blocks reaching(const Blocks& latches, std::uint32_t header,
                                std::uint32_t loop) const {
    std::vector<bool> seen(graph_.blocks.size(), false);
    seen[header] = true;
    Blocks found{header};
    Blocks open = latches;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (seen[at] || !forest_.contains(loop, at)) continue;
      seen[at] = true;
      found.push_back(at);
      open.insert(open.end(), before_[at].begin(), before_[at].end());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  [[nodiscard]] bool are_two(std::uint32_t loop, const std::string& file, const Blocks& inner,
                             std::uint32_t inner_line, std::uint32_t outer_line) const {
    Blocks rest;
    const Blocks& all = lines_.blocks(loop);
    std::set_difference(all.begin(), all.end(), inner.begin(), inner.end(),
                        std::back_inserter(rest));
    const LineSet own = lines_.of_blocks(inner, lines_.scope(loop), file);
    const LineSet others = lines_.of_blocks(rest, lines_.scope(loop), file);
    if (own.empty() || others.empty()) return false;
    const bool is_in_do =
        own.size() > 1 && inner_line == *own.begin() && outer_line > *own.rbegin();
    return is_in_do || *others.rbegin() < *own.begin();
  }

  void split(std::uint32_t loop, const Blocks& inner) {
    const auto made = static_cast<std::uint32_t>(forest_.loops.size());
    forest_.loops.push_back({forest_.loops[loop].header, loop, true});
    for (const std::uint32_t block : inner) {
      std::uint32_t at = forest_.innermost[block];
      if (at == loop) {
        forest_.innermost[block] = made;
        continue;
      }
      while (at != made && forest_.loops[at].parent != loop && forest_.loops[at].parent != made)
        at = forest_.loops[at].parent;
      if (at != made) forest_.loops[at].parent = made;
    }
  }

  const code::FunctionGraph& graph_;
  const std::vector<Blocks> before_;
  code::LoopForest& forest_;
  const LoopLines lines_;
};

}  // namespace

void split_shared_headers(const code::FunctionGraph& graph, const code::FunctionSource& source,
                          code::LoopForest& forest) {
  if (!source.scopes.empty()) Splitter(graph, source, forest).run();
}

}  // namespace tarry::samples
