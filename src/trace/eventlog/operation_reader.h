// SPDX-License-Identifier: BSD-3-Clause
// The messages and collective operations in the event logs of one process, each with the moment
// that decides its place in its stream (selection.h). Operations with a request are delivered when
// they are complete, because only then a receive knows its stream, and a canceled one has none. An
// operation that never completes has no place, unless it is a send.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "trace/eventlog/log_reader.h"
#include "trace/eventlog/selection.h"

namespace tarry::trace::eventlog {

struct Operation {
  static constexpr std::uint64_t kNoRecord = ~std::uint64_t{0};

  std::uint64_t begin = 0;    // absolute ticks
  std::uint32_t request = 0;  // 0: blocking
  std::uint32_t thread = 0;   // the log's, as the two record numbers, for a blocking one
  std::uint64_t record = kNoRecord;
  std::uint64_t begin_record = kNoRecord;  // CollectiveBegin
};

class OperationReader {
 public:
  using Receiver = std::function<void(const Stream&, const Operation&)>;
  explicit OperationReader(Receiver out) : out_(std::move(out)) {}

  // Reads a log of the process. Logs may come in any order: another thread may complete a request.
  void read(LogReader& log);
  // Call it after the last log.
  void finish();

 private:
  struct Pending {
    Stream stream;
    Operation operation;
  };

  void record(const LogRecord& record, std::uint64_t number);
  void message(const LogRecord& record, std::uint64_t number);
  void collective(const LogRecord& record, std::uint64_t number);
  void started(std::uint32_t request, std::uint64_t ticks);
  void cancelled(std::uint32_t request);
  void ended(std::uint32_t request, const Stream& stream, std::uint64_t ticks);

  Receiver out_;
  std::uint32_t thread_ = 0;
  std::uint64_t begin_record_ = Operation::kNoRecord;  // the collective operation in progress
  std::uint64_t begin_ticks_ = 0;
  std::unordered_map<std::uint32_t, Pending> sends_;
  std::unordered_map<std::uint32_t, std::uint64_t> started_;  // receives and collectives: ticks
  std::unordered_map<std::uint32_t, Pending> ended_;          // whose start is in another log
  std::unordered_set<std::uint32_t> cancelled_;               // in another log
};

}  // namespace tarry::trace::eventlog
