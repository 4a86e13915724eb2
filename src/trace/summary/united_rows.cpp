// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/united_rows.h"

#include "trace/summary/packed.h"

namespace tarry::trace::summary {
namespace {

constexpr FileKind kUnitedKind = {
    {'T', 'A', 'R', 'R', 'Y', 'U', 'N', 'I'}, 3, "union of summaries"};

}  // namespace

std::string packed(const UnitedHead& head) {
  std::string out;
  put(out, head.id);
  put(out, head.processes);
  put(out, head.bytes);
  put_tree(out, head.tree);
  return out;
}

std::optional<UnitedHead> unpacked(std::string_view bytes) {
  UnitedHead out;
  Unpacker in(bytes);
  in.get(out.id);
  in.get(out.processes);
  in.get(out.bytes);
  in.get_tree(out.tree);
  if (!in.is_good() || !in.at_end()) return std::nullopt;
  return out;
}

std::uint64_t row_bytes(const std::vector<Cell>& cells) {
  const std::uint64_t entry = cells.empty() ? 0 : 2 * sizeof(std::uint32_t);
  return kEmptyRow + entry + cells.size() * kPackedCell;
}

void put_row(std::string& rows, std::uint32_t rank, const std::vector<Cell>& cells) {
  put(rows, static_cast<std::uint32_t>(row_bytes(cells) - kEmptyRow));
  if (cells.empty()) return;
  put(rows, rank);
  put_cells(rows, cells);
}

std::optional<std::string> merged_rows(std::string_view front, std::string_view behind) {
  std::string out;
  out.reserve(front.size() + behind.size());
  Unpacker one(front), other(behind);
  while (!one.at_end() && !other.at_end()) {
    std::uint32_t bytes = 0, more = 0;
    one.get(bytes);
    other.get(more);
    if (std::uint64_t{bytes} + more > ~std::uint32_t{0}) return std::nullopt;
    put(out, bytes + more);
    out += one.take(bytes);
    out += other.take(more);
  }
  if (!one.is_good() || !other.is_good() || !one.at_end() || !other.at_end()) return std::nullopt;
  return out;
}

base::Result<base::AtomicFile> begin_united_file(const UnitedHead& head, const std::string& path) {
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(path));
  TRY(file.write(with_prefix(kUnitedKind, packed(head))));
  return file;
}

base::Result<UnitedRows> UnitedRows::open(const std::string& path) {
  UnitedRows out;
  out.path_ = path;
  out.file_.open(path, std::ios::binary);
  if (!out.file_)
    return base::Error{base::ErrorCode::NotFound, "there is no union of summaries", path, ""};
  TRY_ASSIGN(const std::string content, read_head(kUnitedKind, out.file_, path));
  std::optional<UnitedHead> head = unpacked(content);
  if (!head) return damaged(kUnitedKind, path, "its numbers make no sense");
  out.head_ = std::move(*head);
  out.left_ = bytes_left(out.file_);
  return out;
}

base::Status UnitedRows::next(const Visit& visit) {
  std::uint32_t bytes = 0;
  file_.read(reinterpret_cast<char*>(&bytes), sizeof bytes);
  if (!file_ || bytes > left_) return damaged(kUnitedKind, path_, "its values are cut short");
  left_ -= bytes;
  std::string row(bytes, '\0');
  if (!file_.read(row.data(), static_cast<std::streamsize>(bytes)))
    return damaged(kUnitedKind, path_, "its values are cut short");
  Unpacker in(row);
  std::vector<Cell> cells;
  while (!in.at_end()) {
    std::uint32_t rank = 0;
    in.get(rank);
    in.get_cells(cells);
    if (!in.is_good()) return damaged(kUnitedKind, path_, "its values make no sense");
    visit(rank, cells);
  }
  return base::kOk;
}

}  // namespace tarry::trace::summary
