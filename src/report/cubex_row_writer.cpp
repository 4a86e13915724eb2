// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubex_row_writer.h"

#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "base/files.h"
#include "report/cube_types.h"
#include "report/cubex_format.h"
#include "report/cubex_sums.h"
#include "report/tar.h"
#include "report/wait_statistics_json.h"

namespace tarry::report {

template <class Take>
base::Status Spool::read(Take take) const {
  if (file_ == nullptr) return take(std::string_view(memory_));
  std::rewind(file_.get());
  std::string piece(std::size_t{1} << 16, '\0');
  for (std::uint64_t left = size_ - memory_.size(); left > 0;) {
    const std::size_t wanted = std::min<std::uint64_t>(left, piece.size());
    if (std::fread(piece.data(), 1, wanted, file_.get()) != wanted)
      return base::Error{base::ErrorCode::Io, "cannot read a temporary file back", "", ""};
    TRY(take(std::string_view(piece).substr(0, wanted)));
    left -= wanted;
  }
  return take(std::string_view(memory_));
}

base::Status Spool::append(std::string_view bytes) {
  constexpr std::size_t kMostInMemory = std::size_t{64} << 10;
  size_ += bytes.size();
  memory_ += bytes;
  if (memory_.size() < kMostInMemory) return base::kOk;
  if (file_ == nullptr) file_.reset(std::tmpfile());
  if (file_ == nullptr ||
      std::fwrite(memory_.data(), 1, memory_.size(), file_.get()) != memory_.size())
    return base::Error{base::ErrorCode::Io,
                       std::string("cannot write a temporary file: ") + std::strerror(errno), "",
                       "is there room in the folder of temporary files?"};
  memory_.clear();
  return base::kOk;
}

namespace {

static_assert(std::endian::native == std::endian::little,
              "values are written as they lie in memory");

// Rows of at least this length are compressed; for shorter ones the headers cost more than is
// gained.
constexpr std::size_t kCompressedLocations = 64;

template <class T>
void append(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string index_file(const std::vector<std::uint32_t>& positions) {
  std::string out = kIndexMarker;
  append(out, std::uint32_t{1});  // reveals the byte order
  append(out, std::uint16_t{0});  // version
  append(out, kSparseIndex);
  append(out, static_cast<std::uint32_t>(positions.size()));
  for (const std::uint32_t position : positions) append(out, position);
  return out;
}

// Writes the members of one archive, one after another.
class ArchiveWriter {
 public:
  explicit ArchiveWriter(base::AtomicFile file) : file_(std::move(file)) {}

  base::Status add(const std::string& name, std::string_view content) {
    checksums_ += fmt::format("{:08x} {}\n", checksum(content), name);
    return put(name, content);
  }
  // Adds a member given in two parts.
  base::Status add(const std::string& name, std::string_view head, const Spool& body) {
    const std::uint64_t size = head.size() + body.size();
    uLong sum = checksum(head);
    TRY(file_.write(tar_header(name, size)));
    TRY(file_.write(head));
    TRY(body.read([&](std::string_view piece) {
      sum = crc32_z(sum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
      return file_.write(piece);
    }));
    checksums_ += fmt::format("{:08x} {}\n", sum, name);
    return file_.write(tar_padding(size));
  }
  base::Status finish() {
    TRY(put(kChecksumMember, checksums_));
    TRY(file_.write(tar_end()));
    return file_.commit();
  }

 private:
  base::Status put(const std::string& name, std::string_view content) {
    TRY(file_.write(tar_header(name, content.size())));
    TRY(file_.write(content));
    return file_.write(tar_padding(content.size()));
  }

  base::AtomicFile file_;
  std::string checksums_;
};

bool has_values(const std::vector<double>& row) {
  // Bits are compared: a negative zero is a value that must be preserved.
  for (const double value : row)
    if (std::bit_cast<std::uint64_t>(value) != 0) return true;
  return false;
}

// Returns what a file has in place of a zero: CubeLib's word for no least or largest value.
double stored_zero(const CubeMetric& metric) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  if (metric.sum == CubeMetric::Sum::Total) return 0.0;
  return metric.sum == CubeMetric::Sum::Least ? kLargest : -kLargest;
}

}  // namespace

// Compresses rows, one after another.
class CubexRowWriter::Deflater {
 public:
  Deflater() { CHECK(deflateInit(&stream_, Z_BEST_SPEED) == Z_OK, "zlib has memory"); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  // The result is valid until the next call.
  std::string_view pack(const std::string& raw) {
    deflateReset(&stream_);
    packed_.resize(deflateBound(&stream_, static_cast<uLong>(raw.size())));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(raw.data()));
    stream_.avail_in = static_cast<uInt>(raw.size());
    stream_.next_out = reinterpret_cast<Bytef*>(packed_.data());
    stream_.avail_out = static_cast<uInt>(packed_.size());
    CHECK(deflate(&stream_, Z_FINISH) == Z_STREAM_END, "the bound holds");
    return std::string_view(packed_).substr(0, packed_.size() - stream_.avail_out);
  }

