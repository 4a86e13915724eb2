// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/local_definition_writer.h"

#include <algorithm>
#include <numbers>

#include "trace/otf2/archive_handle.h"

namespace tarry::trace::otf2 {
namespace {

// The number of entries that fit into a small chunk: no entry of a mapping table or clock offset
// takes more than 32 bytes.
constexpr std::uint64_t kFewEntries = 8000;
static_assert(kFewEntries * 32 + 1024 < kSmallChunkBytes);

OTF2_ErrorCode write_mapping(OTF2_DefWriter* definitions, OTF2_MappingType type,
                             const LocalIds& ids) {
  if (ids.is_identity())  // the library has no table for it, and readers need none
    return OTF2_SUCCESS;
  OTF2_IdMap* map =
      OTF2_IdMap_CreateFromUint32Array(ids.globals().size(), ids.globals().data(), true);
  if (map == nullptr) return OTF2_ERROR_MEM_FAULT;
  const OTF2_ErrorCode code = OTF2_DefWriter_WriteMappingTable(definitions, type, map);
  OTF2_IdMap_Free(map);
  return code;
}

// Any error up to the largest is taken for as likely.
double standard_deviation(const ClockOffset& offset) {
  return static_cast<double>(offset.error) / std::numbers::sqrt3;
}

}  // namespace

OTF2_ErrorCode write_local_definitions(OTF2_Archive* archive, std::uint64_t trace_id,
                                       const LocalIdTables& ids,
                                       const std::vector<ClockOffset>& offsets, OTF2_TimeStamp last,
                                       bool is_small) {
  OTF2_ErrorCode first_failure = OTF2_SUCCESS;
  const auto keep = [&](OTF2_ErrorCode code) {
    if (first_failure == OTF2_SUCCESS) first_failure = code;
  };
  keep(OTF2_Archive_OpenDefFiles(archive));
  OTF2_DefWriter* definitions = OTF2_Archive_GetDefWriter(archive, trace_id);
  if (definitions == nullptr) keep(OTF2_ERROR_INVALID);
  const std::size_t entries = ids.regions.globals().size() + ids.communicators.globals().size() +
                              ids.windows.globals().size() + ids.files.globals().size() +
                              ids.groups.globals().size() + offsets.size();
  if (is_small && entries > kFewEntries) keep(OTF2_ERROR_INVALID_SIZE_GIVEN);
  if (first_failure != OTF2_SUCCESS) return first_failure;
  keep(write_mapping(definitions, OTF2_MAPPING_REGION, ids.regions));
  keep(write_mapping(definitions, OTF2_MAPPING_COMM, ids.communicators));
  keep(write_mapping(definitions, OTF2_MAPPING_RMA_WIN, ids.windows));
  keep(write_mapping(definitions, OTF2_MAPPING_IO_HANDLE, ids.files));
  keep(write_mapping(definitions, OTF2_MAPPING_GROUP, ids.groups));
  for (const ClockOffset& at : offsets)
    keep(OTF2_DefWriter_WriteClockOffset(definitions, at.ticks, at.offset, standard_deviation(at)));
  // Readers correct between two records; a single one holds for all times.
  if (offsets.size() == 1)
    keep(OTF2_DefWriter_WriteClockOffset(definitions, std::max(last, offsets[0].ticks + 1),
                                         offsets[0].offset, standard_deviation(offsets[0])));
  keep(OTF2_Archive_CloseDefWriter(archive, definitions));
  keep(OTF2_Archive_CloseDefFiles(archive));
  return first_failure;
}

}  // namespace tarry::trace::otf2
