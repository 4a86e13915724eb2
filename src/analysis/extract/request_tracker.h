// SPDX-License-Identifier: BSD-3-Clause
// The requests of MPI that a location has started, with the record of each, until they end. Another
// thread of the process may end a request.
#pragma once

#include <optional>

#include "analysis/extract/id_table.h"
#include "analysis/extract/location_extraction.h"

namespace tarry::analysis {

class RequestTracker {
 public:
  explicit RequestTracker(LocationExtraction& location) : location_(location) {}

  // The record that a request was started for, in `sends`, `posted` or `collectives`.
  struct Started {
    RequestKind kind{};
    std::uint32_t record = 0;
  };

  void start(model::RequestId request, RequestKind kind, std::size_t record) {
    requests_.insert(request.value, {kind, static_cast<std::uint32_t>(record)});
  }

  // Ends a request and returns its record; none if it was not started here.
  std::optional<Started> end(model::RequestId request) { return requests_.take(request.value); }
  // Ends a request and returns its record; none if it was not started here for an operation of this
  // kind.
  std::optional<std::uint32_t> end(model::RequestId request, RequestKind kind) {
    const std::optional<Started> started = end(request);
    return started && started->kind == kind ? std::optional(started->record) : std::nullopt;
  }

  // Returns whether a request that was not started here may be that of another thread of the
  // process, and counts it if not.
  [[nodiscard]] bool may_be_of_sibling() {
    if (!location_.has_siblings)
      location_.anomalies.add("requests completed that were never started");
    return location_.has_siblings;
  }

  // Keeps the requests that have not ended, after the last event.
  void finish();

 private:
  LocationExtraction& location_;
  IdTable<Started> requests_;
};

}  // namespace tarry::analysis
