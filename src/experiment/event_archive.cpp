// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/event_archive.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/bytes_text.h"
#include "base/counted.h"
#include "base/shell_line.h"
#include "base/stopwatch.h"
#include "experiment/products.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::experiment {
namespace {

void tell_size(const Recorded& recorded, double seconds) {
  const trace::finish::FinishedArchive& archive = *recorded.manifest.archive;
  const std::uint64_t bytes =
      recorded.experiment.bytes() - recorded.experiment.bytes(Part::Samples);
  recorded.tell_detail(fmt::format("the archive was finished in {:.3f} s, {} of {} converted by it",
                                   seconds, archive.salvaged,
                                   base::counted(archive.ranks, "process", "processes")));
  recorded.tell_detail(fmt::format(
      "trace of {}, {:.1f} bytes per event, from {}", base::bytes_text(bytes),
      static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(1, archive.events)),
      base::counted(archive.hosts.size(), "host")));
}

}  // namespace

base::Status EventArchive::finish(Recorded& recorded) {
  const base::Stopwatch finishing;
  TRY_ASSIGN(trace::finish::FinishedArchive made,
             trace::finish::finish_archive(recorded.experiment.directory(), recorded.threads));
  recorded.take(std::move(made));
  tell_size(recorded, finishing.seconds());
  return base::kOk;
}

base::Status EventArchive::conclude(Recorded& recorded, const Products& all) {
  if (all.has(Part::Analysis)) return base::kOk;  // the analysis says the warnings
  recorded.tell_warnings();
  recorded.voice.say("next: tarry analyze " + base::shell_line({recorded.shown_name}));
  return base::kOk;
}

}  // namespace tarry::experiment
