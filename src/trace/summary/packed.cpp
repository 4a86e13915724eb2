// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/packed.h"

#include <algorithm>

#include "base/hash.h"
#include "trace/summary/region_key.h"

namespace tarry::trace::summary {
namespace {

struct Prefix {
  char magic[8];
  std::uint32_t version;
  std::uint32_t columns;
  std::uint64_t head_bytes;  // bytes behind this structure
  std::uint64_t checksum;    // checksum of these bytes
};

bool is_sound(const PathTree& tree) {
  for (std::size_t p = 0; p < tree.paths.size(); ++p) {
    const Path& path = tree.paths[p];
    if ((path.parent != kNoPath && path.parent >= p) || path.key >= tree.keys.size()) return false;
  }
  return std::all_of(tree.keys.begin(), tree.keys.end(),
                     [](const std::string& key) { return region_of_key(key).has_value(); });
}

}  // namespace

std::uint64_t bytes_left(std::ifstream& file) {
  const auto at = file.tellg();
  file.seekg(0, std::ios::end);
  const auto end = file.tellg();
  file.seekg(at);
  return file ? static_cast<std::uint64_t>(end - at) : 0;
}

void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

void put_tree(std::string& out, const PathTree& tree) {
  put(out, static_cast<std::uint32_t>(tree.keys.size()));
  for (const std::string& key : tree.keys) put_text(out, key);
  put(out, static_cast<std::uint32_t>(tree.paths.size()));
  for (const Path& path : tree.paths) put(out, path);
}

void put_cells(std::string& out, const std::vector<Cell>& cells) {
  put(out, static_cast<std::uint32_t>(cells.size()));
  for (const Cell& cell : cells) {
    put(out, cell.thread);
    put(out, cell.column);
    put(out, cell.value);
  }
}

void Unpacker::get_text(std::string& text) {
  std::uint32_t size = 0;
  get(size);
  text = take(size);
}

void Unpacker::get_tree(PathTree& tree) {
  tree.keys.resize(count(sizeof(std::uint32_t)));
  for (std::string& key : tree.keys) get_text(key);
  tree.paths.resize(count(sizeof(Path)));
  for (Path& path : tree.paths) get(path);
  if (!good_ || !is_sound(tree)) {
    tree = {};
    fail();
  }
}

void Unpacker::get_cells(std::vector<Cell>& cells) {
  cells.resize(count(kPackedCell));
  for (Cell& cell : cells) {
    get(cell.thread);
    get(cell.column);
    get(cell.value);
    if (cell.column >= kMostColumns) fail();
  }
}

std::uint32_t Unpacker::count(std::size_t bytes) {
  std::uint32_t number = 0;
  get(number);
  if (left_.size() / bytes < number) fail();
  return good_ ? number : 0;
}

std::string_view Unpacker::take(std::size_t bytes) {
  if (left_.size() < bytes) fail();
  const std::string_view out = left_.substr(0, good_ ? bytes : 0);
  left_.remove_prefix(out.size());
  return out;
}

void Unpacker::fail() {
  good_ = false;
  left_ = {};
}

std::string with_prefix(const FileKind& kind, std::string_view head) {
  Prefix prefix{};
  std::memcpy(prefix.magic, kind.magic, sizeof kind.magic);
  prefix.version = kind.version;
  prefix.columns = kColumns;
  prefix.head_bytes = head.size();
  prefix.checksum = base::fnv1a(head);
  std::string out;
  out.reserve(sizeof prefix + head.size());
  put(out, prefix);
  out += head;
  return out;
}

base::Error damaged(const FileKind& kind, const std::string& path, const char* what) {
  return {base::ErrorCode::BadInput, std::string("damaged ") + kind.name + ": " + what, path, ""};
}

base::Result<std::string> read_head(const FileKind& kind, std::ifstream& file,
                                    const std::string& path) {
  Prefix prefix{};
  if (!file.read(reinterpret_cast<char*>(&prefix), sizeof prefix) ||
      std::memcmp(prefix.magic, kind.magic, sizeof kind.magic) != 0)
    return damaged(kind, path, "it does not begin as one");
  if (prefix.version != kind.version || prefix.columns != kColumns)
    return damaged(kind, path, "it is of another version");
  if (prefix.head_bytes > bytes_left(file)) return damaged(kind, path, "it is cut short");
  std::string head(prefix.head_bytes, '\0');
  if (!file.read(head.data(), static_cast<std::streamsize>(head.size())) ||
      base::fnv1a(head) != prefix.checksum)
    return damaged(kind, path, "its checksum is wrong");
  return head;
}

}  // namespace tarry::trace::summary
