// SPDX-License-Identifier: BSD-3-Clause
// How the workers of one analysis talk: in bulk, all at once, few large messages. The analysis is
// written for K workers; whether they are threads or processes is the transport's affair. Every
// call is collective: all workers make the same calls in the same order.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace tarry::analysis {

using Bytes = std::vector<std::byte>;

class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t rank() const = 0;

  // Sends outgoing[k] to worker k; returns what each worker sent here, by worker.
  virtual std::vector<Bytes> exchange(std::vector<Bytes> outgoing) = 0;

  // Every worker gets every worker's `own`, by worker.
  virtual std::vector<Bytes> all_gather(const Bytes& own) = 0;
};

// Appends a plain record to a message.
template <class T>
void append(Bytes& message, const T& record) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t at = message.size();
  message.resize(at + sizeof(T));
  std::memcpy(message.data() + at, &record, sizeof(T));
}

// Number of records of type T in a message that holds nothing else.
template <class T>
std::size_t record_count(const Bytes& message) {
  return message.size() / sizeof(T);
}

template <class T>
T record_at(const Bytes& message, std::size_t index) {
  static_assert(std::is_trivially_copyable_v<T>);
  T record;
  std::memcpy(&record, message.data() + index * sizeof(T), sizeof(T));
  return record;
}

}  // namespace tarry::analysis
