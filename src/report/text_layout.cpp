// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_layout.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"

namespace tarry::report {
namespace {

using base::columns_of;

constexpr std::size_t kLeastColumns = 12;  // of a text that is beside an indentation

// Returns the bytes that the first `columns` characters take.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  for (; columns > 0 && at < text.size(); --columns)
    at += std::max<std::size_t>(1, base::utf8_length(text, at));
  return std::min(at, text.size());
}

std::string elided_characters(std::string_view text, std::size_t width, std::string_view dots) {
  const std::size_t all = columns_of(text), gap = columns_of(dots);
  if (width <= gap) return std::string(text.substr(0, bytes_of(text, width)));
  const std::size_t front = (width - gap) / 2, back = width - gap - front;
  return std::string(text.substr(0, bytes_of(text, front)))
      .append(dots)
      .append(text.substr(bytes_of(text, all - back)));
}

}  // namespace

std::string elided_path(std::string_view path, std::size_t width, bool unicode) {
  if (width == 0 || columns_of(path) <= width) return std::string(path);
  const std::string dots = unicode ? "…" : "...";
  const std::size_t first_end = path.find('/', 1);
  if (first_end != std::string_view::npos) {
    const std::string front = std::string(path.substr(0, first_end + 1)) + dots;
    for (std::size_t at = path.find('/', first_end + 1); at != std::string_view::npos;
         at = path.find('/', at + 1))
      if (columns_of(front) + columns_of(path.substr(at)) <= width)
        return front + std::string(path.substr(at));
  }
  return elided_characters(path, width, dots);
}

std::string wrapped(std::string_view text, std::string_view first, const TextStyle& style) {
  std::string out(first);
  if (style.width == 0) return out.append(text) + '\n';
  const std::size_t indent = columns_of(first);
  const std::size_t width = std::max(style.width, indent + kLeastColumns);
  std::size_t column = indent;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word =
        elided_path(text.substr(begin, end - begin), width - indent, style.unicode);
    const std::size_t room = columns_of(word);
    if (column > indent && column + 1 + room > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += room;
    begin = end + 1;
  }
  return out + '\n';
}

}  // namespace tarry::report
