// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about collective operations, blocking and not.
#include "analysis/extract/extractor.h"

namespace tarry::analysis {

using model::RequestId;

void Extractor::collective_begin(Ticks time) {
  time = advance(time);
  if (stack_.empty()) return;
  stack_.back().collective = static_cast<std::uint32_t>(records_.collectives.size());
  CollectiveRecord begun;
  begun.initiated = begun.begin = time;
  begun.initiated_at = stack_.back().callpath;
  records_.collectives.push_back(begun);
}

void Extractor::fill_collective(CollectiveRecord& to, Ticks time,
                                const model::CollectiveRecord& from, std::uint32_t instance) {
  to.end = time;
  to.bytes_sent = believable(from.bytes_sent);
  to.bytes_received = believable(from.bytes_received);
  to.instance = instance;
  to.instance_location = sibling_;
  to.comm = from.comm;
  to.root = from.root;
  to.op = from.op;
  to.completed = true;
}

Extractor::Frame& Extractor::ending_frame() {
  Frame& top = stack_.back();
  const bool paused = top.region == regions_.measurement_off && top.collective == kNoIndex;
  if (!paused || stack_.size() == 1) return top;
  Frame& below = stack_[stack_.size() - 2];
  return below.collective == kNoIndex ? top : below;
}

void Extractor::collective_end(Ticks time, const model::CollectiveRecord& record) {
  time = advance(time);
  if (stack_.empty()) {
    anomalies_.add("collective operations recorded outside of any region");
    return;
  }
  if (!known_communicator(record.comm)) return;
  Frame& frame = ending_frame();
  if (frame.collective == kNoIndex) {
    // Writers without a begin record: the operation begins where the region does.
    CollectiveRecord begun;
    begun.initiated = begun.begin = frame.enter;
    begun.initiated_at = frame.callpath;
    frame.collective = static_cast<std::uint32_t>(records_.collectives.size());
    records_.collectives.push_back(begun);
  }
  fill_collective(records_.collectives[frame.collective], time, record, instance_of(frame));
  frame.collective = kNoIndex;
}

void Extractor::nonblocking_collective_request(Ticks time, RequestId request) {
  time = advance(time);
  if (stack_.empty()) return;
  requests_.insert(request.value, {RequestKind::Collective,
                                   static_cast<std::uint32_t>(records_.collectives.size())});
  CollectiveRecord begun;
  begun.initiated = time;
  begun.begin = stack_.back().enter;
  begun.initiated_at = stack_.back().callpath;
  begun.nonblocking = true;
  begun.initiating = instance_of_top();
  records_.collectives.push_back(begun);
}

void Extractor::nonblocking_collective_complete(Ticks time, const model::CollectiveRecord& record) {
  time = advance(time);
  if (stack_.empty()) {
    anomalies_.add("collective operations recorded outside of any region");
    return;
  }
  if (!known_communicator(record.comm)) return;
  const auto pending = requests_.take(record.request.value);
  if (pending && pending->kind == RequestKind::Collective) {
    fill_collective(records_.collectives[pending->record], time, record, instance_of_top());
  } else if (has_siblings_) {
    records_.foreign.push_back({record.request.value, time, RequestKind::Collective,
                                static_cast<std::uint32_t>(records_.foreign_collectives.size())});
    records_.foreign_collectives.emplace_back();
    fill_collective(records_.foreign_collectives.back(), time, record, instance_of_top());
  } else {
    anomalies_.add("requests completed that were never started");
  }
}

}  // namespace tarry::analysis
