// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/picture.h"

#include <bit>
#include <cstring>

namespace tarry::timeline {
namespace {

template <class Number>
void put(std::string& to, Number number) {
  static_assert(std::endian::native == std::endian::little);
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  to.append(bytes, sizeof number);
}

template <class Number>
void put_table(std::string& to, const std::vector<Number>& table) {
  for (const Number number : table) put(to, number);
}

}  // namespace

std::string picture_bytes(const Picture& picture) {
  std::string bytes;
  bytes.reserve(36 + 8 * picture.rows.size() + 4 * picture.row_of_line.size() +
                6 * picture.state.size());
  put(bytes, picture.from_s);
  put(bytes, picture.to_s);
  put(bytes, picture.columns);
  put(bytes, static_cast<std::uint32_t>(picture.rows.size()));
  put(bytes, std::uint32_t{picture.is_coarse});
  put(bytes, static_cast<std::uint32_t>(picture.row_of_line.size()));
  put(bytes, picture.alike_percent);
  for (const Picture::Row& row : picture.rows) {
    put(bytes, row.first);
    put(bytes, row.count);
  }
  put_table(bytes, picture.row_of_line);
  put_table(bytes, picture.state);
  put_table(bytes, picture.share);
  put_table(bytes, picture.waiting);
  put_table(bytes, picture.wait);
  return bytes;
}

}  // namespace tarry::timeline
