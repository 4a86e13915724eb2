// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/fold_list.h"

#include <algorithm>

#include "base/hash.h"

namespace tarry::compressed {
namespace {

constexpr std::uint64_t kBase = base::kGoldenRatio;  // base of the polynomial that hashes are

std::uint64_t power_of_base(std::size_t exponent) {
  std::uint64_t power = 1;
  for (std::uint64_t square = kBase; exponent > 0; exponent /= 2, square *= square)
    if (exponent % 2 != 0) power *= square;
  return power;
}

}  // namespace

FoldList FoldList::clone() const {
  FoldList out(form_);
  const auto copy_of = [&out](const FoldEvent* event) {
    return event != nullptr ? out.events_[event->position] : nullptr;
  };
  for (const FoldEvent* event : events_) {
    out.owned_.push_back(std::make_unique<FoldEvent>(*event));
    out.events_.push_back(out.owned_.back().get());
  }
  for (FoldEvent* event : out.events_) {
    event->previous_same = copy_of(event->previous_same);
    event->next_same = copy_of(event->next_same);
  }
  for (const FoldEvent* event : newest_) out.newest_.push_back(copy_of(event));
  out.behind_.resize(newest_.size(), nullptr);
  out.placed_ = placed_;
  return out;
}

FoldEvent& FoldList::append(const Call& call, SiteId predecessor) {
  FoldEvent* const event = new_event();
  event->site = call.site;
  event->values.set(call, predecessor);
  if (newest_.size() <= call.site.index()) {
    newest_.resize(call.site.index() + 1, nullptr);
    behind_.resize(newest_.size(), nullptr);
  }
  events_.push_back(event);
  place(*event, events_.size() - 1);
  link_before(*event, nullptr);
  return *event;
}

FoldEvent* FoldList::new_event() {
  if (free_.empty()) {
    owned_.push_back(std::make_unique<FoldEvent>(form_));
    return owned_.back().get();
  }
  FoldEvent* const event = free_.back();
  free_.pop_back();
  event->inside = 0;
  event->levels.clear();
  return event;
}

void FoldList::place(FoldEvent& event, std::size_t position) {
  ++placed_;
  events_[position] = &event;
  event.position = static_cast<std::uint32_t>(position);
  event.sites_hash = (hash_before(event) + event.site.value + 1) * kBase;
}

std::uint64_t FoldList::hash_before(const FoldEvent& event) const {
  return event.position == 0 ? 0 : events_[event.position - 1]->sites_hash;
}

void FoldList::link_before(FoldEvent& event, FoldEvent* next) {
  FoldEvent*& from_behind = next != nullptr ? next->previous_same : newest_[event.site.index()];
  event.previous_same = from_behind;
  event.next_same = next;
  if (from_behind != nullptr) from_behind->next_same = &event;
  from_behind = &event;
}

void FoldList::unlink(FoldEvent& event) {
  if (event.previous_same != nullptr) event.previous_same->next_same = event.next_same;
  if (event.next_same != nullptr)
    event.next_same->previous_same = event.previous_same;
  else
    newest_[event.site.index()] = event.previous_same;
}

bool FoldList::are_same(const FoldEvent& a, const FoldEvent& b, std::size_t length) const {
  const std::uint64_t power = power_of_base(length);
  const auto hash = [&](const FoldEvent& first) {
    return events_[first.position + length - 1]->sites_hash - hash_before(first) * power;
  };
  return hash(a) == hash(b);
}

void FoldList::drop(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    unlink(*events_[i]);
    free_.push_back(events_[i]);
    events_[i] = nullptr;
  }
}

void FoldList::replace(std::size_t begin, std::size_t end, const MergedIteration& merged) {
  for (std::size_t i = end; i-- > begin;) {
    FoldEvent& event = *events_[i];
    behind_[event.site.index()] = event.next_same;
    unlink(event);
    events_[i] = nullptr;
  }
  for (std::size_t i = merged.events.size(); i-- > 0;) {
    FoldEvent*& behind = behind_[merged.events[i]->site.index()];
    link_before(*merged.events[i], behind);
    behind = merged.events[i];
  }
  for (std::size_t i = 0; i < merged.events.size(); ++i) place(*merged.events[i], begin + i);
  free_.insert(free_.end(), merged.unused.begin(), merged.unused.end());
}

void FoldList::close_gaps(std::size_t begin, std::size_t end) {
  std::size_t to = begin;
  for (std::size_t from = begin; from < end; ++from)
    if (events_[from] != nullptr) place(*events_[from], to++);
  std::fill(events_.begin() + static_cast<std::ptrdiff_t>(to),
            events_.begin() + static_cast<std::ptrdiff_t>(end), nullptr);
}

void FoldList::close_gaps(std::size_t begin) {
  close_gaps(begin, events_.size());
  while (!events_.empty() && events_.back() == nullptr) events_.pop_back();
}

}  // namespace tarry::compressed
