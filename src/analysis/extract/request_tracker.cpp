// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/request_tracker.h"

namespace tarry::analysis {
namespace {

Ticks start_of(const RequestTracker::Started& started, const LocationRecords& records) {
  switch (started.kind) {
    case RequestKind::Send:
      return records.sends[started.record].time;
    case RequestKind::Receive:
      return records.posted[started.record].time;
    case RequestKind::Collective:
      break;
  }
  return records.collectives[started.record].initiated;
}

}  // namespace

void RequestTracker::finish() {
  LocationRecords& records = location_.records;
  requests_.for_each([&](std::uint64_t request, const Started& started) {
    records.open.push_back({request, start_of(started, records), started.kind, started.record});
  });
}

}  // namespace tarry::analysis
