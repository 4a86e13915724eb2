// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/random_trace.h"

#include <algorithm>
#include <functional>
#include <random>

#include "compressed/format/uses.h"

namespace tarry::compressed {
namespace {

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  Trace run() {
    trace_.ranks = below(3) == 0 ? 1 : 1 + static_cast<std::uint32_t>(below(20));
    if (below(4) != 0) trace_.program = name();
    for (std::uint64_t i = below(3); i > 0; --i) trace_.notes.push_back(name() + " # \"" + name());
    for (std::uint64_t i = below(6); i > 0; --i) frame();
    for (std::uint64_t i = 1 + below(6); i > 0; --i) site();
    for (std::uint64_t i = below(3); i > 0; --i) trace_.datatypes.push_back(name());
    for (std::uint64_t i = below(3); i > 0; --i) trace_.statistics.push_back({name(), name()});
    communicators();
    for (std::uint64_t i = below(12); i > 0; --i) event();
    return std::move(trace_);
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  std::string name() {
    static const std::vector<std::string> kNames = {"main",
                                                    "MPI_Isend",
                                                    "void f<int>(std::vector<double> const&)",
                                                    "",
                                                    "-",
                                                    "a\tb\x01\n",
                                                    "@x:1",
                                                    "\\",
                                                    "gr\xc3\xb6\xc3\x9f"
                                                    "e",
                                                    "<7>",
                                                    "x=5",
                                                    "#7"};
    return kNames[below(kNames.size())];
  }

  void frame() {
    const std::string file = below(2) == 0 ? "" : "file" + std::to_string(below(3)) + ".c";
    trace_.frames.push_back({name(), file, static_cast<std::uint32_t>(below(2) * below(1000))});
  }

  void site() {
    Site made{name(), {}};
    for (std::uint64_t i = trace_.frames.empty() ? 0 : below(4); i > 0; --i)
      made.stack.emplace_back(static_cast<std::uint32_t>(below(trace_.frames.size())));
    trace_.sites.push_back(std::move(made));
  }

  std::vector<std::uint32_t> some_ranks() {
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t rank = 0; rank < trace_.ranks; ++rank)
      if (below(3) != 0) ranks.push_back(rank);
    return ranks;
  }

  void communicators() {
    for (std::uint64_t i = below(4); i > 0; --i) {
      Communicator comm;
      comm.name = name();
      comm.is_self = below(4) == 0;
      if (!comm.is_self) comm.members = some_ranks();
      comm.is_inter = below(4) == 0;
      if (comm.is_inter) comm.remote_members = some_ranks();
      std::shuffle(comm.members.begin(), comm.members.end(), random_);
      trace_.communicators.push_back(std::move(comm));
    }
  }

  // Returns `size` values from `least` on, with some structure.
  Sequence values(std::uint64_t size, std::int64_t least, std::uint64_t range) {
    Sequence sequence;
    const std::uint64_t kind = below(4);
    const std::uint64_t period = 1 + below(4);
    const auto first = least + static_cast<std::int64_t>(below(range));
    for (std::uint64_t i = 0; i < size; ++i) {
      if (kind == 0) sequence.append(first);
      if (kind == 1) sequence.append(first + static_cast<std::int64_t>(i % period % range));
      if (kind == 2) sequence.append(least + static_cast<std::int64_t>(below(range)));
      if (kind == 3) sequence.append(least + static_cast<std::int64_t>(i % range));
    }
    sequence.seal();
    return sequence;
  }

  Elastic element(const Uses& uses, std::int64_t least, std::uint64_t range, bool may_lack_values) {
    Elastic made;
    const bool same = below(2) == 0;
    const std::uint64_t seed = random_();
    for (const Uses::Class& each : uses.classes()) {
      for (const std::uint32_t rank : each.ranks.ranks()) {
        if (same) random_.seed(seed);
        if (may_lack_values && below(20) == 0) continue;
        std::uint64_t size = each.count;
        if (may_lack_values && below(20) == 0) size += 1;
        if (may_lack_values && below(10) == 0) {
          ValueHistogram histogram;
          for (std::uint64_t i = below(4); i > 0; --i)
            histogram.counts[least + static_cast<std::int64_t>(below(range))] = 1 + below(9);
          made.merge_ranks(Elastic({std::move(histogram), RankSet(rank)}));
        } else {
          made.merge_ranks(Elastic({values(size, least, range), RankSet(rank)}));
        }
      }
    }
    random_.seed(seed + 1);
    return made;
  }

