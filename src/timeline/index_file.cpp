// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/index_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/hash.h"

namespace tarry::timeline {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "TARRYTLN";
constexpr std::uint32_t kVersion = 3;
constexpr std::uint32_t kByteOrder = 0x04030201;
// Parts are small; more is the sign of damage.
constexpr std::size_t kMostOfPart = std::size_t{1} << 30;
// Some windows of a thousand lines.
constexpr std::size_t kMostKeptBytes = std::size_t{1} << 27;

// The header as it lies in the file.
struct Layout {
  char magic[8];
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint64_t stamp;
  std::int64_t begin;
  std::int64_t length;
  std::uint64_t lines;
  std::uint64_t events;
  std::uint64_t states;
  std::uint64_t first_wait;
  std::uint64_t directory;  // offset
  std::uint64_t directory_size;
  std::uint64_t overview;  // offset
  std::uint64_t overview_size;
  std::uint64_t file_size;
  std::uint64_t unused;
  std::uint64_t checksum;  // of everything before
};
static_assert(sizeof(Layout) == kHeaderBytes);

std::uint64_t checksum_of(const Layout& layout) {
  return base::fnv1a(
      std::string_view(reinterpret_cast<const char*>(&layout), offsetof(Layout, checksum)));
}

base::Error reading_failed(const std::string& path) {
  const int number = errno;
  return {number == ENOENT ? base::ErrorCode::NotFound : base::ErrorCode::Io,
          "cannot read the index of the timeline", path, std::generic_category().message(number)};
}

base::Error damaged(const std::string& path) {
  base::Error error = damaged_index();
  error.where = path;
  return error;
}

// Reads all of `bytes` at `offset`.
base::Status read_bytes(int file, const std::string& path, std::uint64_t offset, char* bytes,
                        std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t got = ::pread(file, bytes + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return reading_failed(path);
    if (got == 0) return damaged(path);
    done += static_cast<std::size_t>(got);
  }
  return base::kOk;
}

bool is_sound(const Layout& layout, std::uint64_t file_size) {
  const auto lies_inside = [&](std::uint64_t offset, std::uint64_t size) {
    return offset >= kHeaderBytes && offset <= file_size && size <= file_size - offset;
  };
  return std::string_view(layout.magic, sizeof layout.magic) == kMagic &&
         layout.checksum == checksum_of(layout) && layout.file_size == file_size &&
         layout.length >= 0 && layout.length < kLongestTrace && layout.states < kNoState + 1u &&
         layout.first_wait <= layout.states && layout.lines <= file_size &&
         lies_inside(layout.directory, layout.directory_size) &&
         lies_inside(layout.overview, layout.overview_size);
}

std::string bytes_of(const WholeTrace& whole) {
  std::string all;
  for (const std::string& part :
       {whole.messages.bytes(), whole.pairs.bytes(), whole.waits.bytes()}) {
    Column size;
    size.put(part.size());
    all += size.bytes() + part;
  }
  return all + bytes_of(whole.path);
}

base::Result<WholeTrace> whole_of(std::string_view bytes, const IndexHeader& header) {
  ColumnReader reader(bytes);
  const std::string_view messages = reader.take(reader.get());
  const std::string_view pairs = reader.take(reader.get());
  const std::string_view longest = reader.take(reader.get());
  if (!reader.ok()) return damaged_index();
  TRY_ASSIGN(MessageOverview overview,
             MessageOverview::of(messages, header.grid, header.events, header.lines));
  TRY_ASSIGN(RankPairs rank_pairs, RankPairs::of(pairs));
  TRY_ASSIGN(LongestWaits waits, LongestWaits::of(longest, header.grid.length, header.states,
                                                  header.first_wait, header.lines));
  TRY_ASSIGN(std::vector<PathPart> path,
             path_of(reader.take(reader.left()), header.grid.length, header.lines));
  return WholeTrace{std::move(overview), std::move(rank_pairs), std::move(waits), std::move(path)};
}

}  // namespace

base::Status write_index_file(
    const std::filesystem::path& path, const IndexHeader& header, std::uint64_t line_bytes,
    const std::function<base::Status(const std::function<base::Status(std::string_view)>& write)>&
        copy_lines,
    const std::vector<LineDirectory>& lines, const WholeTrace& whole) {
  Packer packer;
  TRY_ASSIGN(const std::string directory, packer.packed(bytes_of(lines)));
  TRY_ASSIGN(const std::string overview, packer.packed(bytes_of(whole)));
  Layout layout{};
  std::memcpy(layout.magic, kMagic.data(), sizeof layout.magic);
  layout.version = kVersion;
  layout.byte_order = kByteOrder;
  layout.stamp = header.stamp;
  layout.begin = header.grid.begin;
  layout.length = header.grid.length;
  layout.lines = header.lines;
  layout.events = header.events;
  layout.states = header.states;
  layout.first_wait = header.first_wait;
  layout.directory = kHeaderBytes + line_bytes;
  layout.directory_size = directory.size();
  layout.overview = layout.directory + directory.size();
  layout.overview_size = overview.size();
  layout.file_size = layout.overview + overview.size();
  layout.checksum = checksum_of(layout);
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(path));
  const auto write = [&](std::string_view bytes) { return file.write(bytes); };
  TRY(write(std::string_view(reinterpret_cast<const char*>(&layout), sizeof layout)));
  TRY(copy_lines(write));
  TRY(write(directory));
  TRY(write(overview));
  return file.commit();
}

