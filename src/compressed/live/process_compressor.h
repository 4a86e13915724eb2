// SPDX-License-Identifier: BSD-3-Clause
// Makes the compressed trace of one process from its event logs while it runs. Once a log has been
// taken in, its records are no longer needed.
//
// Calls of several threads become one stream in the order of their begins. The calls of a thread
// wait until it is known what other threads called before them. Only a limited number can wait,
// because a thread may rest for long.
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
#include "compressed/live/log_rest.h"
#include "trace/eventlog/log_reader.h"

namespace tarry::compressed {

// Thread: caller-locks.
class ProcessCompressor {
 public:
  // `directory` contains the logs and definitions of the process.
  explicit ProcessCompressor(std::filesystem::path directory, const FoldOptions& options = {});

  // Reads what the process has defined so far. Must precede taking in logs that refer to it.
  base::Status read_definitions();
  [[nodiscard]] const trace::eventlog::ProcessDefinitions& definitions() const {
    return ids_.definitions();
  }

  // Goes on behind a trace that another compressor of this process had made, up to `rest`. The
  // calls that follow become a trace of their own, to be appended. It must be called before any log
  // is taken in.
  base::Status go_on_after(const Trace& trace, const LogRest& rest);

  // Takes in the log of `thread`, which must then be emptied or never be taken in again. Other
  // threads may have made calls from `others` on (ticks since LogHeader::tick_base) that have not
  // been taken in. After an error nothing was taken in.
  base::Status take(std::uint32_t thread, std::uint64_t others);
  // Takes in all logs for the last time that have not been taken in yet, also those that were kept
  // (keep_log()), and ends the calls that are still open. An error means the same as for take().
  base::Status take_rest();
  [[nodiscard]] std::uint64_t calls() const { return folder_.calls(); }

  // Returns the trace of this rank and ends the folding. Communicators have their numbers in the
  // process (LiveIds), and stacks have no names of functions.
  Trace finish();
  // Returns the trace so far, in which receives that have not ended may not say what they ask for,
  // and where it ends. Folding may go on afterwards. Calls that wait for those of other threads are
  // missing.
  struct Progress {
    Trace trace;
    LogRest rest;
  };
  [[nodiscard]] Progress so_far() const;

 private:
  struct Thread {
    std::unique_ptr<trace::eventlog::LogConverter> converter;
    std::unique_ptr<LocationCalls> calls;
    std::deque<RecordedCall> waiting;
    std::optional<std::uint64_t> taken;  // LogHeader::emptied of the last log that was taken in
  };

  static constexpr std::size_t kMostWaiting = 20'000;  // calls

  [[nodiscard]] base::Result<trace::eventlog::LogReader> open(std::uint32_t thread) const;
  Thread& thread(std::uint32_t number);
  void start(const trace::eventlog::LogHeader& header);
  void convert(trace::eventlog::LogReader& log);
  [[nodiscard]] bool is_taken(const trace::eventlog::LogHeader& header) const;
  void wait(Thread& thread, RecordedCall&& call);
  // Hands on the calls that began before `limit`.
  void hand_on(model::Ticks limit);
  [[nodiscard]] Trace trace_of(std::vector<Event>&& events) const;

  [[nodiscard]] SiteId site_in(const Trace& trace, SiteId site) const;

  std::filesystem::path directory_;
  FoldOptions options_;
  LiveIds ids_;
  trace::eventlog::TeamsByFork no_teams_;
  model::CallTree paths_;
  SiteTable sites_;
  Folder folder_;
  model::Anomalies left_out_;
  std::optional<CallAssembler> assembler_;         // empty until the rate of the clock is known
  std::optional<CallAssembler::Progress> before_;  // of the compressor before this one
  std::map<std::uint32_t, Thread> threads_;
};

// Keeps a copy of the log of `thread` that was taken in last and is going to be emptied, until
// forget_kept_logs(). Thread: caller-locks.
base::Status keep_log(const std::filesystem::path& directory, std::uint32_t thread);
void forget_kept_logs(const std::filesystem::path& directory);
// Returns whether there are kept logs.
bool has_kept_logs(const std::filesystem::path& directory);

}  // namespace tarry::compressed
