// SPDX-License-Identifier: BSD-3-Clause
// Takes any bytes as the files of a sampled thread, its process and the names: each file is
// refused, or they become samples without a crash, which are the same after packing.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "packed_files.h"
#include "samples/packed_thread.h"
#include "samples/recorded_samples.h"
#include "samples/sample_files.h"
#include "samples/sample_names.h"

namespace {

using namespace tarry;
using samples::PathNode;
using samples::RecordedSample;
using samples::SampledProcess;
using samples::SampledThread;

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

bool is_same_node(const PathNode& a, const PathNode& b) {
  return a.address == b.address && a.parent == b.parent && a.into_function == b.into_function &&
         a.module == b.module && a.kind == b.kind;
}

bool is_same_record(const RecordedSample& a, const RecordedSample& b) {
  return a.since_begin_ns == b.since_begin_ns && a.node == b.node && a.common == b.common &&
         a.calls == b.calls && a.synchronisations == b.synchronisations;
}

// Only the kind of the root is preserved because nothing else of it is used.
bool are_same_nodes(const SampledThread& a, const SampledThread& b) {
  if (a.nodes.empty()) return b.nodes.size() <= 1;
  return std::equal(a.nodes.begin() + 1, a.nodes.end(), b.nodes.begin() + 1, b.nodes.end(),
                    is_same_node);
}

void check_packing(const SampledProcess& process) {
  const auto before = samples::read_sampled_thread(process, 0);
  if (!before.ok()) return;
  check(samples::pack_thread(process, 0).ok(), "samples that can be read cannot be packed");
  const auto after = samples::read_sampled_thread(process, 0);
  check(after.ok(), "packed samples cannot be read");
  check(are_same_nodes(*before, *after), "packing has changed call paths");
  check(std::ranges::equal(before->records, after->records, is_same_record),
        "packing has changed samples");
}

// Looking up their names would open the modules, whatever files bear these names.
bool has_modules(const SampledProcess& process) {
  return !std::ranges::all_of(process.modules, &std::string::empty);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto experiment = fuzz::scratch();
  fuzz::unpack({reinterpret_cast<const char*>(data), size}, fuzz::kSampleFiles, experiment);
  const auto processes = samples::find_sampled_processes(experiment);
  if (!processes.ok()) return 0;
  const auto set = samples::read_recorded_samples(experiment);
  if (set.ok())
    for (const samples::ThreadSamples& thread : set->threads)
      for (const samples::Sample& sample : thread.samples)
        check(sample.stayed <= set->tree.depth(sample.leaf), "more has stayed than there is");
  for (const SampledProcess& process : *processes) check_packing(process);
  if (std::ranges::none_of(*processes, has_modules) && samples::name_samples(experiment).ok())
    check(samples::read_recorded_samples(experiment).ok(), "names that were made cannot be read");
  return 0;
}
