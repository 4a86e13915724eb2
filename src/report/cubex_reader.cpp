// SPDX-License-Identifier: BSD-3-Clause
// Every size in the file is compared with the actual content before it is used, so a false header
// leads to an error instead of a huge allocation.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "base/files.h"
#include "report/cube_types.h"
#include "report/cubex.h"
#include "report/cubex_anchor.h"
#include "report/cubex_format.h"
#include "report/tar.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

Error damaged(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged report: " + what, "", ""};
}

template <class T>
T load(const char* bytes, bool swap) {
  char copy[sizeof(T)];
  std::memcpy(copy, bytes, sizeof(T));
  if (swap) std::reverse(copy, copy + sizeof(T));
  T value;
  std::memcpy(&value, copy, sizeof(T));
  return value;
}

std::size_t width_of(ValueType type) {
  switch (type) {
    case ValueType::Int8:
    case ValueType::UInt8:
      return 1;
    case ValueType::Int16:
    case ValueType::UInt16:
      return 2;
    case ValueType::Int32:
    case ValueType::UInt32:
      return 4;
    case ValueType::Int64:
    case ValueType::UInt64:
    case ValueType::Double:
      return 8;
  }
  return 8;
}

double load_value(const char* bytes, ValueType type, bool swap) {
  switch (type) {
    case ValueType::Int8:
      return load<std::int8_t>(bytes, swap);
    case ValueType::UInt8:
      return load<std::uint8_t>(bytes, swap);
    case ValueType::Int16:
      return load<std::int16_t>(bytes, swap);
    case ValueType::UInt16:
      return load<std::uint16_t>(bytes, swap);
    case ValueType::Int32:
      return load<std::int32_t>(bytes, swap);
    case ValueType::UInt32:
      return load<std::uint32_t>(bytes, swap);
    case ValueType::Int64:
      return static_cast<double>(load<std::int64_t>(bytes, swap));
    case ValueType::UInt64:
      return static_cast<double>(load<std::uint64_t>(bytes, swap));
    case ValueType::Double:
      return load<double>(bytes, swap);
  }
  return 0.0;
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
  const std::string name = "'" + metric.file_id + ".index'";
  if (file.size() < kIndexHeader || !file.starts_with(kIndexMarker))
    return damaged(name + " is not an index");
  Index index;
  const auto order = load<std::uint32_t>(file.data() + 11, false);
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
  const auto count = load<std::uint32_t>(file.data() + kIndexHeader, index.swap);
  if (count > callpaths || file.size() < kIndexHeader + 4 + std::size_t{count} * 4)
    return damaged(name + " names more call paths than there are");
  std::vector<bool> seen(callpaths);
  for (std::size_t i = 0; i < count; ++i) {
    const auto position = load<std::uint32_t>(file.data() + kIndexHeader + 4 + i * 4, index.swap);
    if (position >= callpaths || seen[position])
      return damaged(name + " names a call path that does not exist or comes twice");
    seen[position] = true;
    index.rows.push_back(callpath_at(position));
  }
  return index;
}

// Delivers the raw bytes of one row after another.
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
    const auto segments = load<std::uint64_t>(body_.data(), swap_);
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
    const auto at = load<std::uint64_t>(header + 8, swap_);
    const auto size = load<std::uint64_t>(header + 16, swap_);
    std::fill(row_.begin(), row_.end(), '\0');
    if (size == 0) return std::string_view(row_);
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

base::Status read_values(const TarMembers& members, const StoredMetric& metric, Anchor& anchor) {
  const auto index_member = members.find(metric.file_id + ".index");
  const auto data_member = members.find(metric.file_id + ".data");
  // All values are zero.
  if (index_member == members.end() && data_member == members.end()) return kOk;
  if (index_member == members.end() || data_member == members.end())
    return damaged("metric file '" + metric.file_id + "' lacks its index or its data");
  SeverityCube& cube = anchor.cube;
  const std::size_t columns = cube.locations.size();
  const std::size_t width = width_of(metric.type);
  TRY_ASSIGN(const Index index, read_index(index_member->second, metric, anchor));
  RowSource source(data_member->second, "'" + metric.file_id + ".data'", index.swap,
                   columns * width);
  TRY(source.open(index.rows.size()));
  for (std::size_t i = 0; i < index.rows.size(); ++i) {
    TRY_ASSIGN(const std::string_view bytes, source.row(i));
    std::vector<double> row(columns);
    bool any = false;
    for (std::size_t column = 0; column < columns; ++column) {
      const double value = load_value(bytes.data() + column * width, metric.type, index.swap);
      any = any || value != 0.0 || std::signbit(value);
      row[anchor.locations[column].index()] = value;
    }
    if (any) cube.set_row(metric.metric, index.rows[i], std::move(row));
  }
  return kOk;
}

// A parent's own value is its inclusive value minus those of its children. Negative results of
// rounding are dropped.
void make_exclusive(SeverityCube& cube, MetricId metric) {
  constexpr double kRounding = 1e-12;
  const std::vector<CallPathId> callpaths = cube.callpaths_with_values(metric);
  std::vector<std::vector<double>> own;
  for (const CallPathId callpath : callpaths) own.push_back(cube.row(metric, callpath));
  const auto slot = [&](CallPathId id) {
    return static_cast<std::size_t>(std::lower_bound(callpaths.begin(), callpaths.end(), id) -
                                    callpaths.begin());
  };
  for (const CallPathId callpath : callpaths) {
    const CallPathId parent = cube.callpaths[callpath.index()].parent;
    if (!parent.valid() || cube.row(metric, parent).empty()) continue;
    const std::vector<double>& child = cube.row(metric, callpath);
    std::vector<double>& rest = own[slot(parent)];
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= child[i];
  }
  for (std::size_t k = 0; k < callpaths.size(); ++k) {
    const std::vector<double>& inclusive = cube.row(metric, callpaths[k]);
    for (std::size_t i = 0; i < own[k].size(); ++i)
      if (std::abs(own[k][i]) <= kRounding * std::abs(inclusive[i])) own[k][i] = 0.0;
  }
  for (std::size_t k = 0; k < callpaths.size(); ++k) {
    const bool any = std::any_of(own[k].begin(), own[k].end(), [](double v) { return v != 0.0; });
    if (!any) own[k].clear();
    cube.set_row(metric, callpaths[k], std::move(own[k]));
  }
}

// Returns the longest time of a location, for reports that do not tell the duration.
double longest_time(const SeverityCube& cube) {
  const MetricId time = cube.find(model::metric::time);
  if (!time.valid()) return 0.0;
  std::vector<double> spans(cube.locations.size());
  for (const CallPathId callpath : cube.callpaths_with_values(time))
    for (std::size_t i = 0; i < spans.size(); ++i) spans[i] += cube.row(time, callpath)[i];
  return spans.empty() ? 0.0 : *std::max_element(spans.begin(), spans.end());
}

}  // namespace

base::Result<SeverityCube> parse_cubex(std::string archive) {
  // deflate reaches 1:1032 at best; a file that claims more is damaged.
  constexpr std::uint64_t kLargestRatio = 1100;
  if (is_gzip(archive)) {
    TRY_ASSIGN(archive, gunzip(archive, archive.size() * kLargestRatio));
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
    TRY_ASSIGN(xml, gunzip(xml, xml.size() * kLargestRatio));
  }
  TRY_ASSIGN(Anchor anchor, read_anchor(std::move(xml)));
  for (const StoredMetric& metric : anchor.stored) {
    TRY(read_values(members, metric, anchor));
    if (metric.inclusive) make_exclusive(anchor.cube, metric.metric);
  }
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
