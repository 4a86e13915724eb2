// SPDX-License-Identifier: BSD-3-Clause
#include "samples/sample_files.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/experiment_files.h"
#include "base/files.h"
#include "samples/path_nodes.h"
#include "trace/eventlog/tsv.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;
using trace::eventlog::next_line;
using trace::eventlog::parse_number;
using trace::eventlog::split_fields;
using trace::eventlog::unescape;

using Fields = std::vector<std::string_view>;

base::Error damaged(const std::string& what, const fs::path& file) {
  return {base::ErrorCode::BadInput, what, file.string(), "was it copied as a whole?"};
}

bool is_known_version(std::uint32_t version) {
  return version >= kOldestSampleVersion && version <= kSampleVersion;
}

base::Error other_version(const fs::path& file) {
  return {base::ErrorCode::Unsupported, "the samples are of another version of tarry",
          file.string(), "use that version, or record them again"};
}

bool take_process(const Fields& fields, SampledProcess& out) {
  std::uint32_t has_rank = 0;
  if (fields.size() < 6 || !parse_number(fields[1], has_rank) ||
      !parse_number(fields[2], out.rank) || !parse_number(fields[3], out.size) ||
      !parse_number(fields[4], out.pid))
    return false;
  out.has_rank = has_rank != 0;
  out.host = unescape(fields[5]);
  return true;
}

bool take_module(const Fields& fields, SampledProcess& out) {
  std::uint16_t number = 0;
  if (fields.size() < 6 || !parse_number(fields[1], number)) return false;
  if (number >= out.modules.size()) out.modules.resize(number + std::size_t{1});
  out.modules[number] = unescape(fields[5]);
  return true;
}

bool take_clocks(const Fields& fields, SampledProcess& out) {
  ClockPair pair;
  if (fields.size() < 3 || !parse_number(fields[1], pair.ticks) ||
      !parse_number(fields[2], pair.monotonic_ns))
    return false;
  out.clocks.push_back(pair);
  return true;
}

base::Status read_lines(std::string_view text, const fs::path& file, SampledProcess& out) {
  bool is_known = false;
  bool has_process = false;
  for (std::string_view line; next_line(text, line);) {
    const Fields fields = split_fields(line);
    std::uint32_t version = 0;
    bool ok = true;
    if (fields[0] == "tarry-samples") {
      is_known = fields.size() > 1 && parse_number(fields[1], version);
      if (is_known && !is_known_version(version)) return other_version(file);
    }
    if (fields[0] == "process")
      ok = has_process = take_process(fields, out);
    else if (fields[0] == "module")
      ok = take_module(fields, out);
    else if (fields[0] == "cores" && fields.size() > 1)
      ok = parse_number(fields[1], out.cores);
    else if (fields[0] == "clock")
      ok = take_clocks(fields, out);
    else if (fields[0] == "program" && fields.size() > 1)
      out.program = unescape(fields[1]);
    else if (fields[0] == "note" && fields.size() > 1)
      out.notes.push_back(unescape(fields[1]));
    if (!ok) return damaged("a line of a sampled process is damaged", file);
  }
  if (!is_known || !has_process) return damaged("not the samples of a process", file);
  return base::kOk;
}

// Returns the number of a thread whose file has this name.
std::optional<std::uint32_t> thread_of(std::string_view name) {
  constexpr std::string_view kBegin = base::kThreadPrefix;
  if (!name.starts_with(kBegin)) return {};
  name.remove_prefix(kBegin.size());
  for (const std::string_view end : {base::kSampleRecordsEnding, base::kSamplePathsEnding}) {
    std::uint32_t number = 0;
    if (name.ends_with(end) && parse_number(name.substr(0, name.size() - end.size()), number))
      return number;
  }
  return {};
}

std::vector<std::uint32_t> threads_in(const fs::path& folder) {
  std::set<std::uint32_t> out;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (const auto number = thread_of(at->path().filename().string())) out.insert(*number);
  return {out.begin(), out.end()};
}

void number_those_without_rank(std::vector<SampledProcess>& processes) {
  std::sort(processes.begin(), processes.end(), [](const auto& a, const auto& b) {
    return std::tie(b.has_rank, a.rank, a.host, a.pid) <
           std::tie(a.has_rank, b.rank, b.host, b.pid);
  });
  for (std::size_t i = 0; i < processes.size(); ++i)
    if (!processes[i].has_rank) processes[i].rank = static_cast<std::uint32_t>(i);
}

std::uint32_t count_of(std::uint32_t stored) {
  return stored < SampleRecord::kMany ? stored : RecordedSample::kUnknown;
}

// `bytes`: the begin of a file of records, up to the first record.
base::Result<SampleHeader> header_in(std::string_view bytes, std::uint64_t all,
                                     const fs::path& file) {
  SampleHeader header{};
  if (bytes.size() < sizeof header) return damaged("the samples of a thread are cut off", file);
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, kSampleMagic, sizeof kSampleMagic) != 0)
    return damaged("these are no samples", file);
  if (!is_known_version(header.version)) return other_version(file);
  if (header.begin_of_records() < sizeof header || all < header.begin_of_records())
    return damaged("the samples of a thread are cut off", file);
  return header;
}

