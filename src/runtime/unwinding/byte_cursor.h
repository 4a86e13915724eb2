// SPDX-License-Identifier: BSD-3-Clause
// Reads the encodings of DWARF one after the other and never beyond an end. If something does not
// fit, the cursor becomes bad, and from then on it reads only zeros. Sources: DWARF 5, 7.6; Linux
// Standard Base 5.0, 10.5 (encoded pointers).
#pragma once

#include <cstdint>
#include <cstring>

namespace tarry::runtime::unwinding {

// Thread: its owner. Signal: safe.
class ByteCursor {
 public:
  ByteCursor(std::uint64_t begin, std::uint64_t end) : at_(begin), end_(end) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool has_more() const { return ok_ && at_ < end_; }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }

  template <class T>
  T read() {
    T value{};
    if (!ok_ || end_ - at_ < sizeof(T)) return fail(), value;
    std::memcpy(&value, reinterpret_cast<const void*>(at_), sizeof value);
    at_ += sizeof value;
    return value;
  }

  std::uint64_t unsigned_leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = read<std::uint8_t>();
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return fail(), 0;
  }

  std::int64_t signed_leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64;) {
      const auto byte = read<std::uint8_t>();
      value |= std::uint64_t{byte & 0x7fu} << shift;
      shift += 7;
      if ((byte & 0x80) != 0) continue;
      if ((byte & 0x40) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
    return fail(), 0;
  }

  void skip(std::uint64_t bytes) {
    if (!ok_ || end_ - at_ < bytes) return fail();
    at_ += bytes;
  }

  // Reads a pointer in one of the encodings of .eh_frame. `data` is the base of data-relative ones.
  std::uint64_t pointer(std::uint8_t encoding, std::uint64_t data) {
    const std::uint64_t here = at_;
    const std::uint64_t value = plain(encoding & 0x0f);
    if ((encoding & 0x80) != 0) return fail(), 0;  // indirect: only for personality routines
    switch (encoding & 0x70) {
      case 0x00:
        return value;
      case 0x10:
        return here + value;
      case 0x30:
        return data + value;
      default:
        return fail(), 0;
    }
  }

  // Reads the value alone, without the base that it is relative to.
  std::uint64_t plain(std::uint8_t format) {
    switch (format) {
      case 0x01:
        return unsigned_leb();
      case 0x02:
        return read<std::uint16_t>();
      case 0x03:
        return read<std::uint32_t>();
      case 0x00:
      case 0x04:
        return read<std::uint64_t>();
      case 0x09:
        return static_cast<std::uint64_t>(signed_leb());
      case 0x0a:
        return static_cast<std::uint64_t>(std::int64_t{read<std::int16_t>()});
      case 0x0b:
        return static_cast<std::uint64_t>(std::int64_t{read<std::int32_t>()});
      case 0x0c:
        return read<std::uint64_t>();
      default:
        return fail(), 0;
    }
  }

 private:
  void fail() { ok_ = false; }

  std::uint64_t at_;
  std::uint64_t end_;
  bool ok_ = true;
};

}  // namespace tarry::runtime::unwinding
