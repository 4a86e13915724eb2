// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/finalize/text.h"

#include <cstdlib>
#include <cstring>

namespace tarry::runtime::finalize {

Text::~Text() { std::free(data_); }

bool Text::resize(std::size_t size) {
  std::free(data_);
  data_ = static_cast<char*>(std::malloc(size == 0 ? 1 : size));
  size_ = data_ == nullptr ? 0 : size;
  return data_ != nullptr;
}

bool Text::assign(std::string_view content) {
  if (!resize(content.size())) return false;
  std::memcpy(data_, content.data(), content.size());
  return true;
}

}  // namespace tarry::runtime::finalize
