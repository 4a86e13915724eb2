// SPDX-License-Identifier: BSD-3-Clause
// A text on the heap, for code without exceptions.
#pragma once

#include <cstddef>
#include <string_view>

namespace tarry::runtime::finalize {

class Text {
 public:
  Text() = default;
  ~Text();
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  // Makes room for `size` bytes in place of the old content. Returns false without memory.
  bool resize(std::size_t size);
  // Replaces the content by a copy of `content`. Returns false without memory.
  bool assign(std::string_view content);

  [[nodiscard]] char* data() { return data_; }
  [[nodiscard]] const char* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string_view view() const { return {data_, size_}; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tarry::runtime::finalize
