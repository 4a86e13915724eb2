// SPDX-License-Identifier: BSD-3-Clause
// Every size in the file is compared with the actual content before it is used, so a false header
// leads to an error instead of a huge allocation.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/files.h"
#include "report/call_tree_sums.h"
#include "report/cube_types.h"
#include "report/cube_xml.h"
#include "report/cubex.h"
#include "report/cubex_anchor.h"
#include "report/cubex_format.h"
#include "report/report_limits.h"
#include "report/tar.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

Error damaged(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged report: " + what, "", ""};
}

std::uint32_t load_u32(const char* bytes, bool swap) {
  return static_cast<std::uint32_t>(load_number(bytes, NumberType::UInt32, swap));
}

std::uint64_t load_u64(const char* bytes, bool swap) {
  return std::uint64_t{load_u32(bytes + (swap ? 0 : 4), swap)} << 32 |
         load_u32(bytes + (swap ? 4 : 0), swap);
}

// The numbers of a report have no redundancy. Our files carry checksums, so a flipped bit is an
// error instead of another number.
base::Status verify_checksums(const TarMembers& members) {
  const auto listed = members.find(kChecksumMember);
  if (listed == members.end()) return kOk;
  std::string_view lines = listed->second;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (line.size() < 10) return damaged("its list of checksums is broken");
    const std::string_view name = line.substr(9);
    const auto member = members.find(name);
    if (member == members.end()) return damaged("'" + one_line(name) + "' is missing");
    if (fmt::format("{:08x}", checksum(member->second)) != line.substr(0, 8))
      return damaged("'" + one_line(name) + "' does not match its checksum");
  }
  return kOk;
}

struct Index {
  bool swap = false;  // true if written on a machine of the other byte order
  std::vector<CallPathId> rows;
};

base::Result<Index> read_index(std::string_view file, const StoredMetric& metric,
                               const Anchor& anchor) {
  const std::string name = "'" + one_line(metric.file_id) + ".index'";
  if (file.size() < kIndexHeader || !file.starts_with(kIndexMarker))
    return damaged(name + " is not an index");
  Index index;
  const auto order = load_u32(file.data() + 11, false);
  if (order != 1 && order != 0x01000000u) return damaged(name + " has no byte order");
  index.swap = order != 1;
  const auto kind = static_cast<std::uint8_t>(file[17]);
  const std::size_t callpaths = anchor.cube.callpaths.size();
  const auto callpath_at = [&](std::uint32_t position) {
    return metric.inclusive ? anchor.wide_order[position] : CallPathId{position};
  };
  if (kind == kDenseIndex) {
    for (std::uint32_t i = 0; i < callpaths; ++i) index.rows.push_back(callpath_at(i));
    return index;
  }
  if (kind != kSparseIndex) return damaged(name + " is of an unknown kind");
  if (file.size() < kIndexHeader + 4) return damaged(name + " is too short");
  const auto count = load_u32(file.data() + kIndexHeader, index.swap);
  if (count > callpaths || file.size() < kIndexHeader + 4 + std::size_t{count} * 4)
    return damaged(name + " names more call paths than there are");
  std::vector<bool> seen(callpaths);
  for (std::size_t i = 0; i < count; ++i) {
    const auto position = load_u32(file.data() + kIndexHeader + 4 + i * 4, index.swap);
    if (position >= callpaths || seen[position])
      return damaged(name + " names a call path that does not exist or comes twice");
    seen[position] = true;
    index.rows.push_back(callpath_at(position));
  }
  return index;
}

// Delivers the raw bytes of one row after another; no bytes for a row of zeros that is not stored.
class RowSource {
 public:
  RowSource(std::string_view file, std::string name, bool swap, std::size_t row_size)
      : name_(std::move(name)), swap_(swap), row_(row_size, '\0') {
    compressed_ = file.starts_with(kCompressedMarker);
    valid_ = compressed_ || file.starts_with(kDataMarker);
    if (valid_) file.remove_prefix(compressed_ ? kCompressedMarker.size() : kDataMarker.size());
    body_ = file;
  }

  base::Status open(std::size_t rows) {
    if (!valid_) return damaged(name_ + " is not a data file");
    if (!compressed_) {
      if (row_.size() != 0 && body_.size() / row_.size() < rows)
        return damaged(name_ + " has fewer values than its index tells");
      return kOk;
    }
    if (body_.size() < 8) return damaged(name_ + " is too short");
    const auto segments = load_u64(body_.data(), swap_);
    body_.remove_prefix(8);
    if (segments < rows || body_.size() / kSegmentHeader < segments)
      return damaged(name_ + " has fewer rows than its index tells");
    headers_ = body_.substr(0, static_cast<std::size_t>(segments) * kSegmentHeader);
    body_.remove_prefix(headers_.size());
    return kOk;
  }

  base::Result<std::string_view> row(std::size_t number) {
    if (!compressed_) return body_.substr(number * row_.size(), row_.size());
    const char* const header = headers_.data() + number * kSegmentHeader;
    const auto at = load_u64(header + 8, swap_);
    const auto size = load_u64(header + 16, swap_);
    if (size == 0) return std::string_view();
    if (at > body_.size() || size > body_.size() - at)
      return damaged(name_ + " ends inside a row (is the file truncated?)");
    uLongf unpacked = static_cast<uLongf>(row_.size());
    const auto* const packed = reinterpret_cast<const Bytef*>(body_.data() + at);
    if (uncompress(reinterpret_cast<Bytef*>(row_.data()), &unpacked, packed,
                   static_cast<uLong>(size)) != Z_OK ||
        unpacked != row_.size())
      return damaged(name_ + " has a row that does not unpack");
    return std::string_view(row_);
  }

