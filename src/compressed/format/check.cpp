// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/check.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "compressed/format/format.h"
#include "compressed/format/uses.h"
#include "model/collective_op.h"
#include "model/event_handler.h"

namespace tarry::compressed {
namespace {

struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

void widen(Range& range, std::int64_t value) {
  range.least = std::min(range.least, value);
  range.most = std::max(range.most, value);
}

void widen(Range& range, const std::vector<Term>& terms) {
  for (const Term& term : terms) {
    if (term.is_group()) {
      widen(range, term.body);
    } else if (term.run.count > 0) {
      widen(range, term.run.first);
      widen(range, term.run.at(term.run.count - 1));
    }
  }
}

// If there are no values, the result has least > most.
Range range_of(const Values& values) {
  Range range{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  if (const auto* sequence = std::get_if<Sequence>(&values))
    widen(range, sequence->terms());
  else
    for (const auto& [value, times] : std::get<ValueHistogram>(values).counts) widen(range, value);
  return range;
}

class Check {
 public:
  explicit Check(const Trace& trace) : trace_(trace) {
    peers_ = trace.ranks;
    for (const Communicator& comm : trace.communicators)
      peers_ = std::max(
          {peers_, std::int64_t(comm.members.size()), std::int64_t(comm.remote_members.size())});
  }

  std::optional<Unsound> run() {
    for (event_ = 0; event_ < trace_.events.size(); ++event_)
      if (!values_can_be(trace_.events[event_])) return std::move(found_);
    for (const std::uint32_t rank : representatives())
      if (!visits_fit(rank)) return std::move(found_);
    return std::nullopt;
  }

 private:
  bool wrong(std::string what) {
    found_ = {event_, std::move(what)};
    return false;
  }

  // Returns what a value may be besides kUnknown, which is allowed for some parameters.
  [[nodiscard]] Range allowed(Parameter parameter) const {
    switch (parameter) {
      case Parameter::Kind:
        return {0, kActionKinds - 1};
      case Parameter::Peer:
        return {0, peers_ - 1};
      case Parameter::PostedPeer:
        return {kAnyPeer, peers_ - 1};
      case Parameter::PostedTag:
        return {kAnyTag, Range().most};
      case Parameter::Comm:
        // The trace of a single process lists no communicators.
        if (trace_.communicators.empty()) return {0, Range().most};
        return {0, std::ssize(trace_.communicators) - 1};
      case Parameter::Op:
        return {0, std::ssize(model::kCollectiveOps) - 1};
      case Parameter::Root:
        return {kRootThisGroup, peers_ - 1};
      case Parameter::Target:
        return {kNoTarget, peers_ - 1};
      case Parameter::Mode:
        return {0, 2 * kFileFailed - 1};
      case Parameter::Reduction:
        return {0, std::ssize(kReductions) - 1};
      case Parameter::Datatype:
        return {0, std::ssize(trace_.datatypes) - 1};
      default:
        return {0, Range().most};
    }
  }

  bool values_can_be(const Event& event) {
    for (const Level& level : event.levels)
      if (!is_within("the length of a loop", level.length, {1, Range().most}) ||
          !is_within("the trips of a loop", level.trips, {0, Range().most}))
        return false;
    const bool has_unknown = has_unknown_communicator(event);
    for (std::size_t i = 0; i < kParameters; ++i) {
      const auto parameter = static_cast<Parameter>(i);
      Range range = allowed(parameter);
      if (has_unknown && is_rank(parameter)) range.most = Range().most;
      if (!is_within(std::string(parameter_name(parameter)), event.parameters[i], range))
        return false;
    }
    return sizes_fit(event);
  }

  // Nobody knows how many processes such a communicator has: it may have others than the trace.
  static bool has_unknown_communicator(const Event& event) {
    for (const ElasticPair& pair : event.of(Parameter::Comm).pairs())
      if (range_of(pair.values).least == kUnknown) return true;
    return false;
  }

  static bool is_rank(Parameter parameter) {
    return parameter == Parameter::Peer || parameter == Parameter::PostedPeer ||
           parameter == Parameter::Root || parameter == Parameter::Target;
  }

  // There must be as many kinds as actions, and as many values of each parameter as actions that
  // have it.
  bool sizes_fit(const Event& event) {
    const Elastic& kind = event.of(Parameter::Kind);
    if (!size_fits(Parameter::Kind, kind, uses_of_kind(event.of(Parameter::Actions)))) return false;
    for (std::size_t i = 0; i < kParameters; ++i) {
      const auto parameter = static_cast<Parameter>(i);
      if (parameter == Parameter::Actions || parameter == Parameter::Kind) continue;
      if (kind.has_histograms() ||
          !size_fits(parameter, event.parameters[i], uses_of_parameter(kind, parameter)))
        return kind.has_histograms();
    }
    return true;
  }

  bool size_fits(Parameter parameter, const Elastic& element, const Uses& uses) {
    if (element.has_histograms()) return true;  // the histogram belongs to several ranks together
    const Uses sizes = uses_of_sizes(element);
    // Ranks that do not know the parameter have no values.
    if (sizes == (may_be_unknown(parameter) ? uses.of(sizes.ranks()) : uses)) return true;
    return wrong("the values of " + std::string(parameter_name(parameter)) +
                 " are not as many as the actions that have it");
  }

  // Unknown values may occur anywhere: a process had to leave them out.
  bool is_within(const std::string& what, const Elastic& element, Range allowed) {
    for (const ElasticPair& pair : element.pairs()) {
      const Range range = range_of(pair.values);
      if (range.least > range.most) continue;
      const bool below = range.least < allowed.least && range.least != kUnknown;
      if (below || range.most > allowed.most)
        return wrong(what + " cannot be " + std::to_string(below ? range.least : range.most));
    }
    return true;
  }

  // Returns one rank for each class of ranks that share the vectors of all loops and calls.
  [[nodiscard]] std::vector<std::uint32_t> representatives() const {
    std::vector<std::uint32_t> classes(trace_.ranks, 0);
    std::uint32_t next = 1;
    const auto split = [&](const Elastic& element, const RankSet& all) {
      for (const ElasticPair& pair : element.pairs()) {
        if (pair.ranks == all && all.size() == trace_.ranks) continue;
        std::map<std::uint32_t, std::uint32_t> renamed;
        for (const std::uint32_t rank : pair.ranks.ranks()) {
          const auto [name, is_new] = renamed.try_emplace(classes[rank], next);
          if (is_new) ++next;
          classes[rank] = name->second;
        }
      }
    };
    for (const Event& event : trace_.events) {
      for (const Level& level : event.levels) {
        split(level.length, event.ranks);
        split(level.trips, event.ranks);
      }
      split(event.of(Parameter::Actions), event.ranks);
    }
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t rank = 0; rank < trace_.ranks; ++rank)
      if (seen.insert(classes[rank]).second) ranks.push_back(rank);
    return ranks;
  }

  // Checks that each of the rank's events is visited as often as the loops around it say.
  // `change_[i]` is the difference between the visits of the i-th event and those of the one before
  // it. A loop of `length` events replaces the entries of the events inside it by its trips.
  bool visits_fit(std::uint32_t rank) {
    std::vector<std::size_t> mine;
    for (std::size_t i = 0; i < trace_.events.size(); ++i)
      if (trace_.events[i].ranks.contains(rank)) mine.push_back(i);
    change_.assign(mine.size() + 1, 0);
    std::uint64_t visits = 1;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      event_ = mine[i];
      visits += change_[i];
      const Event& event = trace_.events[event_];
      std::uint64_t entries = visits;
      for (const Level& level : event.levels) {
        const Values* const lengths = level.length.of(rank);
        if (lengths == nullptr || size_of(*lengths) == 0) continue;
        if (!fits(rank, entries, size_of(*lengths))) return false;
        const Values* const trips = level.trips.of(rank);
        if (trips == nullptr || size_of(*trips) != size_of(*lengths))
          return wrong("rank " + std::to_string(rank) + " has a loop without trips");
        if (!enter(*lengths, *trips, i, entries)) return is_left_out();
      }
      const Values* const actions = event.of(Parameter::Actions).of(rank);
      if (!fits(rank, entries, actions == nullptr ? 0 : size_of(*actions))) return false;
    }
    return true;
  }

