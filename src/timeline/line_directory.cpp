// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/line_directory.h"

#include <numeric>

#include "timeline/columns.h"

namespace tarry::timeline {
namespace {

std::size_t blocks_of_level(const TimeGrid& grid, unsigned shift) {
  return (static_cast<std::size_t>(grid.bins(shift)) + kBinsInBlock - 1) / kBinsInBlock;
}

}  // namespace

std::size_t blocks_of(const TimeGrid& grid, unsigned shift) {
  std::size_t blocks = 0;
  for (unsigned level = shift; level <= grid.largest_shift(); ++level)
    blocks += blocks_of_level(grid, level);
  return blocks;
}

std::uint64_t LineDirectory::stretches_begin() const {
  return std::accumulate(bin_blocks.begin(), bin_blocks.end(), std::uint64_t{0});
}

std::uint64_t LineDirectory::size() const {
  std::uint64_t bytes = stretches_begin() + visits_size;
  for (const StretchEntry& stretch : stretches) bytes += stretch.size;
  return bytes;
}

std::size_t LineDirectory::first_block(const TimeGrid& grid, unsigned level) const {
  std::size_t block = 0;
  for (unsigned each = shift; each < level; ++each) block += blocks_of_level(grid, each);
  return block;
}

std::string bytes_of(std::span<const LineDirectory> lines) {
  Column column;
  for (const LineDirectory& line : lines) {
    column.put(line.offset);
    column.put(line.shift);
    column.put(line.has_places ? 1 : 0);
    column.put(line.steps);
    column.put(line.visits_size);
    for (const std::uint32_t size : line.bin_blocks) column.put(size);
    column.put(line.stretches.size());
    LineDirectory::StretchEntry last;
    for (const LineDirectory::StretchEntry& each : line.stretches) {
      column.put(each.size);
      column.put_signed(each.begin - last.begin);
      column.put(each.step - last.step);
      column.put(each.earliest == kNever ? 0 : static_cast<std::uint64_t>(each.earliest) + 1);
      column.put(each.messages);
      last = each;
    }
  }
  return column.bytes();
}

base::Result<std::vector<LineDirectory>> directory_of(std::string_view bytes, std::size_t lines,
                                                      const TimeGrid& grid, std::uint64_t begin,
                                                      std::uint64_t end) {
  ColumnReader reader(bytes);
  std::vector<LineDirectory> directory;
  const unsigned largest = grid.largest_shift();
  while (directory.size() < lines && reader.ok()) {
    LineDirectory line;
    line.offset = reader.get();
    const std::uint64_t shift = reader.get();
    line.has_places = reader.get() != 0;
    line.steps = reader.get();
    line.visits_size = static_cast<std::uint32_t>(reader.get());
    if (!reader.ok() || shift > largest) return damaged_index();
    line.shift = static_cast<unsigned>(shift);
    const std::size_t blocks = blocks_of(grid, line.shift);
    if (blocks > reader.left()) return damaged_index();
    for (std::size_t i = 0; i < blocks; ++i)
      line.bin_blocks.push_back(static_cast<std::uint32_t>(reader.get()));
    LineDirectory::StretchEntry last;
    for (std::uint64_t left = reader.get(); left > 0 && reader.ok(); --left) {
      LineDirectory::StretchEntry each;
      each.size = static_cast<std::uint32_t>(reader.get());
      each.begin = last.begin + reader.get_signed();
      each.step = last.step + reader.get();
      if (const std::uint64_t earliest = reader.get(); earliest > 0)
        each.earliest = static_cast<std::int64_t>(earliest - 1);
      each.messages = reader.get();
      if (each.begin < last.begin || each.begin > grid.length) return damaged_index();
      line.stretches.push_back(each);
      last = each;
    }
    if (line.offset < begin || line.offset > end || line.size() > end - line.offset)
      return damaged_index();
    directory.push_back(std::move(line));
  }
  if (!reader.ok() || reader.left() > 0 || directory.size() != lines) return damaged_index();
  return directory;
}

}  // namespace tarry::timeline
