// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/live/communicator_numbers.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace tarry::compressed {
namespace {

using trace::eventlog::CommKey;
using trace::eventlog::LocalComm;

std::int64_t new_number(std::int64_t old, const CommPositions& positions) {
  return old >= 0 && static_cast<std::size_t>(old) < positions.size()
             ? positions[static_cast<std::size_t>(old)]
             : kUnknown;
}

std::uint64_t count_of(const Sequence& values, std::int64_t wanted) {
  std::int64_t only = 0;
  if (values.is_constant(only)) return only == wanted ? values.size() : 0;
  std::uint64_t count = 0;
  for (SequenceCursor cursor(values); !cursor.done();) count += cursor.next() == wanted ? 1 : 0;
  return count;
}

}  // namespace

CommPositions own_positions(const std::vector<LocalComm>& own) {
  std::vector<CommKey> keys;
  for (const LocalComm& comm : own)
    if (comm.known) keys.push_back(comm.key);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  CommPositions positions;
  for (const LocalComm& comm : own)
    positions.push_back(comm.known
                            ? std::lower_bound(keys.begin(), keys.end(), comm.key) - keys.begin()
                            : kUnknown);
  return positions;
}

std::uint64_t renumber_communicators(Trace& trace, const CommPositions& positions,
                                     VectorForm form) {
  std::uint64_t unknown = 0;
  for (Event& event : trace.events) {
    Elastic& comms = event.of(Parameter::Comm);
    std::vector<ElasticPair> pairs;
    for (const ElasticPair& pair : comms.pairs()) {
      const auto* const values = std::get_if<Sequence>(&pair.values);
      if (values == nullptr) continue;  // communicators are never histograms
      pairs.push_back(
          {mapped(*values, form, [&](std::int64_t old) { return new_number(old, positions); }),
           pair.ranks});
      unknown += count_of(std::get<Sequence>(pairs.back().values), kUnknown);
    }
    comms = Elastic::of_pairs(std::move(pairs));
  }
  return unknown;
}

}  // namespace tarry::compressed
