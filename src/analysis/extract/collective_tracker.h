// SPDX-License-Identifier: BSD-3-Clause
// The collective operations of a location, blocking and not: where each begins and which call ends
// it.
#pragma once

#include "analysis/extract/region_stack.h"
#include "analysis/extract/request_tracker.h"

namespace tarry::analysis {

class CollectiveTracker {
 public:
  CollectiveTracker(LocationExtraction& location, RegionStack& stack, RequestTracker& requests)
      : location_(location), stack_(stack), requests_(requests) {}

  void begin(Ticks time);
  void end(Ticks time, const model::CollectiveRecord& record);
  void request(Ticks time, model::RequestId request);
  void complete(Ticks time, const model::CollectiveRecord& record);

 private:
  // Returns false (and counts) if an operation that ends here makes no sense.
  bool accepts(CommId comm);
  // Returns the index of the record.
  std::uint32_t add(Ticks initiated, Ticks begin, CallPathId callpath);
  void fill(CollectiveRecord& to, Ticks time, const model::CollectiveRecord& from,
            std::uint32_t instance) const;
  // Returns the region that an operation ends in. During a pause, this is the one that it began in.
  Frame& ending_frame();

  LocationExtraction& location_;
  RegionStack& stack_;
  RequestTracker& requests_;
};

}  // namespace tarry::analysis
