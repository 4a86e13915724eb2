// SPDX-License-Identifier: BSD-3-Clause
#include "profile/summary_file.h"

#include <algorithm>
#include <cstring>

#include "base/atomic_file.h"
#include "profile/region_key.h"
#include "trace/recording/counter_fields.h"
#include "trace/recording/tsv.h"

namespace tarry::profile {
namespace {

namespace recording = trace::recording;

constexpr char kMagic[8] = {'T', 'A', 'R', 'R', 'Y', 'S', 'U', 'M'};
constexpr std::uint32_t kVersion = 2;

struct Head {
  char magic[8];
  std::uint32_t version;
  std::uint32_t columns;
  std::uint64_t head_bytes;  // behind this
  std::uint64_t checksum;    // of these
};

// FNV-1a.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

template <class T>
void put(std::string& out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  void get(T& value) {
    if (left_.size() < sizeof value) return fail();
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
  }
  void get_text(std::string& text) {
    std::uint32_t size = 0;
    get(size);
    if (left_.size() < size) return fail();
    text = left_.substr(0, size);
    left_.remove_prefix(size);
  }
  // How many follow, each of at least `bytes`.
  std::uint32_t count(std::size_t bytes) {
    std::uint32_t number = 0;
    get(number);
    if (left_.size() / bytes < number) fail();
    return good_ ? number : 0;
  }
  [[nodiscard]] bool is_good() const { return good_ && left_.empty(); }

 private:
  void fail() {
    good_ = false;
    left_ = {};
  }
  std::string_view left_;
  bool good_ = true;
};

std::string head_of(const ProcessSummary& summary) {
  std::string out;
  put(out, summary.rank);
  put(out, summary.clock);
  put(out, summary.begin);
  put(out, summary.latest);
  put(out, summary.slope);
  put(out, summary.records);
  put(out, std::uint8_t{summary.is_complete});
  put(out, summary.first);
  put(out, summary.last);
  put_text(out, summary.host);
  put(out, static_cast<std::uint32_t>(summary.threads.size()));
  for (const std::uint32_t thread : summary.threads) put(out, thread);
  put(out, static_cast<std::uint32_t>(summary.counters.size()));
  for (const auto& counter : summary.counters)
    put_text(out, counter ? recording::counter_fields(*counter) : "");
  put(out, static_cast<std::uint32_t>(summary.tree.keys.size()));
  for (const std::string& key : summary.tree.keys) put_text(out, key);
  put(out, static_cast<std::uint32_t>(summary.tree.paths.size()));
  for (const Path& path : summary.tree.paths) put(out, path);
  put(out, static_cast<std::uint32_t>(summary.anomalies.counts().size()));
  for (const auto& [what, count] : summary.anomalies.counts()) {
    put_text(out, what);
    put(out, count);
  }
  return out;
}

base::Error damaged(const std::string& path, const char* what) {
  return {base::ErrorCode::BadInput, std::string("damaged summary of a process: ") + what, path,
          ""};
}

bool is_sound(const ProcessSummary& summary) {
  const PathTree& tree = summary.tree;
  for (std::size_t p = 0; p < tree.paths.size(); ++p) {
    const Path& path = tree.paths[p];
    if ((path.parent != kNoPath && path.parent >= p) || path.key >= tree.keys.size()) return false;
  }
  return std::all_of(tree.keys.begin(), tree.keys.end(),
                     [](const std::string& key) { return region_of_key(key).has_value(); });
}

base::Result<Head> read_head(std::ifstream& file, const std::string& path) {
  Head head{};
  if (!file.read(reinterpret_cast<char*>(&head), sizeof head) ||
      std::memcmp(head.magic, kMagic, sizeof kMagic) != 0)
    return damaged(path, "it does not begin as one");
  if (head.version != kVersion || head.columns != kColumns)
    return damaged(path, "it is of another version");
  return head;
}

}  // namespace

base::Status write_summary_file(const ProcessSummary& summary, const std::string& path) {
  const std::string content = head_of(summary);
  Head head{};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  head.version = kVersion;
  head.columns = kColumns;
  head.head_bytes = content.size();
  head.checksum = checksum(content);
  std::string out;
  put(out, head);
  out += content;
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(path));
  for (const std::vector<Cell>& cells : summary.cells) {
    put(out, static_cast<std::uint32_t>(cells.size()));
    for (const Cell& cell : cells) {
      put(out, cell.thread);
      put(out, cell.column);
      put(out, cell.value);
    }
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    if (out.size() < kBlock) continue;
    TRY(file.write(out));
    out.clear();
  }
  TRY(file.write(out));
  return file.commit();
}

