// SPDX-License-Identifier: BSD-3-Clause
// Every size in the file is compared with the actual content before it is used, so a false header
// leads to an error instead of a huge allocation.
#include "report/cubex_rows.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "report/cube_types.h"
#include "report/cubex_format.h"
#include "report/cubex_sums.h"
#include "report/cubex_values.h"
#include "report/forest.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

Error damaged(const std::string& what) {
  return Error{ErrorCode::BadInput, "damaged report: " + what, "", ""};
}

std::string shown_name(const std::string& member) { return "'" + one_line(member) + "'"; }

enum class Content { Zeros, Values, NotNumbers };

// Goes through the bits because every value of a large report passes here. A negative zero is a
// value.
Content content_of(const std::vector<double>& values) {
  constexpr std::uint64_t kExponent = 0x7FF0000000000000u;  // all of it is set in no number
  std::uint64_t any = 0;
  std::uint64_t odd = 0;
  for (const double value : values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    any |= bits;
    odd += static_cast<std::uint64_t>((bits & kExponent) == kExponent);
  }
  if (odd != 0) return Content::NotNumbers;
  return any != 0 ? Content::Values : Content::Zeros;
}

}  // namespace

// Unpacks zlib streams, one after another.
class CubexRows::Inflater {
 public:
  Inflater() { is_valid_ = inflateInit(&stream_) == Z_OK; }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  // Returns whether `packed` has exactly `row_size` bytes when it is unpacked to `row`.
  bool unpack(const std::string& packed, std::size_t row_size, char* row) {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    if (!is_valid_ || packed.size() > kMost || row_size > kMost) return false;
    inflateReset(&stream_);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(row);
    stream_.avail_out = static_cast<uInt>(row_size);
    return inflate(&stream_, Z_FINISH) == Z_STREAM_END && stream_.avail_out == 0;
  }

 private:
  z_stream stream_{};
  bool is_valid_ = false;
};

struct CubexRows::Opened {
  const StoredMetric* stored = nullptr;
  std::string index_name, data_name;
  bool is_zero = false;         // the file has no values of the metric
  bool swap = false;            // true if written on a machine of the other byte order
  std::vector<RowNumber> rows;  // by ascending call path

  bool has_data = false;  // whether what follows is known
  bool is_compressed = false;
  std::string headers;     // of compressed rows
  std::uint64_t body = 0;  // where the rows begin in the member
  std::string whole;       // plain rows with a checksum
};

CubexRows::CubexRows(CubexArchive archive, const Anchor& anchor, std::uint64_t limit,
                     std::string path)
    : archive_(std::move(archive)),
      path_(std::move(path)),
      limit_(limit),
      room_(limit),
      wide_order_(anchor.wide_order),
      locations_(anchor.locations),
      in_order_(std::is_sorted(locations_.begin(), locations_.end())),
      children_(children_of(anchor.cube.callpaths)),
      inflater_(std::make_unique<Inflater>()) {
  for (const StoredMetric& metric : anchor.stored) stored_[metric.metric] = metric;
  for (const CubeMetric& metric : anchor.cube.metrics) ids_.push_back(metric.id);
}

CubexRows::~CubexRows() = default;

Error CubexRows::at_path(Error error) const {
  error.where = path_;
  return error;
}

base::Status CubexRows::verify() const {
  base::Status status = archive_.verify();
  if (!status.ok()) return at_path(std::move(status).error());
  return kOk;
}

