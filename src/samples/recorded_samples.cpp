// SPDX-License-Identifier: BSD-3-Clause
#include "samples/recorded_samples.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "model/artificial_regions.h"
#include "samples/code_sites.h"
#include "samples/missing_samples.h"
#include "samples/names_file.h"
#include "samples/ranked_processes.h"
#include "samples/site_flows.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;
using code::CodePlace;

// Makes the frames of one thread's nodes. Parents come before their children.
class Frames {
 public:
  Frames(const SampledThread& thread, const SampledProcess& process, const SampleNames& names,
         CallingContextTree& tree, SiteFlows& flows)
      : nodes_(thread.nodes), process_(process), tree_(tree), flows_(flows) {
    of_node_.reserve(nodes_.size());
    calls_.resize(nodes_.size());
    depth_.resize(nodes_.size());
    is_start_.resize(nodes_.size());
    calls_main_.resize(nodes_.size());
    for (std::size_t number = 0; number < nodes_.size(); ++number) add(number, names);
  }

  [[nodiscard]] FrameId of(std::uint32_t node) const { return of_node_[node]; }

  // Returns the frame of the node at `depth` on the path to `node`: the innermost that is inlined
  // there.
  [[nodiscard]] FrameId at_depth(std::uint32_t node, std::uint32_t depth) const {
    while (depth_[node] > depth) node = nodes_[node].parent;
    return of_node_[node];
  }

 private:
  void add(std::size_t number, const SampleNames& names) {
    const PathNode& node = nodes_[number];
    if (number == 0) return of_node_.push_back(CallingContextTree::kRoot);
    depth_[number] = depth_[node.parent] + 1;
    FrameId frame = of_node_[node.parent];
    Site site = calls_[node.parent];
    if (node.kind == PathNodeKind::Partial) {
      site.name = model::kUnknownCallers;
      return of_node_.push_back(tree_.child(frame, tree_.intern(site)));
    }
    const std::string& module = module_of(node, process_);
    const InstructionStructure* const structure = names.structure_at(module, code_address(node));
    const CodePlace place = place_of_node(node, process_, names);
    std::vector<Site> sites = sites_of(place, structure, module);
    site.name = is_main(number, sites[0].name, module) ? "main" : sites[0].name;
    sites[0] = site;
    const bool has_bodies = structure != nullptr && structure->bodies.size() == sites.size();
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const SiteId one = tree_.intern(sites[i]);
      frame = tree_.child(frame, one);
      if (has_bodies) flows_.note_body(module, structure->bodies[i], one);
    }
    calls_[number] = called_site(place, module, node.address);
    of_node_.push_back(frame);
  }

  // Tells whether a node is `main` in a program without symbols. The C library (glibc from 2.34 on)
  // calls `main` from a function of its own, `__libc_start_call_main`, which has no name without
  // debug information. The caller of that function, `__libc_start_main`, calls only constructors in
  // the program. Before 2.34 it calls both, which cannot be told apart. Also notes whether the node
  // is one of these two functions.
  bool is_main(std::size_t number, const std::string& name, const std::string& module) {
    const std::uint32_t parent = nodes_[number].parent;
    const bool is_unnamed_of_libc = name.starts_with("libc.so");
    is_start_[number] = name.starts_with("__libc_start_main");
    calls_main_[number] =
        name == "__libc_start_call_main" || (is_start_[parent] && is_unnamed_of_libc);
    return calls_main_[parent] && !is_unnamed_of_libc &&
           name.starts_with(fs::path(module).filename().string() + "+0x");
  }

  const std::vector<PathNode>& nodes_;
  const SampledProcess& process_;
  CallingContextTree& tree_;
  SiteFlows& flows_;
  std::vector<FrameId> of_node_;
  std::vector<Site> calls_;  // the place in each node from which its children are called
  std::vector<std::uint32_t> depth_;
  std::vector<bool> is_start_;    // `__libc_start_main`
  std::vector<bool> calls_main_;  // `__libc_start_call_main`
};

ThreadSamples samples_of(const SampledThread& thread, const SampledProcess& process,
                         const SampleNames& names, CallingContextTree& tree, SiteFlows& flows) {
  const auto time = [](std::uint64_t ns) { return Time(static_cast<Time::rep>(ns)); };
  const SampleHeader& header = thread.header;
  ThreadSamples out;
  out.rank = model::Rank{process.rank};
  out.thread = header.thread;
  out.host = process.host;
  out.period = time(header.period_ns);
  const Time begin = time(header.begin_ns);  // begin of the process
  const Time later = time(thread.first_began_ns());
  out.begin = begin + later;
  if (header.begin_realtime_ns != 0) out.begin_realtime = time(header.begin_realtime_ns) + later;
  const Frames frames(thread, process, names, tree, flows);
  FrameId before = CallingContextTree::kRoot;
  for (const RecordedSample& record : thread.records) {
    Sample sample{begin + time(record.since_begin_ns), frames.of(record.node)};
    // Within the last common activation, another inlined function may run by now.
    const FrameId last_common = frames.at_depth(record.node, record.common);
    sample.stayed = std::min(tree.depth(last_common), tree.common_depth(before, sample.leaf));
    sample.calls = record.calls;
    sample.synchronisations = record.synchronisations;
    before = sample.leaf;
    out.samples.push_back(sample);
  }
  const Time last = out.samples.empty() ? out.begin : out.samples.back().time;
  out.end = std::max(last, time(header.end_ns));
  return out;
}