// An unsupported version is reported to the user; with other errors the thread is left out.
bool is_left_out(const base::Status& status) {
  return !status.ok() && status.error().code != base::ErrorCode::Unsupported;
}

void take_sound_records(std::string_view bytes, SampledThread& out) {
  const SampleHeader& header = out.header;
  // The end of a killed process is unknown.
  const std::uint64_t longest = header.end_ns > header.begin_ns
                                    ? header.end_ns - header.begin_ns
                                    : std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last = 0;
  std::uint64_t upper = 0;
  for (; bytes.size() >= sizeof(SampleRecord); bytes.remove_prefix(sizeof(SampleRecord))) {
    SampleRecord record{};
    std::memcpy(&record, bytes.data(), sizeof record);
    const std::uint32_t node = record.node();
    if (node == 0) break;
    if (node == SampleRecord::kUpperTime) {
      upper = std::uint64_t{record.time} << 32;
      continue;
    }
    const std::uint64_t time = (upper | record.time) * SampleRecord::kTimeUnit_ns;
    if (node >= out.nodes.size() || time < last || time > longest) {
      ++out.damaged;
      continue;
    }
    last = time;
    out.records.push_back(
        {time, node, record.common, count_of(record.calls()), count_of(record.synchronisations())});
  }
}

}  // namespace

std::uint64_t SampledThread::first_began_ns() const {
  // The initial thread exists from the begin on. The time before the first sample of another thread
  // is not taken for its first activity.
  if (header.thread == 0 || header.lived_ns == 0 || records.empty()) return 0;
  const std::uint64_t end = header.end_ns > header.begin_ns ? header.end_ns - header.begin_ns
                                                            : records.back().since_begin_ns;
  // This is too late if several threads have shared the file, or if the last one waits in a call
  // that no sample interrupts.
  return std::min(end - std::min(end, header.lived_ns), records.front().since_begin_ns);
}

ThreadFiles files_of_thread(const SampledProcess& process, std::uint32_t thread) {
  const std::string name = base::kThreadPrefix + std::to_string(thread);
  return {process.folder / (name + base::kSampleRecordsEnding),
          process.folder / (name + base::kSamplePathsEnding)};
}

base::Result<SampledProcess> read_sampled_process(const fs::path& folder) {
  const fs::path file = folder / base::kSampledProcessFile;
  SampledProcess process;
  process.folder = folder;
  TRY_ASSIGN(const std::string text, base::read_file(file));
  TRY(read_lines(text, file, process));
  process.threads = threads_in(folder);
  return process;
}

base::Result<std::vector<SampledProcess>> find_sampled_processes(const fs::path& experiment) {
  std::vector<SampledProcess> out;
  std::error_code error;
  for (fs::directory_iterator at(experiment / base::kSamplesFolder, error), end;
       !error && at != end; at.increment(error)) {
    auto process = read_sampled_process(at->path());
    if (!process.ok() && process.error().code == base::ErrorCode::Unsupported)
      return std::move(process).error();
    if (!process.ok()) continue;
    std::erase_if(process->threads, [&](std::uint32_t thread) {
      return is_left_out(check_sampled_thread(*process, thread));
    });
    // With several processes, the first thread of each is examined; no other thread can replace it.
    if (!process->threads.empty() && process->threads.front() != 0) process->threads.clear();
    out.push_back(std::move(*process));
  }
  number_those_without_rank(out);
  return out;
}

base::Status check_sampled_thread(const SampledProcess& process, std::uint32_t thread) {
  const auto [file, paths_file] = files_of_thread(process, thread);
  std::array<char, sizeof(SampleHeader)> bytes{};
  std::ifstream records(file, std::ios::binary);
  records.read(bytes.data(), bytes.size());
  const auto read = static_cast<std::size_t>(records.gcount());
  std::error_code error;
  const std::uintmax_t all = fs::file_size(file, error);
  if (error) return damaged("the samples of a thread are missing", file);
  if (!fs::is_regular_file(paths_file, error))
    return damaged("the call paths of a thread are missing", paths_file);
  TRY(header_in({bytes.data(), read}, all, file));
  return base::kOk;
}

base::Result<SampledThread> read_sampled_thread(const SampledProcess& process,
                                                std::uint32_t thread) {
  const auto [file, paths_file] = files_of_thread(process, thread);
  TRY_ASSIGN(const std::string records, base::read_file(file));
  TRY_ASSIGN(const std::string nodes, base::read_file(paths_file));
  SampledThread out;
  TRY_ASSIGN(out.header, header_in(records, records.size(), file));
  const std::size_t begin = out.header.begin_of_records();
  const std::size_t bytes = records.size() - begin;
  const std::uint64_t packed = out.header.packed_records;
  out.is_cut = packed > 0 ? bytes / sizeof(SampleRecord) < packed : bytes % kSampleWindowBytes != 0;
  out.nodes = read_paths(nodes);
  take_sound_records(std::string_view(records).substr(begin), out);
  return out;
}

}  // namespace tarry::samples