base::Result<CubexRows::Opened*> CubexRows::open_index(MetricId metric) {
  const auto known = opened_.find(metric);
  if (known != opened_.end()) return known->second.get();
  auto opened = std::make_unique<Opened>();
  const auto stored = stored_.find(metric);
  if (stored == stored_.end()) {
    opened->is_zero = true;
  } else {
    opened->stored = &stored->second;
    opened->index_name = stored->second.file_id + ".index";
    opened->data_name = stored->second.file_id + ".data";
    const bool has_index = archive_.has(opened->index_name);
    const bool has_data = archive_.has(opened->data_name);
    opened->is_zero = !has_index && !has_data;
    if (has_index != has_data)
      return at_path(
          damaged("metric file '" + stored->second.file_id + "' lacks its index or its data"));
    if (has_index) {
      base::Status read = read_index(*opened);
      if (!read.ok()) return at_path(std::move(read).error());
      if (!take_room(opened->rows.size())) return too_much(*opened);
    }
  }
  return (opened_[metric] = std::move(opened)).get();
}

base::Status CubexRows::read_index(Opened& opened) const {
  const std::string name = shown_name(opened.index_name);
  TRY_ASSIGN(const std::string file, archive_.whole(opened.index_name));
  if (file.size() < kIndexHeader || !file.starts_with(kIndexMarker))
    return damaged(name + " is not an index");
  const auto order = load_u32(file.data() + 11, false);
  if (order != 1 && order != 0x01000000u) return damaged(name + " has no byte order");
  opened.swap = order != 1;
  const auto kind = static_cast<std::uint8_t>(file[17]);
  const std::size_t callpaths = wide_order_.size();
  const auto callpath_at = [&](std::uint32_t position) {
    return opened.stored->inclusive ? wide_order_[position] : CallPathId{position};
  };
  if (kind == kDenseIndex) {
    for (std::uint32_t i = 0; i < callpaths; ++i) opened.rows.emplace_back(callpath_at(i), i);
  } else if (kind == kSparseIndex) {
    // CubeLib's index of a metric without values ends here.
    if (file.size() == kIndexHeader && archive_.size_of(opened.data_name) <= kDataMarker.size())
      return kOk;
    if (file.size() < kIndexHeader + 4) return damaged(name + " is too short");
    const auto count = load_u32(file.data() + kIndexHeader, opened.swap);
    if (count > callpaths || file.size() < kIndexHeader + 4 + std::size_t{count} * 4)
      return damaged(name + " names more call paths than there are");
    std::vector<bool> seen(callpaths);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto position =
          load_u32(file.data() + kIndexHeader + 4 + std::size_t{i} * 4, opened.swap);
      if (position >= callpaths || seen[position])
        return damaged(name + " names a call path that does not exist or comes twice");
      seen[position] = true;
      opened.rows.emplace_back(callpath_at(position), i);
    }
  } else {
    return damaged(name + " is of an unknown kind");
  }
  std::sort(opened.rows.begin(), opened.rows.end());
  return kOk;
}

base::Result<CubexRows::Opened*> CubexRows::open_data(MetricId metric) {
  TRY_ASSIGN(Opened* const opened, open_index(metric));
  if (opened->has_data || opened->is_zero) return opened;
  base::Status read = read_data(*opened);
  if (!read.ok()) return at_path(std::move(read).error());
  opened->has_data = true;
  return opened;
}

