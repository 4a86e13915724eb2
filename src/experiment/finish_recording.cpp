// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/finish_recording.h"

#include <memory>
#include <vector>

#include "compressed/finish/finish_compressed.h"
#include "compressed/live/fold_settings.h"
#include "experiment/compressed_trace.h"
#include "experiment/event_archive.h"
#include "experiment/missing.h"
#include "experiment/products.h"
#include "experiment/summary.h"
#include "trace/summary/finish_summary.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;

// Returns the products that were asked for and for which the processes have left something.
base::Result<Products> products_of(const Experiment& experiment) {
  auto options = experiment.manifest().options;
  const fs::path& directory = experiment.directory();
  const bool has_summary = trace::summary::has_call_trees(directory);
  const bool keeps_trace = trace::eventlog::is_on(options["trace"]);
  Products out;
  if (compressed::has_process_traces(directory))
    out.add(std::make_unique<CompressedTrace>(compressed::fold_options(options),
                                              CompressedTrace::Source::Processes));
  else if (keeps_trace || !has_summary) {
    if (!keeps_trace && trace::eventlog::is_on(options["profile"]))
      return base::Error{base::ErrorCode::Nothing, "nothing was recorded of the summary",
                         directory.string(), "tarry.log in it may say why"};
    out.add(std::make_unique<EventArchive>());
  }
  if (has_summary) out.add(std::make_unique<Summary>());
  return out;
}

}  // namespace

base::Result<bool> finish_recording(const Experiment& experiment, Voice& voice, unsigned threads) {
  if (!experiment.is_unfinished()) {
    experiment.remove_raw();  // somebody may have been killed while doing that
    return false;
  }
  TRY_ASSIGN(const Lock lock, experiment.lock());
  voice.say("the recording was not finished; doing that first");
  TRY_ASSIGN(Products products, products_of(experiment));
  const bool only_calls = products.has(Part::Compressed);
  Recorded recorded{.experiment = experiment, .manifest = {}, .voice = voice, .threads = threads};
  const base::Status finished = products.finish(recorded);
  if (!finished.ok() && products.has(Part::Archive) && experiment.has(Part::Archive))
    return true;  // an earlier attempt finished the archive but could not remove raw/
  TRY(finished);
  const trace::finish::FinishedArchive& archive = *recorded.manifest.archive;
  TRY(experiment.complete_manifest(archive));
  experiment.remove_raw();
  if (only_calls)  // no analysis says these warnings
    for (const std::string& warning : recording_warnings(archive)) voice.warn(warning);
  return true;
}

base::Result<fs::path> find_trace(const fs::path& trace, Voice& voice, unsigned threads) {
  std::error_code ignored;
  if (!fs::exists(trace, ignored))
    return base::Error{base::ErrorCode::NotFound, "no such experiment or trace", trace.string(),
                       "tarry record makes one"};
  if (!fs::is_directory(trace, ignored)) return trace;
  const Experiment experiment(trace);
  TRY(finish_recording(experiment, voice, threads));
  if (experiment.has(Part::Archive)) return experiment.path(Part::Archive);
  std::vector<fs::path> anchors;
  for (fs::directory_iterator it(trace, ignored), end; !ignored && it != end; it.increment(ignored))
    if (it->path().extension() == ".otf2") anchors.push_back(it->path());
  if (anchors.size() == 1) return anchors.front();
  if (experiment.has(Part::Compressed)) return experiment.path(Part::Compressed);
  return no_trace(experiment);
}

}  // namespace tarry::experiment