base::Result<ProcessSummary> read_summary_head(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file)
    return base::Error{base::ErrorCode::NotFound, "there is no summary of a process", path, ""};
  const auto size = static_cast<std::uint64_t>(file.tellg());
  file.seekg(0);
  TRY_ASSIGN(const Head head, read_head(file, path));
  if (head.head_bytes > size) return damaged(path, "it is cut short");
  std::string content(head.head_bytes, '\0');
  if (!file.read(content.data(), static_cast<std::streamsize>(content.size())) ||
      checksum(content) != head.checksum)
    return damaged(path, "its checksum is wrong");
  ProcessSummary out;
  Reader in(content);
  in.get(out.rank);
  in.get(out.clock);
  in.get(out.begin);
  in.get(out.latest);
  in.get(out.slope);
  in.get(out.records);
  std::uint8_t is_complete = 0;
  in.get(is_complete);
  out.is_complete = is_complete != 0;
  in.get(out.first);
  in.get(out.last);
  in.get_text(out.host);
  out.threads.resize(in.count(sizeof(std::uint32_t)));
  for (std::uint32_t& thread : out.threads) in.get(thread);
  for (std::uint32_t n = in.count(sizeof(std::uint32_t)); n > 0; --n) {
    std::string fields;
    in.get_text(fields);
    auto& counter = out.counters.emplace_back();
    if (!fields.empty() &&
        !recording::parse_counter(recording::split_fields(fields), counter.emplace()))
      return damaged(path, "its counters make no sense");
  }
  out.tree.keys.resize(in.count(sizeof(std::uint32_t)));
  for (std::string& key : out.tree.keys) in.get_text(key);
  out.tree.paths.resize(in.count(sizeof(Path)));
  for (Path& each : out.tree.paths) in.get(each);
  for (std::uint32_t n = in.count(sizeof(std::uint64_t)); n > 0; --n) {
    std::string what;
    std::uint64_t count = 0;
    in.get_text(what);
    in.get(count);
    out.anomalies.add(what, count);
  }
  if (!in.is_good() || !is_sound(out)) return damaged(path, "its numbers make no sense");
  return out;
}

base::Result<SummaryRows> SummaryRows::open(const std::string& path, std::uint64_t position) {
  SummaryRows out;
  out.path_ = path;
  out.file_.open(path, std::ios::binary);
  if (position == kFirstRow) {
    TRY_ASSIGN(const Head head, read_head(out.file_, path));
    position = sizeof head + head.head_bytes;
  }
  out.position_ = position;
  out.file_.seekg(static_cast<std::streamoff>(position));
  if (!out.file_) return damaged(path, "it is cut short");
  return out;
}

base::Status SummaryRows::next(std::vector<Cell>& cells) {
  constexpr std::size_t kCell = 2 + 2 + 8;
  std::uint32_t count = 0;
  file_.read(reinterpret_cast<char*>(&count), sizeof count);
  if (!file_ || count > kMostColumns << 16) return damaged(path_, "its values are cut short");
  cells.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    char bytes[kCell];
    if (!file_.read(bytes, kCell)) return damaged(path_, "its values are cut short");
    Cell cell;
    std::memcpy(&cell.thread, bytes, 2);
    std::memcpy(&cell.column, bytes + 2, 2);
    std::memcpy(&cell.value, bytes + 4, 8);
    if (cell.column >= kMostColumns) return damaged(path_, "a value of an unknown kind");
    cells.push_back(cell);
  }
  position_ += sizeof count + count * kCell;
  return base::kOk;
}

}  // namespace tarry::profile
