// SPDX-License-Identifier: BSD-3-Clause
// How the workers of one analysis talk: in bulk, all at once, few large messages. The analysis is
// written for K workers; whether they are threads or processes is the transport's affair. Every
// call is collective: all workers make the same calls in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tarry::analysis {

// A message; it may be large, so it lies where the analysis keeps its records (memory/).
using Bytes = std::pmr::vector<std::byte>;

class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t rank() const = 0;

  // Sends outgoing[k] to worker k; returns what each worker sent here, by worker.
  std::vector<Bytes> exchange(std::vector<Bytes> outgoing) {
    std::vector<Bytes> arrived = do_exchange(std::move(outgoing));
    for (const Bytes& message : arrived) bytes_received_ += message.size();
    return arrived;
  }

  // Every worker gets every worker's `own`, by worker.
  std::vector<Bytes> all_gather(const Bytes& own) {
    return exchange(std::vector<Bytes>(size(), own));
  }

  // Worker 0 gets every worker's `own`, by worker; the others get empty messages.
  std::vector<Bytes> gather(Bytes own) {
    std::vector<Bytes> outgoing(size());
    outgoing[0] = std::move(own);
    return exchange(std::move(outgoing));
  }

  // Ends all processes of the analysis at once, after one line on stderr: for failures after which
  // the next collective call could not be made. Thread: any.
  [[noreturn]] virtual void abandon(std::string_view reason) = 0;

  // By this worker so far.
  [[nodiscard]] std::uint64_t bytes_received() const { return bytes_received_; }

 private:
  virtual std::vector<Bytes> do_exchange(std::vector<Bytes> outgoing) = 0;

  std::uint64_t bytes_received_ = 0;
};

// Appends a plain record to a message.
template <class T>
void append(Bytes& message, const T& record) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t at = message.size();
  message.resize(at + sizeof(T));
  std::memcpy(message.data() + at, &record, sizeof(T));
}

// Appends plain records to a message.
template <class T>
void append_all(Bytes& message, std::span<const T> records) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (records.empty()) return;
  const std::size_t at = message.size();
  message.resize(at + records.size_bytes());
  std::memcpy(message.data() + at, records.data(), records.size_bytes());
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
