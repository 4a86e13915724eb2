// SPDX-License-Identifier: BSD-3-Clause
#include "replay/drawn_sizes.h"

#include "replay/proportion.h"

namespace tarry::replay {

const compress::ValueHistogram* drawn_sizes(const compress::Event& event, std::uint32_t rank) {
  const compress::Values* const values = event.of(compress::Parameter::Bytes).of(rank);
  return values == nullptr ? nullptr : std::get_if<compress::ValueHistogram>(values);
}

void DrawnSizes::add(std::uint32_t rank, const DrawnMessages& messages) {
  for (const auto& [event, here] : messages) {
    const compress::ValueHistogram* const sizes = drawn_sizes(trace_.events[event], rank);
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
