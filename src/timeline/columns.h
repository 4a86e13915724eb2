// SPDX-License-Identifier: BSD-3-Clause
// Tables of numbers in bytes: each column by itself, because its numbers are alike and pack well
// together. Numbers take as many bytes as they need, seven bits in each. What is read may be
// damaged: then every number is 0 and ok() is false.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace tarry::timeline {

class Column {
 public:
  void put(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
    bytes_ += static_cast<char>(number);
  }
  // Small numbers of either sign take few bytes.
  void put_signed(std::int64_t number) {
    put(static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

class ColumnReader {
 public:
  ColumnReader() = default;
  explicit ColumnReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t get() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      number |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return number;
    }
    ok_ = false;
    at_ = bytes_.size();
    return 0;
  }
  std::int64_t get_signed() {
    const std::uint64_t number = get();
    return static_cast<std::int64_t>(number >> 1 ^ (~(number & 1) + 1));
  }
  // Returns so many bytes.
  std::string_view take(std::uint64_t size);
  // Leaves out all that is left.
  void skip() { at_ = bytes_.size(); }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

// Makes fewer bytes, with a checksum. Thread: one.
class Packer {
 public:
  Packer();
  [[nodiscard]] base::Result<std::string> packed(std::string_view bytes);

 private:
  std::unique_ptr<ZSTD_CCtx_s, void (*)(ZSTD_CCtx_s*)> context_;
};

// Thread: one.
class Unpacker {
 public:
  Unpacker();
  // Returns an error if the bytes are damaged or stand for more than `most` bytes.
  [[nodiscard]] base::Result<std::string> unpacked(std::string_view bytes, std::size_t most);

 private:
  std::unique_ptr<ZSTD_DCtx_s, void (*)(ZSTD_DCtx_s*)> context_;
};

// The error of an index that is not what was written.
base::Error damaged_index();

}  // namespace tarry::timeline
