// SPDX-License-Identifier: BSD-3-Clause
// The messages between workers of a diagnosis, besides plain records, and their reduction over all
// workers along a binomial tree. It takes as many rounds as the number of workers has bits.
#pragma once

#include <utility>
#include <vector>

#include "samples/calling_context_tree.h"
#include "workers/message.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

using workers::Bytes;
using workers::MessageReader;

template <class T>
void append_list(Bytes& message, const std::vector<T>& records) {
  workers::append(message, std::uint64_t{records.size()});
  workers::append_all(message, std::span<const T>(records));
}

template <class T>
std::vector<T> take_list(MessageReader& message) {
  std::vector<T> records(message.take<std::uint64_t>());
  message.take_all(std::span<T>(records));
  return records;
}

// Plain records of all workers, in any order.
template <class T>
struct List {
  std::vector<T> records;

  void merge(const List& other) {
    records.insert(records.end(), other.records.begin(), other.records.end());
  }
  void append_to(Bytes& message) const { append_list(message, records); }
  static List take(MessageReader& message) { return {take_list<T>(message)}; }
};

void append_tree(Bytes& message, const samples::CallingContextTree& tree);
samples::CallingContextTree take_tree(MessageReader& message);

// Collective: merges the `own` of all workers; only worker 0 gets the result. T has `merge(T)`,
// which is associative and independent of order, `append_to(Bytes&)` and `T::take(MessageReader&)`.
template <class T>
T reduced(workers::Transport& transport, T own) {
  for (std::size_t step = 1; step < transport.size(); step *= 2) {
    std::vector<Bytes> outgoing(transport.size());
    const std::size_t rank = transport.rank();
    if (rank % (2 * step) == step) own.append_to(outgoing[rank - step]);
    const std::vector<Bytes> arrived = transport.exchange(std::move(outgoing));
    for (const Bytes& message : arrived) {
      if (message.empty()) continue;
      MessageReader reader(message);
      own.merge(T::take(reader));
    }
  }
  return own;
}

// Collective: gives all workers the value of worker 0.
template <class T>
T broadcast(workers::Transport& transport, T own) {
  std::vector<Bytes> outgoing(transport.size());
  if (transport.rank() == 0)
    for (std::size_t to = 1; to < transport.size(); ++to) own.append_to(outgoing[to]);
  const std::vector<Bytes> arrived = transport.exchange(std::move(outgoing));
  if (transport.rank() == 0) return own;
  MessageReader reader(arrived[0]);
  return T::take(reader);
}

}  // namespace tarry::diagnosis
