// SPDX-License-Identifier: BSD-3-Clause
// Writes the definition file of one location: what its small ids mean, and how its clock ran.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <vector>

#include "trace/otf2/archive_writer.h"
#include "trace/otf2/local_ids.h"

namespace tarry::trace::otf2 {

// Opens, writes and closes the file. `last`: the time of the location's last event. `is_small`: the
// file is one small chunk. Returns the first failure of the library, also if a small chunk is too
// small.
OTF2_ErrorCode write_local_definitions(OTF2_Archive* archive, std::uint64_t trace_id,
                                       const LocalIdTables& ids,
                                       const std::vector<ClockOffset>& offsets, OTF2_TimeStamp last,
                                       bool is_small);

}  // namespace tarry::trace::otf2
