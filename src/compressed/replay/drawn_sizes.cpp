// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/drawn_sizes.h"

#include "compressed/replay/proportion.h"

namespace tarry::replay {

const compressed::ValueHistogram* drawn_sizes(const compressed::Event& event, std::uint32_t rank) {
  const compressed::Values* const values = event.of(compressed::Parameter::Bytes).of(rank);
  return values == nullptr ? nullptr : std::get_if<compressed::ValueHistogram>(values);
}

void DrawnSizes::add(std::uint32_t rank, const DrawnMessages& messages) {
  for (const auto& [event, here] : messages) {
    const compressed::ValueHistogram* const sizes = drawn_sizes(trace_.events[event], rank);
    if (sizes == nullptr) continue;
    Shared& shared = by_histogram_[sizes];
    shared.event = event;
    shared.messages.sent += here.sent;
    shared.messages.received += here.received;
  }
}

void DrawnSizes::add_bytes_to(SiteCounts& recorded) const {
  for (const auto& [sizes, shared] : by_histogram_) {
    const std::uint64_t bytes = sizes->sum(), all = sizes->size();
    CallCounts& counts = recorded[trace_.events[shared.event].site.index()];
    counts.sent += proportion(bytes, shared.messages.sent, all);
    counts.received += proportion(bytes, shared.messages.received, all);
  }
}

}  // namespace tarry::replay
