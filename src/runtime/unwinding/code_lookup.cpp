// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/code_lookup.h"

#include <link.h>

#include <cstring>
#include <initializer_list>

#include "runtime/unwinding/byte_cursor.h"

namespace tarry::runtime::unwinding {
namespace {

// All linkers write this form: sorted 4-byte distances from the begin of .eh_frame_hdr.
constexpr std::uint8_t kTableEncoding = 0x3b;

struct TableEntry {
  std::int32_t code;
  std::int32_t entry;
};

// Returns the last entry whose code begins at or before `pc`.
const TableEntry* find_entry(const TableEntry* table, std::uint64_t count, std::int64_t distance) {
  std::uint64_t first = 0;
  for (std::uint64_t left = count; left > 0;) {
    const std::uint64_t half = left / 2;
    if (table[first + half].code <= distance) {
      first += half + 1;
      left -= half + 1;
    } else {
      left = half;
    }
  }
  return first == 0 ? nullptr : table + first - 1;
}

}  // namespace

bool find_object(std::uint64_t pc, dl_find_object& found) {
  return _dl_find_object(reinterpret_cast<void*>(pc), &found) == 0;
}

bool is_ours(const dl_find_object& object) {
  const char* path = object.dlfo_link_map->l_name;
  if (path == nullptr) return false;
  const char* slash = std::strrchr(path, '/');
  const char* name = slash != nullptr ? slash + 1 : path;
  // The list leaves out our library for replays, because a replay is what the program does.
  for (const char* begin : {"libtarry-sampling", "libtarry-serial", "libtarry-mpi-"})
    if (std::strncmp(name, begin, std::strlen(begin)) == 0) return true;
  return false;
}

FrameRules find_rules(std::uint64_t pc, const dl_find_object& object) {
  const auto header = reinterpret_cast<std::uint64_t>(object.dlfo_eh_frame);
  const auto end = reinterpret_cast<std::uint64_t>(object.dlfo_map_end);
  if (header == 0 || header >= end) return {};
  ByteCursor cursor(header, end);
  const auto version = cursor.read<std::uint8_t>();
  const auto frame_encoding = cursor.read<std::uint8_t>();
  const auto count_encoding = cursor.read<std::uint8_t>();
  const auto table_encoding = cursor.read<std::uint8_t>();
  if (version != 1 || table_encoding != kTableEncoding) return {};
  cursor.pointer(frame_encoding, header);
  const std::uint64_t count = cursor.pointer(count_encoding, header);
  if (!cursor.ok() || count > (end - cursor.at()) / sizeof(TableEntry)) return {};
  const auto* table = reinterpret_cast<const TableEntry*>(cursor.at());
  const TableEntry* entry = find_entry(table, count, static_cast<std::int64_t>(pc - header));
  if (entry == nullptr) return {};
  const std::uint64_t at = header + static_cast<std::uint64_t>(std::int64_t{entry->entry});
  const auto begin = reinterpret_cast<std::uint64_t>(object.dlfo_map_start);
  return at >= begin && at < end ? rules_from_entry(at, end, pc) : FrameRules{};
}

}  // namespace tarry::runtime::unwinding