  TimeHistogram times() {
    TimeHistogram histogram;
    const std::uint64_t middle = below(3) == 0 ? 0 : below(10'000'000);
    for (std::uint64_t i = below(20); i > 0; --i)
      histogram.add(below(3) == 0 ? below(1'000'000'000'000) : middle);
    return histogram;
  }

  void event() {
    Event event;
    event.site = SiteId{static_cast<std::uint32_t>(below(trace_.sites.size()))};
    const auto ranks = some_ranks();
    event.ranks =
        ranks.empty() || below(2) == 0 ? RankSet::first(trace_.ranks) : RankSet::of_sorted(ranks);
    const bool odd = below(3) == 0;
    Uses uses = entries(event.ranks);
    for (std::uint64_t i = below(3); i > 0; --i) {
      Level level;
      level.length = element(uses, 1, 4, odd);
      level.trips = element(uses_of_sizes(level.length), 0, 4, odd);
      uses = uses_inside(level, uses);
      event.levels.push_back(std::move(level));
    }
    parameters(event, uses, odd);
    for (std::uint64_t i = below(3); i > 0; --i) {
      EventTimes of;
      if (below(4) != 0)
        of.predecessor = SiteId{static_cast<std::uint32_t>(below(trace_.sites.size()))};
      of.level = static_cast<std::uint32_t>(below(9));
      of.ranks = below(2) == 0 ? event.ranks : RankSet(event.ranks.lowest());
      of.before = times();
      of.duration = times();
      event.times.push_back(std::move(of));
    }
    for (std::uint32_t i = 0; i < trace_.statistics.size(); ++i)
      for (std::uint64_t n = below(3); n > 0; --n) event.statistics.push_back(measured(i, event));
    trace_.events.push_back(std::move(event));
  }

  EventStatistic measured(std::uint32_t statistic, const Event& event) {
    EventStatistic of;
    of.statistic = statistic;
    if (below(4) != 0)
      of.predecessor = SiteId{static_cast<std::uint32_t>(below(trace_.sites.size()))};
    of.level = static_cast<std::uint32_t>(below(9));
    of.ranks = below(2) == 0 ? event.ranks : RankSet(event.ranks.lowest());
    of.values = times();
    return of;
  }

  Uses entries(const RankSet& ranks) {
    const std::uint64_t count = 1 + below(6);
    if (below(3) != 0) return Uses(ranks, count);
    Uses uses;
    for (const std::uint32_t rank : ranks.ranks()) uses.add(RankSet(rank), count + rank % 2);
    return uses;
  }

  void parameters(Event& event, const Uses& calls, bool odd) {
    event.of(Parameter::Actions) = element(calls, below(2), 2, odd);
    event.of(Parameter::Kind) =
        element(uses_of_kind(event.of(Parameter::Actions)),
                static_cast<std::int64_t>(below(kActionKinds - 2)), 1 + below(3), odd);
    for (std::size_t i = 0; i < kParameters; ++i) {
      const auto parameter = static_cast<Parameter>(i);
      if (parameter == Parameter::Actions || parameter == Parameter::Kind) continue;
      if (may_be_unknown(parameter) && below(2) == 0) continue;
      event.of(parameter) = element(uses_of_parameter(event.of(Parameter::Kind), parameter),
                                    below(2) == 0 ? 0 : kUnknown, 1 + below(20), odd);
    }
  }

  std::mt19937_64 random_;
  Trace trace_;
};

}  // namespace

Trace random_trace(std::uint64_t seed) { return Maker(seed).run(); }

}  // namespace tarry::compressed
