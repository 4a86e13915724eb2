// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/samples.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes_text.h"
#include "base/counted.h"
#include "base/experiment_files.h"
#include "base/host_name.h"
#include "base/process_alive.h"
#include "base/shell_line.h"
#include "experiment/missing.h"
#include "samples/missing_samples.h"
#include "samples/names_file.h"
#include "samples/packed_thread.h"
#include "samples/ranked_processes.h"
#include "samples/sample_names.h"

namespace tarry::experiment {
namespace {

using samples::SampledProcess;
using samples::SampledThread;
using trace::finish::FinishedArchive;

constexpr std::size_t kShown = 10;
constexpr std::uint64_t kNoticed = 100;  // one sample in this many

struct Oddities {
  std::uint64_t partial = 0;
  std::uint64_t no_room = 0;
  std::uint64_t no_nodes = 0;
  std::uint64_t damaged = 0;
  std::uint64_t own = 0;
};

void add_thread(const SampledThread& thread, FinishedSamples& out, Oddities& odd) {
  constexpr double kSecond_ns = 1e9;
  out.archive.events += thread.records.size();
  out.cost.samples += thread.records.size();
  ++out.cost.threads;
  out.cost.thread_seconds += static_cast<double>(thread.header.lived_ns) / kSecond_ns;
  out.cost.handler_seconds += static_cast<double>(thread.header.handler_ns) / kSecond_ns;
  odd.partial += thread.header.partial;
  odd.no_room += thread.header.no_room;
  odd.no_nodes += thread.header.no_nodes;
  odd.damaged += thread.damaged;
  for (const samples::RecordedSample& record : thread.records)
    if (thread.nodes[record.node].kind == samples::PathNodeKind::Own) ++odd.own;
}

void note_oddities(const Oddities& odd, FinishedArchive& out) {
  const auto note = [&](std::uint64_t count, const char* one, const char* many) {
    if (count > 0) out.notes.push_back(base::counted(count, one, many));
  };
  note(odd.partial, "sample knows only the inner part of its call path",
       "samples know only the inner part of their call paths");
  note(odd.no_room, "sample was not taken because its thread had hardly any stack left",
       "samples were not taken because their threads had hardly any stack left");
  note(odd.no_nodes,
       "sample is charged to a caller: there were too many call paths (--sample-paths)",
       "samples are charged to callers: there were too many call paths (--sample-paths)");
  note(odd.damaged, "sample was damaged and left out", "samples were damaged and left out");
  // A smaller share does not change any result.
  if (odd.own * kNoticed > out.events)
    note(odd.own, "sample was taken while Tarry was at work: (tarry) in its call path",
         "samples were taken while Tarry was at work: (tarry) in their call paths");
}

std::uint64_t bytes_of(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(file, error);
  return error ? 0 : bytes;
}

bool is_gone(const SampledProcess& process) {
  return process.host == base::host_name() && !base::is_alive(static_cast<int>(process.pid));
}

// Threads whose files could not be packed. Their samples are valid; the files are only larger.
struct Unpacked {
  std::uint64_t threads = 0;
  std::string why;  // the reason for the first thread
};

void pack(const SampledProcess& process, Unpacked& unpacked) {
  for (const std::uint32_t number : process.threads) {
    const base::Status packed = samples::pack_thread(process, number);
    if (!packed.ok() && unpacked.threads++ == 0) unpacked.why = packed.error().message();
  }
}

void note_unpacked(const Unpacked& unpacked, FinishedArchive& out) {
  if (unpacked.threads > 0)
    out.notes.push_back(fmt::format("the samples of {} take more room than they need: {}",
                                    base::counted(unpacked.threads, "thread"), unpacked.why));
}

void add_bytes(const SampledProcess& process, SamplingCost& cost) {
  for (const std::uint32_t number : process.threads) {
    const samples::ThreadFiles files = samples::files_of_thread(process, number);
    cost.bytes += bytes_of(files.records) + bytes_of(files.paths);
  }
}

// The time that threads spent in each function itself. A sample stands for the time since the
// previous one.
using Times = std::map<std::string, std::uint64_t>;

void add_times(const SampledThread& thread, const SampledProcess& process,
               const samples::SampleNames& names, Times& times) {
  std::uint64_t last = thread.first_began_ns();
  std::map<std::uint32_t, std::uint64_t> by_node;
  for (const samples::RecordedSample& record : thread.records) {
    by_node[record.node] += record.since_begin_ns - last;
    last = record.since_begin_ns;
  }
  for (const auto& [node, time] : by_node)
    times[samples::place_of_node(thread.nodes[node], process, names).back().function] += time;
}

void say_sampling_cost(const SamplingCost& cost, Voice& voice) {
  if (cost.samples == 0) return;
  const auto per_sample = static_cast<double>(cost.bytes) / static_cast<double>(cost.samples);
  std::string text = fmt::format("samples and call paths take {}, {:.1f} bytes a sample",
                                 base::bytes_text(cost.bytes), per_sample);
  if (cost.thread_seconds > 0)
    text += fmt::format("; taking them took {:.2f} % of the time of {}",
                        100 * cost.handler_seconds / cost.thread_seconds,
                        base::counted(cost.threads, "thread"));
  voice.say(text);
}

base::Status say_sampled_functions(const Experiment& experiment, Voice& voice) {
  if (voice.is_quiet()) return base::kOk;
  TRY_ASSIGN(const auto processes, samples::find_sampled_processes(experiment.directory()));
  TRY_ASSIGN(const samples::SampleNames names, samples::read_sample_names(experiment.directory()));
  Times times;
  for (const SampledProcess& process : processes)
    for (const std::uint32_t number : process.threads) {
      TRY_ASSIGN(const SampledThread thread, samples::read_sampled_thread(process, number));
      add_times(thread, process, names, times);
    }
  for (const std::string& warning : samples::ranked_processes(processes).warnings)
    voice.warn(warning);
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  std::uint64_t total = 0;
  for (const auto& [name, time] : times) {
    sorted.emplace_back(time, name);
    total += time;
  }
  std::sort(sorted.rbegin(), sorted.rend());
  std::string table = fmt::format("{:>10}  {:>6}  function itself, all threads\n", "time", "share");
  for (std::size_t i = 0; i < std::min(kShown, sorted.size()); ++i)
    table += fmt::format("{:>8.3f} s  {:>5.1f}%  {}\n", static_cast<double>(sorted[i].first) / 1e9,
                         100.0 * static_cast<double>(sorted[i].first) / static_cast<double>(total),
                         sorted[i].second);
  voice.show(table);
  return base::kOk;
}

}  // namespace

base::Result<FinishedSamples> finish_samples(const Experiment& experiment,
                                             samples::NamedCode wanted) {
  TRY_ASSIGN(const auto processes, samples::find_sampled_processes(experiment.directory()));
  FinishedSamples finished;
  FinishedArchive& out = finished.archive;
  out.ticks_per_second = 1'000'000'000;
  out.clock_source = "monotonic";
  Oddities odd;
  Unpacked unpacked;
  std::set<std::string> hosts;
  std::set<std::string> notes;
  for (const SampledProcess& process : processes) {
    ++out.ranks;
    out.threads = std::max(out.threads, static_cast<std::uint32_t>(process.threads.size()));
    out.has_mpi |= process.has_rank;
    hosts.insert(process.host);
    notes.insert(process.notes.begin(), process.notes.end());
    bool complete = !process.threads.empty();
    std::uint64_t last_ns = 0;
    for (const std::uint32_t number : process.threads) {
      TRY_ASSIGN(const SampledThread thread, samples::read_sampled_thread(process, number));
      add_thread(thread, finished, odd);
      complete = complete && thread.is_complete();
      if (!thread.records.empty())
        last_ns = std::max(last_ns, thread.records.back().since_begin_ns);
    }
    if (!complete) out.cut.push_back({process.rank, last_ns});
    if (complete || is_gone(process)) pack(process, unpacked);
    add_bytes(process, finished.cost);
  }
  out.hosts.assign(hosts.begin(), hosts.end());
  out.notes.assign(notes.begin(), notes.end());
  for (std::string& missing : samples::missing_samples(experiment.directory()))
    out.notes.push_back(std::move(missing));
  note_oddities(odd, out);
  note_unpacked(unpacked, out);
  if (!processes.empty()) TRY(samples::name_samples(experiment.directory(), wanted));
  finished.cost.names_bytes = bytes_of(experiment.path(Part::Samples) / base::kSampleNamesFile);
  return finished;
}

base::Status Samples::finish(Recorded& recorded) {
  const bool is_alone = !recorded.has_events;
  const bool is_told = is_alone || is_wanted_;
  TRY_ASSIGN(FinishedSamples samples,
             finish_samples(recorded.experiment,
                            is_told ? samples::NamedCode::All : samples::NamedCode::Program));
  if (is_alone) return take_alone(std::move(samples), recorded);
  recorded.manifest.sampling = samples.cost;
  recorded.manifest.sample_warnings = std::move(samples.archive.notes);
  for (const std::string& warning : recorded.manifest.sample_warnings) {
    if (is_told) recorded.voice.warn(warning);
    recorded.experiment.log(warning);
  }
  return base::kOk;
}

base::Status Samples::take_alone(FinishedSamples&& samples, Recorded& recorded) {
  if (samples.archive.ranks == 0) {
    recorded.tell(recorded.manifest.exit_status == 0
                      ? "no samples were taken: nothing but programs that start others ran"
                      : "no samples were taken before that");
    for (const std::string& note : samples.archive.notes) recorded.warn(note);
    return base::kOk;
  }
  recorded.manifest.sampling = samples.cost;
  recorded.take(std::move(samples.archive));
  return base::kOk;
}

// If there are events, their products have said the warnings and shown where the time went.
base::Status Samples::conclude(Recorded& recorded, const Products& /*all*/) {
  if (!is_wanted_) return base::kOk;
  const SamplingCost& cost = *recorded.manifest.sampling;
  say_sampling_cost(cost, recorded.voice);
  if (!recorded.has_events) {
    if (cost.samples == 0)
      return nothing_recorded("no samples were taken", recorded.experiment,
                              recorded.manifest.archive->notes,
                              "the program ended within a sampling period, see --sample=PERIOD");
    recorded.tell_warnings();
    TRY(say_sampled_functions(recorded.experiment, recorded.voice));
  }
  say_next(recorded);
  return base::kOk;
}

void Samples::say_next(const Recorded& recorded) {
  if (recorded.manifest.sampling->samples == 0)
    recorded.voice.warn(
        "no samples were taken: the program ended within a sampling period, see --sample=PERIOD");
  else if (recorded.manifest.settings.at("sample-clock") == "cpu")
    recorded.voice.say(
        "tarry diagnose is not for these samples: those of --sample-clock cpu have no waits");
  else
    recorded.voice.say(std::string(recorded.has_events ? "samples" : "next") + ": tarry diagnose " +
                       base::shell_line({recorded.shown_name}));
}

}  // namespace tarry::experiment
