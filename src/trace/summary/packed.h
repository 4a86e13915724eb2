// SPDX-License-Identifier: BSD-3-Clause
// Call paths and their values as bytes, in the layout of the machine: for the files of summaries,
// and for the messages with which the processes of a run unite theirs.
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/result.h"
#include "trace/summary/path_tree.h"
#include "trace/summary/process_summary.h"

namespace tarry::trace::summary {

template <class T>
void put(std::string& out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
// Appends the text, preceded by its length.
void put_text(std::string& out, std::string_view text);
void put_tree(std::string& out, const PathTree& tree);
// Appends the cells, preceded by their number.
void put_cells(std::string& out, const std::vector<Cell>& cells);

// Takes apart what was appended. If something is missing, values are zero or empty from then on,
// and is_good() is false.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : left_(bytes) {}

  template <class T>
  void get(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::string_view bytes = take(sizeof value);
    if (good_) std::memcpy(&value, bytes.data(), sizeof value);
  }
  void get_text(std::string& text);
  // These also make is_good() false if the numbers make no sense.
  void get_tree(PathTree& tree);
  void get_cells(std::vector<Cell>& cells);
  // Returns how many elements follow, each of at least `bytes`.
  std::uint32_t count(std::size_t bytes);
  std::string_view take(std::size_t bytes);

  [[nodiscard]] bool at_end() const { return left_.empty(); }
  [[nodiscard]] bool is_good() const { return good_; }

 private:
  void fail();

  std::string_view left_;
  bool good_ = true;
};

// Size in bytes of a cell in put_cells().
inline constexpr std::size_t kPackedCell = 2 + 2 + 8;

// A kind of file: its first bytes, its version, and its name in errors.
struct FileKind {
  char magic[8];
  std::uint32_t version;
  const char* name;
};

// Returns the beginning of such a file: `head` with its length and a checksum.
std::string with_prefix(const FileKind& kind, std::string_view head);

// Returns the head; `file` is then behind it.
base::Result<std::string> read_head(const FileKind& kind, std::ifstream& file,
                                    const std::string& path);

// Returns the number of bytes from the position of `file` to its end.
std::uint64_t bytes_left(std::ifstream& file);

base::Error damaged(const FileKind& kind, const std::string& path, const char* what);

}  // namespace tarry::trace::summary
