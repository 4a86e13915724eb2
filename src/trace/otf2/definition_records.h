// SPDX-License-Identifier: BSD-3-Clause
// The global definitions in the form of the file: tables of records with the file's own ids, only
// of the kinds that the event model needs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/anomalies.h"
#include "model/definitions.h"
#include "trace/otf2/anchor.h"
#include "trace/otf2/id_table.h"
#include "trace/otf2/record_cursor.h"

namespace tarry::trace::otf2 {

struct SystemTreeNodeRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint32_t class_name;
  std::uint32_t parent;
};

struct LocationGroupRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint8_t type;
  std::uint32_t system_tree_parent;
};

struct LocationRecord {
  std::uint64_t id;
  std::uint32_t name;
  std::uint8_t type;
  std::uint64_t event_count;
  std::uint32_t group;
};

// The value is a text.
struct LocationPropertyRecord {
  std::uint64_t location;
  std::uint32_t name;
  std::uint32_t value;
};

struct RegionRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint32_t description;
  std::uint32_t canonical;
  std::uint32_t file;
  std::uint32_t begin_line;
  std::uint32_t end_line;
  std::uint8_t role;
  std::uint8_t paradigm;
};

struct GroupRecord {
  std::uint32_t id;
  std::uint8_t type;
  std::uint8_t paradigm;
  std::vector<std::uint64_t> members;
};

// The record of a communicator; an intercommunicator has two groups.
struct CommRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint32_t group;
  std::uint32_t remote_group;
  bool is_inter;
};

struct WindowRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint32_t comm;
};

struct MetricMemberRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint32_t description;
  std::uint8_t origin;
  std::uint8_t mode;
  std::uint8_t value_type;
  std::uint8_t base;
  std::int64_t exponent;
  std::uint32_t unit;
};

// The record of a metric class; classes and instances share their ids.
struct MetricClassRecord {
  std::uint32_t id;
  std::vector<std::uint32_t> members;
  std::uint8_t occurrence;
};

struct FileHandleRecord {
  std::uint32_t id;
  std::uint32_t file;
  std::uint8_t paradigm;
  std::uint32_t comm;
};

struct MetricInstanceRecord {
  std::uint32_t id;
  std::uint32_t metric_class;
  std::uint64_t recorder;  // location
  std::uint8_t scope_kind;
  std::uint64_t scope;
};

struct CartDimensionRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint32_t size;
  bool is_periodic;
};

struct CartTopologyRecord {
  std::uint32_t id;
  std::uint32_t name;
  std::uint32_t comm;
  std::vector<std::uint32_t> dimensions;
};

// The place of a rank of the topology's communicator.
struct CartCoordinateRecord {
  std::uint32_t topology;
  std::uint32_t rank;
  std::vector<std::uint32_t> coordinates;
};

// Values of MetricInstanceRecord::scope_kind.
inline constexpr std::uint8_t kScopeLocation = 0;
inline constexpr std::uint8_t kScopeLocationGroup = 1;

// Values of GroupRecord::type.
inline constexpr std::uint8_t kGroupCommLocations = 4;
inline constexpr std::uint8_t kGroupCommGroup = 5;
inline constexpr std::uint8_t kGroupCommSelf = 6;

// The attribute of a receive that was posted with MPI_ANY_SOURCE; its type is UINT8, its value 1.
inline constexpr const char* kAnySourceAttribute = "MPI_ANY_SOURCE";
// What the I/O of MPI is called among the paradigms of I/O.
inline constexpr const char* kMpiIo = "MPI-IO";
// The attribute of a leave that stands for several calls; its type is UINT64, its value the number
// of calls beyond the first.
inline constexpr const char* kJoinedCallsAttribute = "JOINED_CALLS";

// The attribute of the end of a collective operation among the neighbors in a process topology, for
// which OTF2 has no operation: the record names an all-to-all of given sizes. The type is UINT8,
// the value the number of the operation among all members that it is like.
inline constexpr const char* kNeighborhoodAttribute = "NEIGHBORHOOD";

struct DefinitionRecords {
  bool has_clock = false;
  model::Clock clock;
  std::vector<std::string> strings;
  IdTable string_index;  // string id -> index into `strings`
  std::vector<SystemTreeNodeRecord> system_tree;
  std::vector<LocationGroupRecord> location_groups;
  std::vector<LocationRecord> locations;
  std::vector<LocationPropertyRecord> location_properties;
  std::vector<RegionRecord> regions;
  std::vector<GroupRecord> groups;
  std::vector<CommRecord> comms;
  std::vector<WindowRecord> windows;
  std::vector<FileHandleRecord> file_handles;
  IdTable file_names;  // id of a file -> id of a string
  std::vector<std::pair<std::uint8_t, std::uint32_t>> io_paradigms;  // with ids of strings
  std::vector<CartDimensionRecord> cart_dimensions;
  std::vector<CartTopologyRecord> cart_topologies;
  std::vector<CartCoordinateRecord> cart_coordinates;
  std::vector<MetricMemberRecord> metric_members;
  std::vector<MetricClassRecord> metric_classes;
  std::vector<MetricInstanceRecord> metric_instances;
  std::uint32_t any_source_attribute = kUndefined32;    // id of the attribute kAnySourceAttribute
  std::uint32_t joined_calls_attribute = kUndefined32;  // and of kJoinedCallsAttribute
  std::uint32_t neighborhood_attribute = kUndefined32;  // and of kNeighborhoodAttribute

  // Returns an empty text if there is no such string.
  [[nodiscard]] std::string text(std::uint64_t string_id) const;
};

// Reads as far as the file is sound; damaged or missing records are counted.
base::Result<DefinitionRecords> read_definition_records(const Anchor& anchor,
                                                        model::Anomalies& anomalies);

}  // namespace tarry::trace::otf2
