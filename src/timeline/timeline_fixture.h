// SPDX-License-Identifier: BSD-3-Clause
// Traces made at random for tests of the timeline, and their pictures computed tick by tick.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "base/for_each.h"
#include "base/temporary_directory.h"
#include "model/wait_states.h"
#include "timeline/bin.h"
#include "timeline/line_parts.h"
#include "timeline/states.h"
#include "timeline/timeline.h"

namespace tarry::timeline::test {

using model::LocationIndex;
using model::RegionId;
using model::Ticks;

inline constexpr double kTick = 1e-3;  // seconds

struct Visit {
  std::int64_t begin = 0, end = 0;
  std::uint32_t region = 0;
  std::uint32_t depth = 0;
  std::int64_t wait = 0;  // ticks at its begin
  std::uint32_t metric = 0;
};

struct Event {
  enum Kind { Enter, Leave, Receive, Count } kind = Enter;
  std::int64_t time = 0;
  std::uint32_t region = 0;
  std::uint32_t from = 0;  // of a receive
  std::int64_t sent = 0;   // of its message
  std::uint64_t bytes = 0;
};

// A trace in memory with what an analysis would say about it. It names a place behind each
// `place_interval` events; 0: it has no places.
class MadeTrace final : public model::TraceSource {
 public:
  static constexpr std::int64_t kBegin = 1'000'000;

  explicit MadeTrace(std::size_t lines, std::uint32_t regions, std::int64_t length,
                     std::uint64_t place_interval = 0)
      : events(lines), visits(lines), interval_(place_interval) {
    made.clock.begin = kBegin;
    made.clock.length = static_cast<std::uint64_t>(length);
    made.clock.ticks_per_second = 1000;
    for (std::uint32_t r = 0; r < regions; ++r) {
      model::Region region;
      region.name = "region " + std::to_string(r);
      made.regions.push_back(region);
    }
    model::Communicator world;
    for (std::uint32_t l = 0; l < lines; ++l) {
      model::Location location;
      location.rank = model::Rank{l};
      made.locations.push_back(location);
      world.members.push_back(model::Rank{l});
    }
    made.communicators.push_back(world);
  }

  // Returns the rank for which a line waits in Late Receiver.
  [[nodiscard]] model::Rank receiver_of(std::size_t line) const {
    return model::Rank{static_cast<std::uint32_t>((line + 1) % events.size())};
  }

  // Call it after all events are there.
  void conclude() {
    for (std::size_t l = 0; l < events.size(); ++l)
      made.locations[l].event_count = events[l].size();
  }

  [[nodiscard]] const model::Definitions& definitions() const override { return made; }
  [[nodiscard]] const model::Anomalies& definition_anomalies() const override { return none_; }
  base::Status read(LocationIndex location, model::EventHandler& handler,
                    model::Anomalies& /*anomalies*/) override {
    deliver(location, 0, ~std::uint64_t{0}, handler, nullptr);
    return base::kOk;
  }
  base::Status read_with_places(LocationIndex location, model::EventHandler& handler,
                                model::PlaceHandler& places,
                                model::Anomalies& /*anomalies*/) override {
    deliver(location, 0, ~std::uint64_t{0}, handler, &places);
    return base::kOk;
  }
  base::Status read_on(LocationIndex location, const model::EventPlace& from,
                       const model::EventPlace& to, model::EventHandler& handler,
                       model::Anomalies& /*anomalies*/) override {
    deliver(location, from.event, to.event, handler, nullptr);
    return base::kOk;
  }

  [[nodiscard]] IndexInsights insights(unsigned threads) const {
    return [this, threads](const model::VisitEvents& visit, const model::TakePath& take_path) {
      take_path(path);
      return base::for_each(events.size(), threads, [&](std::size_t l) {
        std::vector<model::CallWait> waits;
        for (const Visit& each : visits[l])
          if (each.wait > 0)
            waits.push_back({Ticks{kBegin + each.begin}, Ticks{kBegin + each.end}, Ticks{each.wait},
                             model::MetricId{each.metric}});
        for (model::CallWait& wait : waits)
          if (wait.metric == model::metric::mpi_latereceiver) wait.receiver = receiver_of(l);
        std::stable_sort(waits.begin(), waits.end(),
                         [](const auto& a, const auto& b) { return a.enter < b.enter; });
        std::vector<model::SendOfReceive> receives;
        for (const Event& event : events[l])
          if (event.kind == Event::Receive)
            receives.push_back({.location = LocationIndex{event.from},
                                .send = 0,
                                .sent = Ticks{kBegin + event.sent},
                                .posted = {}});
        return visit(LocationIndex{static_cast<std::uint32_t>(l)}, {waits, receives});
      });
    };
  }