// Adds what the diagnosis lacks because the files are damaged.
void add_warnings(const SampledThread& thread, const SampledProcess& process,
                  std::vector<std::string>& warnings) {
  const std::string whose = "thread " + std::to_string(thread.header.thread) + " of rank " +
                            std::to_string(process.rank) + " (" + process.folder.string() + ")";
  if (thread.damaged > 0)
    warnings.push_back(base::counted(thread.damaged, "sample") + " of " + whose +
                       std::string(base::form_for(thread.damaged, " is", " are")) +
                       " damaged and left out: the diagnosis may be wrong");
  if (thread.is_cut)
    warnings.push_back("the samples of " + whose +
                       " are cut off: what is missing counts as what it did last");
}

// A waiting thread takes no such samples, so its work before the wait would look like a wait.
base::Status check_waits_are_sampled(const SampledThread& thread, const fs::path& experiment) {
  if (thread.header.clock != SampleClock::Cpu) return base::kOk;
  return base::Error{base::ErrorCode::Unsupported,
                     "the samples are of computing time: they have no waits", experiment.string(),
                     "record samples of time as it passes: tarry record --sample PROGRAM, without "
                     "--sample-clock cpu"};
}

// If no thread of a process has ever called MPI, calls were not counted: MPI is linked into the
// program, or the program looked it up itself.
void forget_counts_of_none(std::span<ThreadSamples> process) {
  for (const ThreadSamples& thread : process)
    for (const Sample& sample : thread.samples)
      if (sample.calls > 0) return;
  for (ThreadSamples& thread : process)
    for (Sample& sample : thread.samples) sample.calls = sample.synchronisations = Sample::kUnknown;
}

}  // namespace

base::Status prepare_samples(const fs::path& experiment, NamedCode wanted) {
  TRY_ASSIGN(const std::vector<SampledProcess> processes, find_sampled_processes(experiment));
  if (processes.empty())
    if (const std::vector<std::string> missing = missing_samples(experiment); !missing.empty())
      return base::Error{base::ErrorCode::BadInput, "none of the samples can be used",
                         experiment.string(), missing.front()};
  if (processes.empty())
    return base::Error{base::ErrorCode::NotFound, "there are no samples", experiment.string(),
                       "record some: tarry record --sample PROGRAM"};
  base::Result<SampleNames> names = read_sample_names(experiment);
  if (!names.ok()) names = name_samples(experiment, wanted);
  if (!names.ok()) return std::move(names).error();
  if (wanted == NamedCode::Program || names->named == NamedCode::All) return base::kOk;
  return name_left_out_samples(experiment, std::move(*names));
}

base::Result<SampleSet> read_recorded_samples(const fs::path& experiment, PartOfProcesses part) {
  TRY_ASSIGN(std::vector<SampledProcess> all, find_sampled_processes(experiment));
  TRY_ASSIGN(const SampleNames names, read_sample_names(experiment));
  const auto [processes, warnings] = ranked_processes(std::move(all));
  const std::size_t each = processes.size() / part.parts;
  const std::size_t left = processes.size() % part.parts;
  const std::size_t begin = part.number * each + std::min(part.number, left);
  const std::size_t end = begin + each + (part.number < left ? 1 : 0);
  SampleSet out;
  if (part.number == 0) out.warnings = warnings;
  out.limits = hosts_with_few_cores(processes);
  SiteFlows flows;
  for (std::size_t at = begin; at < end; ++at) {
    const std::size_t first = out.threads.size();
    for (const std::uint32_t number : processes[at].threads) {
      TRY_ASSIGN(const SampledThread thread, read_sampled_thread(processes[at], number));
      TRY(check_waits_are_sampled(thread, experiment));
      add_warnings(thread, processes[at], out.warnings);
      out.threads.push_back(samples_of(thread, processes[at], names, out.tree, flows));
    }
    forget_counts_of_none(std::span(out.threads).subspan(first));
  }
  out.flows = flows.flows(names, out.tree);
  return out;
}

}  // namespace tarry::samples
