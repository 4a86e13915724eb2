// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cstring>

#include "base/atomic_file.h"
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/cubex_anchor.h"
#include "report/cubex_format.h"
#include "report/tar.h"

namespace tarry::report {
namespace {

static_assert(std::endian::native == std::endian::little,
              "values are written as they lie in memory");

// Rows this long and longer are compressed; for shorter ones the headers cost more than is gained.
constexpr std::size_t kCompressedLocations = 64;

template <class T>
void append(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string index_file(const std::vector<std::uint32_t>& positions) {
  std::string out = kIndexMarker;
  append(out, std::uint32_t{1});  // shows the byte order
  append(out, std::uint16_t{0});  // version
  append(out, kSparseIndex);
  append(out, static_cast<std::uint32_t>(positions.size()));
  for (const std::uint32_t position : positions) append(out, position);
  return out;
}

// One row as it stands in the file: columns in the layout's order.
std::string row_bytes(const std::vector<double>& row, const CubexLayout& layout, bool whole) {
  std::string out;
  out.reserve(row.size() * sizeof(double));
  for (const LocationIndex location : layout.locations) {
    const double value = row[location.index()];
    if (whole)
      append(out, static_cast<std::uint64_t>(value));
    else
      append(out, value);
  }
  return out;
}

std::string compressed(const std::string& raw) {
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
            static_cast<uLong>(raw.size()), Z_BEST_SPEED);
  out.resize(size);
  return out;
}

// The members of one archive, one after another.
class ArchiveWriter {
 public:
  explicit ArchiveWriter(base::AtomicFile file) : file_(std::move(file)) {}

  base::Status add(const std::string& name, std::string_view content) {
    checksums_ += fmt::format("{:08x} {}\n", checksum(content), name);
    return put(name, content);
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

std::string data_file(const SeverityCube& cube, MetricId metric, const CubexLayout& layout,
                      const std::vector<std::uint32_t>& positions) {
  const bool whole = layout.is_whole[metric.index()];
  const bool compress = cube.locations.size() >= kCompressedLocations;
  std::string segments, body;
  for (const std::uint32_t position : positions) {
    const std::string raw = row_bytes(cube.row(metric, layout.callpaths[position]), layout, whole);
    if (!compress) {
      body += raw;
      continue;
    }
    const std::string packed = compressed(raw);
    append(segments, std::uint64_t{segments.size() / kSegmentHeader * raw.size()});
    append(segments, std::uint64_t{body.size()});
    append(segments, std::uint64_t{packed.size()});
    body += packed;
  }
  if (!compress) return kDataMarker + body;
  std::string out = kCompressedMarker;
  append(out, std::uint64_t{positions.size()});
  return out + segments + body;
}

bool has_values(const std::vector<double>& row) {
  // By bits: a negative zero is a value that has to come back.
  for (const double value : row)
    if (std::bit_cast<std::uint64_t>(value) != 0) return true;
  return false;
}

}  // namespace

base::Status write_cubex(const SeverityCube& cube, const std::string& path) {
  const CubexLayout layout = cubex_layout(cube);
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(path));
  ArchiveWriter archive(std::move(file));
  TRY(archive.add("anchor.xml", write_anchor(cube, layout)));
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m) {
    std::vector<std::uint32_t> positions;  // rows that are not all zero
    for (std::uint32_t i = 0; i < layout.callpaths.size(); ++i)
      if (has_values(cube.row(MetricId{m}, layout.callpaths[i]))) positions.push_back(i);
    if (positions.empty()) continue;
    const std::string name = std::to_string(m);
    TRY(archive.add(name + ".data", data_file(cube, MetricId{m}, layout, positions)));
    TRY(archive.add(name + ".index", index_file(positions)));
  }
  return archive.finish();
}

}  // namespace tarry::report
