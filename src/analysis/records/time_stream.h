// SPDX-License-Identifier: BSD-3-Clause
// Times by call path one after the other, packed: the usual one takes four bytes. Marks divide the
// stream into sections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ticks.h"
#include "model/ids.h"
#include "workers/message.h"

namespace tarry::analysis {

using base::Ticks;
using model::CallPathId;

struct CallPathTime {
  CallPathId callpath;
  Ticks time;
};

// Seven bits a byte, the lowest first; the highest bit of a byte says that more follow.
inline void append_number(workers::Bytes& to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) to.push_back(static_cast<std::byte>(number | 0x80));
  to.push_back(static_cast<std::byte>(number));
}

inline std::uint64_t read_number(std::span<const std::byte> from, std::size_t& at) {
  auto byte = static_cast<std::uint8_t>(from[at++]);
  std::uint64_t number = byte & 0x7Fu;
  for (int shift = 7; (byte & 0x80u) != 0; shift += 7) {
    byte = static_cast<std::uint8_t>(from[at++]);
    number |= std::uint64_t{byte & 0x7Fu} << shift;
  }
  return number;
}

inline void skip_number(std::span<const std::byte> from, std::size_t& at) {
  while ((static_cast<std::uint8_t>(from[at++]) & 0x80u) != 0) {
  }
}

// Times of either sign: small ones take few bytes.
constexpr std::uint64_t zigzag(Ticks time) {
  return static_cast<std::uint64_t>(time.count) << 1 ^ static_cast<std::uint64_t>(time.count >> 63);
}
inline void append_ticks(workers::Bytes& to, Ticks time) { append_number(to, zigzag(time)); }

inline Ticks read_ticks(std::span<const std::byte> from, std::size_t& at) {
  const std::uint64_t number = read_number(from, at);
  return Ticks{static_cast<std::int64_t>(number >> 1 ^ (0 - (number & 1)))};
}

inline void append_time(workers::Bytes& to, CallPathId callpath, Ticks time) {
  append_number(to, std::uint64_t{callpath.value} + 1);
  append_ticks(to, time);
}

inline void append_mark(workers::Bytes& to) { append_number(to, 0); }

// The stream must outlive it.
class TimeReader {
 public:
  explicit TimeReader(std::span<const std::byte> stream, std::size_t from = 0)
      : stream_(stream), at_(from) {}

  [[nodiscard]] std::size_t position() const { return at_; }

  // Takes the next time; false if a mark was taken instead, or at the end of the stream.
  bool next(CallPathTime& out) {
    if (at_ >= stream_.size()) return false;
    const std::uint64_t tag = read_number(stream_, at_);
    if (tag == 0) return false;
    out.callpath = CallPathId{static_cast<std::uint32_t>(tag - 1)};
    out.time = read_ticks(stream_, at_);
    return true;
  }

 private:
  std::span<const std::byte> stream_;
  std::size_t at_;
};

}  // namespace tarry::analysis
