// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about collective operations, blocking and not.
#include "analysis/extract/extractor.h"

namespace tarry::analysis {

using model::RequestId;

void Extractor::collective_begin(Ticks time) {
  time = advance(time);
  if (stack_.empty()) return;
  stack_.top().collective = static_cast<std::uint32_t>(location_.records.collectives.size());
  CollectiveRecord begun;
  begun.initiated = begun.begin = time;
  begun.initiated_at = stack_.top().callpath;
  location_.records.collectives.push_back(begun);
}

void Extractor::fill_collective(CollectiveRecord& to, Ticks time,
                                const model::CollectiveRecord& from, std::uint32_t instance) {
  to.end = time;
  to.bytes_sent = location_.believable(from.bytes_sent);
  to.bytes_received = location_.believable(from.bytes_received);
  to.instance = instance;
  to.instance_location = location_.sibling;
  to.comm = from.comm;
  to.root = from.root;
  to.op = from.op;
  to.completed = true;
}

Frame& Extractor::ending_frame() {
  Frame& top = stack_.top();
  const bool paused = top.region == location_.regions.measurement_off && top.collective == kNoIndex;
  if (!paused || stack_.size() == 1) return top;
  Frame& below = stack_.from_top(1);
  return below.collective == kNoIndex ? top : below;
}

void Extractor::collective_end(Ticks time, const model::CollectiveRecord& record) {
  time = advance(time);
  if (stack_.empty()) {
    location_.anomalies.add("collective operations recorded outside of any region");
    return;
  }
  if (!location_.is_defined(record.comm)) return;
  Frame& frame = ending_frame();
  if (frame.collective == kNoIndex) {
    // Writers without a begin record: the operation begins where the region does.
    CollectiveRecord begun;
    begun.initiated = begun.begin = frame.enter;
    begun.initiated_at = frame.callpath;
    frame.collective = static_cast<std::uint32_t>(location_.records.collectives.size());
    location_.records.collectives.push_back(begun);
  }
  fill_collective(location_.records.collectives[frame.collective], time, record,
                  stack_.instance_of(frame));
  frame.collective = kNoIndex;
}

void Extractor::nonblocking_collective_request(Ticks time, RequestId request) {
  time = advance(time);
  if (stack_.empty()) return;
  requests_.start(request, RequestKind::Collective, location_.records.collectives.size());
  CollectiveRecord begun;
  begun.initiated = time;
  begun.begin = stack_.top().enter;
  begun.initiated_at = stack_.top().callpath;
  begun.nonblocking = true;
  begun.initiating = stack_.instance_of_top();
  location_.records.collectives.push_back(begun);
}

void Extractor::nonblocking_collective_complete(Ticks time, const model::CollectiveRecord& record) {
  time = advance(time);
  if (stack_.empty()) {
    location_.anomalies.add("collective operations recorded outside of any region");
    return;
  }
  if (!location_.is_defined(record.comm)) return;
  const auto pending = requests_.end(record.request);
  if (pending && pending->kind == RequestKind::Collective) {
    fill_collective(location_.records.collectives[pending->record], time, record,
                    stack_.instance_of_top());
  } else if (location_.has_siblings) {
    location_.records.foreign.push_back(
        {record.request.value, time, RequestKind::Collective,
         static_cast<std::uint32_t>(location_.records.foreign_collectives.size())});
    location_.records.foreign_collectives.emplace_back();
    fill_collective(location_.records.foreign_collectives.back(), time, record,
                    stack_.instance_of_top());
  } else {
    location_.anomalies.add("requests completed that were never started");
  }
}

}  // namespace tarry::analysis
