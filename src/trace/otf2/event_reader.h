// SPDX-License-Identifier: BSD-3-Clause
// Reads the event file of one location to its end, or as far as it is sound.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "model/anomalies.h"
#include "model/definitions.h"
#include "model/event_handler.h"
#include "trace/otf2/archive_file.h"
#include "trace/otf2/event_decoder.h"

namespace tarry::trace::otf2 {

// Returns the largest communicator ranks plus one, by CommId; 0xFFFFFFFF if members are unknown.
std::vector<std::uint32_t> peer_limits(const model::Definitions& definitions);

// `places`: nullptr if nobody wants to know.
base::Status read_events(ChunkedFile& file, const EventContext& context,
                         model::EventHandler& handler, model::PlaceHandler* places,
                         model::Anomalies& anomalies);

// Reads the events between two places of the file. What is odd there is counted, but not how many
// events there are.
base::Status read_part(ChunkedFile& file, const EventContext& context,
                       const model::EventPlace& from, const model::EventPlace& to,
                       model::EventHandler& handler, model::Anomalies& anomalies);

// Returns the name in the first record of the file if that is a ProgramBegin; else kUndefined32.
std::uint32_t first_program_name(ChunkedFile& file);

}  // namespace tarry::trace::otf2
