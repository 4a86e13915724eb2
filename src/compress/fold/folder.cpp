// SPDX-License-Identifier: BSD-3-Clause
#include "compress/fold/folder.h"

#include <algorithm>

namespace tarry::compress {
namespace {

// Earlier calls from the same place that are looked at, for the end and for the begin of an
// iteration.
constexpr int kMostEnds = 24;
constexpr int kMostBegins = 8;
// Comparing sequences that differ may cost this much per call on average.
constexpr std::uint64_t kCellsPerCall = 512;
constexpr std::uint64_t kCellsAtFirst = 1u << 20;
// Sorting a sequence costs about as much per event.
constexpr std::uint64_t kCellsPerEvent = 32;
// Pending iterations further back than the window are united.
constexpr std::size_t kMostPending = 64;
// What an event takes beside them, in terms.
constexpr std::size_t kTermsOfEvent = 16;
// Values with less than that are kept.
constexpr std::size_t kFewTerms = 64;
// So often, in calls, it is looked how much memory the values take.
constexpr std::uint64_t kCallsBetweenLooks = 1u << 16;

std::size_t length_of(const FoldEvent* first, const FoldEvent* last) {
  return last->position - first->position + 1;
}

bool lies_within(const FoldEvent& event, const FoldEvent* first, const FoldEvent* last) {
  return event.position >= first->position && event.position <= last->position;
}

}  // namespace

FoldEvent* Folder::new_event() {
  if (free_.empty()) {
    owned_.push_back(std::make_unique<FoldEvent>());
    return owned_.back().get();
  }
  FoldEvent* const event = free_.back();
  free_.pop_back();
  event->inside = 0;
  event->levels.clear();
  return event;
}

void Folder::link(FoldEvent& event) {
  if (newest_.size() <= event.site.index()) newest_.resize(event.site.index() + 1, nullptr);
  FoldEvent*& newest = newest_[event.site.index()];
  event.previous_same = newest;
  event.next_same = nullptr;
  if (newest != nullptr) newest->next_same = &event;
  newest = &event;
}

void Folder::unlink(FoldEvent& event) {
  if (event.previous_same != nullptr) event.previous_same->next_same = event.next_same;
  if (event.next_same != nullptr)
    event.next_same->previous_same = event.previous_same;
  else
    newest_[event.site.index()] = event.previous_same;
}

void Folder::add(const Call& call) {
  if (full_) {
    ++left_out_;
    return;
  }
  FoldEvent* const event = new_event();
  event->site = call.site;
  event->values.set(call, previous_);
  event->position = static_cast<std::uint32_t>(list_.size());
  previous_ = call.site;
  list_.push_back(event);
  link(*event);
  ++calls_;
  find_iteration();
  if (calls_ % kCallsBetweenLooks == 0) keep_within_memory();
}

// Values that may be given up go first; if that does not help, nothing more is recorded.
void Folder::keep_within_memory() {
  const auto terms = [&] {
    std::size_t sum = kTermsOfEvent * list_.size();
    for (const FoldEvent* event : list_) {
      for (const FoldStream& stream : event->values.streams()) sum += stream.terms();
      for (const FoldLevel& level : event->levels) sum += level.terms();
    }
    return sum;
  };
  if (terms() <= options_.most_terms) return;
  for (FoldEvent* event : list_)
    for (FoldStream& stream : event->values.streams())
      if (stream.may_be_given_up() && stream.terms() > kFewTerms) {
        stream.give_up();
        gave_up_ = true;
      }
  full_ = terms() > options_.most_terms;
}

std::vector<std::string> Folder::notes() const {
  std::vector<std::string> notes;
  if (gave_up_)
    notes.emplace_back("peers and sizes with very many different values are histograms only");
  if (left_out_ > 0)
    notes.push_back("calls left out at the end of a rank, which does not repeat itself: " +
                    std::to_string(left_out_));
  return notes;
}

void Folder::find_iteration() {
  FoldEvent* const newest = list_.back();
  int ends = 0;
  for (FoldEvent* end = newest->previous_same; end != nullptr && ends < kMostEnds;
       end = end->previous_same, ++ends) {
    if (newest->position - end->position > options_.window) return;
    Candidate candidate{nullptr, end, list_[end->position + 1], newest};
    if (!may_begin_newer(*candidate.newer_first) || !complete(candidate)) continue;
    mark_pending(candidate);
    if (pending_.size() > kMostPending) unite_distant();
    return;
  }
}

// Looks for the begin of the older iteration.
bool Folder::complete(Candidate& candidate) {
  int begins = 0;
  for (FoldEvent* begin = candidate.newer_first->previous_same;
       begin != nullptr && begins < kMostBegins; begin = begin->previous_same, ++begins) {
    if (begin->position > candidate.older_last->position) continue;
    if (candidate.older_last->position - begin->position > options_.window) return false;
    candidate.older_first = begin;
    if (may_begin_older(candidate) && alike(candidate)) return true;
  }
  return false;
}

// No loop and no pending iteration, with the one that it waits for, lies on both sides.
bool Folder::may_begin_newer(const FoldEvent& event) const {
  if (event.inside != 0) return false;
  return std::none_of(pending_.begin(), pending_.end(), [&](const Pending& p) {
    return &event != p.partner_first && lies_within(event, p.partner_first, p.last);
  });
}

// The older iteration is a pending one as a whole, or the end of some, or cuts through none.
bool Folder::may_begin_older(const Candidate& c) const {
  if (c.older_first->inside != 0) return false;
  return std::all_of(pending_.begin(), pending_.end(), [&](const Pending& p) {
    if (c.older_first == p.partner_first || !lies_within(*c.older_first, p.partner_first, p.last))
      return true;
    return p.last == c.older_last && lies_within(*c.older_first, p.first, p.last);
  });
}

bool Folder::are_same(const Candidate& c) const {
  const std::size_t length = length_of(c.older_first, c.older_last);
  if (length != length_of(c.newer_first, c.newer_last)) return false;
  for (std::size_t i = 0; i < length; ++i)
    if (list_[c.older_first->position + i]->site != list_[c.newer_first->position + i]->site)
      return false;
  return true;
}

// Whether so much work, in cells of the table that align() fills, is left for comparing sequences.
bool Folder::may_spend(std::uint64_t cells) {
  if (cells_ + cells > kCellsAtFirst + kCellsPerCall * calls_) return false;
  cells_ += cells;
  return true;
}

bool Folder::alike(const Candidate& c) {
  if (are_same(c)) return true;
  if (!options_.partial_iterations) return false;
  const std::size_t shorter =
      std::min(length_of(c.older_first, c.older_last), length_of(c.newer_first, c.newer_last));
  if (shorter < 2) return false;
  const auto longer = static_cast<double>(
      std::max(length_of(c.older_first, c.older_last), length_of(c.newer_first, c.newer_last)));
  const double least = options_.least_common_share * longer;
  if (static_cast<double>(shorter) < least) return false;
  if (!may_spend(kCellsPerEvent * static_cast<std::uint64_t>(longer))) return false;
  const std::vector<std::uint32_t> older = sites_of(c.older_first, c.older_last);
  const std::vector<std::uint32_t> newer = sites_of(c.newer_first, c.newer_last);
  if (static_cast<double>(most_common(older, newer)) < least) return false;
  if (!may_spend(older.size() * newer.size())) return false;
  return static_cast<double>(align(older, newer).size()) >= least;
}

void Folder::mark_pending(const Candidate& c) {
  Pending next{c.newer_first, c.newer_last, c.older_first, c.older_last};
  Pending whole;
  for (Pending& p : pending_) {
    if (p.last != c.older_last) continue;
    if (p.first == c.older_first)
      whole = p;
    else if (p.first->position < c.older_first->position)
      p.last = c.newer_last;  // it ends with this loop, whose next trip has come
  }
  if (whole.first != nullptr) {
    const bool united = unite(whole);
    next.partner_first = united ? whole.partner_first : whole.first;
    next.partner_last = whole.last;
  }
  pending_.push_back(next);
}

// Unites a pending iteration with its partner, after what is pending in either. True: pending.last
// is the end of both now. False: they have become too different.
bool Folder::unite(Pending& pending) {
  std::erase_if(pending_, [&](const Pending& p) {
    return p.first == pending.first && p.last == pending.last;
  });
  unite_within(pending.partner_first, pending.partner_last);
  unite_within(pending.first, pending.last);
  const std::size_t begin = pending.partner_first->position;
  const std::size_t middle = pending.first->position;
  const std::size_t end = pending.last->position + 1;
  const auto& levels = pending.partner_first->levels;
  const bool is_loop =
      !levels.empty() && levels[0].entries() == 1 && levels[0].last_length() == middle - begin;
  const std::span<FoldEvent* const> all(list_);
  FoldEvent* last = pending.partner_last;
  if (unite_if_same(all.subspan(begin, middle - begin), all.subspan(middle, end - middle),
                    is_loop)) {
    drop(middle, end);
  } else {
    const Events first(list_.begin() + begin, list_.begin() + middle);
    const Events second(list_.begin() + middle, list_.begin() + end);
    Pairs pairs;
    if (!align_iterations(first, second, pairs)) return false;
    const MergedIteration merged = merge_iterations(first, second, pairs, is_loop);
    last = merged.events.back();
    replace(begin, end, merged);
  }
  for (Pending& p : pending_) {
    if (p.last == pending.last) p.last = last;
    if (p.partner_last == pending.last) p.partner_last = last;
  }
  pending.last = last;
  return true;
}

// The first and the last events of both belong together.
bool Folder::align_iterations(const Events& first, const Events& second, Pairs& pairs) {
  if (first.front()->site != second.front()->site || first.back()->site != second.back()->site)
    return false;
  pairs.emplace_back(0, 0);
  if (first.size() == 1 && second.size() == 1) return true;
  if (first.size() == 1 || second.size() == 1) return false;
  const std::vector<std::uint32_t> a = sites_of(first[1], first[first.size() - 2]);
  const std::vector<std::uint32_t> b = sites_of(second[1], second[second.size() - 2]);
  for (const auto& [i, j] : align(a, b)) pairs.emplace_back(i + 1, j + 1);
  pairs.emplace_back(first.size() - 1, second.size() - 1);
  return true;
}

// Unites what is pending in [first, last].
void Folder::unite_within(const FoldEvent* first, FoldEvent*& last) {
  for (;;) {
    const auto found = std::find_if(pending_.begin(), pending_.end(), [&](const Pending& p) {
      return lies_within(*p.first, first, last) && p.last->position <= last->position;
    });
    if (found == pending_.end()) return;
    Pending inner = *found;
    const bool ends_both = inner.last == last;
    unite(inner);
    if (ends_both) last = inner.last;
  }
}

void Folder::unite_distant() {
  const std::size_t newest = list_.back()->position;
  for (;;) {
    const auto found = std::find_if(pending_.begin(), pending_.end(), [&](const Pending& p) {
      return newest - p.last->position > options_.window;
    });
    if (found == pending_.end()) return;
    Pending distant = *found;
    unite(distant);
  }
}

std::vector<std::uint32_t> Folder::sites_of(const FoldEvent* first, const FoldEvent* last) const {
  std::vector<std::uint32_t> sites;
  sites.reserve(last->position - first->position + 1);
  for (std::size_t i = first->position; i <= last->position; ++i)
    sites.push_back(list_[i]->site.value);
  return sites;
}

void Folder::renumber(std::size_t begin) {
  for (std::size_t i = begin; i < list_.size(); ++i)
    list_[i]->position = static_cast<std::uint32_t>(i);
}

// list_[begin, end) live on in the events before them.
void Folder::drop(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    unlink(*list_[i]);
    free_.push_back(list_[i]);
  }
  list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(begin),
              list_.begin() + static_cast<std::ptrdiff_t>(end));
  renumber(begin);
}

