// SPDX-License-Identifier: BSD-3-Clause
// Places in the streams of one process (selection.h), from its event logs and from what it counted
// without recording it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "trace/eventlog/operation_reader.h"
#include "trace/eventlog/selection.h"

namespace tarry::trace::eventlog {

// The unrecorded runs of a process by stream, in order of time.
using RunsByStream = std::unordered_map<Stream, std::vector<UnrecordedRun>, StreamHash>;
RunsByStream runs_by_stream(const std::vector<UnrecordedRun>& unrecorded);

// Finds the places that have a record. It keeps a count per stream and run, however many operations
// there are.
class RecordedPlaces {
 public:
  explicit RecordedPlaces(const Selection& selection)
      : runs_(runs_by_stream(selection.unrecorded)) {}

  void add(const Stream& stream, const Operation& operation);

  // Returns the ranges of every stream with a record.
  [[nodiscard]] std::map<Stream, PlaceRanges> ranges() const;

 private:
  RunsByStream runs_;
  // Number of recorded operations in front of each run, and behind the last.
  std::unordered_map<Stream, std::vector<std::uint64_t>, StreamHash> counts_;
};

// Finds the operations that are left out of the trace.
class LeftOut {
 public:
  explicit LeftOut(Selection selection);

  void add(const Stream& stream, const Operation& operation);
  // Call it after the last operation.
  void decide();

  // `number` is that of the record in the log of `thread`.
  [[nodiscard]] bool contains(const LogRecord& record, std::uint32_t thread,
                              std::uint64_t number) const;

  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  [[nodiscard]] std::uint64_t collectives() const { return collectives_; }

 private:
  void decide(const Stream& stream, std::vector<Operation>& operations, const PlaceRanges& ranges);
  void leave_out(const Stream& stream, const Operation& operation);

  Selection selection_;
  RunsByStream runs_;
  std::unordered_map<Stream, std::vector<Operation>, StreamHash> concerned_;
  std::unordered_set<std::uint32_t> requests_;
  std::unordered_map<std::uint32_t, std::unordered_set<std::uint64_t>> records_;  // by thread
  std::uint64_t messages_ = 0;
  std::uint64_t collectives_ = 0;
};

}  // namespace tarry::trace::eventlog
