// SPDX-License-Identifier: BSD-3-Clause
// Makes the compressed trace of one process of its event logs while it runs: whenever a log has
// been taken in, its records are not needed any more.
//
// Calls of several threads become one stream in the order of their begins: those of a thread wait
// until every other one that has made calls has got as far.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "compress/capture/call_assembler.h"
#include "compress/capture/location_calls.h"
#include "compress/fold/folder.h"
#include "compress/live/live_ids.h"

namespace tarry::compress {

// Name of the file, beside the logs of a process, that has what was taken in so far.
inline constexpr const char* kProcessTraceName = "calls.tct";

// Thread: caller-locks.
class ProcessCompressor {
 public:
  // `directory`: the folder with the logs and definitions of the process.
  explicit ProcessCompressor(std::filesystem::path directory);

  // Takes in what the log of `thread` holds. It must be emptied, or never be taken in again.
  base::Status take(std::uint32_t thread);
  // Takes in all logs there are for the last time, and ends the calls that are still open.
  base::Status take_rest();
  [[nodiscard]] std::uint64_t calls() const { return folder_.calls(); }

  // The trace of this rank: communicators by their numbers in the process (LiveIds), stacks without
  // the names of functions. It ends the folding.
  Trace finish();
  // The same, but folding may go on afterwards. Calls that wait for others are not in it.
  [[nodiscard]] Trace so_far() const;

 private:
  struct Thread {
    std::unique_ptr<trace::recording::LogConverter> converter;
    std::unique_ptr<LocationCalls> calls;
    std::deque<RecordedCall> waiting;
    bool has_calls = false;
  };

  Thread& thread(std::uint32_t number);
  void start(const trace::recording::LogHeader& header);
  void hand_on(bool all);
  [[nodiscard]] Trace trace_of(std::vector<Event>&& events) const;

  std::filesystem::path directory_;
  LiveIds ids_;
  trace::recording::TeamsByFork no_teams_;
  model::CallTree paths_;
  SiteTable sites_;
  Folder folder_;
  model::Anomalies left_out_;
  std::optional<CallAssembler> assembler_;  // once the rate of the clock is known
  std::map<std::uint32_t, Thread> threads_;
};

}  // namespace tarry::compress
