// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/iteration_merge.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace tarry::compressed {
namespace {

// One place of the merged iteration: the event of one side or of both.
struct Place {
  FoldEvent* first = nullptr;
  FoldEvent* second = nullptr;
};

// The places that a loop covers: [begin, end).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// One side as it lies in the merged iteration.
struct Side {
  const Events& events;
  std::vector<std::uint32_t> place_of;  // by index in events
  std::vector<FoldEvent*> next;         // by place: this side's first event at or behind it
  std::vector<std::size_t> inner_end;   // by place: where the innermost loop around it ends
  std::vector<std::size_t> reach;       // by place: where the longest loop that begins there ends
};

// If only one side has events between two common ones, they come one side after the other: first
// all of `first`, then all of `second`.
std::vector<Place> places_of(const Events& first, const Events& second, const Pairs& pairs) {
  std::vector<Place> places;
  places.reserve(first.size() + second.size() - pairs.size());
  std::size_t i = 0;
  std::size_t j = 0;
  for (const auto& [a, b] : pairs) {
    while (i < a) places.push_back({first[i++], nullptr});
    while (j < b) places.push_back({nullptr, second[j++]});
    places.push_back({first[i++], second[j++]});
  }
  return places;
}

FoldEvent* event_of(const Place& place, bool is_first) {
  return is_first ? place.first : place.second;
}

// Each loop grows by the places that now lie between its first and its last event. (Places behind
// its last event are outside.) Returns the loops of all lengths, in order, except the first
// `skipped` ones of the first event.
std::vector<Span> stretched_loops(const Side& side, std::size_t skipped) {
  std::vector<Span> loops;
  for (std::uint32_t i = 0; i < side.events.size(); ++i)
    for (std::size_t l = 0; l < side.events[i]->levels.size(); ++l)
      for (std::uint32_t& length : side.events[i]->levels[l].lengths()) {
        const std::size_t last = std::min<std::size_t>(i + length, side.events.size()) - 1;
        length = side.place_of[last] + 1 - side.place_of[i];
        if (i > 0 || l >= skipped) loops.push_back({side.place_of[i], side.place_of[i] + length});
      }
  return loops;
}

void find_ends(Side& side, const std::vector<Span>& loops) {
  // Ends of the open loops.
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> open;
  auto loop = loops.begin();
  for (std::size_t place = 0; place < side.reach.size(); ++place) {
    while (!open.empty() && open.top() <= place) open.pop();
    if (!open.empty()) side.inner_end[place] = open.top();
    for (; loop != loops.end() && loop->begin == place; ++loop) {
      side.reach[place] = std::max(side.reach[place], loop->end);
      open.push(loop->end);
    }
  }
}

// `skipped` is the number of loops of the first event that cover the whole side and go on behind
// it.
Side make_side(const Events& events, const std::vector<Place>& places, bool is_first,
               std::size_t skipped) {
  Side side{events, std::vector<std::uint32_t>(events.size()),
            std::vector<FoldEvent*>(places.size() + 1, nullptr),
            std::vector<std::size_t>(places.size(), places.size()),
            std::vector<std::size_t>(places.size(), 0)};
  std::uint32_t index = 0;
  for (std::uint32_t place = 0; place < places.size(); ++place)
    if (event_of(places[place], is_first) != nullptr) side.place_of[index++] = place;
  for (std::size_t place = places.size(); place-- > 0;) {
    FoldEvent* const here = event_of(places[place], is_first);
    side.next[place] = here != nullptr ? here : side.next[place + 1];
  }
  find_ends(side, stretched_loops(side, skipped));
  return side;
}

// Returns the end of the longest part from `begin` on, up to `limit`, that can be skipped as a
// whole because no loop of this side crosses its border; returns `begin` if there is none.
std::size_t end_of_block(const Side& side, std::size_t begin, std::size_t limit) {
  limit = std::min(limit, side.inner_end[begin]);
  std::size_t end = begin;
  std::size_t reach = 0;
  for (std::size_t place = begin; place < limit; ++place) {
    reach = std::max(reach, side.reach[place]);
    if (reach <= place + 1) end = place + 1;
  }
  return end;
}

// Adds an outer loop with one trip for each encounter.
void wrap(FoldEvent& event, std::size_t at, std::uint64_t encounters, std::uint32_t length) {
  FoldLevel level;
  level.enter(length, 1, encounters);
  event.levels.insert(event.levels.begin() + static_cast<std::ptrdiff_t>(at), std::move(level));
}

// Puts entries without trips in front of the outermost loop's entries, or behind them.
void skip(FoldEvent& event, std::uint32_t length, std::uint64_t times, bool in_front) {
  if (!in_front) return event.levels[0].enter(length, 0, times);
  FoldLevel level;
  level.enter(length, 0, times);
  level.append(event.levels[0]);
  event.levels[0] = std::move(level);
}

// Only `own` has the events [begin, end). They are divided into parts that can be skipped as a
// whole, each headed by a loop that the other side does not go through.
void skip_on_other_side(const std::vector<Place>& places, const Side& own, const Side& other,
                        bool own_is_first, std::size_t begin, std::size_t end) {
  while (begin < end) {
    FoldEvent& head = *event_of(places[begin], own_is_first);
    std::size_t block = end_of_block(own, begin, end);
    if (block == begin) {  // it heads a loop with events that the other side has too
      block = begin + 1;
      skip(head, 1, other.next[begin]->encounters(), !own_is_first);
    } else {
      const auto length = static_cast<std::uint32_t>(block - begin);
      if (head.levels.empty() || head.levels[0].only_length() != length)
        wrap(head, 0, head.encounters(), length);
      skip(head, length, other.next[begin]->encounters(), !own_is_first);
    }
    begin = block;
  }
}

// Gives an event as many loops, from `from` on, as `wanted` has from `wanted_from` on.
void pad(FoldEvent& event, std::size_t from, const FoldEvent& wanted, std::size_t wanted_from,
         const Side& side, std::size_t place) {
  while (event.levels.size() - from < wanted.levels.size() - wanted_from) {
    if (event.levels.size() > from) {
      FoldLevel level = event.levels[from].of_one_trip();
      event.levels.insert(event.levels.begin() + static_cast<std::ptrdiff_t>(from),
                          std::move(level));
      continue;
    }
    const std::uint32_t length = wanted.levels.back().only_length();
    const bool fits = length > 1 && end_of_block(side, place, place + length) == place + length;
    wrap(event, from, event.values.calls(), fits ? length : 1);
  }
}

void unite(FoldEvent& to, FoldEvent& from, std::size_t skipped) {
  for (std::size_t i = 0; i < from.levels.size(); ++i)
    to.levels[skipped + i].append(from.levels[i]);
  to.values.append(from.values);
}

// The loop starts with two trips: both iterations have been made.
void begin_loop(FoldEvent& head, std::size_t length) {
  FoldLevel level;
  level.enter(static_cast<std::uint32_t>(length), 2);
  head.levels.insert(head.levels.begin(), std::move(level));
}

}  // namespace

