// SPDX-License-Identifier: BSD-3-Clause
// Every record states its length: so records that cannot be understood, and parts that later
// versions have appended, are skipped.
#include "trace/otf2/definition_records.h"

#include "trace/otf2/archive_file.h"

namespace tarry::trace::otf2 {
namespace {

enum class RecordType : std::uint8_t {
  ClockProperties = 5,
  IoParadigm = 8,
  String = 10,
  Attribute = 11,
  SystemTreeNode = 12,
  LocationGroup = 13,
  Location = 14,
  Region = 15,
  Group = 18,
  MetricMember = 19,
  MetricClass = 20,
  MetricInstance = 21,
  Comm = 22,
  RmaWin = 24,
  LocationProperty = 29,
  CartDimension = 30,
  CartTopology = 31,
  CartCoordinate = 32,
  IoRegularFile = 38,
  IoHandle = 40,
  InterComm = 43,
};

void read_clock(RecordCursor& record, DefinitionRecords& to) {
  model::Clock clock;
  clock.ticks_per_second = record.u64();
  clock.begin = record.u64();
  clock.length = record.u64();
  const std::uint64_t realtime = record.left() > 0 ? record.u64() : kUndefined64;  // since 3.0
  clock.realtime_ns = realtime == kUndefined64 ? 0 : realtime;
  if (!record.ok()) return;
  to.clock = clock;
  to.has_clock = true;
}

void read_string(RecordCursor& record, DefinitionRecords& to) {
  const std::uint32_t id = record.u32();
  const std::string_view text = record.string();
  if (!record.ok()) return;
  to.string_index.set(id, static_cast<std::uint32_t>(to.strings.size()));
  to.strings.emplace_back(text);
}

void read_attribute(RecordCursor& record, DefinitionRecords& to) {
  const std::uint32_t id = record.u32();
  const std::uint32_t name = record.u32();
  if (!record.ok()) return;
  if (to.text(name) == kAnySourceAttribute) to.any_source_attribute = id;
  if (to.text(name) == kJoinedCallsAttribute) to.joined_calls_attribute = id;
  if (to.text(name) == kNeighborhoodAttribute) to.neighborhood_attribute = id;
}

void read_system_tree_node(RecordCursor& record, DefinitionRecords& to) {
  SystemTreeNodeRecord node{};
  node.id = record.u32();
  node.name = record.u32();
  node.class_name = record.u32();
  node.parent = record.u32();
  if (record.ok()) to.system_tree.push_back(node);
}

void read_location_group(RecordCursor& record, DefinitionRecords& to) {
  LocationGroupRecord group{};
  group.id = record.u32();
  group.name = record.u32();
  group.type = record.u8();
  group.system_tree_parent = record.u32();
  if (record.ok()) to.location_groups.push_back(group);
}

void read_location(RecordCursor& record, DefinitionRecords& to) {
  LocationRecord location{};
  location.id = record.u64();
  location.name = record.u32();
  location.type = record.u8();
  location.event_count = record.u64();
  location.group = record.u32();
  if (record.ok()) to.locations.push_back(location);
}

// A value that is no text is no string of the file here.
void read_location_property(RecordCursor& record, DefinitionRecords& to) {
  LocationPropertyRecord property{};
  property.location = record.u64();
  property.name = record.u32();
  property.value = record.u32();
  if (record.ok()) to.location_properties.push_back(property);
}

void read_region(RecordCursor& record, DefinitionRecords& to) {
  RegionRecord region{};
  region.id = record.u32();
  region.name = record.u32();
  region.description = record.u32();
  record.u8();  // type, from before roles and paradigms (OTF2 1.0)
  region.file = record.u32();
  region.begin_line = record.u32();
  region.end_line = record.u32();
  region.canonical = region.name;
  if (record.ok() && record.left() > 0) {
    region.canonical = record.u32();
    region.role = record.u8();
    region.paradigm = record.u8();
  }
  if (record.ok()) to.regions.push_back(region);
}

void read_group(RecordCursor& record, DefinitionRecords& to) {
  GroupRecord group{};
  group.id = record.u32();
  record.u32();  // name
  record.u8();   // type, from before OTF2 1.2
  const std::uint32_t count = record.u32();
  if (count > record.left()) return record.reject();  // a member takes at least one byte
  group.members.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) group.members.push_back(record.u64());
  if (record.ok() && record.left() > 0) {
    group.type = record.u8();
    group.paradigm = record.u8();
  }
  if (record.ok()) to.groups.push_back(std::move(group));
}

void read_comm(RecordCursor& record, bool is_inter, DefinitionRecords& to) {
  CommRecord comm{};
  comm.id = record.u32();
  comm.name = record.u32();
  comm.group = record.u32();
  comm.remote_group = is_inter ? record.u32() : kUndefined32;
  comm.is_inter = is_inter;
  if (record.ok()) to.comms.push_back(comm);
}

void read_window(RecordCursor& record, DefinitionRecords& to) {
  WindowRecord window{};
  window.id = record.u32();
  window.name = record.u32();
  window.comm = record.u32();
  if (record.ok()) to.windows.push_back(window);
}

// Paradigms of I/O may stand in front of the strings that name them.
void read_io_paradigm(RecordCursor& record, DefinitionRecords& to) {
  const std::uint8_t id = record.u8();
  const std::uint32_t identification = record.u32();
  if (record.ok()) to.io_paradigms.emplace_back(id, identification);
}

void read_file(RecordCursor& record, DefinitionRecords& to) {
  const std::uint32_t id = record.u32();
  const std::uint32_t name = record.u32();
  if (record.ok()) to.file_names.set(id, name);
}

void read_file_handle(RecordCursor& record, DefinitionRecords& to) {
  FileHandleRecord handle{};
  handle.id = record.u32();
  record.u32();  // name
  handle.file = record.u32();
  handle.paradigm = record.u8();
  record.u32();  // flags
  handle.comm = record.u32();
  if (record.ok()) to.file_handles.push_back(handle);
}

void read_cart_dimension(RecordCursor& record, DefinitionRecords& to) {
  CartDimensionRecord dimension{};
  dimension.id = record.u32();
  dimension.name = record.u32();
  dimension.size = record.u32();
  dimension.is_periodic = record.u8() != 0;
  if (record.ok()) to.cart_dimensions.push_back(dimension);
}

std::vector<std::uint32_t> read_u32s(RecordCursor& record) {
  std::vector<std::uint32_t> values;
  const std::uint8_t count = record.u8();
  for (std::uint8_t i = 0; i < count; ++i) values.push_back(record.u32());
  return values;
}

void read_cart_topology(RecordCursor& record, DefinitionRecords& to) {
  CartTopologyRecord topology{};
  topology.id = record.u32();
  topology.name = record.u32();
  topology.comm = record.u32();
  topology.dimensions = read_u32s(record);
  if (record.ok()) to.cart_topologies.push_back(std::move(topology));
}

void read_cart_coordinate(RecordCursor& record, DefinitionRecords& to) {
  CartCoordinateRecord place{};
  place.topology = record.u32();
  place.rank = record.u32();
  place.coordinates = read_u32s(record);
  if (record.ok()) to.cart_coordinates.push_back(std::move(place));
}

void read_metric_member(RecordCursor& record, DefinitionRecords& to) {
  MetricMemberRecord member{};
  member.id = record.u32();
  member.name = record.u32();
  member.description = record.u32();
  member.origin = record.u8();
  member.mode = record.u8();
  member.value_type = record.u8();
  member.base = record.u8();
  member.exponent = record.i64();
  member.unit = record.u32();
  if (record.ok()) to.metric_members.push_back(member);
}

void read_metric_class(RecordCursor& record, DefinitionRecords& to) {
  MetricClassRecord metric{};
  metric.id = record.u32();
  const std::uint8_t count = record.u8();
  for (std::uint8_t i = 0; i < count; ++i) metric.members.push_back(record.u32());
  metric.occurrence = record.u8();
  if (record.ok()) to.metric_classes.push_back(std::move(metric));
}

void read_metric_instance(RecordCursor& record, DefinitionRecords& to) {
  MetricInstanceRecord instance{};
  instance.id = record.u32();
  instance.metric_class = record.u32();
  instance.recorder = record.u64();
  instance.scope_kind = record.u8();
  instance.scope = record.u64();
  if (record.ok()) to.metric_instances.push_back(instance);
}

// Returns false if the record is of a kind that we read and could not be read.
bool read_record(std::uint8_t type, RecordCursor record, DefinitionRecords& to) {
  switch (static_cast<RecordType>(type)) {
    case RecordType::ClockProperties:
      read_clock(record, to);
      break;
    case RecordType::String:
      read_string(record, to);
      break;
    case RecordType::Attribute:
      read_attribute(record, to);
      break;
    case RecordType::SystemTreeNode:
      read_system_tree_node(record, to);
      break;
    case RecordType::LocationGroup:
      read_location_group(record, to);
      break;
    case RecordType::Location:
      read_location(record, to);
      break;
    case RecordType::Region:
      read_region(record, to);
      break;
    case RecordType::Group:
      read_group(record, to);
      break;
    case RecordType::MetricMember:
      read_metric_member(record, to);
      break;
    case RecordType::MetricClass:
      read_metric_class(record, to);
      break;
    case RecordType::MetricInstance:
      read_metric_instance(record, to);
      break;
    case RecordType::Comm:
      read_comm(record, false, to);
      break;
    case RecordType::InterComm:
      read_comm(record, true, to);
      break;
    case RecordType::LocationProperty:
      read_location_property(record, to);
      break;
    case RecordType::CartDimension:
      read_cart_dimension(record, to);
      break;
    case RecordType::CartTopology:
      read_cart_topology(record, to);
      break;
    case RecordType::CartCoordinate:
      read_cart_coordinate(record, to);
      break;
    case RecordType::RmaWin:
      read_window(record, to);
      break;
    case RecordType::IoParadigm:
      read_io_paradigm(record, to);
      break;
    case RecordType::IoRegularFile:
      read_file(record, to);
      break;
    case RecordType::IoHandle:
      read_file_handle(record, to);
      break;
    default:
      break;
  }
  return record.ok();
}

struct Progress {
  std::uint64_t records = 0;
  std::uint64_t unreadable = 0;
  bool more_chunks = false;
};

void read_chunk(RecordCursor chunk, DefinitionRecords& to, Progress& progress) {
  progress.more_chunks = false;
  while (chunk.ok() && chunk.left() > 0) {
    const std::uint8_t type = chunk.u8();
    if (type == static_cast<std::uint8_t>(Mark::EndOfChunk)) {
      progress.more_chunks = true;
      return;
    }
    if (type <= static_cast<std::uint8_t>(Mark::EndOfFile)) return;
    const RecordCursor record = chunk.record();
    if (!chunk.ok()) return;
    ++progress.records;
    if (!read_record(type, record, to)) ++progress.unreadable;
  }
  // A chunk may be filled to its last byte, without room for the mark.
  progress.more_chunks = chunk.ok();
}

}  // namespace

std::string DefinitionRecords::text(std::uint64_t string_id) const {
  const std::uint32_t index = string_index[string_id];
  return index < strings.size() ? strings[index] : std::string();
}

base::Result<DefinitionRecords> read_definition_records(const Anchor& anchor,
                                                        model::Anomalies& anomalies) {
  auto file = ChunkedFile::open(anchor.definition_file(), anchor.definition_chunk_bytes);
  if (!file)
    return base::Error{file.error().code, "cannot read the trace's definitions",
                       anchor.definition_file().string(),
                       "the trace is incomplete: " + file.error().hint};
  DefinitionRecords records;
  Progress progress{.more_chunks = true};
  while (progress.more_chunks) {
    TRY_ASSIGN(const bool more, file->next());
    if (!more) break;
    read_chunk(file->chunk(), records, progress);
  }
  if (progress.records < anchor.global_definitions)
    anomalies.add("global definitions that are missing or damaged",
                  anchor.global_definitions - progress.records);
  anomalies.add("global definitions that cannot be understood", progress.unreadable);
  return records;
}

}  // namespace tarry::trace::otf2