 private:
  std::string name_;
  bool swap_;
  bool compressed_ = false;
  bool valid_ = false;
  std::string_view body_;
  std::string_view headers_;
  std::string row_;
};

// Returns the values of one part of a row, by location; nothing if all are zero.
std::vector<double> values_of(std::string_view bytes, const StoredMetric& metric, bool swap,
                              const Anchor& anchor) {
  std::vector<double> row(anchor.cube.locations.size());
  bool any = false;
  for (std::size_t column = 0; column < row.size(); ++column) {
    const char* const at = bytes.data() + column * metric.value_size + metric.offset;
    const double value = load_number(at, metric.type, swap);
    any = any || value != 0.0 || std::signbit(value);
    row[anchor.locations[column].index()] = value;
  }
  return any ? row : std::vector<double>();
}

// `room`: how many more bytes the values of all metrics may have after decompression.
base::Status read_values(const TarMembers& members, const StoredMetric& metric, std::uint64_t& room,
                         Anchor& anchor) {
  const auto index_member = members.find(metric.file_id + ".index");
  const auto data_member = members.find(metric.file_id + ".data");
  // All values are zero.
  if (index_member == members.end() && data_member == members.end()) return kOk;
  const std::string file_id = one_line(metric.file_id);
  if (index_member == members.end() || data_member == members.end())
    return damaged("metric file '" + file_id + "' lacks its index or its data");
  TRY_ASSIGN(const Index index, read_index(index_member->second, metric, anchor));
  const std::string name = "'" + file_id + ".data'";
  // One row is in memory after decompression, so it is counted even if there are none.
  const std::uint64_t row_size = std::uint64_t{anchor.cube.locations.size()} * metric.value_size;
  if (row_size > room) return damaged(name + " has rows that are too long for this file");
  RowSource source(data_member->second, name, index.swap, static_cast<std::size_t>(row_size));
  TRY(source.open(index.rows.size()));
  const auto take_room = [&](std::uint64_t bytes) {
    room -= std::min(room, bytes);
    return room != 0;
  };
  const Error too_much = damaged(name + " unpacks to more values than such a file can hold");
  if (!take_room(index.rows.size())) return too_much;
  for (std::size_t i = 0; i < index.rows.size(); ++i) {
    TRY_ASSIGN(const std::string_view bytes, source.row(i));
    if (bytes.empty()) continue;
    if (!take_room(row_size)) return too_much;
    std::vector<double> row = values_of(bytes, metric, index.swap, anchor);
    if (!row.empty()) anchor.cube.set_row(metric.metric, index.rows[i], std::move(row));
  }
  return kOk;
}

}  // namespace

base::Result<SeverityCube> parse_cubex(std::string archive) {
  const std::uint64_t size = archive.size();
  return parse_cubex(std::move(archive), size);
}

base::Result<SeverityCube> parse_cubex(std::string archive, std::uint64_t size) {
  const std::uint64_t limit = largest_unpacked(size);
  if (is_gzip(archive)) {
    TRY_ASSIGN(archive, gunzip(archive, limit));
  }
  if (!is_tar(archive))
    return Error{ErrorCode::BadInput, "not a .cubex report (a tar archive)", "", ""};
  TRY_ASSIGN(const TarMembers members, read_tar(archive));
  TRY(verify_checksums(members));
  const auto anchor_member = members.find("anchor.xml");
  if (anchor_member == members.end())
    return Error{ErrorCode::BadInput, "not a .cubex report: there is no anchor.xml in it", "", ""};
  std::string xml(anchor_member->second);
  if (is_gzip(xml)) {
    TRY_ASSIGN(xml, gunzip(xml, std::min(limit, kLargestXml)));
  }
  TRY_ASSIGN(Anchor anchor, read_anchor(std::move(xml)));
  std::uint64_t room = limit;
  for (const StoredMetric& metric : anchor.stored) {
    TRY(read_values(members, metric, room, anchor));
    if (metric.inclusive) make_exclusive(anchor.cube, metric.metric);
  }
  constexpr std::uint64_t kStepsPerByte = 1000, kFewSteps = 10'000'000;
  for (std::string& failure :
       compute_derived(anchor.derived, anchor.cube, kFewSteps + size * kStepsPerByte, limit))
    anchor.cube.experiment.warnings.push_back(std::move(failure));
  if (!anchor.has_duration) anchor.cube.experiment.duration_s = longest_time(anchor.cube);
  return std::move(anchor.cube);
}

base::Result<SeverityCube> read_cubex(const std::string& path) {
  TRY_ASSIGN(std::string archive, base::read_file(path));
  base::Result<SeverityCube> cube = parse_cubex(std::move(archive));
  if (cube.ok()) return cube;
  Error error = std::move(cube).error();
  error.where = path;
  return error;
}

}  // namespace tarry::report
