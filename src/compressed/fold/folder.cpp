// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/folder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "compressed/fold/finished_event.h"

namespace tarry::compressed {
namespace {

// Budget of table cells that align() fills for sequences that differ: to find out whether they are
// iterations, and to unite them.
constexpr std::uint64_t kCellsAtFirst = 1u << 20;
constexpr std::uint64_t kCellsPerCall = 512;
constexpr std::uint64_t kMostCells = 1u << 27;
// Memory of an event besides its values and levels, in terms.
constexpr std::size_t kTermsOfEvent = 8;
// Streams with fewer terms than this are never given up.
constexpr std::size_t kFewTerms = 64;
// Of two ways of folding, one is hopeless with so many times and so many more events.
constexpr std::size_t kHopelessTimes = 4;
constexpr std::size_t kHopelessEvents = 64;
// Between two looks at the memory, at least this part of the limit is filled.
constexpr std::uint64_t kLookParts = 16;

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
