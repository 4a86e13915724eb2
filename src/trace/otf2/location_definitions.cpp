// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/location_definitions.h"

#include <cmath>

#include "trace/otf2/archive_file.h"

namespace tarry::trace::otf2 {
namespace {

constexpr std::uint8_t kMappingTable = 5;
constexpr std::uint8_t kClockOffset = 6;

enum class MappedIds : std::uint8_t {
  String = 0,
  Region = 3,
  Group = 4,
  Metric = 5,
  Comm = 6,
  RmaWin = 8,
  IoHandle = 13
};

IdMapping* mapping_for(LocationDefinitions& definitions, std::uint8_t kind) {
  switch (static_cast<MappedIds>(kind)) {
    case MappedIds::String:
      return &definitions.strings;
    case MappedIds::Region:
      return &definitions.regions;
    case MappedIds::Metric:
      return &definitions.counter_sets;
    case MappedIds::Comm:
      return &definitions.comms;
    case MappedIds::Group:
      return &definitions.groups;
    case MappedIds::RmaWin:
      return &definitions.windows;
    case MappedIds::IoHandle:
      return &definitions.files;
  }
  return nullptr;
}

// A table lists global ids by local id (dense) or pairs of both (sparse).
bool read_mapping_table(RecordCursor record, LocationDefinitions& definitions) {
  IdMapping* mapping = mapping_for(definitions, record.u8());
  if (mapping == nullptr) return record.ok();
  const std::uint64_t size = record.u64();
  const bool sparse = record.u8() != 0;
  for (std::uint64_t i = 0; i < size && record.ok(); ++i) {
    const std::uint64_t local = sparse ? record.u64() : i;
    const std::uint64_t global = record.u64();
    if (record.ok()) mapping->add(local, global);
  }
  return record.ok();
}

bool read_clock_offset(RecordCursor record, LocationDefinitions& definitions) {
  const std::uint64_t time = record.full64();
  const std::int64_t offset = record.i64();
  return record.ok() && definitions.clock.add(time, offset);
}

enum class ChunkEnd { Next, Last, Damaged };

ChunkEnd read_chunk(RecordCursor chunk, LocationDefinitions& definitions) {
  while (chunk.ok() && chunk.left() > 0) {
    const std::uint8_t type = chunk.u8();
    if (type == static_cast<std::uint8_t>(Mark::EndOfChunk)) return ChunkEnd::Next;
    if (type <= static_cast<std::uint8_t>(Mark::EndOfFile)) return ChunkEnd::Last;
    const RecordCursor record = chunk.record();
    if (!chunk.ok()) break;
    if (type == kMappingTable && !read_mapping_table(record, definitions)) break;
    if (type == kClockOffset && !read_clock_offset(record, definitions)) break;
  }
  return ChunkEnd::Damaged;
}

}  // namespace

void IdMapping::add(std::uint64_t local, std::uint64_t global) {
  pairs_.emplace_back(local, global);
}

std::uint64_t IdMapping::global(std::uint64_t local) const {
  for (const auto& pair : pairs_)
    if (pair.first == local) return pair.second;
  return local;
}

IdTable IdMapping::compose(const IdTable& globals) const {
  IdTable table = globals;
  for (const auto& [local, global] : pairs_) table.set(local, globals[global]);
  return table;
}

bool ClockCorrection::add(std::uint64_t time, std::int64_t offset) {
  if (pending_) {
    if (time <= last_time_) return false;
    const auto change = static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) -
                                                  static_cast<std::uint64_t>(last_offset_));
    const double slope = static_cast<double>(change) / static_cast<double>(time - last_time_);
    intervals_.push_back({last_time_, time, last_offset_, slope});
  }
  pending_ = true;
  last_time_ = time;
  last_offset_ = offset;
  return true;
}

std::uint64_t ClockCorrection::correct(std::uint64_t time) {
  if (intervals_.empty()) return time;
  while (current_ + 1 < intervals_.size() && time > intervals_[current_].end) ++current_;
  while (current_ > 0 && time <= intervals_[current_ - 1].end) --current_;
  const Interval& interval = intervals_[current_];
  const double distance = time >= interval.begin ? static_cast<double>(time - interval.begin)
                                                 : -static_cast<double>(interval.begin - time);
  const std::int64_t drift = std::llrint(interval.slope * distance);
  return time + static_cast<std::uint64_t>(interval.offset) + static_cast<std::uint64_t>(drift);
}

LocationDefinitions read_location_definitions(const std::filesystem::path& path,
                                              std::uint64_t chunk_bytes,
                                              model::Anomalies& anomalies) {
  LocationDefinitions definitions;
  auto file = ChunkedFile::open(path, chunk_bytes);
  if (!file) {
    anomalies.add("locations without a local definition file (ids and times taken as global)");
    return definitions;
  }
  ChunkEnd end = ChunkEnd::Next;
  while (end == ChunkEnd::Next) {
    const auto more = file->next();
    end = more && *more ? read_chunk(file->chunk(), definitions) : ChunkEnd::Damaged;
  }
  if (end == ChunkEnd::Damaged)
    anomalies.add("locations whose local definition file is damaged (ids and times may be wrong)");
  return definitions;
}

}  // namespace tarry::trace::otf2
