// SPDX-License-Identifier: BSD-3-Clause
// Tables that grow without end: in memory while they are small, then in a file without a name,
// which disappears with them. They are filled first and used afterwards.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tarry::event_library {

class Scratch {
 public:
  explicit Scratch(std::filesystem::path directory) : directory_(std::move(directory)) {}
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();

  base::Status append(const void* bytes, std::size_t count);
  // No bytes are appended after it. It may be called again.
  base::Status map();
  [[nodiscard]] std::size_t size() const { return written_ + buffer_.size(); }
  [[nodiscard]] std::byte* bytes() { return mapped_ != nullptr ? mapped_ : buffer_.data(); }

 private:
  base::Status write_out();

  std::filesystem::path directory_;
  std::vector<std::byte> buffer_;
  int file_ = -1;
  std::size_t written_ = 0;
  std::byte* mapped_ = nullptr;
};

template <class T>
class ScratchTable {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit ScratchTable(std::filesystem::path directory) : scratch_(std::move(directory)) {}

  base::Status append(std::span<const T> items) {
    return scratch_.append(items.data(), items.size_bytes());
  }
  [[nodiscard]] std::size_t size() const { return scratch_.size() / sizeof(T); }
  base::Status map() { return scratch_.map(); }
  // After map().
  [[nodiscard]] std::span<T> items() { return {reinterpret_cast<T*>(scratch_.bytes()), size()}; }

 private:
  Scratch scratch_;
};

}  // namespace tarry::event_library
