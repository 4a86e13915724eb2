// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/summary_union.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "trace/summary/packed.h"

namespace tarry::trace::summary {
namespace {

// Returns the positions of the call paths of `part` in `whole`; nothing if one of them is missing.
std::optional<std::vector<std::uint32_t>> numbers_in(const PathTree& whole, const PathTree& part) {
  PathUnion all;
  all.add(whole);  // its numbers stay as they are
  std::vector<std::uint32_t> numbers = all.add(part);
  if (all.size() != whole.paths.size()) return std::nullopt;
  return numbers;
}

// Also keeps all paths of `tree` above those that are kept.
void keep_what_is_above(const PathTree& tree, std::vector<bool>& kept) {
  for (std::size_t p = tree.paths.size(); p > 0; --p)
    if (kept[p - 1] && tree.paths[p - 1].parent != kNoPath) kept[tree.paths[p - 1].parent] = true;
}

// The result is canonical because `summary` is.
ProcessSummary part_of(ProcessSummary summary, const std::vector<bool>& kept) {
  const PathTree tree = std::move(summary.tree);
  PathUnion paths;
  std::vector<std::uint32_t> numbers(tree.paths.size(), kNoPath);
  std::vector<std::vector<Cell>> cells;
  for (std::size_t p = 0; p < tree.paths.size(); ++p) {
    if (!kept[p]) continue;
    const Path& path = tree.paths[p];
    const std::uint32_t parent = path.parent == kNoPath ? kNoPath : numbers[path.parent];
    numbers[p] = paths.child(parent, tree.keys[path.key]);
    cells.push_back(std::move(summary.cells[p]));
  }
  summary.tree = paths.canonical();  // keeps the order: it was canonical before
  summary.cells = std::move(cells);
  return summary;
}

}  // namespace

SummaryUnion::SummaryUnion(ProcessSummary own, std::uint32_t rank, std::uint64_t id,
                           const UnionLimits& limits)
    : limits_(limits), own_(std::move(own)), rank_(rank), head_{id, 1, 0, own_.tree} {
  for (const std::vector<Cell>& cells : own_.cells) head_.bytes += row_bytes(cells) - kEmptyRow;
}

std::optional<std::string> SummaryUnion::paths() const {
  std::string out = packed(head_);
  if (out.size() > limits_.head_bytes) return std::nullopt;
  return out;
}

bool SummaryUnion::merge_paths(std::string_view behind) {
  const std::optional<UnitedHead> other = unpacked(behind);
  if (!other) return false;
  head_.processes += other->processes;
  head_.bytes += other->bytes;
  head_.tree = unite(head_.tree, other->tree);
  return true;
}

bool SummaryUnion::adopt_paths(std::string_view all) {
  std::optional<UnitedHead> head = unpacked(all);
  if (!head) return false;
  head_ = std::move(*head);
  std::optional<std::vector<std::uint32_t>> numbers = numbers_in(head_.tree, own_.tree);
  if (!numbers) return false;
  numbers_ = std::move(*numbers);
  sizes_.assign(head_.tree.paths.size(), kEmptyRow);
  for (std::size_t p = 0; p < numbers_.size(); ++p) sizes_[numbers_[p]] = row_bytes(own_.cells[p]);
  return true;
}

std::uint32_t SummaryUnion::only_batch() const {
  const std::size_t paths = head_.tree.paths.size();
  return head_.bytes + paths * kEmptyRow <= limits_.batch_bytes ? static_cast<std::uint32_t>(paths)
                                                                : 0;
}

std::string SummaryUnion::sizes() const {
  std::string out;
  out.reserve(sizes_.size() * sizeof sizes_[0]);
  for (const std::uint64_t size : sizes_) put(out, size);
  return out;
}

bool SummaryUnion::merge_sizes(std::string_view behind) {
  if (behind.size() != sizes_.size() * sizeof sizes_[0]) return false;
  Unpacker in(behind);
  for (std::uint64_t& size : sizes_) {
    std::uint64_t more = 0;
    in.get(more);
    size += more - kEmptyRow;
  }
  return true;
}

std::optional<std::uint32_t> SummaryUnion::end_of_batch(std::uint32_t first) const {
  if (first == 0 &&
      std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0}) > limits_.all_bytes)
    return std::nullopt;
  std::uint64_t bytes = 0;
  std::uint32_t end = first;
  for (; end < sizes_.size(); ++end) {
    if (sizes_[end] > limits_.row_bytes) return std::nullopt;
    bytes += sizes_[end];
    if (end > first && bytes > limits_.batch_bytes) break;
  }
  return end;
}

void SummaryUnion::begin_batch(std::uint32_t first, std::uint32_t end) {
  rows_.clear();
  auto own = std::lower_bound(numbers_.begin(), numbers_.end(), first);
  for (std::uint32_t path = first; path < end; ++path) {
    const bool is_own = own != numbers_.end() && *own == path;
    put_row(rows_, rank_, is_own ? own_.cells[own - numbers_.begin()] : std::vector<Cell>{});
    if (is_own) ++own;
  }
}

bool SummaryUnion::merge_rows(std::string_view behind) {
  std::optional<std::string> merged = merged_rows(rows_, behind);
  if (!merged) return false;
  rows_ = std::move(*merged);
  return true;
}

std::optional<ProcessSummary> changes_since(const ProcessSummary& given, ProcessSummary now,
                                            std::uint64_t id) {
  if (given.threads.size() > now.threads.size() ||
      !std::equal(given.threads.begin(), given.threads.end(), now.threads.begin()))
    return std::nullopt;
  const std::optional<std::vector<std::uint32_t>> numbers = numbers_in(now.tree, given.tree);
  if (!numbers) return std::nullopt;
  std::vector<bool> kept(now.tree.paths.size(), true);
  for (std::size_t p = 0; p < numbers->size(); ++p)
    kept[(*numbers)[p]] = given.cells[p] != now.cells[(*numbers)[p]];
  keep_what_is_above(now.tree, kept);
  now.united = id;
  return part_of(std::move(now), kept);
}

}  // namespace tarry::trace::summary
