// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/merge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "compressed/fold/align.h"
#include "compressed/fold/block_merger.h"
#include "compressed/fold/event_entries.h"
#include "compressed/fold/site_table.h"
#include "compressed/fold/unite_levels.h"

namespace tarry::compressed {
namespace {

// Maps numbers of one trace to those of another.
struct Translation {
  std::vector<SiteId> sites;
  std::vector<std::int64_t> datatypes;
};

Site translated(const Site& site, const Trace& from, SiteTable& table) {
  Site out{site.function, {}};
  out.stack.reserve(site.stack.size());
  for (const FrameId frame : site.stack)
    out.stack.push_back(table.frame(from.frames[frame.index()]));
  return out;
}

std::vector<SiteId> add_sites(const Trace& from, SiteTable& table) {
  std::vector<SiteId> ids;
  ids.reserve(from.sites.size());
  for (const Site& site : from.sites) ids.push_back(table.site(translated(site, from, table)));
  return ids;
}

std::vector<std::uint32_t> add_statistics(const Trace& from, std::vector<Statistic>& known) {
  std::vector<std::uint32_t> ids;
  for (const Statistic& statistic : from.statistics) {
    const auto found = std::find(known.begin(), known.end(), statistic);
    ids.push_back(static_cast<std::uint32_t>(found - known.begin()));
    if (found == known.end()) known.push_back(statistic);
  }
  return ids;
}

std::vector<std::int64_t> add_datatypes(const Trace& from, std::vector<std::string>& names) {
  std::vector<std::int64_t> ids;
  for (const std::string& name : from.datatypes) {
    const auto found = std::find(names.begin(), names.end(), name);
    ids.push_back(found - names.begin());
    if (found == names.end()) names.push_back(name);
  }
  return ids;
}

bool is_identity(const std::vector<std::int64_t>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] != static_cast<std::int64_t>(i)) return false;
  return true;
}

void renumber_datatypes(Event& event, const std::vector<std::int64_t>& to, VectorForm form) {
  if (is_identity(to)) return;
  Elastic& element = event.of(Parameter::Datatype);
  std::vector<ElasticPair> pairs = element.pairs();
  const auto renumbered = [&to](std::int64_t value) {
    return value >= 0 && value < std::ssize(to) ? to[static_cast<std::size_t>(value)] : value;
  };
  for (ElasticPair& pair : pairs)
    if (auto* values = std::get_if<Sequence>(&pair.values))
      *values = mapped(*values, form, renumbered);
  element = Elastic::of_pairs(std::move(pairs));
}

template <class Entry>
void sort_entries(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return key_of(a) < key_of(b); });
}

void renumber_sites(Event& event, const std::vector<SiteId>& to) {
  event.site = to[event.site.index()];
  for (EventTimes& times : event.times)
    if (times.predecessor.valid()) times.predecessor = to[times.predecessor.index()];
  for (EventStatistic& values : event.statistics)
    if (values.predecessor.valid()) values.predecessor = to[values.predecessor.index()];
}

template <class Entry>
void add_entry(std::vector<Entry>& to, const Entry& from) {
  const auto same = std::find_if(to.begin(), to.end(),
                                 [&](const Entry& each) { return key_of(each) == key_of(from); });
  if (same == to.end()) return to.push_back(from);
  unite(*same, from);
}

// If two sites have become one, there may be two entries of the same key.
template <class Entry>
void unite_entries(std::vector<Entry>& entries) {
  std::vector<Entry> united;
  for (const Entry& entry : entries) add_entry(united, entry);
  entries = std::move(united);
  sort_entries(entries);
}

template <class Entry>
void add_entries(std::vector<Entry>& to, const std::vector<Entry>& from) {
  for (const Entry& entry : from) add_entry(to, entry);
  sort_entries(to);
}

// Levels are counted from the innermost: a rank that lacks the outer ones has no values there.
void merge_levels(std::vector<Level>& to, const std::vector<Level>& from) {
  if (to.size() < from.size()) to.insert(to.begin(), from.size() - to.size(), Level{});
  const std::size_t shift = to.size() - from.size();
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[shift + i].length.merge_ranks(from[i].length);
    to[shift + i].trips.merge_ranks(from[i].trips);
  }
}

void merge_event(Event& to, const Event& from) {
  to.ranks.unite(from.ranks);
  merge_levels(to.levels, from.levels);
  for (std::size_t p = 0; p < kParameters; ++p)
    if (!from.parameters[p].empty()) to.parameters[p].merge_ranks(from.parameters[p]);
  add_entries(to.times, from.times);
  limit_levels(to.times);
  add_entries(to.statistics, from.statistics);
}

