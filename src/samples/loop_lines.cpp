// SPDX-License-Identifier: BSD-3-Clause
#include "samples/loop_lines.h"

#include <algorithm>
#include <map>

namespace tarry::samples {
namespace {

constexpr std::uint32_t kNoNumber = code::FunctionGraph::kNone;

}  // namespace

LoopLines::LoopLines(const code::FunctionGraph& graph, const code::LoopForest& forest,
                     const code::FunctionSource& source)
    : graph_(graph),
      forest_(forest),
      source_(source),
      scopes_(forest.loops.size(), kNoNumber),
      blocks_(forest.loops.size()) {
  for (std::uint32_t block = 0; block < graph.blocks.size(); ++block)
    for (std::uint32_t loop = forest.innermost[block]; loop != kNoNumber;
         loop = forest.loops[loop].parent)
      blocks_[loop].push_back(block);
  if (!source.scopes.empty()) make_segments();
  find_scopes();
}

void LoopLines::make_segments() {
  for (const code::SourceRow& row : source_.rows)
    for (std::uint64_t at = row.begin; at < row.end;) {
      const auto change = source_.scope_from.upper_bound(at);
      const std::uint64_t next =
          change == source_.scope_from.end() ? row.end : std::min(row.end, change->first);
      segments_.push_back({at, next, row.file, row.line, row.column, source_.scope_at(at)});
      at = next;
    }
}

template <class Take>
void LoopLines::each_segment(std::uint64_t begin, std::uint64_t end, Take take) const {
  auto at = std::partition_point(segments_.begin(), segments_.end(),
                                 [&](const Segment& one) { return one.end <= begin; });
  for (; at != segments_.end() && at->begin < end; ++at) take(*at);
}

std::uint32_t LoopLines::common(std::uint32_t a, std::uint32_t b) const {
  while (a != b) {
    std::uint32_t& deeper = source_.scopes[a].depth >= source_.scopes[b].depth ? a : b;
    deeper = source_.scopes[deeper].parent;
  }
  return a;
}

void LoopLines::find_scopes() {
  for (std::uint32_t at = 0; at < graph_.blocks.size(); ++at)
    each_segment(graph_.blocks[at].begin, graph_.blocks[at].end, [&](const Segment& one) {
      for (std::uint32_t loop = forest_.innermost[at]; loop != kNoNumber;
           loop = forest_.loops[loop].parent)
        scopes_[loop] = scopes_[loop] == kNoNumber ? one.scope : common(scopes_[loop], one.scope);
    });
  std::replace(scopes_.begin(), scopes_.end(), kNoNumber, std::uint32_t{0});
}

std::uint32_t LoopLines::line_in(const Segment& segment, std::uint32_t scope,
                                 const std::string& file) const {
  const auto& scopes = source_.scopes;
  std::uint32_t inner = kNoNumber;
  std::uint32_t at = segment.scope;
  for (; at != scope && at != 0; at = scopes[at].parent) inner = at;
  if (at != scope) return 0;
  const bool is_own = inner == kNoNumber;
  const std::string& found = is_own ? source_.files[segment.file] : scopes[inner].call.file;
  const std::uint32_t line = is_own ? segment.line : scopes[inner].call.line;
  // The body may begin in the line of the head.
  const bool is_right_of_head =
      is_own && line == scopes[scope].head && segment.column > scopes[scope].head_column;
  return found == file && (line > scopes[scope].head || is_right_of_head) ? line : 0;
}

std::string LoopLines::file(std::uint32_t loop) const {
  std::map<std::string, std::size_t> votes;
  for (const std::uint32_t block : blocks(loop))
    each_segment(graph_.blocks[block].begin, graph_.blocks[block].end, [&](const Segment& one) {
      std::uint32_t inner = kNoNumber;
      for (std::uint32_t at = one.scope; at != scopes_[loop] && at != 0;
           at = source_.scopes[at].parent)
        inner = at;
      ++votes[inner == kNoNumber ? source_.files[one.file] : source_.scopes[inner].call.file];
    });
  const auto most = std::max_element(
      votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == votes.end() ? std::string() : most->first;
}

LineSet LoopLines::of_blocks(const std::vector<std::uint32_t>& blocks, std::uint32_t scope,
                             const std::string& file) const {
  LineSet made;
  for (const std::uint32_t block : blocks)
    each_segment(graph_.blocks[block].begin, graph_.blocks[block].end, [&](const Segment& one) {
      if (const std::uint32_t line = line_in(one, scope, file); line > 0) made.insert(line);
    });
  return made;
}

std::uint32_t LoopLines::of_instruction(std::uint64_t address, std::uint32_t scope,
                                        const std::string& file) const {
  std::uint32_t line = 0;
  each_segment(address, address + 1, [&](const Segment& one) { line = line_in(one, scope, file); });
  return line;
}

}  // namespace tarry::samples
