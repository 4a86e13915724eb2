// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/finalize/running_compression.h"

#include <time.h>

#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/experiment_files.h"
#include "base/files.h"
#include "compressed/capture/notes.h"
#include "compressed/fold/merge.h"
#include "compressed/format/parser.h"
#include "compressed/format/writer.h"
#include "compressed/live/communicator_numbers.h"
#include "compressed/live/fold_settings.h"
#include "compressed/live/process_compressor.h"
#include "model/anomalies.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/drain.h"
#include "runtime/core/lifecycle.h"
#include "runtime/finalize/safely.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::runtime::finalize {
namespace {

namespace fs = std::filesystem;
using core::Drained;

// A trace is written while the program runs in case the program does not end normally. Writing
// takes at most one part in kWritePart of the time; meanwhile, logs are copied before they are
// emptied. After kMostKept copies the trace is written all the same.
constexpr std::uint64_t kWritePart = 100;
constexpr std::uint64_t kMostKept = 8;

// Lives until the exit hook has used it, whichever destructors have run by then. Used in
// DrainPauses.
struct Compression {
  compressed::FoldOptions options;
  std::optional<compressed::ProcessCompressor> process;  // exists once the folder is known
  std::uint64_t definitions = 0;                         // lines that it has read
  std::uint64_t write_from = 0;                          // time of the next write
  std::uint64_t kept = 0;                                // logs copied since the last write
  bool failed = false;                                   // its content is not whole
  bool ended = false;                                    // MPI has: the rest is not needed
  bool is_kept = false;                                  // the logs are not needed either
  std::optional<compressed::Trace> own;                  // from the end of MPI until it is settled
  std::optional<compressed::Trace> all;                  // of this rank and those behind
};
constinit Compression* compression = nullptr;

std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

compressed::ProcessCompressor& compressor_of(const char* directory) {
  if (!compression->process) compression->process.emplace(directory, compression->options);
  return *compression->process;
}

bool read_definitions(compressed::ProcessCompressor& process) {
  const std::uint64_t lines = core::definition_lines();
  if (lines == compression->definitions) return true;
  if (!process.read_definitions().ok()) return false;
  compression->definitions = lines;
  return true;
}

// Writes the file as a whole or not at all, because the process may be killed.
bool write(const fs::path& directory, const compressed::Trace& trace,
           const std::string& behind = "") {
  return base::write_file(directory / base::kCallsFile, compressed::write_text(trace) + behind)
      .ok();
}

bool write_so_far(const char* directory, const compressed::ProcessCompressor& process) {
  const compressed::ProcessCompressor::Progress progress = process.so_far();
  if (!write(directory, progress.trace, text_of(progress.rest))) return false;
  compressed::forget_kept_logs(directory);
  compression->kept = 0;
  return true;
}

// Makes sure that the calls of the thread's log, which is going to be emptied, are on disk. If that
// fails, they are lost only if the process is killed before the next write.
void keep_on_disk(const char* directory, const compressed::ProcessCompressor& process,
                  std::uint32_t thread) noexcept try {
  const std::uint64_t begin = now();
  if (begin >= compression->write_from || compression->kept >= kMostKept) {
    const bool is_written = write_so_far(directory, process);
    const std::uint64_t end = now();
    compression->write_from = end + kWritePart * (end - begin);
    if (is_written) return;
  }
  if (compressed::keep_log(directory, thread).ok()) ++compression->kept;
} catch (...) {
  // There is no memory.
}

Drained take(const char* directory, std::uint32_t thread, core::EventTime others) try {
  if (compression->ended) return Drained::Taken;
  if (compression->failed) return Drained::Failed;
  compressed::ProcessCompressor& process = compressor_of(directory);
  if (!read_definitions(process)) return Drained::NotNow;
  compression->failed = true;  // if this throws
  const bool is_taken = process.take(thread, others.ticks).ok();
  compression->failed = false;
  if (!is_taken) return Drained::NotNow;
  keep_on_disk(directory, process, thread);
  return Drained::Taken;
} catch (...) {
  return compression->failed ? Drained::Failed : Drained::NotNow;
}

void remove_logs(const fs::path& directory) {
  const auto logs = trace::eventlog::list_logs(directory);
  std::error_code ignored;
  if (logs.ok())
    for (const fs::path& log : *logs) fs::remove(log, ignored);
  compressed::forget_kept_logs(directory);
}

// Returns the whole trace of this process, or nullopt if it cannot be made; the logs are then
// unchanged.
std::optional<compressed::Trace> whole_trace(const char* directory) {
  if (compression->failed) return std::nullopt;
  compressed::ProcessCompressor& process = compressor_of(directory);
  compression->failed = true;  // if this throws
  const bool is_taken = process.take_rest().ok();
  compression->failed = false;
  if (!is_taken) return std::nullopt;
  compression->ended = true;
  return process.finish();
}

// Called when the logs are complete and no thread records any more.
void finish(const char* /*experiment*/, const char* directory) try {
  const core::DrainPause alone;
  if (!compression->ended) {
    const std::optional<compressed::Trace> trace = whole_trace(directory);
    compression->is_kept = trace && write(directory, *trace);
  }
  if (compression->is_kept) remove_logs(directory);
} catch (...) {
  // The last trace that was written stays.
}

// safely() while no log is drained.
template <class Work>
bool safely_alone(Work work) noexcept {
  const core::DrainPause alone;
  return safely(work);
}

// Returns the sums of the notes of both, because merge() knows notes only as texts.
std::vector<std::string> all_notes(const compressed::Trace& one, const compressed::Trace& other) {
  model::Anomalies notes;
  for (const std::string& note : one.notes) compressed::count_note(note, notes);
  for (const std::string& note : other.notes) compressed::count_note(note, notes);
  return notes.sentences();
}

}  // namespace

bool compress_while_running(const trace::eventlog::FoldSettings& settings) {
  if (compression != nullptr) return true;
  compression = new (std::nothrow) Compression;
  if (compression == nullptr) return false;
  compression->options = compressed::fold_options(settings);
  core::set_drain_hook(take);
  core::add_exit_hook(finish);
  return true;
}

bool end_compression(const char* directory) {
  return safely_alone([&] {
    if (compression == nullptr || directory[0] == '\0') return false;
    compression->own = whole_trace(directory);
    if (!compression->own) return false;
    compression->all = compression->own;
    compression->all->program.clear();  // of several programs none is the program of all
    const auto& communicators = compression->process->definitions().communicators;
    return compressed::renumber_communicators(*compression->all,
                                              compressed::own_positions(communicators),
                                              compression->options.vectors) == 0;
  });
}

bool write_trace(Text& text) {
  return safely_alone([&] { return text.assign(compressed::write_text(*compression->all)); });
}

bool merge_trace(const Text& other) {
  return safely_alone([&] {
    auto behind = compressed::parse_text(other.view(), "the trace of another process");
    if (!behind.ok()) return false;
    std::vector<std::string> notes = all_notes(*compression->all, *behind);
    behind->notes.clear();
    compression->all =
        compressed::merge(std::move(*compression->all), *behind, compression->options);
    compression->all->notes = std::move(notes);
    return true;
  });
}

bool write_united_trace(const char* experiment) {
  return safely_alone(
      [&] { return write(fs::path(experiment) / base::kRawFolder, *compression->all); });
}

void settle_compression(const char* directory, bool is_united) {
  safely_alone([&] {
    if (compression == nullptr || !compression->own) return true;
    compression->is_kept = is_united || write(directory, *compression->own);
    compression->own.reset();
    compression->all.reset();
    return true;
  });
}

}  // namespace tarry::runtime::finalize