std::vector<std::uint32_t> sites_of(const std::vector<Event>& events) {
  std::vector<std::uint32_t> out;
  out.reserve(events.size());
  for (const Event& event : events) out.push_back(event.site.value);
  return out;
}

std::vector<Event> merge_events(std::vector<Event> lower, std::vector<Event> upper,
                                const FoldOptions& options) {
  const std::vector<std::uint32_t> a = sites_of(lower);
  const std::vector<std::uint32_t> b = sites_of(upper);
  Pairs pairs;
  if (options.loop_agnostic_merge || a == b) pairs = align(a, b);
  std::vector<Event> out;
  out.reserve(lower.size() + upper.size() - pairs.size());
  std::size_t i = 0;
  std::size_t j = 0;
  const auto up_to = [&](std::size_t end_i, std::size_t end_j) {
    while (i < end_i) out.push_back(std::move(lower[i++]));
    while (j < end_j) out.push_back(std::move(upper[j++]));
  };
  for (const auto& [in_lower, in_upper] : pairs) {
    up_to(in_lower, in_upper);
    merge_event(lower[i], upper[j++]);
    out.push_back(std::move(lower[i++]));
  }
  up_to(lower.size(), upper.size());
  return out;
}

}  // namespace

void canonicalise(Trace& trace) {
  SiteTable table;
  std::vector<SiteId> to(trace.sites.size());
  const auto use = [&](SiteId site) {
    if (!site.valid() || to[site.index()].valid()) return;
    to[site.index()] = table.site(translated(trace.sites[site.index()], trace, table));
  };
  for (const Event& event : trace.events) {
    use(event.site);
    for (const EventTimes& times : event.times) use(times.predecessor);
    for (const EventStatistic& values : event.statistics) use(values.predecessor);
  }
  for (Event& event : trace.events) {
    renumber_sites(event, to);
    unite_entries(event.times);
    unite_entries(event.statistics);
  }
  trace.frames = table.frames();
  trace.sites = table.sites();
}

namespace {

// Gives `trace` the tables of both, adds the notes of `other`, and returns the events of `other` in
// these terms.
std::vector<Event> share_tables(Trace& trace, const Trace& other, const FoldOptions& options) {
  SiteTable table(options.stack_threshold);
  const std::vector<SiteId> own_sites = add_sites(trace, table);
  const std::vector<SiteId> other_sites = add_sites(other, table);
  const std::vector<std::int64_t> datatypes = add_datatypes(other, trace.datatypes);
  const std::vector<std::uint32_t> statistics = add_statistics(other, trace.statistics);
  for (Event& event : trace.events) renumber_sites(event, own_sites);
  std::vector<Event> theirs = other.events;
  for (Event& event : theirs) {
    renumber_sites(event, other_sites);
    renumber_datatypes(event, datatypes, options.vectors);
    for (EventStatistic& values : event.statistics) values.statistic = statistics[values.statistic];
  }
  trace.frames = table.frames();
  trace.sites = table.sites();
  for (const std::string& note : other.notes)
    if (std::find(trace.notes.begin(), trace.notes.end(), note) == trace.notes.end())
      trace.notes.push_back(note);
  return theirs;
}

}  // namespace

Trace merge(Trace lower, const Trace& upper, const FoldOptions& options) {
  std::vector<Event> theirs = share_tables(lower, upper, options);
  lower.events = merge_events(std::move(lower.events), std::move(theirs), options);
  canonicalise(lower);
  return lower;
}

Trace append(Trace earlier, const Trace& later, const FoldOptions& options) {
  std::vector<Event> theirs = share_tables(earlier, later, options);
  earlier.events.insert(earlier.events.end(), std::make_move_iterator(theirs.begin()),
                        std::make_move_iterator(theirs.end()));
  canonicalise(earlier);
  return earlier;
}

Trace merge_all(std::vector<Trace> by_rank, const FoldOptions& options) {
  if (by_rank.empty()) return {};
  BlockMerger merger(static_cast<std::uint32_t>(by_rank.size()), options);
  for (std::uint32_t rank = 0; rank < by_rank.size(); ++rank)
    merger.add(rank, std::move(by_rank[rank]));
  Trace all = merger.take();
  canonicalise(all);
  return all;
}

}  // namespace tarry::compressed
