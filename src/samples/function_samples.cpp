// SPDX-License-Identifier: BSD-3-Clause
#include "samples/function_samples.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "model/artificial_regions.h"
#include "samples/names_file.h"
#include "samples/ranked_processes.h"
#include "trace/eventlog/hidden_libraries.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

// The function with which the system begins a program.
constexpr std::string_view kStart = "_start";

constexpr std::size_t kMostFunctions = 256;  // on a path

// Converts nanoseconds of CLOCK_MONOTONIC_RAW to ticks of the trace. Both clocks run evenly.
class TraceClock {
 public:
  TraceClock(const std::vector<ClockPair>& pairs, double ticks_per_ns)
      : first_(pairs.front()), ticks_per_ns_(ticks_per_ns) {
    const ClockPair& last = pairs.back();
    constexpr std::uint64_t kLongEnough = 100'000'000;  // ns: readings are some 50 ns off
    if (last.monotonic_ns > first_.monotonic_ns + kLongEnough && last.ticks > first_.ticks)
      ticks_per_ns_ = static_cast<double>(last.ticks - first_.ticks) /
                      static_cast<double>(last.monotonic_ns - first_.monotonic_ns);
  }

  [[nodiscard]] std::uint64_t ticks(std::uint64_t ns) const {
    const auto since = static_cast<double>(static_cast<std::int64_t>(ns - first_.monotonic_ns));
    const auto ticks = static_cast<std::int64_t>(std::llround(since * ticks_per_ns_));
    return first_.ticks + static_cast<std::uint64_t>(ticks);
  }

 private:
  ClockPair first_;
  double ticks_per_ns_;
};

// Returns the weight of each sample, in parts of the period. If two samples are at different
// places, at most a period of the gap between them counts.
std::vector<std::uint32_t> weights(const SampledThread& thread) {
  const auto& records = thread.records;
  const std::uint64_t period = std::max<std::uint64_t>(thread.header.period_ns, 1);
  const auto part = [&](std::uint64_t ns) { return FunctionSamples::kPeriod * ns / (2 * period); };
  std::vector<std::uint32_t> out(records.size());
  const auto add = [&](std::size_t at, std::uint64_t ns) {
    out[at] += static_cast<std::uint32_t>(std::min<std::uint64_t>(part(ns), 1u << 24));
  };
  for (std::size_t i = 0; i + 1 < records.size(); ++i) {
    std::uint64_t gap = records[i + 1].since_begin_ns - records[i].since_begin_ns;
    if (records[i].node != records[i + 1].node) gap = std::min(gap, period);
    add(i, gap);
    add(i + 1, gap);
  }
  if (records.empty()) return out;
  add(0, period);
  add(records.size() - 1, period);
  return out;
}

}  // namespace

base::Result<FunctionSampleReader> FunctionSampleReader::open(const fs::path& experiment,
                                                              std::uint64_t ticks_per_second) {
  FunctionSampleReader out;
  TRY_ASSIGN(std::vector<SampledProcess> all, find_sampled_processes(experiment));
  TRY_ASSIGN(out.names_, read_sample_names(experiment));
  out.processes_ = ranked_processes(std::move(all)).processes;
  for (const SampledProcess& process : out.processes_) {
    if (process.threads.empty() || process.threads.front() != 0) continue;
    TRY_ASSIGN(const SampledThread thread, read_sampled_thread(process, 0));
    if (thread.header.clock != SampleClock::Cpu) break;
    return base::Error{base::ErrorCode::Unsupported, "the samples are of computing time",
                       experiment.string(), "record samples of time as it passes"};
  }
  out.ticks_per_ns_ = static_cast<double>(ticks_per_second) * 1e-9;
  for (const auto& [place, functions] : out.names_.places) {
    if (trace::eventlog::is_hidden_library(place.first) || functions.front().function.empty())
      continue;
    out.add(functions.front().function, functions.front().file);
  }
  out.unknown_callers_ = out.add(model::kUnknownCallers, "");
  out.frames_left_out_ = out.add(model::kFramesLeftOut, "");
  return out;
}

std::uint32_t FunctionSampleReader::add(const std::string& name, const std::string& file) {
  const auto [at, is_new] = by_name_.emplace(name, static_cast<std::uint32_t>(functions_.size()));
  if (is_new) functions_.push_back({name, file});
  return at->second;
}

std::uint32_t FunctionSampleReader::function_of(const PathNode& node,
                                                const SampledProcess& process) const {
  if (node.kind != PathNodeKind::Call && node.kind != PathNodeKind::Instruction) return kNone;
  const std::string& module = module_of(node, process);
  if (module.empty() || trace::eventlog::is_hidden_library(module)) return kNone;
  const std::string name = place_of_node(node, process, names_).front().function;
  if (name == kStart) return kNone;
  const auto found = by_name_.find(name);
  return found != by_name_.end() ? found->second : kNone;
}

// Paths that are too long differ with the depth of a recursion, so only the innermost function is
// shown, as in call stacks.
std::vector<std::uint32_t> FunctionSampleReader::path_of(const std::vector<std::uint32_t>& parent,
                                                         const PathNode& node,
                                                         const SampledProcess& process) const {
  if (node.kind == PathNodeKind::Partial) return {unknown_callers_};
  const std::uint32_t function = function_of(node, process);
  if (function == kNone) return parent;
  const bool is_left_out = !parent.empty() && parent.front() == frames_left_out_;
  if (is_left_out || parent.size() == kMostFunctions) return {frames_left_out_, function};
  std::vector<std::uint32_t> path = parent;
  path.push_back(function);
  return path;
}

base::Result<FunctionSamples> FunctionSampleReader::read(std::uint32_t rank) const {
  FunctionSamples out;
  const auto process = std::lower_bound(
      processes_.begin(), processes_.end(), rank,
      [](const SampledProcess& each, std::uint32_t wanted) { return each.rank < wanted; });
  if (process == processes_.end() || process->rank != rank || process->clocks.empty() ||
      process->threads.empty() || process->threads.front() != 0)
    return out;
  TRY_ASSIGN(const SampledThread thread, read_sampled_thread(*process, 0));
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> path_of_node;
  for (std::size_t n = 0; n < thread.nodes.size(); ++n) {
    std::vector<std::uint32_t> path;
    const PathNode& node = thread.nodes[n];
    if (n != 0 && node.kind != PathNodeKind::Own)
      path = path_of(out.paths[path_of_node[node.parent]], node, *process);
    const auto [at, is_new] = known.emplace(path, static_cast<std::uint32_t>(out.paths.size()));
    if (is_new) out.paths.push_back(std::move(path));
    path_of_node.push_back(at->second);
  }
  const TraceClock clock(process->clocks, ticks_per_ns_);
  const std::vector<std::uint32_t> weight = weights(thread);
  for (std::size_t s = 0; s < thread.records.size(); ++s) {
    const RecordedSample& record = thread.records[s];
    out.samples.push_back({clock.ticks(thread.header.begin_ns + record.since_begin_ns),
                           path_of_node[record.node], weight[s]});
  }
  return out;
}

}  // namespace tarry::samples
