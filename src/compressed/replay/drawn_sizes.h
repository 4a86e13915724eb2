// SPDX-License-Identifier: BSD-3-Clause
// What messages had in the recording whose sizes were given up for histograms. A replay draws their
// sizes; what they had is the sum of the histogram, which belongs to all ranks that share it
// together.
#pragma once

#include <cstdint>
#include <map>

#include "compressed/model/trace.h"
#include "compressed/replay/collective_shape.h"
#include "compressed/replay/counts.h"

namespace tarry::replay {

// Where the sizes of a rank's messages are drawn from; nullptr: they are not.
const compressed::ValueHistogram* drawn_sizes(const compressed::Event& event, std::uint32_t rank);

// By event; messages instead of bytes.
using DrawnMessages = std::map<std::uint32_t, Totals>;

// Thread: caller-locks. The trace must outlive it.
class DrawnSizes {
 public:
  explicit DrawnSizes(const compressed::Trace& trace) : trace_(trace) {}

  void add(std::uint32_t rank, const DrawnMessages& messages);
  // What all that was added had. Exact where all ranks of a histogram were added and all of its
  // messages were sent, or all received; else each message has the mean.
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