base::Status CubexRows::read_data(Opened& opened) const {
  const std::string name = shown_name(opened.data_name);
  const std::uint64_t size = archive_.size_of(opened.data_name);
  TRY_ASSIGN(const std::string start,
             archive_.part(opened.data_name, 0,
                           std::min<std::uint64_t>(size, kCompressedMarker.size() + 8)));
  if (std::uint64_t{locations_.size()} * opened.stored->value_size > limit_)
    return damaged(name + " has rows that are too long for this file");
  opened.is_compressed = start.starts_with(kCompressedMarker);
  if (!opened.is_compressed && !start.starts_with(kDataMarker))
    return damaged(name + " is not a data file");
  const std::size_t marker = opened.is_compressed ? kCompressedMarker.size() : kDataMarker.size();
  opened.body = marker;
  if (!opened.is_compressed) {
    const std::uint64_t row_size = locations_.size() * opened.stored->value_size;
    if (row_size != 0 && (size - marker) / row_size < opened.rows.size())
      return damaged(name + " has fewer values than its index tells");
    if (archive_.has_checksum(opened.data_name)) {
      TRY_ASSIGN(opened.whole, archive_.whole(opened.data_name));
    }
    return kOk;
  }
  if (start.size() < marker + 8) return damaged(name + " is too short");
  const auto segments = load_u64(start.data() + marker, opened.swap);
  opened.body += 8;
  if (segments < opened.rows.size() || (size - opened.body) / kSegmentHeader < segments)
    return damaged(name + " has fewer rows than its index tells");
  TRY_ASSIGN(opened.headers,
             archive_.part(opened.data_name, opened.body, segments * kSegmentHeader));
  opened.body += opened.headers.size();
  const std::string sums_name = opened.stored->file_id + ".sums";
  if (!archive_.has(sums_name)) return kOk;
  TRY_ASSIGN(const std::string sums, archive_.whole(sums_name));
  TRY_ASSIGN(const StoredSums parsed, parse_sums(sums, opened.rows.size(), locations_.size()));
  if (checksum(opened.headers, checksum(start)) != parsed.head_checksum)
    return damaged(name + " does not match its checksum");
  return kOk;
}

// Puts the raw bytes of a row, which are `row_size`, where `row` points to.
base::Status CubexRows::row_bytes(const Opened& opened, std::uint32_t number, std::size_t row_size,
                                  char* row) {
  ++rows_decoded_;
  if (!opened.is_compressed) {
    const std::uint64_t at = opened.body + std::uint64_t{number} * row_size;
    if (opened.whole.empty()) return archive_.part(opened.data_name, at, row_size, row);
    std::copy_n(opened.whole.data() + at, row_size, row);
    return kOk;
  }
  const char* const header = opened.headers.data() + std::size_t{number} * kSegmentHeader;
  const auto at = load_u64(header + 8, opened.swap);
  const auto size = load_u64(header + 16, opened.swap);
  if (size == 0) {
    std::fill_n(row, row_size, '\0');
    return kOk;
  }
  const std::uint64_t left = archive_.size_of(opened.data_name) - opened.body;
  if (at > left || size > left - at)
    return damaged(shown_name(opened.data_name) + " ends inside a row (is the file truncated?)");
  packed_.resize(static_cast<std::size_t>(size));
  TRY(archive_.part(opened.data_name, opened.body + at, size, packed_.data()));
  if (!inflater_->unpack(packed_, row_size, row))
    return damaged(shown_name(opened.data_name) + " has a row that does not unpack");
  return kOk;
}

// Large reports have their values as they lie in memory; nothing is done to them.
base::Result<std::vector<double>> CubexRows::decoded_row(const Opened& opened,
                                                         std::uint32_t number) {
  const std::size_t row_size = locations_.size() * opened.stored->value_size;
  if (in_order_ && !opened.swap && opened.stored->type == NumberType::Double &&
      opened.stored->value_size == sizeof(double) && row_size != 0) {
    std::vector<double> values(locations_.size());
    TRY(row_bytes(opened, number, row_size, reinterpret_cast<char*>(values.data())));
    return values;
  }
  row_.resize(row_size);
  TRY(row_bytes(opened, number, row_size, row_.data()));
  return load_row(row_, *opened.stored, opened.swap, locations_);
}

// Returns a row as the file has it, inclusive or not. What CubeLib writes for no extreme value is
// the largest number, or the smallest one.
base::Result<std::vector<double>> CubexRows::stored_row(MetricId metric, CallPathId callpath) {
  TRY_ASSIGN(const Opened* const opened, open_data(metric));
  const auto at =
      std::lower_bound(opened->rows.begin(), opened->rows.end(), callpath,
                       [](const RowNumber& row, CallPathId id) { return row.first < id; });
  if (opened->is_zero || at == opened->rows.end() || at->first != callpath)
    return std::vector<double>{};
  base::Result<std::vector<double>> decoded = decoded_row(*opened, at->second);
  if (!decoded.ok()) return at_path(std::move(decoded).error());
  std::vector<double> values = std::move(decoded).value();
  if (opened->stored->is_extreme)
    for (double& value : values)
      if (std::abs(value) == std::numeric_limits<double>::max()) value = 0.0;
  const Content content = content_of(values);
  if (content == Content::NotNumbers)
    return at_path(Error{
        ErrorCode::BadInput,
        "a value of metric '" + one_line(ids_[metric.index()]) + "' is not a number", "", ""});
  if (content == Content::Zeros) values.clear();
  return values;
}