bool unite_if_same(std::span<FoldEvent* const> first, std::span<FoldEvent* const> second,
                   bool is_loop) {
  if (first.size() != second.size()) return false;
  const std::size_t loop = is_loop ? 1 : 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::size_t skipped = i == 0 ? loop : 0;
    if (first[i]->site != second[i]->site ||
        first[i]->levels.size() != second[i]->levels.size() + skipped)
      return false;
  }
  for (std::size_t i = 0; i < first.size(); ++i) unite(*first[i], *second[i], i == 0 ? loop : 0);
  if (is_loop) {
    first[0]->levels[0].add_trip();
    return true;
  }
  begin_loop(*first[0], first.size());
  count_inside(first);
  return true;
}

bool keep_lengths(std::span<FoldEvent* const> first, std::span<FoldEvent* const> second,
                  bool is_loop) {
  if (first.size() != second.size()) return false;
  std::vector<std::size_t> ends;  // of the loops around an event, the innermost last
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::span<const FoldLevel> a =
        std::span<const FoldLevel>(first[i]->levels).subspan(i == 0 && is_loop ? 1 : 0);
    const std::span<const FoldLevel> b(second[i]->levels);
    const bool is_alike = a.size() == b.size() || a.size() + b.size() == 1;
    if (first[i]->site != second[i]->site || !is_alike) return false;
    while (!ends.empty() && ends.back() <= i) ends.pop_back();
    const std::span<const FoldLevel> levels = a.empty() ? b : a;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      const std::size_t length = levels[l].only_length();
      if (length == 0 || (a.size() == b.size() && b[l].only_length() != length)) return false;
      if (!ends.empty() && i + length > ends.back()) return false;
      ends.push_back(i + length);
    }
  }
  return true;
}

MergedIteration merge_iterations(const Events& first, const Events& second, const Pairs& pairs,
                                 bool is_loop) {
  const std::vector<Place> places = places_of(first, second, pairs);
  const std::size_t loop = is_loop ? 1 : 0;  // 1 if the first event heads the loop itself
  {
    const Side a = make_side(first, places, true, loop);
    const Side b = make_side(second, places, false, 0);
    for (std::size_t begin = 0; begin < places.size();) {
      const Place& place = places[begin];
      std::size_t end = begin + 1;
      if (place.first != nullptr && place.second != nullptr) {
        begin = end;
        continue;
      }
      const bool of_first = place.first != nullptr;
      while (event_of(places[end], !of_first) == nullptr) ++end;
      skip_on_other_side(places, of_first ? a : b, of_first ? b : a, of_first, begin, end);
      begin = end;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto [x, y] = places[i];
      if (x == nullptr || y == nullptr) continue;
      const std::size_t skipped = i == 0 ? loop : 0;
      pad(*x, skipped, *y, 0, a, i);
      pad(*y, 0, *x, skipped, b, i);
    }
  }
  MergedIteration out;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [x, y] = places[i];
    out.events.push_back(x != nullptr ? x : y);
    if (x == nullptr || y == nullptr) continue;
    unite(*x, *y, i == 0 ? loop : 0);
    out.unused.push_back(y);
  }
  if (is_loop) {
    first[0]->levels[0].add_trip();
  } else {
    begin_loop(*first[0], places.size());
  }
  count_inside(out.events);
  return out;
}

void count_inside(std::span<FoldEvent* const> events) {
  // By place: number of loops that end before it.
  std::vector<std::uint32_t> ending(events.size() + 1, 0);
  std::uint32_t inside = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    inside -= ending[i];
    events[i]->inside = inside;
    for (const FoldLevel& level : events[i]->levels) {
      const std::size_t length = level.longest();
      if (length < 2) continue;
      ++inside;
      ++ending[std::min(i + length, events.size())];
    }
  }
}

}  // namespace tarry::compressed
