// SPDX-License-Identifier: BSD-3-Clause
// How a folder finds iterations: an earlier call from the place of the newest one may be the end of
// the iteration before, if the calls up to it are the same or enough alike.
#include <algorithm>
#include <iterator>
#include <utility>

#include "compressed/fold/align.h"
#include "compressed/fold/folder.h"

namespace tarry::compressed {
namespace {

// How many earlier calls from the same place are tried as end and as begin of an iteration.
constexpr int kMostEnds = 24;
constexpr int kMostBegins = 8;
// How many pending iterations are tried as ends of iterations of a loop around them.
constexpr std::size_t kMostAround = 8;
// Sorting a sequence costs about as much per event.
constexpr std::uint64_t kCellsPerEvent = 32;
// An event that heads this many loops ends the union of iterations that are only alike, which would
// go on for ever.
constexpr std::size_t kMostLevels = 32;

}  // namespace

void Folder::find_iteration() {
  FoldEvent* const newest = list_[list_.size() - 1];
  int ends = 0;
  for (FoldEvent* end = newest->previous_same; end != nullptr && ends < kMostEnds;
       end = end->previous_same, ++ends) {
    if (newest->position - end->position > options_.window) return;
    ++looked_at_;
    Candidate candidate{nullptr, end, list_[end->position + 1], newest};
    const bool is_found = complete_repeated(candidate) ||
                          (may_begin_newer(*candidate.newer_first) && complete(candidate));
    if (!is_found) continue;
    if (!has_split_ && !are_equal(candidate)) split();
    mark_pending(candidate);
    find_around_pending();
    unite_distant();
    return;
  }
}

// The newest call has ended an iteration of a loop. If all iterations of a loop around it consist
// of such loops, each of its own iterations ends where one of theirs does, too.
void Folder::find_around_pending() {
  const Pending& inner = pending_.back();
  FoldEvent* const newest = list_[list_.size() - 1];
  const std::size_t length = length_of(inner.partner_first, inner.last);
  if (inner.last != newest) return;
  const std::size_t most = std::min(pending_.size(), kMostAround);
  for (std::size_t i = 2; i <= most; ++i) {
    FoldEvent* const last = pending_[pending_.size() - i].last;
    if (newest->position - last->position > options_.window) return;
    ++looked_at_;
    if (last->position + 1 < length ||
        !list_.are_same(*list_[last->position + 1 - length], *inner.partner_first, length))
      continue;
    Candidate candidate{nullptr, last, list_[last->position + 1], newest};
    if (!complete_repeated(candidate)) continue;
    mark_pending(candidate);
    return;
  }
}

// Looks for an older iteration with the very same events. Pending iterations that it would cut are
// given up if they are only alike.
bool Folder::complete_repeated(Candidate& candidate) {
  const std::size_t length = length_of(candidate.newer_first, candidate.newer_last);
  if (candidate.newer_first->position < length || candidate.newer_first->inside != 0) return false;
  candidate.older_first = list_[candidate.newer_first->position - length];
  if (candidate.older_first->inside != 0 ||
      !list_.are_same(*candidate.older_first, *candidate.newer_first, length))
    return false;
  if (around(pending_, *candidate.newer_first) == nullptr && may_begin_older(candidate))
    return true;
  const auto cut = std::partition_point(pending_.begin(), pending_.end(), [&](const Pending& p) {
    return p.last->position < candidate.older_first->position;
  });
  looked_at_ += static_cast<std::uint64_t>(pending_.end() - cut);
  if (repeats_across(candidate, {cut, pending_.end()})) return false;
  Pendings kept = not_across(
      candidate, {std::make_move_iterator(cut), std::make_move_iterator(pending_.end())});
  pending_.erase(cut, pending_.end());
  std::move(kept.begin(), kept.end(), std::back_inserter(pending_));
  return true;
}

// Returns whether one of the candidate's iterations begins within `p`, except as may_begin_older()
// allows.
bool Folder::is_across(const Candidate& c, const Pending& p) {
  const auto is_inside = [&p](const FoldEvent& event) {
    return p.partner_first->position < event.position && event.position <= p.last->position;
  };
  return is_inside(*c.newer_first) ||
         (is_inside(*c.older_first) &&
          (p.last != c.older_last || c.older_first->position < p.first->position));
}

// Returns whether its events now equal those of its partner.
bool Folder::repeats(const Pending& p) const {
  const std::size_t length = length_of(p.first, p.last);
  return length == length_of(p.partner_first, p.partner_last) &&
         list_.are_same(*p.partner_first, *p.first, length);
}

bool Folder::repeats_across(const Candidate& c, std::span<const Pending> pendings) const {
  return std::any_of(pendings.begin(), pendings.end(), [&](const Pending& p) {
    return (is_across(c, p) && repeats(p)) || repeats_across(c, p.inner);
  });
}

// Leaves out pending iterations that lie across the candidate, but keeps those pending inside them.
Folder::Pendings Folder::not_across(const Candidate& c, Pendings&& pendings) {
  Pendings kept;
  for (Pending& p : pendings) {
    p.inner = not_across(c, std::move(p.inner));
    if (is_across(c, p))
      std::move(p.inner.begin(), p.inner.end(), std::back_inserter(kept));
    else
      kept.push_back(std::move(p));
  }
  return kept;
}

// Looks for the begin of the older iteration.
bool Folder::complete(Candidate& candidate) {
  const double share = options_.partial_iterations ? options_.least_common_share : 1;
  const auto newer_length =
      static_cast<double>(length_of(candidate.newer_first, candidate.newer_last));
  int begins = 0;
  for (FoldEvent* begin = candidate.newer_first->previous_same;
       begin != nullptr && begins < kMostBegins; begin = begin->previous_same, ++begins) {
    ++looked_at_;
    if (begin->position > candidate.older_last->position) continue;
    if (candidate.older_last->position - begin->position > options_.window) return false;
    const auto older_length = static_cast<double>(length_of(begin, candidate.older_last));
    if (older_length < share * newer_length) continue;
    if (newer_length < share * older_length) return false;
    candidate.older_first = begin;
    if (may_begin_older(candidate) && alike(candidate)) return true;
  }
  return false;
}

// Returns the pending iteration that, together with its partner, contains the event other than as
// its first one; nullptr if there is none.
const Folder::Pending* Folder::around(const Pendings& pendings, const FoldEvent& event) {
  const auto behind = std::partition_point(pendings.begin(), pendings.end(), [&](const Pending& p) {
    return p.partner_first->position < event.position;
  });
  if (behind == pendings.begin()) return nullptr;
  const Pending& before = *(behind - 1);
  return before.last->position >= event.position ? &before : nullptr;
}

// Returns whether no loop and no pending iteration with its partner extends to both sides of the
// event's begin.
bool Folder::may_begin_newer(const FoldEvent& event) const {
  return event.inside == 0 && around(pending_, event) == nullptr;
}

// Returns whether the older iteration is a whole pending one, or the end of some, or cuts through
// none.
bool Folder::may_begin_older(const Candidate& c) const {
  if (c.older_first->inside != 0) return false;
  const Pending* p = around(pending_, *c.older_first);
  for (; p != nullptr; p = around(p->inner, *c.older_first))
    if (p->last != c.older_last || c.older_first->position < p->first->position) return false;
  return true;
}

bool Folder::are_equal(const Candidate& c) const {
  const std::size_t length = length_of(c.older_first, c.older_last);
  return length == length_of(c.newer_first, c.newer_last) &&
         list_.are_same(*c.older_first, *c.newer_first, length);
}

bool Folder::alike(const Candidate& c) {
  const std::size_t older_length = length_of(c.older_first, c.older_last);
  const std::size_t newer_length = length_of(c.newer_first, c.newer_last);
  if (are_equal(c)) return true;
  if (!options_.partial_iterations) return false;
  if (std::min(older_length, newer_length) < 2) return false;
  const std::size_t longer = std::max(older_length, newer_length);
  const double least = options_.least_common_share * static_cast<double>(longer);
  if (!comparing_.spend(kCellsPerEvent * longer)) return false;
  const auto both = list_.between(c.older_first->position, c.newer_last->position + 1);
  if (std::any_of(both.begin(), both.end(),
                  [](const FoldEvent* event) { return event->levels.size() >= kMostLevels; }))
    return false;
  const std::vector<std::uint32_t> older = sites_of(c.older_first, c.older_last);
  const std::vector<std::uint32_t> newer = sites_of(c.newer_first, c.newer_last);
  if (static_cast<double>(most_common(older, newer)) < least) return false;
  if (!comparing_.spend(cells_to_align(older, newer))) return false;
  return static_cast<double>(align(older, newer).size()) >= least;
}

std::vector<std::uint32_t> Folder::sites_of(const FoldEvent* first, const FoldEvent* last) const {
  std::vector<std::uint32_t> sites;
  sites.reserve(length_of(first, last));
  for (const FoldEvent* event : list_.between(first->position, last->position + 1))
    sites.push_back(event->site.value);
  return sites;
}

}  // namespace tarry::compressed
