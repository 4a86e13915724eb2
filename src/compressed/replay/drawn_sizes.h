// SPDX-License-Identifier: BSD-3-Clause
// The recorded bytes of messages whose sizes became histograms. A replay draws their sizes; the
// recorded total is the sum of the histogram, which belongs to all ranks that share it.
#pragma once

#include <cstdint>
#include <map>

#include "compressed/model/trace.h"
#include "compressed/replay/collective_shape.h"
#include "compressed/replay/counts.h"

namespace tarry::replay {

// Returns the histogram from which the sizes of a rank's messages are drawn, or nullptr.
const compressed::ValueHistogram* drawn_sizes(const compressed::Event& event, std::uint32_t rank);

// by event; counts messages instead of bytes
using DrawnMessages = std::map<std::uint32_t, Totals>;

// Thread: caller-locks. The trace must outlive it.
class DrawnSizes {
 public:
  explicit DrawnSizes(const compressed::Trace& trace) : trace_(trace) {}

  void add(std::uint32_t rank, const DrawnMessages& messages);
  // Adds the recorded bytes of everything that was added. They are exact if all ranks of a
  // histogram were added and all of its messages were sent, or all received; otherwise each message
  // counts with the mean.
  void add_bytes_to(SiteCounts& recorded) const;

 private:
  struct Shared {
    std::uint32_t event = 0;
    Totals messages;
  };
  const compressed::Trace& trace_;
  std::map<const compressed::ValueHistogram*, Shared> by_histogram_;
};

}  // namespace tarry::replay
