// SPDX-License-Identifier: BSD-3-Clause
// How a folder unites iterations: each waits until the one behind it is found, and those inside of
// it are united first.
#include <algorithm>
#include <iterator>
#include <utility>

#include "compressed/fold/align.h"
#include "compressed/fold/folder.h"

namespace tarry::compressed {
namespace {

// Pending iterations further back than the window are united once there are this many.
constexpr std::size_t kMostDistant = 64;

}  // namespace

// Moves the pending iterations that begin at `first` or behind it to the end of `to`.
void Folder::take_from(Pendings& pendings, const FoldEvent& first, Pendings& to) {
  auto begin = pendings.end();
  while (begin != pendings.begin() && (begin - 1)->partner_first->position >= first.position)
    --begin;
  to.insert(to.end(), std::make_move_iterator(begin), std::make_move_iterator(pendings.end()));
  pendings.erase(begin, pendings.end());
}

void Folder::mark_pending(const Candidate& c) {
  Pending next{c.newer_first, c.newer_last, c.older_first, c.older_last, {}};
  Pendings in_newer;
  take_from(pending_, *c.newer_first, in_newer);
  Pendings* among = &pending_;
  const auto ends_with_older = [&] {
    return !among->empty() && among->back().last == c.older_last;
  };
  while (ends_with_older() && among->back().first->position < c.older_first->position) {
    among->back().last = c.newer_last;  // it ends with this loop, which has got another trip
    among = &among->back().inner;
  }
  if (ends_with_older() && among->back().first == c.older_first) {
    Pending whole = std::move(among->back());
    among->pop_back();
    const bool united = unite(whole);
    list_.close_gaps(whole.last->position + 1);
    next.partner_first = united ? whole.partner_first : whole.first;
    next.partner_last = whole.last;
    next.inner = std::move(whole.inner);  // empty, but its memory is used again
  }
  take_from(*among, *next.partner_first, next.inner);
  take_from(in_newer, *next.partner_first, next.inner);
  among->push_back(std::move(next));
}

// Unites a pending iteration with its partner, after everything pending inside either. Returns true
// if pending.last is now the end of both, false if they have become too different. Leaves gaps
// behind pending.last.
bool Folder::unite(Pending& pending) {
  unite_inner(pending);
  const std::size_t begin = pending.partner_first->position;
  const std::size_t middle = pending.first->position;
  const std::size_t end = pending.last->position + 1;
  looked_at_ += end - begin;
  const auto& levels = pending.partner_first->levels;
  const bool is_loop =
      !levels.empty() && levels[0].entries() == 1 && levels[0].last_length() == middle - begin;
  if (options_.one_length &&
      !keep_lengths(list_.between(begin, middle), list_.between(middle, end), is_loop))
    return false;
  if (unite_if_same(list_.between(begin, middle), list_.between(middle, end), is_loop)) {
    list_.drop(middle, end);
    pending.last = pending.partner_last;
    return true;
  }
  const Events first = list_.copy(begin, middle);
  const Events second = list_.copy(middle, end);
  Pairs pairs;
  if (!align_iterations(first, second, pairs)) return false;
  const MergedIteration merged = merge_iterations(first, second, pairs, is_loop);
  list_.replace(begin, end, merged);
  pending.last = merged.events.back();
  return true;
}

// The last ones are united first, so everything before them keeps its place.
void Folder::unite_inner(Pending& pending) {
  if (pending.inner.empty()) return;
  const std::size_t begin = pending.partner_first->position;
  const std::size_t end = pending.last->position + 1;
  while (!pending.inner.empty()) {
    Pending inner = std::move(pending.inner.back());
    pending.inner.pop_back();
    const FoldEvent* const last = inner.last;
    unite(inner);
    if (pending.last == last) pending.last = inner.last;
    if (pending.partner_last == last) pending.partner_last = inner.last;
  }
  list_.close_gaps(begin, end);
}

// The first events of the two belong together, and so do the last ones.
bool Folder::align_iterations(const Events& first, const Events& second, Pairs& pairs) {
  if (first.front()->site != second.front()->site || first.back()->site != second.back()->site)
    return false;
  pairs.emplace_back(0, 0);
  if (first.size() == 1 && second.size() == 1) return true;
  if (first.size() == 1 || second.size() == 1) return false;
  const std::vector<std::uint32_t> a = sites_of(first[1], first[first.size() - 2]);
  const std::vector<std::uint32_t> b = sites_of(second[1], second[second.size() - 2]);
  if (!uniting_.spend(cells_to_align(a, b))) return false;
  for (const auto& [i, j] : align(a, b)) pairs.emplace_back(i + 1, j + 1);
  pairs.emplace_back(first.size() - 1, second.size() - 1);
  return true;
}

void Folder::unite_all(Pendings pendings) {
  if (pendings.empty()) return;
  const std::size_t begin = pendings.front().partner_first->position;
  for (auto p = pendings.rbegin(); p != pendings.rend(); ++p) unite(*p);
  list_.close_gaps(begin);
}

void Folder::unite_distant() {
  const std::size_t newest = list_.size() - 1;
  const auto is_distant = [&](const Pending& p) {
    return newest - p.last->position > options_.window;
  };
  if (pending_.size() < kMostDistant || !is_distant(pending_[kMostDistant - 1])) return;
  const auto near = std::partition_point(pending_.begin(), pending_.end(), is_distant);
  Pendings distant(std::make_move_iterator(pending_.begin()), std::make_move_iterator(near));
  pending_.erase(pending_.begin(), near);
  unite_all(std::move(distant));
}

}  // namespace tarry::compressed
