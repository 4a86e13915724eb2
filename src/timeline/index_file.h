// SPDX-License-Identifier: BSD-3-Clause
// The file of an index (docs/formats/timeline-index.md): header, parts of lines, directory of the
// lines, overview of messages. It is read where it is needed, and everything that is read is
// checked.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "timeline/bin_cache.h"
#include "timeline/line_directory.h"
#include "timeline/line_parts.h"
#include "timeline/longest_waits.h"
#include "timeline/message_overview.h"
#include "timeline/path_parts.h"
#include "timeline/rank_pairs.h"
#include "timeline/time_grid.h"

namespace tarry::timeline {

struct IndexHeader {
  std::uint64_t stamp = 0;  // of the trace (index_stamp.h)
  TimeGrid grid;
  std::uint64_t lines = 0;
  std::uint64_t events = 0;  // of the whole trace, as its definitions state
  std::uint64_t states = 0;
  std::uint64_t first_wait = 0;
};
inline constexpr std::size_t kHeaderBytes = 128;

// What is known of the whole trace.
struct WholeTrace {
  MessageOverview messages;
  RankPairs pairs;
  LongestWaits waits;
  std::vector<PathPart> path;  // ascending
};

// Replaces the file. `copy_lines` writes the bytes of the lines, which have so many `line_bytes`.
base::Status write_index_file(
    const std::filesystem::path& path, const IndexHeader& header, std::uint64_t line_bytes,
    const std::function<base::Status(const std::function<base::Status(std::string_view)>& write)>&
        copy_lines,
    const std::vector<LineDirectory>& lines, const WholeTrace& whole);

class IndexFile {
 public:
  static base::Result<IndexFile> open(const std::filesystem::path& path);

  IndexFile(IndexFile&& other) noexcept;
  IndexFile& operator=(IndexFile&&) = delete;
  ~IndexFile();

  [[nodiscard]] const IndexHeader& header() const { return header_; }
  [[nodiscard]] const std::vector<LineDirectory>& lines() const { return lines_; }
  [[nodiscard]] const MessageOverview& messages() const { return whole_.messages; }
  [[nodiscard]] const RankPairs& pairs() const { return whole_.pairs; }
  [[nodiscard]] const LongestWaits& waits() const { return whole_.waits; }
  [[nodiscard]] const std::vector<PathPart>& path() const { return whole_.path; }

  // Returns the bins of a level from `first` on, fewer at the end of the trace. Thread: any.
  [[nodiscard]] base::Result<std::vector<Bin>> bins(std::uint32_t line, unsigned level,
                                                    std::size_t first, std::size_t count,
                                                    Unpacker& unpacker) const;
  // How many blocks of bins were read so far, for tests of what a question costs.
  [[nodiscard]] std::uint64_t blocks_read() const { return bins_->blocks_read; }
  [[nodiscard]] base::Result<Stretch> stretch(std::uint32_t line, std::size_t number,
                                              StretchLists wanted, Unpacker& unpacker) const;
  [[nodiscard]] base::Result<std::vector<LongVisit>> long_visits(std::uint32_t line,
                                                                 Unpacker& unpacker) const;

 private:
  IndexFile(int file, std::string path, const IndexHeader& header, std::vector<LineDirectory> lines,
            WholeTrace whole);
  struct KeptBins {
    BinCache cache;
    std::atomic<std::uint64_t> blocks_read = 0;
  };
  [[nodiscard]] base::Result<BinCache::Block> block(std::uint64_t offset, std::uint64_t size,
                                                    std::size_t bins, Unpacker& unpacker) const;
  [[nodiscard]] base::Result<std::string> part(std::uint64_t offset, std::uint64_t size,
                                               std::size_t most, Unpacker& unpacker) const;

  int file_;
  std::string path_;
  IndexHeader header_;
  std::vector<LineDirectory> lines_;
  WholeTrace whole_;
  std::unique_ptr<KeptBins> bins_;
};

}  // namespace tarry::timeline
