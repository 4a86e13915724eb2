// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/path_parts.h"

#include <algorithm>
#include <tuple>

#include "timeline/columns.h"

namespace tarry::timeline {

void keep_longest(std::vector<PathPart>& parts, std::size_t most) {
  if (parts.size() > most) {
    const auto is_longer = [](const PathPart& a, const PathPart& b) {
      return std::tuple(b.end - b.begin, a) < std::tuple(a.end - a.begin, b);
    };
    std::nth_element(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(most), parts.end(),
                     is_longer);
    parts.resize(most);
  }
  std::sort(parts.begin(), parts.end());
}

void take_turns(std::vector<PathPart>& parts) {
  std::sort(parts.begin(), parts.end());
  std::int64_t end = 0;
  for (PathPart& part : parts) {
    part.begin = std::max(part.begin, end);
    end = std::max(part.end, end);
  }
  std::erase_if(parts, [](const PathPart& part) { return part.begin >= part.end; });
}

std::string bytes_of(std::span<const PathPart> parts) {
  Column column;
  std::int64_t last = 0;
  for (const PathPart& part : parts) {
    column.put_signed(part.begin - last);
    column.put_signed(part.end - part.begin);
    column.put(part.line);
    last = part.begin;
  }
  return column.bytes();
}

base::Result<std::vector<PathPart>> path_of(std::string_view bytes, std::int64_t length,
                                            std::size_t lines) {
  std::vector<PathPart> parts;
  ColumnReader column(bytes);
  std::int64_t last = 0;
  while (column.left() > 0) {
    const std::int64_t step = column.get_signed(), duration = column.get_signed();
    const std::uint64_t line = column.get();
    if (!column.ok() || step < 0 || duration < 0 || step > length - last ||
        duration > length - last - step || line >= lines)
      return damaged_index();
    last += step;
    parts.push_back({last, last + duration, static_cast<std::uint32_t>(line)});
  }
  return parts;
}

}  // namespace tarry::timeline