// list_[begin, end) were both iterations. Events may have moved past others from their own place.
void Folder::replace(std::size_t begin, std::size_t end, const MergedIteration& merged) {
  const auto at = list_.begin() + static_cast<std::ptrdiff_t>(begin);
  for (auto it = at; it != list_.end(); ++it) unlink(**it);
  std::copy(merged.events.begin(), merged.events.end(), at);
  list_.erase(at + static_cast<std::ptrdiff_t>(merged.events.size()),
              list_.begin() + static_cast<std::ptrdiff_t>(end));
  for (std::size_t i = begin; i < list_.size(); ++i) link(*list_[i]);
  renumber(begin);
  free_.insert(free_.end(), merged.unused.begin(), merged.unused.end());
}

namespace {

Elastic elastic(Sequence values, std::uint32_t rank) {
  values.seal();
  return Elastic(ElasticPair{std::move(values), RankSet(rank)});
}

// Nothing is known of it: it is left out.
bool says_nothing(Parameter parameter, const Values& values) {
  if (parameter != Parameter::Count && parameter != Parameter::Datatype) return false;
  const auto* const sequence = std::get_if<Sequence>(&values);
  std::int64_t value = 0;
  return sequence != nullptr && sequence->is_constant(value) && value == kUnknown;
}

Event finished(FoldEvent& from, std::uint32_t rank, const FoldOptions& options) {
  Event event;
  from.values.unpack();
  event.site = from.site;
  event.ranks = RankSet(rank);
  for (const FoldLevel& level : from.levels)
    event.levels.push_back(
        {elastic(level.length_values(), rank), elastic(level.trip_values(), rank)});
  for (FoldStream& stream : from.values.streams()) {
    if (options.histogram_threshold > 0 && stream.may_be_given_up() &&
        stream.terms() + 1 >= options.histogram_threshold)
      stream.give_up();
    Values values = stream.finished();
    if (!says_nothing(stream.parameter(), values))
      event.parameters[static_cast<std::size_t>(stream.parameter())] =
          Elastic(ElasticPair{std::move(values), RankSet(rank)});
  }
  for (const FoldTimes& times : from.values.times())
    event.times.push_back({times.predecessor,
                           TimeHistogram::bin_of(static_cast<std::uint64_t>(times.before.mean())),
                           RankSet(rank), times.before, times.duration});
  std::sort(event.times.begin(), event.times.end(),
            [](const EventTimes& a, const EventTimes& b) { return a.predecessor < b.predecessor; });
  for (const FoldStatistic& each : from.values.statistics())
    event.statistics.push_back(
        {each.statistic, each.predecessor,
         TimeHistogram::bin_of(static_cast<std::uint64_t>(each.values.mean())), RankSet(rank),
         each.values});
  std::sort(event.statistics.begin(), event.statistics.end(),
            [](const EventStatistic& a, const EventStatistic& b) {
              return std::pair(a.statistic, a.predecessor) < std::pair(b.statistic, b.predecessor);
            });
  return event;
}

}  // namespace

std::vector<Event> Folder::finish(std::uint32_t rank) {
  while (!pending_.empty()) {
    Pending next = pending_.front();
    unite(next);
  }
  std::vector<Event> out;
  out.reserve(list_.size());
  for (FoldEvent* event : list_) out.push_back(finished(*event, rank, options_));
  return out;
}

std::vector<Event> Folder::so_far(std::uint32_t rank) const {
  std::vector<Event> out;
  out.reserve(list_.size());
  for (const FoldEvent* event : list_) {
    FoldEvent copy = *event;
    out.push_back(finished(copy, rank, options_));
  }
  return out;
}

}  // namespace tarry::compress
