// SPDX-License-Identifier: BSD-3-Clause
// Reads the value encodings of OTF2 from memory and never beyond its end: after the first read that
// does not fit or is malformed, ok() is false and every value is 0.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tarry::trace::otf2 {

// Values that stand for "undefined"; both are written as the single byte 0xFF.
inline constexpr std::uint32_t kUndefined32 = 0xFFFFFFFFu;
inline constexpr std::uint64_t kUndefined64 = ~std::uint64_t{0};

// The memory must have this many readable bytes behind its end, so that a value can be loaded whole
// before it is cut to its length.
inline constexpr std::size_t kCursorPadding = 8;

class RecordCursor {
 public:
  RecordCursor() = default;
  RecordCursor(const std::uint8_t* begin, const std::uint8_t* end, bool big_endian)
      : position_(begin),
        end_(end),
        swap_(big_endian != (std::endian::native == std::endian::big)) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - position_); }
  [[nodiscard]] const std::uint8_t* position() const { return position_; }

  std::uint8_t u8() {
    if (position_ == end_) [[unlikely]]
      return static_cast<std::uint8_t>(fail());
    return *position_++;
  }

  // Reads integers of variable length: one byte of length, then that many bytes. They are most of a
  // trace. Where many files are compiled as one, the compiler would not inline the function.
  [[gnu::always_inline]] std::uint32_t u32() {
    const std::uint64_t value = variable(4);
    return value == kUndefined64 ? kUndefined32 : static_cast<std::uint32_t>(value);
  }
  [[gnu::always_inline]] std::uint64_t u64() { return variable(8); }
  std::int64_t i64() { return static_cast<std::int64_t>(variable(8)); }

  // Read four bytes, and eight.
  std::uint32_t full32() {
    if (left() < 4) [[unlikely]]
      return static_cast<std::uint32_t>(fail());
    std::uint32_t value;
    std::memcpy(&value, position_, sizeof value);
    position_ += 4;
    return swap_ ? __builtin_bswap32(value) : value;
  }
  std::uint64_t full64() {
    if (left() < 8) [[unlikely]]
      return fail();
    const std::uint64_t value = load();
    position_ += 8;
    return value;
  }

  // Reads characters up to a zero byte.
  std::string_view string() {
    const void* zero = std::memchr(position_, 0, left());
    if (zero == nullptr) {
      fail();
      return {};
    }
    const char* begin = reinterpret_cast<const char*>(position_);
    position_ = static_cast<const std::uint8_t*>(zero) + 1;
    return {begin, static_cast<std::size_t>(static_cast<const char*>(zero) - begin)};
  }

  // Declares the last value senseless: from here on !ok().
  void reject() { fail(); }

  // Returns the content of a record that states its length first; this cursor moves behind it.
  RecordCursor record() {
    std::uint64_t length = u8();
    if (length == 0xFF) length = full64();
    if (length > left()) fail();
    if (!ok_) return *this;
    RecordCursor content = *this;
    content.end_ = position_ + length;
    position_ = content.end_;
    return content;
  }

 private:
  std::uint64_t fail() {
    ok_ = false;
    position_ = end_;
    return 0;
  }

  [[nodiscard]] std::uint64_t load() const {
    std::uint64_t value;
    std::memcpy(&value, position_, sizeof value);
    return swap_ ? __builtin_bswap64(value) : value;
  }

  [[gnu::always_inline]] std::uint64_t variable(std::size_t longest) {
    const std::size_t length = u8();
    if (length == 0) return 0;
    if (length > longest || length > left()) [[unlikely]]
      return length == 0xFF && ok_ ? kUndefined64 : fail();
    const auto unused = static_cast<unsigned>(64 - 8 * length);
    const std::uint64_t value = swap_ ? load() >> unused : load() << unused >> unused;
    position_ += length;
    return value;
  }

  const std::uint8_t* position_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  bool swap_ = false;
  bool ok_ = true;
};

}  // namespace tarry::trace::otf2