base::Result<IndexFile> IndexFile::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return reading_failed(path.string());
  // It closes the file, whatever happens.
  IndexFile index(file, path.string(), {}, {}, {MessageOverview({}, 0), RankPairs(), {}, {}});
  struct stat status {};
  if (::fstat(file, &status) != 0) return reading_failed(path.string());
  Layout layout{};
  TRY(read_bytes(file, path.string(), 0, reinterpret_cast<char*>(&layout), sizeof layout));
  if (std::string_view(layout.magic, sizeof layout.magic) == kMagic && layout.version != kVersion)
    return base::Error{base::ErrorCode::Unsupported, "the index is of another version of tarry",
                       path.string(), "remove it, and it is made again"};
  if (layout.byte_order != kByteOrder || !S_ISREG(status.st_mode) ||
      !is_sound(layout, static_cast<std::uint64_t>(status.st_size)))
    return damaged(path.string());
  index.header_ = {.stamp = layout.stamp,
                   .grid = {.begin = layout.begin, .length = layout.length},
                   .lines = layout.lines,
                   .events = layout.events,
                   .states = layout.states,
                   .first_wait = layout.first_wait};
  Unpacker unpacker;
  TRY_ASSIGN(const std::string directory,
             index.part(layout.directory, layout.directory_size,
                        std::numeric_limits<std::uint32_t>::max(), unpacker));
  TRY_ASSIGN(index.lines_, directory_of(directory, layout.lines, index.header_.grid, kHeaderBytes,
                                        layout.directory));
  TRY_ASSIGN(const std::string overview,
             index.part(layout.overview, layout.overview_size, kMostOfPart, unpacker));
  TRY_ASSIGN(index.whole_, whole_of(overview, index.header_));
  return index;
}

IndexFile::IndexFile(int file, std::string path, const IndexHeader& header,
                     std::vector<LineDirectory> lines, WholeTrace whole)
    : file_(file),
      path_(std::move(path)),
      header_(header),
      lines_(std::move(lines)),
      whole_(std::move(whole)),
      bins_(new KeptBins{.cache = BinCache(kMostKeptBytes)}) {}

IndexFile::IndexFile(IndexFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      header_(other.header_),
      lines_(std::move(other.lines_)),
      whole_(std::move(other.whole_)),
      bins_(std::move(other.bins_)) {}

IndexFile::~IndexFile() {
  if (file_ >= 0) ::close(file_);
}

base::Result<std::string> IndexFile::part(std::uint64_t offset, std::uint64_t size,
                                          std::size_t most, Unpacker& unpacker) const {
  std::string bytes(size, '\0');
  TRY(read_bytes(file_, path_, offset, bytes.data(), bytes.size()));
  base::Result<std::string> unpacked = unpacker.unpacked(bytes, most);
  if (!unpacked.ok()) return damaged(path_);
  return unpacked;
}

base::Result<BinCache::Block> IndexFile::block(std::uint64_t offset, std::uint64_t size,
                                               std::size_t bins, Unpacker& unpacker) const {
  if (BinCache::Block known = bins_->cache.find(offset)) return known;
  ++bins_->blocks_read;
  TRY_ASSIGN(const std::string bytes, part(offset, size, kMostOfPart, unpacker));
  TRY_ASSIGN(std::vector<Bin> found,
             bins_of(bytes, static_cast<std::uint16_t>(header_.first_wait), header_.states));
  if (found.size() != bins) return damaged(path_);
  auto block = std::make_shared<const std::vector<Bin>>(std::move(found));
  bins_->cache.keep(offset, block);
  return block;
}

base::Result<std::vector<Bin>> IndexFile::bins(std::uint32_t line, unsigned level,
                                               std::size_t first, std::size_t count,
                                               Unpacker& unpacker) const {
  const LineDirectory& entry = lines_[line];
  const auto bins_of_level = static_cast<std::size_t>(header_.grid.bins(level));
  const std::size_t end = std::min(bins_of_level, first + count);
  const std::size_t first_of_level = entry.first_block(header_.grid, level);
  std::uint64_t offset = entry.offset;
  for (std::size_t i = 0; i < first_of_level + first / kBinsInBlock; ++i)
    offset += entry.bin_blocks[i];
  std::vector<Bin> found;
  found.reserve(end > first ? end - first : 0);
  for (std::size_t begin = first / kBinsInBlock * kBinsInBlock; begin < end;
       begin += kBinsInBlock) {
    const std::uint32_t size = entry.bin_blocks[first_of_level + begin / kBinsInBlock];
    const std::size_t in_block = std::min(kBinsInBlock, bins_of_level - begin);
    TRY_ASSIGN(const BinCache::Block bins, block(offset, size, in_block, unpacker));
    found.insert(found.end(), bins->begin() + (std::max(first, begin) - begin),
                 bins->begin() + (std::min(end, begin + in_block) - begin));
    offset += size;
  }
  return found;
}

base::Result<Stretch> IndexFile::stretch(std::uint32_t line, std::size_t number,
                                         StretchLists wanted, Unpacker& unpacker) const {
  const LineDirectory& entry = lines_[line];
  std::uint64_t offset = entry.offset + entry.stretches_begin();
  for (std::size_t i = 0; i < number; ++i) offset += entry.stretches[i].size;
  TRY_ASSIGN(const std::string bytes,
             part(offset, entry.stretches[number].size, kMostOfPart, unpacker));
  base::Result<Stretch> stretch = stretch_of(bytes, static_cast<std::uint16_t>(header_.first_wait),
                                             header_.states, line, wanted);
  if (stretch.ok() && stretch->bookmarks.empty()) return damaged(path_);
  return stretch;
}

base::Result<std::vector<LongVisit>> IndexFile::long_visits(std::uint32_t line,
                                                            Unpacker& unpacker) const {
  const LineDirectory& entry = lines_[line];
  TRY_ASSIGN(const std::string bytes,
             part(entry.offset + entry.visits_begin(), entry.visits_size, kMostOfPart, unpacker));
  return visits_of(bytes, header_.states);
}

}  // namespace tarry::timeline
