// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/summary_file.h"

#include "base/files.h"
#include "trace/eventlog/counter_fields.h"
#include "trace/eventlog/tsv.h"
#include "trace/summary/packed.h"

namespace tarry::trace::summary {
namespace {

constexpr FileKind kSummaryKind = {
    {'T', 'A', 'R', 'R', 'Y', 'S', 'U', 'M'}, 5, "summary of a process"};

std::string head_of(const ProcessSummary& summary) {
  std::string out;
  put(out, summary.united);
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
    put_text(out, counter ? eventlog::counter_fields(*counter) : "");
  put_tree(out, summary.tree);
  put(out, static_cast<std::uint32_t>(summary.anomalies.counts().size()));
  for (const auto& [what, count] : summary.anomalies.counts()) {
    put_text(out, what);
    put(out, count);
  }
  return out;
}

base::Result<std::ifstream> open_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return base::Error{base::ErrorCode::NotFound, "there is no summary of a process", path, ""};
  return file;
}

}  // namespace

base::Status write_summary_file(const ProcessSummary& summary, const std::string& path) {
  std::string out = with_prefix(kSummaryKind, head_of(summary));
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(path));
  for (const std::vector<Cell>& cells : summary.cells) {
    put_cells(out, cells);
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    if (out.size() < kBlock) continue;
    TRY(file.write(out));
    out.clear();
  }
  TRY(file.write(out));
  return file.commit();
}

base::Result<ProcessSummary> read_summary_head(const std::string& path) {
  TRY_ASSIGN(std::ifstream file, open_file(path));
  TRY_ASSIGN(const std::string content, read_head(kSummaryKind, file, path));
  ProcessSummary out;
  Unpacker in(content);
  in.get(out.united);
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
        !eventlog::parse_counter(eventlog::split_fields(fields), counter.emplace()))
      return damaged(kSummaryKind, path, "its counters make no sense");
  }
  in.get_tree(out.tree);
  for (std::uint32_t n = in.count(sizeof(std::uint64_t)); n > 0; --n) {
    std::string what;
    std::uint64_t count = 0;
    in.get_text(what);
    in.get(count);
    out.anomalies.add(what, count);
  }
  if (!in.is_good() || !in.at_end())
    return damaged(kSummaryKind, path, "its numbers make no sense");
  return out;
}

base::Result<ProcessSummary> read_summary_file(const std::string& path) {
  TRY_ASSIGN(ProcessSummary out, read_summary_head(path));
  TRY_ASSIGN(SummaryRows rows, SummaryRows::open(path, kFirstRow));
  out.cells.resize(out.tree.paths.size());
  for (std::vector<Cell>& cells : out.cells) TRY(rows.next(cells));
  return out;
}

base::Result<SummaryRows> SummaryRows::open(const std::string& path, std::uint64_t position) {
  SummaryRows out;
  out.path_ = path;
  TRY_ASSIGN(out.file_, open_file(path));
  if (position == kFirstRow) {
    TRY(read_head(kSummaryKind, out.file_, path));
    position = static_cast<std::uint64_t>(out.file_.tellg());
  }
  out.position_ = position;
  out.file_.seekg(static_cast<std::streamoff>(position));
  if (!out.file_) return damaged(kSummaryKind, path, "it is cut short");
  return out;
}

base::Status SummaryRows::next(std::vector<Cell>& cells) {
  std::uint32_t count = 0;
  file_.read(reinterpret_cast<char*>(&count), sizeof count);
  if (!file_ || count > kMostColumns << 16)
    return damaged(kSummaryKind, path_, "its values are cut short");
  std::string bytes;
  put(bytes, count);
  bytes.resize(sizeof count + count * kPackedCell);
  if (!file_.read(bytes.data() + sizeof count, static_cast<std::streamsize>(count * kPackedCell)))
    return damaged(kSummaryKind, path_, "its values are cut short");
  Unpacker in(bytes);
  in.get_cells(cells);
  if (!in.is_good()) return damaged(kSummaryKind, path_, "a value of an unknown kind");
  position_ += bytes.size();
  return base::kOk;
}

}  // namespace tarry::trace::summary
