// SPDX-License-Identifier: BSD-3-Clause
// Makes the compressed trace of one process of its event logs while it runs: whenever a log has
// been taken in, its records are not needed any more.
//
// Calls of several threads become one stream in the order of their begins: those of a thread wait
// until is known what others called before them. A limited number of them: threads may rest.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "compressed/capture/call_assembler.h"
#include "compressed/capture/location_calls.h"
#include "compressed/fold/folder.h"
#include "compressed/live/live_ids.h"
#include "trace/eventlog/log_reader.h"

namespace tarry::compressed {

// Thread: caller-locks.
class ProcessCompressor {
 public:
  // `directory`: the folder with the logs and definitions of the process.
  explicit ProcessCompressor(std::filesystem::path directory, const FoldOptions& options = {});

  // What the process has defined so far. Before logs are taken in that refer to it.
  base::Status read_definitions();
  [[nodiscard]] const trace::eventlog::ProcessDefinitions& definitions() const {
    return ids_.definitions();
  }

  // Takes in what the log of `thread` holds. It must be emptied, or never be taken in again. Other
  // threads may have made calls from `others` on (ticks since LogHeader::tick_base) that have not
  // been taken in. An error: nothing was taken in.
  base::Status take(std::uint32_t thread, std::uint64_t others);
  // Takes in all logs there are for the last time, and ends the calls that are still open. An
  // error: as for take().
  base::Status take_rest();
  [[nodiscard]] std::uint64_t calls() const { return folder_.calls(); }

  // The trace of this rank: communicators by their numbers in the process (LiveIds), stacks without
  // the names of functions. It ends the folding.
  Trace finish();
  // The same, but folding may go on afterwards. Calls that wait for others are not in it.
  [[nodiscard]] Trace so_far() const;

 private:
  struct Thread {
    std::unique_ptr<trace::eventlog::LogConverter> converter;
    std::unique_ptr<LocationCalls> calls;
    std::deque<RecordedCall> waiting;
  };

  static constexpr std::size_t kMostWaiting = 20'000;  // calls

  [[nodiscard]] base::Result<trace::eventlog::LogReader> open(std::uint32_t thread) const;
  Thread& thread(std::uint32_t number);
  void start(const trace::eventlog::LogHeader& header);
  void convert(trace::eventlog::LogReader& log);
  void wait(Thread& thread, RecordedCall&& call);
  // Those that began before `limit`.
  void hand_on(model::Ticks limit);
  [[nodiscard]] Trace trace_of(std::vector<Event>&& events) const;

  std::filesystem::path directory_;
  LiveIds ids_;
  trace::eventlog::TeamsByFork no_teams_;
  model::CallTree paths_;
  SiteTable sites_;
  Folder folder_;
  model::Anomalies left_out_;
  std::optional<CallAssembler> assembler_;  // once the rate of the clock is known
  std::map<std::uint32_t, Thread> threads_;
};

}  // namespace tarry::compressed
