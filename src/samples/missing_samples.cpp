// SPDX-License-Identifier: BSD-3-Clause
#include "samples/missing_samples.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/experiment_files.h"
#include "base/joined.h"
#include "samples/sample_files.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShown = 5;
constexpr std::size_t kMostRanks = 1u << 20;  // a damaged size may be larger

std::string shown(const fs::path& folder) {
  return (fs::path(base::kSamplesFolder) / folder.filename()).string();
}

std::string reason(const base::Error& error) {
  return error.what + ": " + fs::path(error.where).filename().string();
}

void add_threads(const SampledProcess& process, std::vector<std::string>& out) {
  if (process.threads.empty())
    return out.push_back("there are no samples of the process in " + shown(process.folder));
  if (const base::Status first = check_sampled_thread(process, 0); !first.ok())
    return out.push_back("the process in " + shown(process.folder) +
                         " is left out: " + reason(first.error()));
  for (const std::uint32_t thread : process.threads)
    if (const base::Status status = check_sampled_thread(process, thread); !status.ok())
      out.push_back("thread " + std::to_string(thread) + " in " + shown(process.folder) +
                    " is left out: " + reason(status.error()));
}

void add_ranks(const std::vector<SampledProcess>& processes, std::vector<std::string>& out) {
  std::set<std::uint32_t> there;
  std::set<std::uint32_t> sizes;
  for (const SampledProcess& process : processes) {
    if (!process.has_rank) continue;
    // The program was launched more than once, so it is unknown which processes belong together.
    if (!there.insert(process.rank).second) return;
    sizes.insert(process.size);
  }
  if (sizes.size() != 1) return;
  const std::uint32_t size = *sizes.begin();
  std::vector<std::uint32_t> missing;
  for (std::uint32_t rank = 0; rank < size && missing.size() < kMostRanks; ++rank)
    if (!there.contains(rank)) missing.push_back(rank);
  if (!missing.empty())
    out.push_back("there are no samples of " +
                  std::string(missing.size() == 1 ? "rank " : "ranks ") + base::joined(missing) +
                  ", of " + std::to_string(size) + " that were started");
}

}  // namespace

std::vector<std::string> missing_samples(const fs::path& experiment) {
  std::vector<SampledProcess> processes;
  std::vector<std::string> out;
  std::error_code error;
  for (fs::directory_iterator at(experiment / base::kSamplesFolder, error), end;
       !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (!at->is_directory(ignored)) continue;
    if (auto process = read_sampled_process(at->path()); process.ok())
      processes.push_back(std::move(*process));
    else
      out.push_back(shown(at->path()) + " is left out: " + reason(process.error()));
  }
  for (const SampledProcess& process : processes) add_threads(process, out);
  std::sort(out.begin(), out.end());
  if (out.size() > kShown) {
    const std::size_t more = out.size() - kShown;
    out.resize(kShown);
    out.push_back(base::counted(more, "more process or thread is left out",
                                "more processes or threads are left out"));
  }
  add_ranks(processes, out);
  if (!out.empty())
    out.emplace_back(
        "a diagnosis does without what is left out and may be wrong; the disk was full, or the "
        "experiment was not copied as a whole");
  return out;
}

}  // namespace tarry::samples