// A parent's own value is its inclusive value minus those of its children. Negative results of
// rounding are dropped.
base::Result<std::vector<double>> CubexRows::exclusive_row(MetricId metric, CallPathId callpath) {
  constexpr double kRounding = 1e-12;
  TRY_ASSIGN(const std::vector<double> inclusive, stored_row(metric, callpath));
  if (inclusive.empty()) return inclusive;
  std::vector<double> own = inclusive;
  for (const std::uint32_t child : children_[callpath.index()]) {
    TRY_ASSIGN(const std::vector<double> values, stored_row(metric, CallPathId{child}));
    for (std::size_t i = 0; i < values.size(); ++i) own[i] -= values[i];
  }
  for (std::size_t i = 0; i < own.size(); ++i)
    if (std::abs(own[i]) <= kRounding * std::abs(inclusive[i])) own[i] = 0.0;
  if (std::all_of(own.begin(), own.end(), [](double value) { return value == 0.0; })) own.clear();
  return own;
}

base::Result<std::vector<double>> CubexRows::row(MetricId metric, CallPathId callpath) {
  TRY_ASSIGN(const Opened* const opened, open_index(metric));
  if (opened->is_zero) return std::vector<double>{};
  base::Result<std::vector<double>> values =
      opened->stored->inclusive && !opened->stored->is_extreme ? exclusive_row(metric, callpath)
                                                               : stored_row(metric, callpath);
  if (is_limited_ && values.ok() && !take_room(values->size() * opened->stored->value_size))
    return too_much(*opened);
  return values;
}

bool CubexRows::take_room(std::uint64_t bytes) {
  room_ -= std::min(room_, bytes);
  return room_ != 0;
}

Error CubexRows::too_much(const Opened& opened) const {
  return at_path(
      damaged(shown_name(opened.data_name) + " unpacks to more values than such a file can hold"));
}

base::Result<std::vector<CallPathId>> CubexRows::callpaths(MetricId metric) {
  TRY_ASSIGN(const Opened* const opened, open_index(metric));
  std::vector<CallPathId> found;
  found.reserve(opened->rows.size());
  for (const RowNumber& row : opened->rows) found.push_back(row.first);
  return found;
}

base::Result<model::RowSums> CubexRows::sums(MetricId metric) {
  TRY_ASSIGN(const Opened* const opened, open_index(metric));
  if (opened->is_zero || opened->stored->inclusive ||
      !archive_.has(opened->stored->file_id + ".sums"))
    return RowSource::sums(metric);
  base::Result<model::RowSums> sums = read_sums(*opened);
  if (!sums.ok()) return at_path(std::move(sums).error());
  return sums;
}

base::Result<model::RowSums> CubexRows::read_sums(const Opened& opened) const {
  TRY_ASSIGN(const std::string member, archive_.whole(opened.stored->file_id + ".sums"));
  TRY_ASSIGN(const StoredSums stored, parse_sums(member, opened.rows.size(), locations_.size()));
  model::RowSums out;
  for (const auto& [callpath, number] : opened.rows) {
    out.callpaths.push_back(callpath);
    out.by_callpath.push_back(stored.by_row[number]);
  }
  out.by_location.resize(locations_.size());
  for (std::size_t column = 0; column < locations_.size(); ++column)
    out.by_location[locations_[column].index()] = stored.by_column[column];
  return out;
}

}  // namespace tarry::report
