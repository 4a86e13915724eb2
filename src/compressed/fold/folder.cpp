// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/folder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "compressed/fold/finished_event.h"

namespace tarry::compressed {
namespace {

// How many earlier calls from the same place are tried as end and as begin of an iteration.
constexpr int kMostEnds = 24;
constexpr int kMostBegins = 8;
// How many pending iterations are tried as ends of iterations of a loop around them.
constexpr std::size_t kMostAround = 8;
// Budget of table cells that align() fills for sequences that differ: to find out whether they are
// iterations, and to unite them.
constexpr std::uint64_t kCellsAtFirst = 1u << 20;
constexpr std::uint64_t kCellsPerCall = 512;
constexpr std::uint64_t kMostCells = 1u << 27;
// Sorting a sequence costs about as much per event.
constexpr std::uint64_t kCellsPerEvent = 32;
// Pending iterations further back than the window are united once there are this many.
constexpr std::size_t kMostDistant = 64;
// An event that heads this many loops ends the union of iterations that are only alike, which would
// go on for ever.
constexpr std::size_t kMostLevels = 32;
// Memory of an event besides its values and levels, in terms.
constexpr std::size_t kTermsOfEvent = 8;
// Streams with fewer terms than this are never given up.
constexpr std::size_t kFewTerms = 64;
// Of two ways of folding, one is hopeless with so many times and so many more events.
constexpr std::size_t kHopelessTimes = 4;
constexpr std::size_t kHopelessEvents = 64;
// Between two looks at the memory, at least this part of the limit is filled.
constexpr std::uint64_t kLookParts = 16;

std::size_t length_of(const FoldEvent* first, const FoldEvent* last) {
  return last->position - first->position + 1;
}

}  // namespace

Folder::Folder(const FoldOptions& options)
    : has_split_(!options.also_equal_only || !options.partial_iterations),
      options_(options),
      list_(options.vectors),
      comparing_(kCellsAtFirst, kCellsPerCall, kMostCells),
      uniting_(4 * kCellsAtFirst, 4 * kCellsPerCall, kMostCells),
      look_in_(options.most_terms) {}

void Folder::add(const Call& call) {
  Folder* const other = equal_only_.get();  // one that begins now has the call already
  fold(call);
  if (other == nullptr) return;
  other->fold(call);
  end_hopeless();
}

void Folder::fold(const Call& call) {
  if (full_) {
    ++left_out_;
    return;
  }
  list_.append(call, previous_);
  previous_ = call.site;
  ++calls_;
  comparing_.earn();
  uniting_.earn();
  find_iteration();
  look_in_ -= std::min<std::uint64_t>(look_in_, kTermsOfEvent + kParameters * call.actions.size());
  if (look_in_ == 0) keep_within_memory();
}

Folder::Pendings Folder::copied(const Pendings& pendings, const FoldList& to) {
  Pendings out;
  for (const Pending& p : pendings)
    out.push_back({to[p.first->position], to[p.last->position], to[p.partner_first->position],
                   to[p.partner_last->position], copied(p.inner, to)});
  return out;
}

// Until now both would have done the same.
void Folder::split() {
  has_split_ = true;
  FoldOptions equal_only = options_;
  equal_only.partial_iterations = false;
  equal_only_ = std::make_unique<Folder>(equal_only);
  equal_only_->list_ = list_.clone();
  equal_only_->pending_ = copied(pending_, equal_only_->list_);
  equal_only_->previous_ = previous_;
  equal_only_->calls_ = calls_;
  shares_memory_ = equal_only_->shares_memory_ = true;
  equal_only_->look_in_ = look_in_ = 0;  // the memory is looked at after this call
  equal_only_->gave_up_ = gave_up_;
  equal_only_->find_iteration();
}

// Ends the one that is far larger than the other, or the larger one if together they take too much
// memory.
void Folder::end_hopeless() {
  const std::size_t own = list_.size(), others = equal_only_->list_.size();
  const bool is_crowded = is_crowded_ || equal_only_->is_crowded_;
  if (others > kHopelessTimes * own + kHopelessEvents || (is_crowded && others >= own))
    equal_only_.reset();
  else if (own > kHopelessTimes * others + kHopelessEvents || is_crowded)
    *this = std::move(*std::unique_ptr<Folder>(std::move(equal_only_)));
  if (equal_only_) return;
  shares_memory_ = is_crowded_ = false;
  keep_within_memory();
}

const Folder& Folder::better() const {
  return equal_only_ && equal_only_->cost() < cost() ? *equal_only_ : *this;
}

// Few events may head very many loops. A loop takes about half as much room as an event.
std::size_t Folder::cost() const {
  std::size_t sum = 2 * list_.size();
  for (const FoldEvent* event : list_.all()) sum += event->levels.size();
  return sum;
}

std::size_t Folder::terms() const {
  return own_terms() + (equal_only_ ? equal_only_->own_terms() : 0);
}

std::size_t Folder::own_terms() const {
  std::size_t sum = kTermsOfEvent * list_.size();
  for (const FoldEvent* event : list_.all()) {
    sum += event->values.terms();
    for (const FoldLevel& level : event->levels) sum += level.terms();
  }
  return sum;
}

// Values that may be given up go first. If that is not enough, nothing more is recorded.
void Folder::keep_within_memory() {
  std::size_t now = own_terms();
  is_crowded_ = shares_memory_ && now > options_.most_terms / 2;
  if (now > options_.most_terms) {
    for (FoldEvent* event : list_.all())
      for (FoldStream& stream : event->values.streams())
        if (event->values.may_be_given_up(stream) && stream.terms() > kFewTerms) {
          stream.give_up();
          gave_up_ = true;
        }
    now = own_terms();
    full_ = now > options_.most_terms;
  }
  const std::size_t most = shares_memory_ ? options_.most_terms / 2 : options_.most_terms;
  look_in_ = std::max<std::uint64_t>(most - std::min(now, most), options_.most_terms / kLookParts);
}

std::vector<std::string> Folder::notes() const {
  if (const Folder& other = better(); &other != this) return other.notes();
  std::vector<std::string> notes;
  if (gave_up_)
    notes.emplace_back("peers and sizes with very many different values are histograms only");
  if (left_out_ > 0)
    notes.push_back("calls left out at the end of a rank, which does not repeat itself: " +
                    std::to_string(left_out_));
  return notes;
}

std::uint64_t Folder::steps() const {
  return looked_at_ + list_.placed() + comparing_.spent() + uniting_.spent() +
         (equal_only_ ? equal_only_->steps() : 0);
}

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

std::vector<std::uint32_t> Folder::sites_of(const FoldEvent* first, const FoldEvent* last) const {
  std::vector<std::uint32_t> sites;
  sites.reserve(length_of(first, last));
  for (const FoldEvent* event : list_.between(first->position, last->position + 1))
    sites.push_back(event->site.value);
  return sites;
}

// Which of the two is better is seen only when all iterations are united.
std::vector<Event> Folder::finish(std::uint32_t rank) {
  if (equal_only_) {
    equal_only_->unite_all(std::move(equal_only_->pending_));
    equal_only_->pending_.clear();
  }
  unite_all(std::move(pending_));
  pending_.clear();
  if (equal_only_ && &better() != this) return equal_only_->finish(rank);
  std::vector<Event> out;
  out.reserve(list_.size());
  for (FoldEvent* event : list_.all()) out.push_back(finished(*event, rank, options_));
  return out;
}

std::vector<Event> Folder::so_far(std::uint32_t rank) const {
  if (const Folder& other = better(); &other != this) return other.so_far(rank);
  std::vector<Event> out;
  out.reserve(list_.size());
  for (const FoldEvent* event : list_.all()) {
    FoldEvent copy = *event;
    out.push_back(finished(copy, rank, options_));
  }
  return out;
}

}  // namespace tarry::compressed