 private:
  z_stream stream_{};
  std::string packed_;
};

CubexRowWriter::CubexRowWriter(const SeverityCube& cube, const CubexLayout& layout)
    : cube_(cube),
      layout_(layout),
      compresses_(cube.locations.size() >= kCompressedLocations),
      metrics_(cube.metrics.size()) {}

CubexRowWriter::~CubexRowWriter() = default;

void CubexRowWriter::make_raw(MetricId metric, const std::vector<double>& row) {
  const bool is_whole = layout_.is_whole[metric.index()];
  const double zero = stored_zero(cube_.metrics[metric.index()]);
  raw_.resize(row.size() * sizeof(double));
  char* out = raw_.data();
  for (const LocationIndex location : layout_.locations) {
    double value = row[location.index()];
    if (zero != 0.0 && value == 0.0) value = zero;
    const auto count = static_cast<std::uint64_t>(is_whole ? value : 0.0);
    if (is_whole)
      std::memcpy(out, &count, sizeof count);
    else
      std::memcpy(out, &value, sizeof value);
    out += sizeof(double);
  }
}

void CubexRowWriter::add_up(MetricRows& rows, const std::vector<double>& row) const {
  rows.by_location.resize(row.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    sum += row[i];
    rows.by_location[i] += row[i];
  }
  rows.sums.push_back(sum);
}

base::Status CubexRowWriter::put(MetricId metric, std::uint32_t position,
                                 const std::vector<double>& row) {
  if (!has_values(row)) return base::kOk;
  MetricRows& rows = metrics_[metric.index()];
  CHECK(rows.positions.empty() || rows.positions.back() < position, "rows come in order");
  make_raw(metric, row);
  rows.positions.push_back(position);
  if (!compresses_) return rows.body.append(raw_);
  add_up(rows, row);
  if (deflater_ == nullptr) deflater_ = std::make_unique<Deflater>();
  const std::string_view packed = deflater_->pack(raw_);
  append(rows.segments, std::uint64_t{rows.segments.size() / kSegmentHeader * raw_.size()});
  append(rows.segments, rows.body.size());
  append(rows.segments, std::uint64_t{packed.size()});
  return rows.body.append(packed);
}

base::Status CubexRowWriter::finish(const std::string& path) {
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(path));
  ArchiveWriter archive(std::move(file));
  TRY(archive.add("anchor.xml", write_anchor(cube_, layout_)));
  if (!cube_.wait_statistics.empty())
    TRY(archive.add(kStatisticsMember, wait_statistics_json(cube_)));
  for (std::uint32_t m = 0; m < metrics_.size(); ++m) {
    const MetricRows& rows = metrics_[m];
    if (rows.positions.empty()) continue;
    std::string head = kDataMarker;
    if (compresses_) {
      head = kCompressedMarker;
      append(head, std::uint64_t{rows.positions.size()});
      head += rows.segments;
    }
    const std::string name = std::to_string(m);
    TRY(archive.add(name + ".data", head, rows.body));
    TRY(archive.add(name + ".index", index_file(rows.positions)));
    // Sums say nothing of a shortest or longest time.
    if (!compresses_ || cube_.metrics[m].sum != CubeMetric::Sum::Total) continue;
    StoredSums sums{checksum(head), rows.sums, {}};
    for (const LocationIndex location : layout_.locations)
      sums.by_column.push_back(rows.by_location[location.index()]);
    TRY(archive.add(name + ".sums", sums_member(sums)));
  }
  return archive.finish();
}

}  // namespace tarry::report