  model::Definitions made;
  std::vector<std::vector<Event>> events;  // by line
  std::vector<std::vector<Visit>> visits;  // by line
  std::vector<model::PathPiece> path;

 private:
  void deliver(LocationIndex location, std::uint64_t from, std::uint64_t to,
               model::EventHandler& handler, model::PlaceHandler* places) const {
    const std::vector<Event>& all = events[location.index()];
    for (std::uint64_t i = from; i < std::min<std::uint64_t>(to, all.size()); ++i) {
      const Event& event = all[i];
      const Ticks time{kBegin + event.time};
      if (event.kind == Event::Enter)
        handler.enter(time, RegionId{event.region});
      else if (event.kind == Event::Leave)
        handler.leave(time, RegionId{event.region});
      else if (event.kind == Event::Count)
        handler.counters_read(time, model::CounterSetId{0},
                              std::vector<model::CounterValue>{{.bits = event.bytes}});
      else
        handler.mpi_recv(time, {.peer = model::CommRank{event.from},
                                .comm = model::CommId{0},
                                .tag = 7,
                                .bytes = event.bytes,
                                .request = {}});
      if (places != nullptr && interval_ > 0 && (i + 1) % interval_ == 0)
        places->place_reached(
            {.offset = 100 * (i + 1), .event = i + 1, .time = time, .program = {}, .open = {}});
    }
  }

  const std::uint64_t interval_;
  const model::Anomalies none_;
};

// Fills a line with nested visits at random; some wait, some receive.
class RandomLine {
 public:
  RandomLine(MadeTrace& trace, std::uint32_t line, std::mt19937& random)
      : trace_(trace), line_(line), random_(random) {}

  void fill(std::int64_t begin, std::int64_t end, std::uint32_t depth) {
    while (begin < end) {
      begin += number(0, 9);
      const std::int64_t until = std::min(end, begin + number(0, depth < 2 ? 600 : 30));
      if (begin >= end) return;
      visit(begin, until, depth);
      begin = until + (until == begin ? 1 : 0);
    }
  }

 private:
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }

  void visit(std::int64_t begin, std::int64_t end, std::uint32_t depth) {
    const std::size_t place = trace_.visits[line_].size();
    const auto region = static_cast<std::uint32_t>(
        number(0, static_cast<std::int64_t>(trace_.made.regions.size()) - 1));
    trace_.visits[line_].push_back({begin, end, region, depth, 0, 0});
    put(Event::Enter, begin, region);
    if (depth < 5 && number(0, 2) > 0) fill(begin + 1, end - 1, depth + 1);
    if (number(0, 4) == 0) receive(end);
    put(Event::Leave, end, region);
    if (end > begin && number(0, 3) == 0) {
      const auto waits = model::all_waiting_states();
      Visit& it = trace_.visits[line_][place];
      it.wait = number(1, end - begin);
      it.metric = waits[static_cast<std::size_t>(number(0, 3))].metric.value;
    }
  }
  void put(Event::Kind kind, std::int64_t time, std::uint32_t region) {
    trace_.events[line_].push_back(
        {.kind = kind, .time = time, .region = region, .from = 0, .sent = 0, .bytes = 0});
  }
  void receive(std::int64_t time) {
    const auto lines = static_cast<std::int64_t>(trace_.events.size());
    trace_.events[line_].push_back({.kind = Event::Receive,
                                    .time = time,
                                    .region = 0,
                                    .from = static_cast<std::uint32_t>(number(0, lines - 1)),
                                    .sent = number(0, time),
                                    .bytes = static_cast<std::uint64_t>(number(0, 100'000))});
  }

  MadeTrace& trace_;
  const std::uint32_t line_;
  std::mt19937& random_;
};

inline void fill_at_random(MadeTrace& trace, std::uint32_t seed) {
  std::mt19937 random(seed);
  for (std::uint32_t line = 0; line < trace.events.size(); ++line) {
    if (line % 5 == 4) continue;  // some lines have no events
    RandomLine(trace, line, random).fill(0, static_cast<std::int64_t>(trace.made.clock.length), 0);
  }
  trace.conclude();
}

// What a line does in each tick, found by trying.
struct TicksOfLine {
  TicksOfLine(const MadeTrace& trace, std::uint32_t line, const States& states)
      : state(trace.made.clock.length + 1, kNoState), is_wait(state.size(), false) {
    std::vector<std::uint32_t> owner(state.size(), ~0u);  // the innermost visit
    const std::vector<Visit>& all = trace.visits[line];
    for (std::uint32_t v = 0; v < all.size(); ++v)  // outer ones come first
      for (std::int64_t t = all[v].begin; t < all[v].end; ++t) {
        owner[static_cast<std::size_t>(t)] = v;
        state[static_cast<std::size_t>(t)] = states.of(RegionId{all[v].region});
      }
    for (std::uint32_t v = 0; v < all.size(); ++v) {
      std::int64_t left = all[v].wait;
      for (std::int64_t t = all[v].begin; t < all[v].end && left > 0; ++t) {
        if (owner[static_cast<std::size_t>(t)] != v) continue;
        state[static_cast<std::size_t>(t)] = states.of(model::MetricId{all[v].metric});
        is_wait[static_cast<std::size_t>(t)] = true;
        --left;
      }
    }
  }

  // Returns the times of states between two ticks.
  [[nodiscard]] std::vector<StateTime> between(std::int64_t from, std::int64_t to) const {
    std::map<std::uint16_t, std::int64_t> sums;
    for (std::int64_t t = from; t < std::min(to, static_cast<std::int64_t>(state.size())); ++t)
      if (state[static_cast<std::size_t>(t)] != kNoState)
        ++sums[state[static_cast<std::size_t>(t)]];
    std::vector<StateTime> times;
    for (const auto& [each, ticks] : sums) times.push_back({each, ticks});
    return times;
  }

  std::vector<std::uint16_t> state;  // by tick
  std::vector<bool> is_wait;
};

// Line, begin, depth, end and state.
using SliceKey = std::tuple<std::uint32_t, std::int64_t, std::uint32_t, std::int64_t, int>;

// Waits are pieces without gaps.
inline std::vector<SliceKey> slices_between(const MadeTrace& trace, std::int64_t from,
                                            std::int64_t to) {
  const States states(trace.made);
  std::vector<SliceKey> found;
  const auto take = [&](std::uint32_t line, std::int64_t begin, std::int64_t end,
                        std::uint32_t depth, int state) {
    if (begin <= to && end >= from) found.emplace_back(line, begin, depth, end, state);
  };
  for (std::uint32_t line = 0; line < trace.visits.size(); ++line) {
    const TicksOfLine ticks(trace, line, states);
    for (const Visit& visit : trace.visits[line]) {
      take(line, visit.begin, visit.end, visit.depth, states.of(RegionId{visit.region}));
      if (visit.wait == 0) continue;
      // The innermost visit is told by its depth.
      std::vector<std::uint32_t> depth(ticks.state.size(), 0);
      for (const Visit& other : trace.visits[line])
        for (std::int64_t t = other.begin; t < other.end; ++t)
          depth[static_cast<std::size_t>(t)] = other.depth;
      std::int64_t begin = -1;
      for (std::int64_t t = visit.begin; t <= visit.end; ++t) {
        const bool waits = t < visit.end && ticks.is_wait[static_cast<std::size_t>(t)] &&
                           depth[static_cast<std::size_t>(t)] == visit.depth;
        if (waits && begin < 0) begin = t;
        if (waits || begin < 0) continue;
        take(line, begin, t, visit.depth + 1, states.of(model::MetricId{visit.metric}));
        begin = -1;
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

// A directory with a trace's file, which only the stamp looks at.
struct OnDisk {
  OnDisk() {
    std::FILE* file = std::fopen(place.trace.c_str(), "w");
    std::fputs("made", file);
    std::fclose(file);
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  Place place = place_beside(directory.path() / "made.case");
};

// Returns the timeline of a trace whose index is made now.
inline std::unique_ptr<Timeline> made_timeline(MadeTrace& trace, const Place& place,
                                               unsigned threads = 1) {
  const base::Status status = make_index(trace, place, trace.insights(threads), threads);
  EXPECT_TRUE(status.ok()) << status.error().message();
  base::Result<std::unique_ptr<Timeline>> timeline = open_timeline(trace, place, threads);
  EXPECT_TRUE(timeline.ok()) << timeline.error().message();
  return timeline.ok() ? std::move(*timeline) : nullptr;
}

}  // namespace tarry::timeline::test