  // Loops given by histograms, and loops with very many different lengths, are not checked.
  bool is_left_out() { return found_.what.empty(); }

  bool fits(std::uint32_t rank, std::uint64_t entries, std::uint64_t values) {
    if (entries == values) return true;
    return wrong("rank " + std::to_string(rank) + " comes here " + std::to_string(entries) +
                 " times, but has values for " + std::to_string(values));
  }

  // Computes the visits inside a loop. Returns false if they are unknown or impossible (wrong()).
  bool enter(const Values& lengths, const Values& trips, std::size_t at, std::uint64_t& entries) {
    constexpr std::uint64_t kMost = 1u << 22;  // most values that are looked at one by one
    const auto* const each_length = std::get_if<Sequence>(&lengths);
    const auto* const each_trips = std::get_if<Sequence>(&trips);
    if (each_length == nullptr || each_trips == nullptr) return false;
    std::uint64_t inside = 0;
    std::int64_t length = 0;
    if (each_length->is_constant(length)) {
      inside = static_cast<std::uint64_t>(each_trips->sum());
      if (!change_inside(at, length, inside - entries)) return false;
    } else {
      if (each_length->size() > kMost) return false;
      SequenceCursor cursor(*each_trips);
      for (SequenceCursor next(*each_length); !next.done();) {
        const auto times = static_cast<std::uint64_t>(cursor.next());
        inside += times;
        if (!change_inside(at, next.next(), times - 1)) return false;
      }
    }
    entries = inside;
    return true;
  }

  bool change_inside(std::size_t at, std::int64_t length, std::uint64_t by) {
    if (length > std::ssize(change_) - 1 - static_cast<std::int64_t>(at))
      return wrong("a loop is longer than what is around it");
    change_[at + 1] += by;
    change_[at + static_cast<std::size_t>(length)] -= by;
    return true;
  }

  const Trace& trace_;
  std::int64_t peers_ = 0;
  std::size_t event_ = 0;
  std::vector<std::uint64_t> change_;  // modulo 2^64, like all counts here
  Unsound found_;
};

}  // namespace

std::optional<Unsound> find_unsound(const Trace& trace) { return Check(trace).run(); }

}  // namespace tarry::compressed
