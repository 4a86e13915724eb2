// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/event_reader.h"

#include <algorithm>

namespace tarry::trace::otf2 {

std::vector<std::uint32_t> peer_limits(const model::Definitions& definitions) {
  std::vector<std::uint32_t> limits;
  limits.reserve(definitions.communicators.size());
  for (const model::Communicator& comm : definitions.communicators) {
    // Peers in an intercommunicator are ranks of the respective other group.
    const std::size_t size = std::max(comm.members.size(), comm.remote_members.size());
    const bool unknown = size == 0 && !comm.is_self;
    limits.push_back(unknown ? kUndefined32 : static_cast<std::uint32_t>(comm.is_self ? 1 : size));
  }
  return limits;
}

base::Status read_events(ChunkedFile& file, const EventContext& context,
                         model::EventHandler& handler, model::PlaceHandler* places,
                         model::Anomalies& anomalies) {
  EventDecoder decoder(context, handler, places);
  ChunkResult result = ChunkResult::NextChunk;
  while (result == ChunkResult::NextChunk) {
    TRY_ASSIGN(const bool more, file.next());
    if (!more) break;
    result = decoder.decode(file.chunk(), file.chunk_offset());
  }
  decoder.report(anomalies);
  if (result == ChunkResult::AllRead)
    anomalies.add("locations with more events than the definitions state (rest not read)");
  else if (result != ChunkResult::EndOfFile)
    anomalies.add("locations whose event file is truncated or damaged (read up to there)");
  else if (decoder.missing() > 0)
    anomalies.add("locations with fewer events than the definitions state");
  anomalies.add("events that the definitions state and the event files lack", decoder.missing());
  return base::kOk;
}

base::Status read_part(ChunkedFile& file, const EventContext& context,
                       const model::EventPlace& from, const model::EventPlace& to,
                       model::EventHandler& handler, model::Anomalies& anomalies) {
  EventDecoder decoder(context, handler, nullptr);
  if (from.event > 0) decoder.resume(from);
  TRY_ASSIGN(bool more, file.next_from(from.offset, to.offset));
  while (more && decoder.decode(file.chunk(), file.chunk_offset()) == ChunkResult::NextChunk) {
    TRY_ASSIGN(more, file.next());
  }
  decoder.report(anomalies);
  return base::kOk;
}

std::uint32_t first_program_name(ChunkedFile& file) {
  const auto more = file.next();
  if (!more || !*more) return kUndefined32;
  RecordCursor chunk = file.chunk();
  while (chunk.ok() && chunk.left() > 0) {
    const std::uint8_t type = chunk.u8();
    if (type == static_cast<std::uint8_t>(Mark::TimeStamp))
      chunk.full64();
    else if (type == static_cast<std::uint8_t>(Mark::AttributeList))
      chunk.record();
    else if (type == static_cast<std::uint8_t>(EventType::ProgramBegin))
      return chunk.record().u32();
    else
      break;
  }
  return kUndefined32;
}

}  // namespace tarry::trace::otf2
