// SPDX-License-Identifier: BSD-3-Clause
#include "compress/finish/own_communicators.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace tarry::compress {
namespace {

using trace::recording::CommKey;
using trace::recording::LocalComm;

std::int64_t new_number(std::int64_t old, const std::vector<std::int64_t>& numbers) {
  return old >= 0 && static_cast<std::size_t>(old) < numbers.size()
             ? numbers[static_cast<std::size_t>(old)]
             : kUnknown;
}

Sequence renumbered(const Sequence& values, const std::vector<std::int64_t>& numbers) {
  std::int64_t only = 0;
  Sequence made;
  if (values.is_constant(only)) {
    made.append(Run{new_number(only, numbers), 0, values.size()});
  } else {
    for (SequenceCursor cursor(values); !cursor.done();)
      made.append(new_number(cursor.next(), numbers));
  }
  made.seal();
  return made;
}

std::uint64_t count_of(const Sequence& values, std::int64_t wanted) {
  std::int64_t only = 0;
  if (values.is_constant(only)) return only == wanted ? values.size() : 0;
  std::uint64_t count = 0;
  for (SequenceCursor cursor(values); !cursor.done();) count += cursor.next() == wanted ? 1 : 0;
  return count;
}

// The position in the whole trace of each of the process' communicators, by its number.
std::vector<std::int64_t> new_positions(std::uint32_t rank, const Trace& all,
                                        const std::vector<CommKey>& order,
                                        const std::vector<LocalComm>& local) {
  const std::vector<std::uint32_t> own = all.communicators_of(rank);
  std::vector<std::int64_t> positions;
  for (const LocalComm& comm : local) {
    const auto key = std::lower_bound(order.begin(), order.end(), comm.key);
    const auto index = static_cast<std::uint32_t>(key - order.begin());
    const auto at = std::lower_bound(own.begin(), own.end(), index);
    const bool found =
        comm.known && key != order.end() && *key == comm.key && at != own.end() && *at == index;
    positions.push_back(found ? at - own.begin() : kUnknown);
  }
  return positions;
}

}  // namespace

std::vector<CommKey> communicator_order(const trace::recording::DefinitionSet& unified) {
  std::vector<CommKey> order;
  for (const auto& [key, comm] : unified.communicators)
    if (comm.kind != "team") order.push_back(key);
  return order;
}

std::uint64_t renumber_communicators(Trace& trace, std::uint32_t rank, const Trace& all,
                                     const std::vector<CommKey>& order,
                                     const std::vector<LocalComm>& local) {
  const std::vector<std::int64_t> numbers = new_positions(rank, all, order, local);
  std::uint64_t unknown = 0;
  for (Event& event : trace.events) {
    Elastic& comms = event.parameters[static_cast<std::size_t>(Parameter::Comm)];
    std::vector<ElasticPair> pairs;
    for (const ElasticPair& pair : comms.pairs()) {
      const auto* const values = std::get_if<Sequence>(&pair.values);
      if (values == nullptr) continue;  // communicators are no histograms
      pairs.push_back({renumbered(*values, numbers), pair.ranks});
      unknown += count_of(std::get<Sequence>(pairs.back().values), kUnknown);
    }
    comms = Elastic::of_pairs(std::move(pairs));
  }
  return unknown;
}

}  // namespace tarry::compress
