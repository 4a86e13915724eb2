// SPDX-License-Identifier: BSD-3-Clause
// Messages between workers: plain records and texts one after the other, in the layout of the
// machine (all processes of an analysis are the same program).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tarry::workers {

// A message; it may be large, so it lies where the analysis keeps its records (spill_memory.h).
using Bytes = std::pmr::vector<std::byte>;

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

// Returns the number of records of type T in a message that contains nothing else.
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

// Appends a text, preceded by its length.
inline void append_text(Bytes& message, std::string_view text) {
  append(message, std::uint64_t{text.size()});
  append_all(message, std::span(text));
}

// Takes a message apart in the order in which it was made. The message must outlive it.
class MessageReader {
 public:
  explicit MessageReader(const Bytes& message, std::size_t from = 0)
      : message_(message), at_(from) {}

  [[nodiscard]] bool at_end() const { return at_ == message_.size(); }
  [[nodiscard]] std::size_t position() const { return at_; }

  template <class T>
  void skip(std::size_t records) {
    take_bytes(records * sizeof(T));
  }

  template <class T>
  T take() {
    T record;
    std::memcpy(&record, take_bytes(sizeof(T)), sizeof(T));
    return record;
  }

  std::string_view take_text() {
    const auto length = take<std::uint64_t>();
    return {reinterpret_cast<const char*>(take_bytes(length)), length};
  }

  // Takes as many records as `to` has places.
  template <class T>
  void take_all(std::span<T> to) {
    if (!to.empty()) std::memcpy(to.data(), take_bytes(to.size_bytes()), to.size_bytes());
  }

 private:
  const std::byte* take_bytes(std::size_t count) {
    const std::byte* begin = message_.data() + at_;
    at_ += count;
    return begin;
  }

  const Bytes& message_;
  std::size_t at_;
};

}  // namespace tarry::workers
